"""The p distinct quasi-identifier tuples of a table with their counts, and plans for them.

A tuple is a row of codes into the points of each column. A plan is what a method decides: rows (tuple, masked tuple,
count); the counts add up to the count of each tuple.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points, Space
from kinonym.domains.space import LINE
from kinonym.errors import KinonymError
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.tuples.confidential import Confidential
from kinonym.tuples.index_arrays import (
    DROPPED,
    Cells,
    ClassOfTuple,
    Counts,
    TargetOfPlanRow,
    TupleOfPlanRow,
    TupleOfRow,
)
from kinonym.tuples.persons import Persons

__all__ = ["DROPPED", "Cells", "Column", "Counted", "Counts", "Plan", "Tuples", "comparable", "distinct_rows"]


@dataclass(frozen=True, eq=False)
class Counted:
    """The distinct tuples of some columns and how many records have each (specification 3)."""

    columns: tuple[str, ...]
    values: tuple[list[str | None], ...]
    """The distinct texts of each column, sorted by code point; a missing value is None and comes last."""
    codes: NDArray[np.int32]
    """One row per distinct tuple: positions in ``values``, rows in lexicographic order."""
    counts: Counts

    @cached_property
    def records(self) -> int:
        """How many records were counted."""
        return int(self.counts.sum())

    def value_counts(self, j: int) -> Counts:
        """Records of each distinct value of a column."""
        return np.bincount(self.codes[:, j], weights=self.counts, minlength=len(self.values[j])).astype(np.int64)

    def cells(self) -> tuple[Counts, Cells]:
        """Count the last column by the tuples of the others: (records of each tuple, rows (tuple, value, records))."""
        quasi, value = self.codes[:, :-1], self.codes[:, -1].astype(np.int64)
        new = np.ones(len(quasi), dtype=bool)
        new[1:] = (quasi[1:] != quasi[:-1]).any(axis=1)  # equal ones are adjacent
        group = np.cumsum(new) - 1
        return np.bincount(group, weights=self.counts).astype(np.int64), (group, value, self.counts)

    def select(self, kept: NDArray[np.bool_]) -> Counted:
        """Select tuples, and the values that occur in them."""
        codes, values = self.codes[kept], []
        for j, texts in enumerate(self.values):
            used, codes[:, j] = np.unique(codes[:, j], return_inverse=True)
            values.append([texts[i] for i in used.tolist()])
        return Counted(self.columns, tuple(values), codes, self.counts[kept])


@dataclass(frozen=True, eq=False)
class Column:
    """One attribute: its name, its domain, the distinct points that occur (ascending), its weight."""

    name: str
    domain: Domain
    points: Points
    weight: float = 1.0

    @cached_property
    def space(self) -> Space:
        """The distances and centres of the column's values."""
        return self.domain.space(self.points)


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

    @classmethod
    def from_points(
        cls,
        names: Sequence[str],
        domains: Sequence[Domain],
        points: NDArray[np.float64],
        counts: Counts,
        *,
        weights: Sequence[float] | None = None,
    ) -> tuple[Tuples, TupleOfRow]:
        """Group rows of points (rows × columns) with counts; also return the tuple of each row."""
        columns = []
        codes = np.empty(points.shape, dtype=np.int32)
        for j, (name, domain) in enumerate(zip(names, domains, strict=True)):
            distinct, codes[:, j] = np.unique(points[:, j], return_inverse=True)
            columns.append(Column(name, domain, distinct, 1.0 if weights is None else weights[j]))
        first, tuple_of_row = distinct_rows(codes)
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
        kept = group >= 0
        return np.bincount(group[kept], weights=self.counts[kept], minlength=groups).astype(np.int64)

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


def flatten(columns: Sequence[Column], spaces: Sequence[Space]) -> Columns:
    """Concatenate the spaces of all columns; tuples of a purely numeric table are compared by Euclidean distance.

    The distance of two tuples is the mean over the columns (T eq. 5.5); of purely numeric tuples it is the
    Euclidean distance of classical microaggregation.
    """
    up_offsets = np.cumsum([0, *(len(s.up) for s in spaces)])
    up_starts = [s.up_start[:-1] + offset for s, offset in zip(spaces, up_offsets[:-1], strict=True)]
    return Columns(
        kind=np.array([s.kind for s in spaces], dtype=np.int8),
        rule=np.array([s.rule for s in spaces], dtype=np.int8),
        weight=np.array([c.weight for c in columns]),
        unit=np.array([s.unit for s in spaces]),
        far=np.array([s.far for s in spaces]),
        value_start=_starts(len(s.candidate_of) for s in spaces),
        candidate_start=_starts(len(s.candidates) for s in spaces),
        table_start=_starts(s.table.size for s in spaces),
        position=np.concatenate([s.position for s in spaces]),
        candidate_of=np.concatenate([s.candidate_of for s in spaces]),
        table=spaces[0].table.reshape(-1)
        if len(spaces) == 1
        else np.concatenate([s.table.reshape(-1) for s in spaces]),
        up_start=np.append(np.concatenate(up_starts), up_offsets[-1]),
        up=np.concatenate([s.up for s in spaces]),
        tie_rank=np.concatenate([s.tie_rank for s in spaces]),
        lcs_rank=np.concatenate([s.lcs_rank for s in spaces]),
        isolated=np.concatenate([s.isolated for s in spaces]),
        euclidean=np.array([all(s.kind == LINE for s in spaces)]),
    )


def _starts(sizes: object) -> NDArray[np.int64]:
    return np.cumsum([0, *sizes]).astype(np.int64)  # type: ignore[misc]  # any iterable of sizes


def distinct_rows(table: NDArray[np.generic]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first row of each kind, in lexicographic order, and the kind of every row; NaN equals NaN."""
    key, size = np.zeros(len(table), dtype=np.int64), 1
    for column in table.T:
        values, code = np.unique(column, return_inverse=True)
        if size > np.iinfo(np.int64).max // max(1, len(values)):
            kinds, key = np.unique(key, return_inverse=True)
            size = len(kinds)
        key = key * len(values) + code
        size *= len(values)
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    return first, kind


def comparable(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points with infinity for missing numbers, which then compare equal."""
    return np.where(np.isnan(points), np.inf, points)


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """A plan for ``tuples``; ``targets`` has the masked tuples as rows of points.

    The records of a row with target −1 leave the table. ``notices`` tell the user how the plan was made.
    """

    tuples: Tuples
    source: TupleOfPlanRow
    target: TargetOfPlanRow
    count: Counts
    targets: Points
    notices: tuple[str, ...] = ()
    facts: Mapping[str, float] = field(default_factory=dict)
    """Figures that the method reports about its work, named ``figure`` or ``figure:column``."""

    def __post_init__(self) -> None:
        planned = np.bincount(self.source, weights=self.count, minlength=len(self.tuples))
        if not np.array_equal(planned, self.tuples.counts):
            msg = "a plan does not account for every record of every tuple"
            raise KinonymError(msg)

    @classmethod
    def unchanged(cls, tuples: Tuples, *, notices: tuple[str, ...] = ()) -> Plan:
        """Return the plan that leaves every tuple unchanged."""
        every = np.arange(len(tuples))
        return cls(tuples, every, every, tuples.counts, tuple_points(tuples), notices)

    def __repr__(self) -> str:
        masked = len(self.targets)
        return f"<Plan: {len(self.tuples):,} tuples → {masked:,} masked tuples in {len(self.source):,} rows>"

    @cached_property
    def class_sizes(self) -> Counts:
        """Records of each class, that is, of each distinct masked tuple."""
        kept = self.target != DROPPED
        if not kept.any():
            return np.empty(0, dtype=np.int64)
        _, class_of_target = distinct_rows(self.targets)
        sizes = np.bincount(class_of_target[self.target[kept]], weights=self.count[kept])
        return sizes[sizes > 0].astype(np.int64)

    @cached_property
    def whole(self) -> bool:
        """Whether all records of a tuple get the same target, so that the persons of each class are known."""
        return len(self.source) <= len(self.tuples) and bool((np.bincount(self.source) <= 1).all())

    @cached_property
    def class_units(self) -> Counts:
        """Persons of each class; records if persons are unknown.

        If the records of a tuple get several targets, the plan does not say which person's record gets which target:
        such a plan has no classes of persons.
        """
        if self.tuples.persons is None:
            return self.class_sizes
        if not self.whole:
            msg = "a plan for persons divides the records of a tuple"
            raise KinonymError(msg)
        return class_persons(self, self.tuples.persons)[0]

    def decode_targets(self) -> dict[str, list[str | float | None]]:
        """Return what is written for each masked tuple, by column name."""
        return {c.name: c.domain.decode(self.targets[:, j]) for j, c in enumerate(self.tuples.columns)}


def class_persons(plan: Plan, persons: Persons) -> tuple[Counts, ClassOfTuple]:
    """Return the persons of each class of a plan of whole tuples, and the class of each tuple, or −1."""
    kind = distinct_rows(plan.targets)[1] if len(plan.targets) else np.empty(0, dtype=np.int64)
    group = np.full(len(plan.tuples), DROPPED, dtype=np.int64)
    kept = plan.target != DROPPED
    group[plan.source[kept]] = kind[plan.target[kept]]
    used = np.bincount(kind[plan.target[kept]]) > 0
    group[group >= 0] = (np.cumsum(used) - 1)[group[group >= 0]]
    return persons.in_groups(group, int(used.sum())), group


def tuple_points(tuples: Tuples) -> Points:
    """Return the tuples as points (tuples × columns)."""
    points = [column.points[tuples.codes[:, j]] for j, column in enumerate(tuples.columns)]
    return np.column_stack(points) if points else np.empty((len(tuples), 0))
