"""Roles that a column has because of the columns next to it: diagnoses of stays and visits, batteries of questions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kinonym.drafting.candidates import named_diagnosis
from kinonym.drafting.guess import Guess
from kinonym.drafting.header_words import means
from kinonym.drafting.questions import find_batteries, is_numbered, is_question
from kinonym.drafting.table_guess import ColumnGuess

__all__ = ["release_answers", "release_diagnoses"]

Sample = Mapping[str, Sequence[str | None]]

_ICD = ("icd9", "icd10", "icd11")
_SLOT = re.compile(r"(?:c|d|dx|dp|dr|das|ds|diag|p|pr|proc|op|opertn|i)[ _]?\d{0,2}", re.IGNORECASE)
"""What abstracts of hospital stays call the first, second … diagnosis or procedure."""
_CODE = re.compile(r"[A-Z]\d\d(?:\.?[0-9A-Z]{1,4})?|[VE]?\d{2,3}\.?\d{1,2}|\d{3}|[0-9A-Z]{7}")
_CODES = 0.9
_FEWEST_QUASI = 2
_FEWEST_QUESTIONS = 4


def release_diagnoses(guesses: Sequence[ColumnGuess], sample: Sample) -> list[ColumnGuess]:
    """The same guesses; in a table of stays or visits, diagnoses are what the data are about, not what others know.

    A table without other quasi-identifiers keeps them masked, and so does a table that says nothing of an episode.
    """
    found = {g.column for g in guesses if g.role.value == "quasi" and _is_diagnosis(g, sample[g.column])}
    episode = any(means(guess.column, "episode") for guess in guesses if guess.column not in found)
    left = sum(guess.role.value == "quasi" for guess in guesses) - len(found)
    if not episode or left < _FEWEST_QUASI:
        return list(guesses)
    doubt = "if others know of it, quasi or mask = true"
    role = Guess("confidential", "the diagnosis of a stay or visit, which the data are about", "medium", doubt)
    return [replace(guess, role=role) if guess.column in found else guess for guess in guesses]


def _is_diagnosis(guess: ColumnGuess, values: Sequence[str | None]) -> bool:
    if guess.type.value not in ("nominal", "plain", "numeric"):
        return False
    coded = guess.ontology is not None and guess.ontology.value.startswith(_ICD)
    return coded or bool(guess.systems) or named_diagnosis(guess.column) or _is_slot(guess.column, values)


def _is_slot(column: str, values: Sequence[str | None]) -> bool:
    present = {value for value in values if value is not None}
    codes = sum(_CODE.fullmatch(value) is not None for value in present)
    return _SLOT.fullmatch(column) is not None and bool(present) and codes >= _CODES * len(present)


def release_answers(guesses: Sequence[ColumnGuess], sample: Sample) -> list[ColumnGuess]:
    """The same guesses; columns that are numbered alike and have the same few answers are questions of a survey."""
    judged = [guess.column for guess in guesses if guess.role.value == "confidential" and _is_asked(guess.column)]
    undecided = [guess.column for guess in guesses if _is_unknown(guess)]
    answers = find_batteries({name: sample[name] for name in (*undecided, *judged)}, judged).intersection(undecided)
    role = Guess("confidential", "a question with the same answers as others", "low", "if others may know it, quasi")
    return _release_questions([replace(g, role=role) if g.column in answers else g for g in guesses])


def _release_questions(guesses: Sequence[ColumnGuess]) -> list[ColumnGuess]:
    """The same guesses; in a questionnaire, a question that follows an answer and precedes no fact is an answer.

    Questionnaires ask for facts about a person, such as age and household, in a block. So an unknown question is an
    answer if the nearest known question before it is one and no known question after it is a fact.
    """
    asked = [guess for guess in guesses if is_numbered(guess.column) and guess.role.value != "identifier"]
    if len(asked) < _FEWEST_QUESTIONS:
        return list(guesses)
    role = Guess("confidential", "a question among others with answers", "low", "if others may know it, quasi")
    answers: set[str] = set()
    known = ""
    for place, guess in enumerate(asked):
        follows = known == "confidential" and all(g.role.value != "quasi" or _is_unknown(g) for g in asked[place:])
        if _is_unknown(guess) and follows:
            answers.add(guess.column)
        elif not _is_unknown(guess):
            known = guess.role.value
    return [replace(guess, role=role) if guess.column in answers else guess for guess in guesses]


def _is_unknown(guess: ColumnGuess) -> bool:
    return guess.role.value in ("quasi", "other") and guess.role.confidence == "low" and guess.ontology is None


def _is_asked(column: str) -> bool:
    return is_question(column) or means(column, "judgement", "score")
