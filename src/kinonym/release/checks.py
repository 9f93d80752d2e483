"""What the gate asks of a written file: each check reads counts of what stands in it, and raises.

Messages name columns and counts, never a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kinonym.errors import PrivacyError
from kinonym.release.reread import Row, Rows

__all__ = ["REPORT", "AllowedValues", "Check", "MinimumClass", "SameValues", "Shape"]


class Check(Protocol):
    """A condition on the written file."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns whose combinations `verify` wants counted; empty if it needs none."""

    def verify(self, rows: Rows) -> None:
        """Raise `PrivacyError` unless the condition holds."""


@dataclass(frozen=True)
class MinimumClass:
    """Every combination of the columns occurs at least ``k`` times, missing counted as a value."""

    columns: tuple[str, ...]
    k: int

    def verify(self, rows: Rows) -> None:
        """Raise unless the smallest class has ``k`` rows."""
        small = [times for times in rows.count(self.columns).values() if times < self.k]
        if small:
            msg = (
                f"{len(small)} combinations of {_listed(self.columns)} occur fewer than {self.k} times in the"
                f" written file, the rarest {min(small)} times; nothing was released"
            )
            raise PrivacyError(msg, hint=REPORT)


@dataclass(frozen=True, eq=False)
class SameValues:
    """Combinations of the columns occur exactly as often as ``expected`` says, missing as None."""

    columns: tuple[str, ...]
    expected: Mapping[Row, int]

    @classmethod
    def of(cls, columns: Sequence[str], rows: Iterable[Row]) -> SameValues:
        """Expect the multiset of the given rows."""
        return cls(tuple(columns), Counter(rows))

    def verify(self, rows: Rows) -> None:
        """Raise unless the multisets are equal."""
        found = rows.count(self.columns)
        expected = Counter(self.expected)
        wrong = (found - expected).total() + (expected - found).total()
        if wrong:
            msg = (
                f"the values of {_listed(self.columns)} in the written file are not the ones expected:"
                f" {wrong} too many or missing; nothing was released"
            )
            raise PrivacyError(msg, hint=REPORT)


@dataclass(frozen=True)
class AllowedValues:
    """Every value of one column is one of ``allowed``; None there allows missing."""

    column: str
    allowed: frozenset[str | None]

    @property
    def columns(self) -> tuple[str, ...]:
        """The one column."""
        return (self.column,)

    def verify(self, rows: Rows) -> None:
        """Raise if a value is none of those allowed."""
        foreign = sum(times for row, times in rows.count(self.columns).items() if row[0] not in self.allowed)
        if foreign:
            msg = (
                f"{foreign} cells of {self.column!r} in the written file hold a value that is not allowed;"
                " nothing was released"
            )
            raise PrivacyError(msg, hint=REPORT)


@dataclass(frozen=True)
class Shape:
    """The file has exactly these columns, in this order, and this number of rows."""

    names: tuple[str, ...]
    number: int
    columns: tuple[str, ...] = ()

    def verify(self, rows: Rows) -> None:
        """Raise unless columns and number of rows are as expected."""
        if rows.columns != self.names:
            msg = f"the {len(rows.columns)} columns of the written file are not the {len(self.names)} expected"
        elif rows.number != self.number:
            msg = f"the written file has {rows.number} rows where {self.number} are expected"
        else:
            return
        msg += "; nothing was released"
        raise PrivacyError(msg, hint=REPORT)


REPORT = "this is a defect of the program: please report it"


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(repr(name) for name in columns)
