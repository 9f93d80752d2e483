"""The p distinct quasi-identifier tuples of a table, with their counts.

A tuple is a row of codes into the points of each column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points, Space
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.tuples.column import Column
from kinonym.tuples.confidential import Confidential
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.flattening import flatten
from kinonym.tuples.index_arrays import ClassOfTuple, Counts, TupleOfRow
from kinonym.tuples.persons import Persons
from kinonym.tuples.population import Population

__all__ = ["Tuples", "tuple_points"]


@dataclass(frozen=True, eq=False)
class Tuples:
    """Distinct tuples in lexicographic order of their codes, so that nothing depends on the order of rows."""

    codes: NDArray[np.int32]
    counts: Counts
    columns: tuple[Column, ...]
    confidential: tuple[Confidential, ...] = ()
    """Columns that are released unchanged, and on which the method makes demands."""
    persons: Persons | None = None
    """The persons of the records; None if no column names them: each record then counts as one person."""
    histories: bool = False
    """Whether a record is all that a person has, gathered from her rows."""
    population: Population | None = None
    """How many persons of the population have each tuple; None if the table is not known to be a sample."""

    @classmethod
    def from_points(
        cls,
        names: Sequence[str],
        domains: Sequence[Domain],
        points: NDArray[np.float64],
        counts: Counts,
        *,
        weights: Sequence[float] | None = None,
        apart: NDArray[np.int64] | None = None,
    ) -> tuple[Tuples, TupleOfRow]:
        """Group rows of points (rows × columns) with counts; also return the tuple of each row.

        Rows with different numbers in ``apart`` become different tuples, even if their points are equal.
        """
        columns = []
        codes = np.empty(points.shape, dtype=np.int32)
        for j, (name, domain) in enumerate(zip(names, domains, strict=True)):
            distinct, codes[:, j] = np.unique(points[:, j], return_inverse=True)
            columns.append(Column(name, domain, distinct, 1.0 if weights is None else weights[j]))
        first, tuple_of_row = distinct_rows(codes if apart is None else np.column_stack([codes, apart]))
        total = np.bincount(tuple_of_row, weights=counts, minlength=len(first)).astype(np.int64)
        return cls(codes[first], total, tuple(columns)), tuple_of_row

    def with_confidential(self, *confidential: Confidential) -> Tuples:
        """Return the same tuples with confidential columns."""
        return replace(self, confidential=confidential)

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def records(self) -> int:
        """n: the number of records that have these tuples."""
        return int(self.counts.sum())

    @cached_property
    def units(self) -> int:
        """How many units there are to protect: persons if the records name them, else records."""
        return self.records if self.persons is None else self.persons.number

    @cached_property
    def units_of_tuples(self) -> Counts:
        """How many persons each tuple has; records if persons are unknown."""
        return self.counts if self.persons is None else self.persons.of_tuples

    def count_units(self, group: ClassOfTuple, groups: int) -> Counts:
        """Count the distinct persons, else the records, of each group of tuples; ``group`` is −1 for none."""
        if self.persons is not None:
            return self.persons.in_groups(group, groups)
        in_group = group >= 0
        return np.bincount(group[in_group], weights=self.counts[in_group], minlength=groups).astype(np.int64)

    def count_units_among(self, chosen: NDArray[np.bool_]) -> int:
        """Count the distinct persons, else the records, that the chosen tuples have together."""
        return int(self.counts[chosen].sum()) if self.persons is None else self.persons.count_among(chosen)

    @property
    def unit(self) -> str:
        """What is protected, in one word."""
        return "records" if self.persons is None and not self.histories else "persons"

    @cached_property
    def euclidean(self) -> bool:
        """Whether all columns are numeric; tuples are then compared by Euclidean distance."""
        return all(column.domain.traits.on_a_line for column in self.columns)

    @cached_property
    def kernel_columns(self) -> Columns:
        """The columns in the form that kernels take, with the distances and centres of each domain."""
        return flatten(self.columns, [column.space for column in self.columns])

    @cached_property
    def column_tuples(self) -> tuple[Tuples, ...]:
        """For each column, its values as tuples of one column."""
        return tuple(self._make_column_tuples(j) for j in range(len(self.columns)))

    def _make_column_tuples(self, j: int) -> Tuples:
        weights = np.bincount(self.codes[:, j], weights=self.counts)
        values = np.flatnonzero(weights)
        return Tuples(values.astype(np.int32)[:, None], weights[values].astype(np.int64), (self.columns[j],))

    def operators(self, distance: str, centroid: str) -> tuple[Columns, list[Space]]:
        """Return the columns with chosen operators: how values are compared and how their centre is found."""
        if distance == centroid == "semantic":
            return self.kernel_columns, [column.space for column in self.columns]
        spaces = [c.domain.space(c.points, distance=distance, centroid=centroid) for c in self.columns]
        return flatten(self.columns, spaces), spaces


def tuple_points(tuples: Tuples) -> Points:
    """Return the tuples as points (tuples × columns)."""
    points = [column.points[tuples.codes[:, j]] for j, column in enumerate(tuples.columns)]
    return np.column_stack(points) if points else np.empty((len(tuples), 0))
