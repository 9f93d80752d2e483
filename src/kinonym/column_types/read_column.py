"""The texts of a column, and what reading them gives: a domain, the point of each value, notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kinonym.domains import Domain, Points
from kinonym.errors import DataError
from kinonym.methods import Method
from kinonym.tuples.index_arrays import Counts

__all__ = ["ColumnValues", "ReadColumn", "choose_least_count"]

_FEW = 5
"""How many records should share a value if the method has no k."""


def choose_least_count(method: Method) -> int:
    """Return how many records should share a value that is written as it occurs in the table."""
    return method.k_or_none or _FEW


@dataclass(frozen=True, kw_only=True)
class ColumnValues:
    """The distinct values of a column, and what the rest of the recipe says about reading them."""

    name: str
    values: Sequence[str | None]
    counts: Counts
    """How many records have each value."""
    unchanged: bool = False
    """Whether the column is released unchanged, so that its values keep their precision."""
    decimal: str = "."
    """What precedes the fraction of a number."""
    first_year: int | None = None
    """The first of the hundred years that two-digit years are read as."""
    find_method: Callable[[], Method]
    """Returns the method of the recipe; called only by types that depend on it, since it may not be valid yet."""
    locate: Callable[[Mapping[str, Any]], int | None] | None = None
    """Finds the first row with one of some texts, for error messages."""

    @property
    def k(self) -> int:
        """How many records should share a value that is written as it occurs in the table."""
        return choose_least_count(self.find_method())

    @property
    def records(self) -> int:
        """How many records have a value."""
        return int(self.counts[[i for i, value in enumerate(self.values) if value is not None]].sum())

    @property
    def present(self) -> list[str]:
        """The values that are not missing."""
        return [value for value in self.values if value is not None]


@dataclass(frozen=True, eq=False)
class ReadColumn:
    """What a column means: its domain, the point of each value, notices for the user."""

    domain: Domain
    points: Points
    notices: tuple[str, ...] = ()

    @classmethod
    def encode(cls, column: ColumnValues, domain: Domain, notices: tuple[str, ...] = ()) -> ReadColumn:
        """Encode the values of a column in its domain; an error names the column."""
        try:
            return cls(domain, domain.encode(column.values), notices)
        except DataError as error:
            msg = f"column {column.name!r}: {error.message}"
            raise DataError(msg, hint=error.hint) from None
