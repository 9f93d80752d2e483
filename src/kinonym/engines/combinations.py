"""The distinct rows that an engine groups, with their counts, as tuples of texts: the p rows that leave an engine.

An engine groups values of the table's types. The same code turns them into texts for every engine, so that 1, 1.0 and a
date have the same text wherever they were counted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from kinonym.engines.columns import coding
from kinonym.engines.contract import Assignment, ColumnCounts, TuplePersons
from kinonym.engines.plan_targets import check_plan_sums, single_targets
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Cells, Counts, PersonOfCell, TargetOfTuple, TupleOfCell

__all__ = ["Combinations"]


@dataclass(frozen=True, eq=False)
class Combinations:
    """The distinct rows of some columns in an engine."""

    columns: tuple[str, ...]
    table: Any
    """An Arrow table: the columns, of the engine's types, and nothing else."""
    counts: Counts
    missing: frozenset[str]

    @classmethod
    def of(cls, columns: Sequence[str], grouped: Any, missing: Collection[str]) -> Combinations:  # noqa: ANN401
        """Make combinations of an Arrow table of distinct rows, with their counts in the last column."""
        counts = grouped.column(grouped.num_columns - 1).to_numpy().astype(np.int64)
        return cls(tuple(columns), grouped.select(range(len(columns))), counts, frozenset(missing))

    @cached_property
    def coded(self) -> list[coding.Coded]:
        """For each column, the code of every combination and the texts of the codes."""
        return [coding.encode_column(self.table.column(j), n, self.missing) for j, n in enumerate(self.columns)]

    @cached_property
    def tuple_of(self) -> TupleOfCell:
        """The tuple of texts of each combination; combinations with equal texts are one tuple."""
        return coding.rank_coded(self.coded)

    @cached_property
    def counted(self) -> Counted:
        """Return the tuples of texts and how many records have each."""
        once, _ = coding.count_tuples(self.columns, self.coded)
        counts = np.bincount(self.tuple_of, weights=self.counts, minlength=len(once.counts)).astype(np.int64)
        return Counted(once.columns, once.values, once.codes, counts)

    def count_with(self) -> ColumnCounts:
        """Count the last column, its texts unchanged, for each tuple of the others."""
        codes, values = coding.encode_column(self.table.column(len(self.columns) - 1), self.columns[-1], missing=())
        return coding.count_values(values, self._tuples(1), codes.astype(np.int64), self.counts)

    def count_with_persons(self) -> ColumnCounts:
        """Count the second to last column for each tuple of those before, separately for each person of the last."""
        codes, values = coding.encode_column(self.table.column(len(self.columns) - 2), self.columns[-2], missing=())
        return coding.count_person_values(values, self._tuples(2), codes.astype(np.int64), self._persons(), self.counts)

    def count_persons(self) -> TuplePersons:
        """Count the persons of the last column for each tuple of the others."""
        variants = coding.count_case_variants_of(
            self.table.column(len(self.columns) - 1), self.columns[-1], self.missing
        )
        persons = coding.count_tuple_persons(self._tuples(1), self._persons(), self.counts)
        return replace(persons, case_variants=variants)

    def count_pairs(self, width: int) -> Cells:
        """Rows (tuple of the first ``width`` columns, tuple of the others, records)."""
        return coding.count_pairs(
            coding.rank_coded(self.coded[:width]), coding.rank_coded(self.coded[width:]), self.counts
        )

    def planned_targets(self, assignment: Assignment) -> tuple[TupleOfCell, TargetOfTuple]:
        """For each combination, its planned tuple and its target, which is `DROPPED`, `SEVERAL` or a number."""
        planned = assignment.planned_of_counted[self.tuple_of]
        check_plan_sums(planned, self.counts, assignment)
        return planned, single_targets(assignment)[planned]

    def _tuples(self, last: int) -> TupleOfCell:
        """The tuple of each combination in all columns but the last ones."""
        pairs = list(enumerate(self.columns[:-last]))
        return coding.rank_coded([coding.encode_column(self.table.column(j), n, self.missing) for j, n in pairs])

    def _persons(self) -> PersonOfCell:
        return coding.number_persons(self.table.column(len(self.columns) - 1), self.columns[-1], self.missing)
