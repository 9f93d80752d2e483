"""Columns that an ontology of a package that is not installed would probably cover better: the draft says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kinonym.drafting.profile import Profile
from kinonym.drafting.table_guess import ColumnGuess, TableGuess
from kinonym.ontologies import OPTIONAL
from kinonym.taxonomy import Taxonomy

__all__ = ["suggest_packages"]

_FEWEST_VALUES = 4
_COVERED = 0.95
_CODES = 0.9


def suggest_packages(
    guess: TableGuess, sample: Mapping[str, Sequence[str | None]], known: Mapping[str, Taxonomy]
) -> TableGuess:
    """Add a doubt to the type of each column that looks like codes of an ontology that could not be loaded.

    An ontology that covers the column nearly completely leaves no doubt.
    """
    lacking = [name for name in OPTIONAL if name not in known]
    columns = guess.columns
    for name in lacking:
        columns = tuple(_doubted(column, sample[column.column], name) for column in columns)
    return replace(guess, columns=columns)


def _doubted(guess: ColumnGuess, values: Sequence[str | None], name: str) -> ColumnGuess:
    if guess.role.value == "identifier" or guess.own is not None or guess.systems:
        return guess
    share = 0.0 if guess.coverage is None else guess.coverage.of_values
    profile = Profile.of(values)
    if share >= _COVERED or profile.distinct < _FEWEST_VALUES:
        return guess
    optional = OPTIONAL[name]
    codes = sum(n for value, n in profile.counts.items() if optional.code.fullmatch(value))
    if codes < _CODES * profile.size:
        return guess
    doubt = f"the values look like codes of {optional.title} ({name}), which is not installed: {optional.install}"
    return replace(guess, type=replace(guess.type, doubt=doubt))
