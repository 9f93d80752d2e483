"""`Dates`: compared in days or seconds, centred on the median, written at a precision (specification 13)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.date_formats import DateForm, coarser
from kinonym.domains.date_parts import PERIODS, Period
from kinonym.domains.domain import Domain, DomainTraits
from kinonym.domains.intervals import Interval
from kinonym.domains.number import Numeric
from kinonym.domains.points import Points, as_points
from kinonym.domains.space import CENTRES, LINE, Space, flat_space
from kinonym.errors import DataError

__all__ = ["Dates", "find_shared_period"]

_DAY = 86_400
_FIRST = datetime(1, 1, 1)  # noqa: DTZ001  # dates of a table carry no zone
_LAST = (datetime(9999, 12, 31) - _FIRST).total_seconds()  # noqa: DTZ001
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_SECONDS = {"second": 1, "minute": 60, "hour": 3_600, "day": _DAY}
_SHARED = 0.9
"""Share of the records that should share their date with k − 1 others."""


@dataclass(frozen=True, eq=False)
class Dates(Numeric):
    """Dates and times: distance in standard deviations, centre the median.

    A point is the number of days from the year 1 to the beginning of its period; of seconds where the period is
    shorter than a day.

    Examples
    --------
    >>> dates = Dates(form=DateForm(), period="month")
    >>> dates.decode(dates.encode(["2020-03-15", None]))
    ['2020-03', None]
    """

    traits = DomainTraits(scale="interval", has_periods=True)

    form: DateForm = field(default_factory=DateForm)
    period: Period = "day"

    @property
    def _unit(self) -> int:
        """The seconds in one unit of the line."""
        return _DAY if PERIODS.index(self.period) >= PERIODS.index("day") else 1

    def encode(self, values: Sequence[str | None]) -> Points:
        """Convert texts to beginnings of their periods; raises with the number of texts that are not dates."""
        if self.intervals:
            return self._encode_intervals(values)
        read = [None if value is None else self.form.read(value) for value in values]
        wrong = sum(moment is None and value is not None for moment, value in zip(read, values, strict=True))
        if wrong:
            msg = f"{wrong} distinct values of a column of dates are not dates"
            raise DataError(msg, hint="list its missing markers, or declare it plain")
        return as_points([math.nan if moment is None else self._point(moment.start) for moment in read])

    def decode(self, points: Points) -> list[str | float | None]:
        """Convert points to texts of the domain's precision."""
        known = self.intervals
        return [
            None if math.isnan(x) else known[x].text if x in known else self.form.write(self._moment(x), self.period)
            for x in points.tolist()
        ]

    def round(self, points: Points) -> Points:
        """Return each point as it is written: at the beginning of its period."""
        known = {x: self._point(self._moment(x)) for x in set(points[~np.isnan(points)].tolist())}
        known |= {x: x for x in known if x in self.intervals}
        return as_points([x if math.isnan(x) else known[x] for x in points.tolist()])

    def find_free(self, point: float, taken: Collection[float], *, least: float = -math.inf) -> float:
        """Return the nearest beginning of a period from ``least`` on that is not taken; of two the earlier."""
        steps = 0
        while True:
            for sign in (-1, 1):
                other = self._step(point, sign * steps)
                if other >= least and other not in taken:
                    return other
            steps += 1

    def days(self, points: Points, *, end: bool = False) -> Points:
        """Return when each period begins, or when it has ended, in days whatever the precision."""
        distinct, inverse = np.unique(points, return_inverse=True)
        moved = [self._bound(x, end=end) for x in distinct.tolist()]
        return as_points(moved)[inverse] * (self._unit / _DAY)

    def _bound(self, point: float, *, end: bool) -> float:
        if point in self.intervals:
            return self.intervals[point].high if end else self.intervals[point].low
        return self._step(point, 1) if end and not math.isnan(point) else point

    def comes_after(self, points: Points, other: Domain, others: Points) -> NDArray[np.bool_]:
        """Return whether the whole period of the other date is over; never if one is missing."""
        if isinstance(other, Dates):
            return np.asarray(self.days(points) >= other.days(others, end=True))
        return super().comes_after(points, other, others)

    def find_same(self, other: Domain, others: Points) -> Points:
        """Return for each date of another column the period of this one that contains it."""
        if not isinstance(other, Dates):
            return super().find_same(other, others)
        days = other.days(others).tolist()
        return as_points([self.find_period(day) if math.isfinite(day) else math.nan for day in days])

    def avoid(self, points: Points, taken: Collection[float]) -> Points:
        """Return the nearest free period instead of each that is taken."""
        free = {x: self.find_free(x, taken) for x in set(points.tolist()) if x in taken}
        return as_points([free.get(x, x) for x in points.tolist()])

    def find_not_before(self, other: Domain, others: Points, taken: Collection[float]) -> list[float]:
        """Return for each date of another column the nearest period that is late enough and not ``taken``."""
        if not isinstance(other, Dates):
            return super().find_not_before(other, others, taken)
        return [self.find_free(x, taken, least=x) for x in self.find_same(other, others).tolist()]

    def step(self, points: Points) -> float:
        """Return the longest of the periods of some points, on the line of the points."""
        begins = np.unique(self.round(points))
        first, last = self.days(begins), self.days(begins, end=True)
        unit = (begins[-1] - begins[0]) / (first[-1] - first[0]) if len(begins) > 1 else 1.0
        return float((last - first).max() * unit)

    def _intervals(self, known: Points) -> Iterator[Interval]:
        """Yield the months, quarters and years that are longer than the period of the domain."""
        longer = [p for p in PERIODS[PERIODS.index(self.period) + 1 :] if p not in ("minute", "hour")]
        for level, period in enumerate(longer):
            yield from sorted({self.make_interval(x, period, level) for x in set(known.tolist())})

    def describe(self, root: str = "") -> str:  # noqa: ARG002
        """Describe dates."""
        return f"dates by {self.period}, compared by their difference in standard deviations"

    def make_interval(self, point: float, period: Period, level: int) -> Interval:
        """Return the longer period in which a point lies."""
        whole = replace(self, period=period)
        start = whole.find_period(self.days(as_points([point]))[0])
        ends = whole.days(as_points([start])), whole.days(as_points([start]), end=True)
        low, high = (float(days[0]) * _DAY / self._unit for days in ends)
        return Interval(low, high, str(whole.decode(as_points([start]))[0]), level)

    def find_period(self, days: float) -> float:
        """Return the beginning of the period in which a day lies."""
        return self._point(_FIRST + timedelta(days=days))

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:  # noqa: ARG002
        """Return the moments themselves, whatever is asked for, with the median as their centre."""
        return flat_space(LINE, CENTRES["median"], points, unit=self.scale, far=self.far)

    def _step(self, point: float, steps: int) -> float:
        """Return the beginning of the period some steps later."""
        months = _MONTHS.get(self.period)
        if months is None:
            return point + steps * _SECONDS[self.period] // self._unit
        start = self._moment(point)
        years, month = divmod(start.month - 1 + steps * months, 12)
        return self._point(start.replace(year=min(max(start.year + years, 1), 9999), month=month + 1))

    def _moment(self, point: float) -> datetime:
        return _FIRST + timedelta(seconds=min(max(round(point * self._unit), 0), _LAST))

    def _point(self, moment: datetime) -> float:
        return ((_start(moment, self.period)) - _FIRST).total_seconds() // self._unit


def _start(moment: datetime, period: Period) -> datetime:
    """Return when the period of a moment begins."""
    if period in _MONTHS:
        months = _MONTHS[period]
        return datetime(moment.year, (moment.month - 1) // months * months + 1, 1)  # noqa: DTZ001
    seconds = int((moment - _FIRST).total_seconds())
    return _FIRST + timedelta(seconds=seconds - seconds % _SECONDS[period])


def find_shared_period(
    form: DateForm, values: Sequence[str | None], counts: NDArray[np.int64], k: int
) -> tuple[Period, Period]:
    """Find the period to write a column at, and the finest period of its values.

    The first is the finest one, from days on, at which 90 % of the records share theirs with k − 1 others.
    """
    read = [None if value is None else form.read(value) for value in values]
    known = [(moment, int(count)) for moment, count in zip(read, counts, strict=True) if moment is not None]
    finest: Period = min((moment.period for moment, _ in known), key=PERIODS.index, default="day")
    total = sum(count for _, count in known)
    for period in PERIODS[PERIODS.index(coarser(finest, "day")) :]:
        records: dict[datetime, int] = {}
        for moment, count in known:
            start = _start(moment.start, period)
            records[start] = records.get(start, 0) + count
        if sum(count for count in records.values() if count >= k) >= _SHARED * total:
            return period, finest
    return "year", finest
