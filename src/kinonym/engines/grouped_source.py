"""The base of engines with rows outside this process: everything that follows from group, join, map and write.

An engine implements `group`, `join`, `map_rows` and `write`, and measures a column. Only distinct values
with counts leave the engine, and the parts that `map_rows` computes from batches of rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Protocol, Self, TypeVar

from kinonym.engines.columns.table_kinds import check_columns
from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import Assignment, ColumnCounts, ColumnProfile, Masked, RunKey, Source, TuplePersons
from kinonym.engines.drawn_rows import DrawnRows, RowNumbers
from kinonym.engines.expected import Expectation, RowBatch
from kinonym.engines.fingerprint import Fingerprint, Sum
from kinonym.engines.row_order import RowOrder
from kinonym.errors import DataError, UsageError
from kinonym.methods.blocks import Planner
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Cells

if TYPE_CHECKING:
    from kinonym.engines.memory import MemorySource
    from kinonym.engines.person_shifts import PersonShifts

__all__ = ["GroupedSource", "Part", "check_count_columns", "refuse_to_align"]


class Addable(Protocol):
    """What was computed from some rows."""

    def add(self, other: Self) -> Self:
        """The same of these rows and those of another part."""


Part = TypeVar("Part", bound=Addable)
Targets = TypeVar("Targets")
"""What an engine knows about the targets of its rows."""


class GroupedSource(ABC, Generic[Targets]):
    """A table in another engine.

    Parameters
    ----------
    columns
        Names of the columns, in order.
    missing
        Texts that mean "missing"; nulls and NaN always do.
    """

    engine: str
    ordered = True
    planner: Planner | None = None

    def __init__(self, columns: Sequence[str], missing: Collection[str]) -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        self.missing = frozenset(missing)
        self._combinations: dict[tuple[str, ...], Combinations] = {}
        self._profiles: dict[str, ColumnProfile] = {}
        self._joined: tuple[Assignment, RunKey, Targets] | None = None

    # What an engine implements

    @property
    @abstractmethod
    def records(self) -> int:
        """How many records there are."""

    @abstractmethod
    def group(self, columns: Sequence[str]) -> Any:  # noqa: ANN401  # an Arrow table
        """The distinct rows of some columns, with the types of the engine, and their counts as the last column."""

    @abstractmethod
    def join(self, combinations: Combinations, assignment: Assignment, key: RunKey) -> Targets:
        """Join rows with the planned tuples and targets of their combinations; random ones are drawn from the key."""

    @abstractmethod
    def map_rows(self, targets: Targets, columns: Sequence[str], compute: Callable[[RowBatch], Part]) -> Iterator[Part]:
        """Compute something from all rows, batch by batch; the rows may be split in any way, and parts be added."""

    @abstractmethod
    def write(self, targets: Targets, *, shuffle: bool) -> Masked:
        """The released rows, to be written."""

    @abstractmethod
    def measure(self, column: str) -> tuple[int | None, int, float | None, bool | None]:
        """Of the texts of a column that are not missing: records, distinct texts, words, whether all are decimals."""

    @abstractmethod
    def has_texts(self, column: str) -> bool:
        """Whether a column has texts, not numbers or dates."""

    @abstractmethod
    def locate(self, column: str, texts: Collection[str]) -> int | None:
        """The number of the first row, from 1, that has one of these texts; None if rows have no order."""

    @abstractmethod
    def gather_every(self, step: int) -> MemorySource:
        """Every ``step``-th row as a small table in memory."""

    @abstractmethod
    def draw_rows(self, drawn: DrawnRows, key: RunKey) -> Source:
        """The rows of a sample as a separate source; see `Source.draw_rows`."""

    @abstractmethod
    def read_rows(self, columns: Sequence[str]) -> Iterator[tuple[RowNumbers, Any]]:
        """Some columns of all rows, batch by batch, with the numbers of the rows."""

    @abstractmethod
    def gather_first(self, number: int) -> MemorySource:
        """The first rows as a small table in memory; any rows if they have no order."""

    @abstractmethod
    def gather_texts(self, column: str, texts: Collection[str]) -> MemorySource:
        """The rows that have one of these texts in a column, as a table in memory."""

    @abstractmethod
    def shift_dates(self, shifts: PersonShifts) -> tuple[Self, tuple[int, int, int, int]]:
        """Return the table with shifted dates, and what is known about the moves (`PersonBounds.summary`)."""

    def group_aligned(self, other: Any, columns: Sequence[str]) -> Any:  # noqa: ANN401
        """Like `group`, for the columns of this table followed by those of the same row of another table."""
        raise NotImplementedError

    # What follows from it

    def with_missing(self, missing: Collection[str]) -> Self:
        """The same rows where other texts mean missing."""
        changed = copy(self)
        changed.missing, changed._combinations, changed._joined = frozenset(missing), {}, None  # noqa: SLF001
        changed._profiles = {}  # noqa: SLF001
        return changed

    def profile(self, column: str) -> ColumnProfile:
        """Facts about a column; measured once."""
        self._check([column])
        if column not in self._profiles:
            self._profiles[column] = self._profile(column)
        return self._profiles[column]

    def _profile(self, column: str) -> ColumnProfile:
        present, distinct, words, decimal = self.measure(column)
        text = self.has_texts(column)
        if not present or words is None:
            return ColumnProfile(0, 0, 0.0, decimal=False, text=text)
        return ColumnProfile(int(present), int(distinct), words / present, decimal=bool(decimal), text=text)

    def count(self, columns: Sequence[str]) -> Counted:
        """Reduce the table to the distinct tuples of some columns and their counts."""
        self._check(columns)
        return self._group_once(columns).counted

    def count_with(self, columns: Sequence[str], other: str, person: str | None = None) -> ColumnCounts:
        """Count a further column for each tuple, and for each person if asked; see `Source.count_with`."""
        if person is not None:
            self._check([*columns, other, person])
            return self._group((*columns, other, person)).count_with_persons()
        self._check([*columns, other])
        return self._group_once((*columns, other)).count_with()

    def persons(self, columns: Sequence[str], person: str) -> TuplePersons:
        """Count the persons of each tuple by the texts of ``person``."""
        self._check([*columns, person])
        return self._group((*columns, person)).count_persons()

    def align_with(self, other: Source, columns: Sequence[str]) -> Cells:
        """Rows (tuple of this table, tuple of the other, records) of rows at the same position."""
        if not self.ordered:
            msg = "two Spark tables cannot be compared row by row: their rows have no order"
            raise DataError(msg, hint="leave `aligned` out")
        if not isinstance(other, type(self)) or self.records != other.records:
            refuse_to_align(self, other)
        grouped = self.group_aligned(other, columns)
        return Combinations.of([*columns, *columns], grouped, self.missing).count_pairs(len(columns))

    def apply(self, assignment: Assignment, key: RunKey, *, shuffle: bool) -> Masked:
        """Mask the table; random targets are drawn from the key."""
        return self.write(self._targets(assignment, key), shuffle=shuffle)

    def expect(
        self, assignment: Assignment, key: RunKey, fingerprint: Fingerprint, order: RowOrder | None = None
    ) -> Sum:
        """What the release must add up to, computed from the rows and the assignment; see `Source.expect`."""
        expectation = Expectation(self.columns, self.missing, assignment, fingerprint, order)
        parts = self.map_rows(self._targets(assignment, key), expectation.columns, expectation.part)
        return expectation.total(parts, order)

    def _targets(self, assignment: Assignment, key: RunKey) -> Targets:
        """The targets of the rows; computed once for an assignment and a key."""
        if self._joined is not None and self._joined[0] is assignment and self._joined[1] == key:
            return self._joined[2]
        targets = self.join(self._group_once(assignment.counted.columns), assignment, key)
        self._joined = (assignment, key, targets)
        return targets

    def _group_once(self, columns: Sequence[str]) -> Combinations:
        """The combinations of some columns; grouped once."""
        if tuple(columns) not in self._combinations:
            self._combinations[tuple(columns)] = self._group(columns)
        return self._combinations[tuple(columns)]

    def _group(self, columns: Sequence[str]) -> Combinations:
        """The combinations of some columns, not stored: with persons there may be nearly as many as rows."""
        return Combinations.of(columns, self.group(columns), self.missing)

    def _check(self, columns: Sequence[str]) -> None:
        check_count_columns(columns, self.columns)


def check_count_columns(columns: Sequence[str], names: Sequence[str]) -> None:
    """Reject columns that cannot be counted."""
    if not columns:
        msg = "no columns to count"
        raise UsageError(msg, hint="name at least one column")
    check_columns(columns, names)


def refuse_to_align(table: Source | GroupedSource[Any], other: Source) -> NoReturn:
    """Stop the comparison of two tables with different numbers of rows."""
    msg = (
        f"the original has {table.records:,} rows and the release {other.records:,}: they cannot be compared row by row"
    )
    raise DataError(msg, hint="leave `aligned` out: what two tables of different length show is measured")
