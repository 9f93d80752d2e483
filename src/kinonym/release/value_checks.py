"""The check that the values of a column occur exactly as often as in the input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from kinonym.engines.contract import Tally
from kinonym.files.texts import format_value
from kinonym.release.checks import Check, refuse, text_in_file
from kinonym.release.planned_release import PlannedRelease
from kinonym.tuples.equal_rows import comparable

__all__ = ["SameValues", "same_values"]


@dataclass(frozen=True, eq=False)
class SameValues:
    """The values of a column occur exactly as often as ``expected`` says, missing as None."""

    column: str
    expected: Mapping[str | None, int]

    @property
    def columns(self) -> tuple[str, ...]:
        """The one column."""
        return (self.column,)

    def verify(self, tally: Tally) -> None:
        """Raise unless the multisets are equal."""
        counted = tally.count(self.columns)
        times = zip(counted.values[0], counted.value_counts(0).tolist(), strict=True)
        surplus = Counter[str | None]()
        for text, records in [*times, *((text, -records) for text, records in self.expected.items())]:
            surplus[text_in_file(text)] += records
        wrong = sum(map(abs, surplus.values()))
        if wrong:
            refuse(f"the values of {self.column!r} are not the original ones: {wrong} are too many or missing")


def same_values(planned: PlannedRelease) -> Iterator[Check]:
    """Every value of a column occurs as often as in the input, with the text that is written for it."""
    if not planned.method.traits.keeps_marginals:
        return
    tuples = planned.plan.tuples
    for j, column in enumerate(tuples.columns):
        points = comparable(planned.plan.targets[:, j]).tolist()
        text_of = dict(zip(points, map(format_value, planned.written[column.name]), strict=True))
        times = np.bincount(tuples.codes[:, j], weights=tuples.counts, minlength=len(column.points))
        expected: Counter[str | None] = Counter()
        for point, records in zip(comparable(column.points).tolist(), times.tolist(), strict=True):
            expected[text_of.get(point, "")] += int(records)
        yield SameValues(column.name, expected)
