"""How a method reports its progress: a function that receives the share of the work that is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

__all__ = ["Progress", "Share", "silent", "within"]

Progress = Callable[[float], None]
"""Called with the share of the work that is done: a number, or a `Share`, which also counts clusters."""


class Share(float):
    """How much of the work is done, and how many clusters are, where a method makes some one after the other."""

    clusters: int | None

    def __new__(cls, done: float, clusters: int | None = None) -> Self:
        """A number that remembers the clusters."""
        share = super().__new__(cls, done)
        share.clusters = clusters
        return share

    @classmethod
    def of(cls, done: float) -> Share:
        """A share as it is; a plain number knows of no clusters."""
        return done if isinstance(done, Share) else Share(done)


def within(progress: Progress, first: float, last: float) -> Progress:
    """The progress of a part of the work, which begins at ``first`` of the whole and ends at ``last``."""
    return lambda done: progress(Share(first + (last - first) * done, Share.of(done).clusters))


def silent(share: float) -> None:
    """Show nothing."""
