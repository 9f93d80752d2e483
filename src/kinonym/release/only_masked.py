"""The check that a release has the masked columns and no other: what a private release as a whole requires."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kinonym.engines.contract import Tally
from kinonym.release.checks import Check, refuse
from kinonym.release.planned_release import PlannedRelease

__all__ = ["OnlyMasked", "only_masked"]


@dataclass(frozen=True)
class OnlyMasked:
    """The release has these columns and the mark of a test, and no other."""

    masked: tuple[str, ...]
    mark: str

    @property
    def columns(self) -> tuple[str, ...]:
        """One combination is enough: the columns themselves are compared."""
        return self.masked[:1]

    def verify(self, tally: Tally) -> None:
        """Raise if an unmasked column is released."""
        if others := [name for name in tally.columns if name not in (*self.masked, self.mark)]:
            refuse(f"{len(others)} released columns are not masked: {', '.join(others)}")


def only_masked(planned: PlannedRelease, mark: str) -> Iterator[Check]:
    """For a method that protects a release as a whole."""
    if planned.method.traits.masked_only:
        yield OnlyMasked(tuple(column.name for column in planned.plan.tuples.columns), mark)
