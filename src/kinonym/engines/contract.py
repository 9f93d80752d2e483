"""What an engine offers: a source that is counted and masked, and what comes out of it.

Only counts cross this line. Whatever has one entry a row stays inside an engine.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from kinonym.grouped.tuples import DROPPED, Cells, Counted, Counts
from kinonym.methods.blocks import Planner
from kinonym.random import generator

if TYPE_CHECKING:
    from kinonym.engines.expected import Fingerprint, Sum
    from kinonym.engines.row_order import RowOrder

__all__ = [
    "BETWEEN",
    "DECIMAL",
    "DROPPED",
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
"""Is handed an Arrow column of texts, one for each row of a batch."""

BETWEEN = "\x1f"
"""What stands between several values of one cell where no text says what does: the unit separator of ASCII."""


@dataclass(frozen=True)
class RunKey:
    """256 bits that settle everything that is drawn in a run; a task that is repeated draws the same again."""

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    seed: int | None = field(default=None, repr=False)
    """Where the key was made from a seed: whatever it makes is a test."""

    @classmethod
    def of(cls, seed: int | None) -> RunKey:
        """A fresh key, or a repeatable one from a seed."""
        return cls() if seed is None else cls(generator(seed).bytes(32), seed)

    def planning(self) -> np.random.Generator:
        """What a method draws from while it plans."""
        return self.generator("plan") if self.seed is None else generator(self.seed)

    def generator(self, purpose: str) -> np.random.Generator:
        """A ChaCha20 generator of its own for each purpose."""
        from randomgen import ChaCha

        derived = hashlib.blake2b(purpose.encode(), key=self.secret, digest_size=32).digest()
        return np.random.Generator(ChaCha(key=int.from_bytes(derived, "big"), rounds=20))


@dataclass(frozen=True, eq=False)
class ColumnCounts:
    """A further column beside the tuples: how many records of each tuple have each of its values."""

    values: list[str | None]
    tuple_of: Counts
    """Position of the tuple among those that `Source.count` gives."""
    value_of: Counts
    """Position of the value in ``values``."""
    counts: Counts
    person_of: Counts | None = None
    """Whose the records are, if that was asked: a number for each person, −1 where none is named."""


@dataclass(frozen=True, eq=False)
class TuplePersons:
    """Whose the records of tuples are: rows (tuple, person, records)."""

    tuple_of: Counts
    person_of: Counts
    """A number for each person; −1 where none is named."""
    counts: Counts
    case_variants: int = 0
    """How many ids of persons differ from another one only in upper and lower case."""


@dataclass(frozen=True)
class ColumnProfile:
    """What a column looks like from the outside; counts only."""

    present: int
    distinct: int
    words: float
    """Mean number of words of a value."""
    decimal: bool
    """Whether every value is a number with a fraction or an exponent."""
    text: bool
    """Whether it holds texts, not numbers or dates."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Assignment:
    """What becomes of every record, as an engine carries it out."""

    counted: Counted
    planned_of_counted: Counts
    """Counted tuple → planned tuple; `DROPPED` for one whose records go."""
    source: Counts
    target: Counts
    count: Counts
    """The plan: ``count`` records of planned tuple ``source`` become ``target``, or go (`DROPPED`)."""
    written: Mapping[str, Sequence[str | float | None]]
    """Column → what each target holds."""
    drop: tuple[str, ...] = ()
    """Columns that are left out."""
    person: str | None = None
    """The column that says whose a row is; whoever recounts a release is told it row by row."""
    mark: str | None = None
    """A first column of this name says that the table is only a test."""

    def released(self, columns: Sequence[str]) -> tuple[str, ...]:
        """The columns of the release, given those of the table."""
        kept = tuple(name for name in columns if name not in self.drop)
        return kept if self.mark is None else (self.mark, *kept)

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
        """The table, of the kind that was given."""

    def batches(self, whose: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:
        """Arrow record batches of texts and numbers, for a writer.

        ``typed``: unmasked columns have their own types, masked numbers that of their column where all of them fit it.
        ``whose``: called before each batch with the texts of the person column of its rows, which are not released.
        """

    def save(self, folder: Path) -> None:
        """Write the released rows as Parquet files into an empty folder, by whoever holds them."""

    def trail(self) -> Iterator[tuple[int, int]]:
        """Of each record of the source, in its order: its planned tuple and its target, for the private risk file."""


class Source(Tally, Protocol):
    """A table that is counted and masked; its rows never leave the engine."""

    @property
    def ordered(self) -> bool:
        """Whether its rows have an order, and so have numbers."""

    @property
    def planner(self) -> Planner | None:
        """Who plans the blocks of a table with very many tuples; None: this process."""

    def profile(self, column: str) -> ColumnProfile:
        """What a column looks like."""

    def count_with(self, columns: Sequence[str], other: str, person: str | None = None) -> ColumnCounts:
        """Count a column beside the tuples of others; its texts are taken as they stand, only a null is None.

        ``person``: the column that says whose each record is, for rows told apart by person as well.
        """

    def persons(self, columns: Sequence[str], person: str) -> TuplePersons:
        """Count the persons beside the tuples: the texts of ``person``, by number."""

    def beside(self, other: Source, columns: Sequence[str]) -> Cells:
        """Rows (tuple of this table, tuple of the other, records): what stands in the same row of both."""

    def locate(self, column: str, texts: Collection[str]) -> int | None:
        """The number of the first row, from 1, that holds one of these texts; None if rows have no order."""

    def apply(self, assignment: Assignment, key: RunKey, *, shuffle: bool) -> Masked:
        """Mask; what is dealt out at random is drawn from the key."""

    def expect(
        self, assignment: Assignment, key: RunKey, fingerprint: Fingerprint, order: RowOrder | None = None
    ) -> Sum:
        """What a true release adds up to, found from the rows of this table and the assignment alone.

        ``order``: gets the released rows with their positions in this table, and keeps a bounded sample of them.
        """
