"""Questions of a survey: by the column's name, or by several numbered columns with the same answers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from kinonym.drafting.header_words import split_header

__all__ = ["find_batteries", "is_numbered", "is_question", "is_statement"]

_NUMBERED = re.compile(
    r"(?:q|question|item|frage|pregunta|pergunta|domanda|vraag|pytanie|fr[aå]ga|f|p)[\s_.]?\d{1,3}[a-z]?\b[\s_.:)-]+\S+",
    re.IGNORECASE,
)
_CODED = re.compile(r"[qspfv]\d{1,3}[a-z]_[a-z]\w+", re.IGNORECASE)
"""What codebooks call one of several questions of a kind, ``P21A_HTA``; a single one, ``P2_SEX``, may be a fact."""
_NUMBERED_QUESTION = re.compile(r"(?:[A-Za-z]|fr|pr|vr|pyt)\d{1,3}[A-Za-z]?(?:[ _.:-]|$)", re.IGNORECASE)
_OF_A_SERIES = re.compile(r"([^\W\d]{1,12}?)[\s_.-]?(\d{1,3})[a-z]?", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_STEMS = _words("""
    q question item frage pregunta pergunta domanda vraag pytanie fraga answer antwort respuesta resposta reponse
    risposta antwoord odpowiedz svar
""")
_FIRST_PERSON = _words("""
    i my me we our us mi mis nuestro nuestra jo meu meva em je mon ma mes nous notre nos ich mein meine meinem meiner
    mir mich wir unser unsere io mio mia miei mie noi nostro nostra minha meus nosso nossa ik mijn wij onze ons ja moj
    moja moje mnie nasz nasza jag min mitt mina mig vi var vart
""")
_SENTENCE = 4
_FEWEST, _FEWEST_STEPS, _MOST_ANSWERS = 2, 4, 11


def is_question(name: str) -> bool:
    """Whether a column is called by a question of a survey, or by a statement to agree with.

    >>> is_question("Q7 Enough light at work"), is_question("Was hat gefehlt?"), is_question("q7"), is_question("my_id")
    (True, True, False, False)
    """
    words = split_header(name)
    asks = len(words) > 1 and name.strip().endswith("?")
    numbered = _NUMBERED.match(name.strip()) is not None and len(words) > _SENTENCE
    return asks or numbered or _CODED.fullmatch(name.strip()) is not None or is_statement(name)


def is_numbered(name: str) -> bool:
    """Whether a column is called by the number of a question: ``P9_GLOS``, ``q7``, ``Q8_BULLIED_12M``.

    >>> is_numbered("P9_GLOS"), is_numbered("q7"), is_numbered("icd10_code"), is_numbered("covid19")
    (True, True, False, False)
    """
    return _NUMBERED_QUESTION.match(name.strip()) is not None


def is_statement(name: str) -> bool:
    """Whether a column is called by a statement that somebody makes about themselves.

    >>> is_statement("I can talk to my neighbours"), is_statement("my_id")
    (True, False)
    """
    words = split_header(name)
    return len(words) >= _SENTENCE and not _FIRST_PERSON.isdisjoint(words)


def find_batteries(sample: Mapping[str, Sequence[str | None]], answered: Collection[str] = ()) -> set[str]:
    """Columns with the same few answers, whole numbers from 0 to 10: questions of a survey.

    Either two of them are numbered alike, or three have exactly the same answers, or one of these is known to be an
    answer: it is in ``answered``.

    >>> find_batteries({"q1": ["1", "2", "5"], "q2": ["3", "1", "5"], "c1": ["E11"], "c2": ["I10"]}) == {"q1", "q2"}
    True
    """
    series: defaultdict[str, list[str]] = defaultdict(list)
    alike: defaultdict[frozenset[str], list[str]] = defaultdict(list)
    for name, values in sample.items():
        answers = frozenset(value for value in values if value is not None)
        if not 1 < len(answers) <= _MOST_ANSWERS or not all(map(_is_step, answers)):
            continue
        match = _OF_A_SERIES.fullmatch(name.strip())
        stem = match[1].casefold() if match else ""
        if len(stem) == 1 or stem in _STEMS:
            series[stem].append(name)
        if len(answers) >= _FEWEST_STEPS:
            alike[answers].append(name)
    numbered = {name for names in series.values() if len(names) >= _FEWEST for name in names}
    same = [names for names in alike.values() if len(names) > _FEWEST or not set(answered).isdisjoint(names)]
    return numbered | {name for names in same for name in names}


def _is_step(value: str) -> bool:
    return value.isdecimal() and int(value) <= 10
