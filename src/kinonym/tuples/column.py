"""A column of tuples: its name, its domain, and the distinct points that occur."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kinonym.domains import Domain, Points, Space

__all__ = ["Column"]


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
