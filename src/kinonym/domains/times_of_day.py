"""`TimesOfDay`: times without a date, compared around the clock, written by hour or minute (specification 13).

How a column writes its times is a `TimeForm`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import Domain, DomainTraits
from kinonym.domains.nominal import Nominal
from kinonym.domains.points import Points, as_points
from kinonym.domains.space import CENTRES, EQUAL, TABLE, Space, flat_space
from kinonym.domains.time_form import HOUR, PART_OF_DAY, PERIOD_MINUTES, TimeForm, TimePeriod
from kinonym.errors import DataError
from kinonym.measures.measure import Floats, MeasureTraits, Numbers
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["Circular", "TimesOfDay"]

_DAY = 1_440  # minutes
_ROOT, _ROOT_LABEL = "*", "any time"


@dataclass(frozen=True, eq=False)
class Circular:
    """The shorter way around the clock, as a share of half a day; to a part of the day the mean over its times.

    ``spans``: the first minute and the number of minutes of each concept, in the order of the taxonomy.
    """

    spans: tuple[tuple[int, int], ...]
    step: int
    name = "circular"
    traits = MeasureTraits()

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:  # noqa: ARG002
        """Write the distances into ``out``."""
        out[...] = _circular_distances(self.spans, self.step)[np.ix_(left, right)]


@lru_cache(maxsize=4)
def _circular_distances(spans: tuple[tuple[int, int], ...], step: int) -> NDArray[np.float64]:
    """Return the distances of all concepts; cached, because all columns with one precision share them."""
    times = np.arange(0, _DAY, step)
    ahead = np.abs(times[:, None] - times[None, :])
    apart = np.minimum(ahead, _DAY - ahead) / (_DAY / 2)
    starts, lengths = np.array(spans).T
    within = (times >= starts[:, None]) & (times < (starts + lengths)[:, None])
    shares = within / within.sum(axis=1, keepdims=True)
    table: NDArray[np.float64] = shares @ apart @ shares.T
    np.fill_diagonal(table, 0.0)
    table.flags.writeable = False
    return table


@dataclass(frozen=True, eq=False)
class TimesOfDay(Nominal):
    """Times of day: distance around the clock, centre the circular median, hours below parts of the day.

    Made by `of`. The centre of some times is one of them: a sum of distances around a circle is least at one of the
    times themselves.

    Examples
    --------
    >>> times = TimesOfDay.of(TimeForm(), "hour")
    >>> times.distance("23:50", "00:10"), times.decode(times.encode(["21:09", None]))
    (0.08333333333333333, ['21:00', None])
    """

    traits = DomainTraits(scale="circular", has_hierarchy=True, known_in_advance=True)

    form: TimeForm = field(default_factory=TimeForm)
    period: TimePeriod = "hour"

    @classmethod
    def of(cls, form: TimeForm, period: TimePeriod) -> TimesOfDay:
        """The domain of a column that writes its times in a form and is released at a precision."""
        spans = dict(_spans(PERIOD_MINUTES[period]))
        labels = {name: _label(form, span, PERIOD_MINUTES[period]) for name, span in spans.items()}
        parents = {name: _parent(span, spans) for name, span in spans.items()}
        taxonomy = Taxonomy.from_parents(parents, labels, source=Source(name="times of day"))
        measure = Circular(tuple(spans[concept] for concept in taxonomy.concepts), PERIOD_MINUTES[period])
        return cls(taxonomy, None, measure, form=form, period=period)

    def concept_at(self, value: str) -> str | None:
        """Return the concept of a text: a time, or the label of a part of the day; None for other texts."""
        minute = self.form.read(value)
        if minute is None:
            return self._concept_of_label.get(value.strip())
        return _concept(minute - minute % PERIOD_MINUTES[self.period], PERIOD_MINUTES[self.period])

    @cached_property
    def _concept_of_label(self) -> dict[str, str]:
        return dict(zip(self.tau.preferred(range(len(self.tau))), self.tau.concepts, strict=True))

    def encode(self, values: Sequence[str | None]) -> Points:
        """Convert texts to concepts; raises with the number of texts that are not times of day."""
        names = [None if value is None else self.concept_at(value) for value in values]
        if wrong := sum(name is None and value is not None for name, value in zip(names, values, strict=True)):
            msg = f"{wrong:,} distinct values are not times of day"
            raise DataError(msg, hint="write them as 21:09, or list their markers under [table] missing")
        number = {concept: float(i) for i, concept in enumerate(self.tau.concepts)}
        return as_points([float(len(self.tau)) if name is None else number[name] for name in names])

    def extend(self, values: Sequence[str | None]) -> Self:  # noqa: ARG002
        """Return this domain: it can encode every time."""
        return self

    def minutes(self, points: Points, *, end: bool = False) -> NDArray[np.float64]:
        """Return the first minute of each period, or with ``end`` the first one after it; NaN if missing."""
        limits: NDArray[np.float64] = self._limits[points.astype(np.int64), int(end)]
        return limits

    @cached_property
    def _limits(self) -> NDArray[np.float64]:
        """The first minute of each concept and the first after it; the last row is for missing."""
        spans = dict(_spans(PERIOD_MINUTES[self.period]))
        known = [(first, first + length) for first, length in map(spans.__getitem__, self.tau.concepts)]
        return np.array([*known, (np.nan, np.nan)])

    def comes_after(self, points: Points, other: Domain, others: Points) -> NDArray[np.bool_]:
        """Return whether the whole period of the other time is over, on one day; never if one is missing."""
        if isinstance(other, TimesOfDay):
            return np.asarray(self.minutes(points) >= other.minutes(others, end=True))
        return super().comes_after(points, other, others)

    def find_not_before(self, other: Domain, others: Points, taken: Collection[float]) -> list[float]:
        """Return for each time of another column the period of this one that contains its first minute."""
        if not isinstance(other, TimesOfDay):
            return super().find_not_before(other, others, taken)
        step = PERIOD_MINUTES[self.period]
        starts = [int(minute) for minute in other.minutes(others)]
        return [float(self.tau.number(_concept(start - start % step, step))) for start in starts]

    def from_portable(self, value: Any) -> float:  # noqa: ANN401
        """Return the number of a concept id."""
        return float(self.tau.number(value))

    def describe(self, root: str = "") -> str:  # noqa: ARG002
        """Describe times of day."""
        return f"times of day by {self.period}, compared around the clock"

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:
        """Use the times themselves as candidates, except for the common subsumer."""
        if centroid == "lcs":
            return super().space(points, distance=distance, centroid=centroid)
        kind = EQUAL if distance == "equality" else TABLE
        return replace(flat_space(kind, CENTRES[centroid], points), table=self.table(points, points))


def _concept(start: int, length: int) -> str:
    """The id of a period of the day."""
    return _ROOT if length == _DAY else f"{start // HOUR:02}:{start % HOUR:02}+{length}"


def _spans(step: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Id → (first minute, minutes) of all periods of the day, the longest first."""
    for length in (_DAY, PART_OF_DAY, HOUR, 1):
        if length >= step:
            yield from ((_concept(start, length), (start, length)) for start in range(0, _DAY, length))


def _parent(span: tuple[int, int], spans: dict[str, tuple[int, int]]) -> list[str]:
    """Return the next longer period that contains a period."""
    start, length = span
    longer = (size for size in (HOUR, PART_OF_DAY, _DAY) if size > length)
    return [name for size in longer if (name := _concept(start - start % size, size)) in spans][:1]


def _label(form: TimeForm, span: tuple[int, int], step: int) -> str:
    start, length = span
    if length == _DAY:
        return _ROOT_LABEL
    return form.write(start) if length == step else f"{form.write(start)}-{form.write(start + length - 1)}"
