"""How the rows of a person are released: all in one, some of them by number, or one column as a set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinonym.drafting.table_guess import ColumnGuess, TableGuess
from kinonym.engines.contract import Source

__all__ = ["ReleasedRows", "choose_rows"]

_MOST_ROWS = 3
_SHARE = 0.8
_CODES = ("icd", "snomed", "mesh", "atc", "loinc")
"""Beginnings of the names of ontologies with codes of health."""


@dataclass(frozen=True, kw_only=True)
class ReleasedRows:
    """How many rows of a person, or of a row that they refer to, are released."""

    most: int
    """The greatest number of rows of an owner in the input."""
    rows: int | None = None
    """How many of them are released; None: there is only one, or they are gathered."""
    share: float = 1.0
    """The share of the owners that have no more rows than that."""
    gather: str | None = None
    """The column that is released as a set."""
    order: str | None = None
    """The column by which the rows are numbered."""


def choose_rows(source: Source, owner: str, guess: TableGuess, *, referred: bool) -> ReleasedRows:
    """Choose between one row, a set and several rows.

    ``owner``: the column with the person or the referenced row; ``referred``: whether other tables refer to the rows.
    """
    counts = np.sort(np.asarray(source.count([owner]).counts))
    most = int(counts[-1]) if len(counts) else 0
    if most <= 1:
        return ReleasedRows(most=most)
    gathered = None if referred else _choose_set(guess.columns)
    if gathered is not None:
        return ReleasedRows(most=most, gather=gathered)
    rows = min(_MOST_ROWS, int(np.quantile(counts, _SHARE, method="inverted_cdf")))
    dates = [each.column for each in guess.columns if each.type.value == "date"]
    share = float(np.mean(counts <= rows))
    return ReleasedRows(most=most, rows=rows, share=share, order=dates[0] if dates else None)


def _choose_set(columns: Sequence[ColumnGuess]) -> str | None:
    """The column of concepts that says most: codes of health before words, then the most values."""
    concepts = [
        each
        for each in columns
        if each.role.value in ("quasi", "confidential") and each.ontology is not None and not each.systems
    ]
    return max(concepts, key=_importance).column if concepts else None


def _importance(guess: ColumnGuess) -> tuple[bool, int]:
    coded = guess.ontology is not None and guess.ontology.value.startswith(_CODES)
    return coded, 0 if guess.coverage is None else guess.coverage.values
