"""A column that mixes code systems: whether another column, such as a version, names them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kinonym.drafting.candidates import candidate_ontologies, named_diagnosis
from kinonym.drafting.fitting import best_fit
from kinonym.drafting.guess import Guess
from kinonym.drafting.header_words import named_code
from kinonym.drafting.profile import Profile
from kinonym.drafting.role_rules import words_of
from kinonym.drafting.table_guess import ColumnGuess
from kinonym.taxonomy import Taxonomy

__all__ = ["find_code_systems"]

_NAMES = frozenset({"version", "vers", "system", "vocabulary", "codesystem", "coding", "revision", "terminology"})
_MOST_SYSTEMS = 6


def find_code_systems(
    guesses: Sequence[ColumnGuess], sample: Mapping[str, Sequence[str | None]], ontologies: Mapping[str, Taxonomy]
) -> list[ColumnGuess]:
    """The same guesses, with the code systems that another column names; that column says nothing about a person."""
    columns = [_with_systems(guess, sample, ontologies) for guess in guesses]
    naming = {guess.systems[0][1] for guess in columns if guess.systems}
    role = Guess("other", "it names the system of the codes in another column, and follows from them", "medium")
    return [replace(guess, role=role) if guess.column in naming else guess for guess in columns]


def _with_systems(
    guess: ColumnGuess, sample: Mapping[str, Sequence[str | None]], ontologies: Mapping[str, Taxonomy]
) -> ColumnGuess:
    """The same guess, with the code systems that another column names, where no ontology covers all of them."""
    covered = guess.coverage is not None and guess.coverage.of_values >= 0.98
    if covered or guess.own is not None or guess.role.value == "identifier" or not named_code(guess.column):
        return guess
    known = (
        ontologies if named_diagnosis(guess.column) else candidate_ontologies(guess.column, Profile.of(()), ontologies)
    )
    systems = _code_systems(guess.column, sample, known)
    if not systems:
        return guess
    kind = Guess("nominal", f"codes of several systems, which {systems[0][1]!r} names", "medium")
    return replace(guess, type=kind, ontology=None, root=None, coverage=None, systems=systems, clusterable=False)


def _code_systems(
    column: str, sample: Mapping[str, Sequence[str | None]], ontologies: Mapping[str, Taxonomy]
) -> tuple[tuple[str, str], ...]:
    """(``column``, the column that names the systems), then its values with an ontology each; else nothing.

    That column has a name such as ``icd_version`` and few values, and the codes of each of them fit an
    ontology, at least two different ones in all.
    """
    for other, versions in sample.items():
        known = {version for version in versions if version is not None}
        if other == column or not _NAMES & set(words_of(other)) or not 2 <= len(known) <= _MOST_SYSTEMS:
            continue
        fits = _fits(sample[column], versions, ontologies)
        if len(fits) == len(known) and len(set(fits.values())) > 1:
            return (("column", other), *sorted(fits.items()))
    return ()


def _fits(
    codes: Sequence[str | None], versions: Sequence[str | None], ontologies: Mapping[str, Taxonomy]
) -> dict[str, str]:
    by_version: dict[str, list[str]] = defaultdict(list)
    for code, version in zip(codes, versions, strict=True):
        if code is not None and version is not None:
            by_version[version].append(code)
    fits = {version: best_fit(Profile.of(values), ontologies) for version, values in by_version.items()}
    return {version: fit.ontology for version, fit in fits.items() if fit is not None and fit.enough}
