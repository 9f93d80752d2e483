"""Distinct rows as an engine groups them, with their counts, as tuples of texts: the p rows that leave an engine.

An engine groups values of its own types. What they look like as texts is settled here, by the same code for every
engine, so that 1, 1.0 and a date are written alike wherever they were counted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from kinonym.engines.contract import Assignment, ColumnCounts, TuplePersons
from kinonym.engines.memory import coding
from kinonym.errors import KinonymError
from kinonym.grouped.tuples import DROPPED, Counted, Counts

__all__ = ["DEALT", "Combinations", "Shares", "combinations"]

DEALT = -2
"""The target of a tuple that has several: each of its records is dealt one."""


@dataclass(frozen=True, eq=False)
class Combinations:
    """The distinct rows of some columns in an engine."""

    columns: tuple[str, ...]
    table: Any
    """An Arrow table: the columns, of the engine's types, and nothing else."""
    counts: Counts
    missing: frozenset[str]

    @cached_property
    def coded(self) -> list[coding.Coded]:
        """Of each column: the code of every combination, and what the codes stand for."""
        return [coding.coded(self.table.column(j), name, self.missing) for j, name in enumerate(self.columns)]

    @cached_property
    def tuple_of(self) -> Counts:
        """The tuple of texts of each combination: two that look alike are one tuple."""
        return coding.ranked([codes for codes, _ in self.coded], [max(1, len(texts)) for _, texts in self.coded])[0]

    @cached_property
    def counted(self) -> Counted:
        """The tuples of texts and how many records have each."""
        once = coding.counted(self.columns, self.coded)
        counts = np.bincount(self.tuple_of, weights=self.counts, minlength=len(once.counts)).astype(np.int64)
        return Counted(once.columns, once.values, once.codes, counts)

    def crossed(self) -> ColumnCounts:
        """The last column, its texts as they stand, beside the tuples of the others."""
        codes, values = coding.coded(self.table.column(len(self.columns) - 1), self.columns[-1], missing=())
        width = max(1, len(values))
        pairs, counts = coding.summed(self._tuples(1) * width + codes, self.counts)
        return ColumnCounts(values, pairs // width, pairs % width, counts)

    def count_with_persons(self) -> ColumnCounts:
        """The last column but one beside the tuples of those before, told apart by the persons of the last."""
        codes, values = coding.coded(self.table.column(len(self.columns) - 2), self.columns[-2], missing=())
        return coding.crossed(values, self._tuples(2), codes.astype(np.int64), self._persons(), self.counts)

    def owned(self) -> TuplePersons:
        """The persons of the last column beside the tuples of the others."""
        variants = coding.case_variants(self.table.column(len(self.columns) - 1), self.columns[-1], self.missing)
        return replace(coding.owned(self._tuples(1), self._persons(), self.counts), case_variants=variants)

    def _tuples(self, last: int) -> Counts:
        """The tuple of each combination in all columns but the last ones."""
        coded = [coding.coded(self.table.column(j), n, self.missing) for j, n in enumerate(self.columns[:-last])]
        return coding.ranked([codes for codes, _ in coded], [max(1, len(texts)) for _, texts in coded])[0]

    def _persons(self) -> Counts:
        return coding.person_numbers(self.table.column(len(self.columns) - 1), self.columns[-1], self.missing)

    def mapping(self, assignment: Assignment) -> tuple[Counts, Counts]:
        """Of each combination: its planned tuple, and its target, `DROPPED` or `DEALT`."""
        planned = assignment.planned_of_counted[self.tuple_of]
        _check_sums(planned, self.counts, assignment)
        size = int(assignment.source.max(initial=-1)) + 1
        target = np.full(size + 1, DROPPED, dtype=np.int64)  # one place more: what goes points there
        target[assignment.source] = assignment.target
        target[:-1][np.bincount(assignment.source, minlength=size) > 1] = DEALT
        return planned, target[planned]


@dataclass(frozen=True, eq=False)
class Shares:
    """The targets of tuples that have several: occurrences ``first`` to ``last`` become ``target``."""

    planned: Counts
    first: Counts
    last: Counts
    target: Counts

    @classmethod
    def of(cls, assignment: Assignment) -> Shares:
        """The rows of a plan whose tuple has more than one."""
        several = np.bincount(assignment.source)[assignment.source] > 1
        source, target, count = (part[several] for part in (assignment.source, assignment.target, assignment.count))
        order = np.argsort(source, kind="stable")
        source, target, count = source[order], target[order], count[order]
        before = np.cumsum(count) - count
        begins = np.r_[True, source[1:] != source[:-1]] if len(source) else np.empty(0, dtype=bool)
        first = before - np.repeat(before[begins], np.diff(np.r_[np.flatnonzero(begins), len(source)]))
        return cls(source, first, first + count - 1, target)


def _check_sums(planned: Counts, counts: Counts, assignment: Assignment) -> None:
    size = int(max(planned.max(initial=-1), assignment.source.max(initial=-1))) + 1
    kept = planned != DROPPED
    rows = np.bincount(planned[kept], weights=counts[kept], minlength=size)
    sums = np.bincount(assignment.source, weights=assignment.count, minlength=size)
    if not np.array_equal(rows, sums) or (assignment.count <= 0).any():
        total = int(assignment.count.sum())
        msg = f"the plan does not add up: it covers {total} rows, the table has {int(rows.sum())}"
        raise KinonymError(msg)


def combinations(columns: Sequence[str], grouped: Any, missing: Collection[str]) -> Combinations:  # noqa: ANN401
    """From an Arrow table of distinct rows whose last column holds their counts."""
    counts = grouped.column(grouped.num_columns - 1).to_numpy().astype(np.int64)
    return Combinations(tuple(columns), grouped.select(range(len(columns))), counts, frozenset(missing))
