"""What an engine offers: a source that is counted and masked, and the masked table.

Only counts leave an engine. No array with one entry per row does.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kinonym.methods.blocks import Planner
from kinonym.random import generator
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import (
    DROPPED,
    Cells,
    Counts,
    PersonOfCell,
    PlannedOfCounted,
    TargetOfPlanRow,
    TupleOfCell,
    TupleOfPlanRow,
    ValueOfCell,
)

if TYPE_CHECKING:
    from kinonym.engines.drawn_rows import DrawnRows
    from kinonym.engines.fingerprint import Fingerprint, Sum
    from kinonym.engines.memory import MemorySource
    from kinonym.engines.recount import FolderRecount
    from kinonym.engines.row_order import RowOrder

__all__ = [
    "DECIMAL",
    "DROPPED",
    "UNIT_SEPARATOR",
    "Assignment",
    "Cells",
    "ColumnCounts",
    "ColumnProfile",
    "Counted",
    "Counts",
    "Masked",
    "PersonSink",
    "RunKey",
    "Source",
    "Tally",
    "TuplePersons",
]

DECIMAL = r"^\s*[+-]?(\d+[.,]\d+|\d+([.,]\d*)?[eE][+-]?\d+)\s*$"
"""A number with a fraction or an exponent."""

PersonSink = Callable[[Any], None]
"""Receives an Arrow column of texts, one for each row of a batch."""

UNIT_SEPARATOR = "\x1f"
"""Separates the values of one cell if no other text was chosen: the unit separator of ASCII."""


@dataclass(frozen=True)
class RunKey:
    """256 bits that determine everything drawn in a run; a task that is repeated draws the same again."""

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    seed: int | None = field(default=None, repr=False)
    """The seed, if the key was made from one; such a run is a test."""

    @classmethod
    def of(cls, seed: int | None) -> RunKey:
        """A fresh key, or a repeatable one from a seed."""
        return cls() if seed is None else cls(generator(seed).bytes(32), seed)

    def planning(self) -> np.random.Generator:
        """The generator that a method draws from while it plans."""
        return self.generator("plan") if self.seed is None else generator(self.seed)

    def generator(self, purpose: str) -> np.random.Generator:
        """Return the ChaCha20 generator of a purpose."""
        from randomgen import ChaCha

        derived = hashlib.blake2b(purpose.encode(), key=self.secret, digest_size=32).digest()
        return np.random.Generator(ChaCha(key=int.from_bytes(derived, "big"), rounds=20))


@dataclass(frozen=True, eq=False)
class ColumnCounts:
    """Counts of a further column: how many records of each tuple have each of its values."""

    values: list[str | None]
    tuple_of: TupleOfCell
    """Position of the tuple in the result of `Source.count`."""
    value_of: ValueOfCell
    """Position of the value in ``values``."""
    counts: Counts
    person_of: PersonOfCell | None = None
    """A number for the person of the records, if persons were requested; −1 if no person is named."""


@dataclass(frozen=True, eq=False)
class TuplePersons:
    """The persons of the records of each tuple: rows (tuple, person, records)."""

    tuple_of: TupleOfCell
    person_of: PersonOfCell
    """A number for each person; −1 if no person is named."""
    counts: Counts
    case_variants: int = 0
    """How many person ids differ from another one only in upper and lower case."""


@dataclass(frozen=True)
class ColumnProfile:
    """Facts about a column; counts only."""

    present: int
    distinct: int
    words: float
    """Mean number of words of a value."""
    decimal: bool
    """Whether every value is a number with a fraction or an exponent."""
    text: bool
    """Whether it has texts, not numbers or dates."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Assignment:
    """A plan with everything that an engine needs to apply it."""

    counted: Counted
    planned_of_counted: PlannedOfCounted
    """Counted tuple → planned tuple; `DROPPED` if the records of a tuple leave the table."""
    source: TupleOfPlanRow
    target: TargetOfPlanRow
    count: Counts
    """The plan: ``count`` records of planned tuple ``source`` become ``target``, or leave the table (`DROPPED`)."""
    written: Mapping[str, Sequence[str | float | None]]
    """Column → the value that each target writes."""
    drop: tuple[str, ...] = ()
    """Columns that are not released."""
    person: str | None = None
    """The column with the person of each row; the recount receives it row by row."""
    mark: str | None = None
    """The name of a first column that marks the table as a test."""

    def released(self, columns: Sequence[str]) -> tuple[str, ...]:
        """The columns of the release, given those of the table."""
        released = tuple(name for name in columns if name not in self.drop)
        return released if self.mark is None else (self.mark, *released)

    @property
    def dropped(self) -> int:
        """How many records leave the table."""
        gone = self.counted.counts[self.planned_of_counted == DROPPED].sum() + self.count[self.target == DROPPED].sum()
        return int(gone)


class Tally(Protocol):
    """Something that can be counted: a table, or the bytes of a written file."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns, in order."""

    @property
    def records(self) -> int:
        """How many records there are."""

    def count(self, columns: Sequence[str]) -> Counted:
        """Reduce to the distinct tuples of some columns and their counts."""


class Masked(Protocol):
    """A masked table inside its engine."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the released columns, in order."""

    @property
    def records(self) -> int:
        """How many records are released."""

    def native(self) -> Any:  # noqa: ANN401
        """Return the table, with the type of the input."""

    def batches(self, persons: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:
        """Arrow record batches of texts and numbers, for a writer.

        ``typed``: unmasked columns keep their types, and masked numbers keep the type of their column if it fits.
        ``persons``: called before each batch with the texts of the person column of its rows, which are not released.
        """

    def save(self, folder: str | Path, persons: PersonSink | None = None) -> None:
        """Write the released rows as Parquet files to an empty folder; executors write their rows themselves.

        ``persons``: as in `batches`, in the order of the names of the files.
        """

    @property
    def recount_folder(self) -> FolderRecount | None:
        """Counts the folder that `save` wrote, where other processes do it; None: the gate counts it itself."""

    def trail(self) -> Iterator[tuple[int, int]]:
        """Yield the planned tuple and the target of each record of the source, in order, for the private risk file."""


class Source(Tally, Protocol):
    """A table that is counted and masked; its rows never leave the engine."""

    @property
    def engine(self) -> str:
        """The name of the engine."""

    @property
    def ordered(self) -> bool:
        """Whether its rows have an order, and therefore numbers."""

    @property
    def planner(self) -> Planner | None:
        """Plans the blocks of a table with very many tuples on other machines; None: this process plans them."""

    def profile(self, column: str) -> ColumnProfile:
        """Return facts about a column."""

    def count_with(self, columns: Sequence[str], other: str, person: str | None = None) -> ColumnCounts:
        """Count a further column for each tuple of some columns; its texts are unchanged, and only a null is None.

        ``person``: the column with the person of each record, to count each person separately.
        """

    def persons(self, columns: Sequence[str], person: str) -> TuplePersons:
        """Count the persons of each tuple by the texts of ``person``."""

    def align_with(self, other: Source, columns: Sequence[str]) -> Cells:
        """Rows (tuple of this table, tuple of the other, records) of rows at the same position."""

    def locate(self, column: str, texts: Collection[str]) -> int | None:
        """The number of the first row, from 1, that has one of these texts; None if rows have no order."""

    def with_missing(self, missing: Collection[str]) -> Source:
        """The same rows where other texts mean missing."""

    def gather_every(self, step: int) -> MemorySource:
        """Every ``step``-th row as a small table in memory; for trials."""

    def draw_rows(self, drawn: DrawnRows, key: RunKey) -> Source:
        """Return the rows of a sample as a separate source; the draws of single rows come from the key."""

    def read_rows(self, columns: Sequence[str]) -> Iterator[tuple[NDArray[np.int64], Any]]:
        """Yield some columns of all rows, batch by batch, with the number of each row, from 0, in the opened table."""

    def gather_first(self, number: int) -> MemorySource:
        """The first rows as a small table in memory; any rows if they have no order."""

    def apply(self, assignment: Assignment, key: RunKey, *, shuffle: bool) -> Masked:
        """Mask; random targets are drawn from the key."""

    def expect(
        self, assignment: Assignment, key: RunKey, fingerprint: Fingerprint, order: RowOrder | None = None
    ) -> Sum:
        """Work out what the release must add up to, from the rows of this table and the assignment alone.

        ``order``: receives the released rows with their positions in this table, and stores a bounded sample.
        """
