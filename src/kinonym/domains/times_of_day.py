"""`TimesOfDay`: times without a date, compared around the clock, written by hour or minute (specification 13).

How a column writes its times is a `TimeForm`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import DomainTraits
from kinonym.domains.nominal import Nominal
from kinonym.domains.points import Points, as_points
from kinonym.domains.space import CENTRES, EQUAL, TABLE, Space, flat_space
from kinonym.errors import DataError
from kinonym.measures.measure import Floats, MeasureTraits, Numbers
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["TIME_PERIODS", "Circular", "TimeForm", "TimePeriod", "TimesOfDay"]

TimePeriod = Literal["minute", "hour"]
TIME_PERIODS: tuple[TimePeriod, ...] = get_args(TimePeriod)
"""How precisely a time of day may be written, the finest first."""

_DAY, _HOUR = 1_440, 60  # minutes
_PART = 6 * _HOUR
"""Night, morning, afternoon and evening."""
_LONGEST = {"minute": 1, "hour": _HOUR}
_ROOT, _ROOT_LABEL = "*", "any time"
_HALVES = r"(?P<gap>\s*)(?P<half>[AaPp]\.?[Mm]\.?)"
_UNIT = r"(?P<unit>\s*(?:Uhr|uhr|h|hrs|uur))"
_SHAPES = {
    "clock": re.compile(
        rf"(?P<H>\d{{1,2}})(?P<mark>[:.hH])(?P<M>\d{{2}})(?P<S>[:.]\d{{2}}(?:[.,]\d+)?)?(?:{_HALVES}|{_UNIT})?"
    ),
    "hour": re.compile(rf"(?P<H>\d{{1,2}}){_HALVES}"),
    "four digits": re.compile(r"(?P<H>\d{1,2})(?P<M>\d{2})"),
}


@dataclass(frozen=True, kw_only=True)
class TimeForm:
    """How a column writes its times of day."""

    shape: str = "clock"
    mark: str = ":"
    padded: bool = True
    seconds: bool = False
    half: str | None = None
    """The text for afternoon on a clock of twelve hours: ``PM``, with the text before it; None for 24 hours."""
    unit: str = ""
    """The text after a time, such as `` Uhr``."""

    @classmethod
    def of(cls, values: Iterable[str]) -> TimeForm:
        """Return the form of a column; raise with the number of values that are not times of day."""
        texts = list(dict.fromkeys(values))
        found = [(name, match) for text in texts if (match := _match(text)) for name in [_name(match)]]
        if len(found) < len(texts):
            msg = f"{len(texts) - len(found):,} of {len(texts):,} distinct values are not times of day"
            raise DataError(msg, hint="write them as 21:09, or list their markers under [table] missing")
        if not found:
            return cls()
        shapes = {name for name, _ in found}
        shape = "clock" if "clock" in shapes else next(iter(shapes))
        parts = [match.groupdict() for _, match in found]
        late = [part for part in parts if part.get("half")]
        return cls(
            shape=shape,
            mark=next((part["mark"] for part in parts if part.get("mark")), ":"),
            padded=all(len(part["H"]) > 1 for part in parts),
            seconds=any(part.get("S") for part in parts),
            half=late[0]["gap"] + _afternoon(late[0]["half"]) if late else None,
            unit=next((part["unit"] for part in parts if part.get("unit")), ""),
        )

    @staticmethod
    def read(value: str) -> int | None:
        """Return the minutes since midnight; None if the text is not a time of day.

        >>> TimeForm.read("9:05 PM"), TimeForm.read("21:09:33"), TimeForm.read("0930"), TimeForm.read("25:00")
        (1265, 1269, 570, None)
        """
        match = _match(value)
        return None if match is None else _minutes(match)

    def write(self, minute: int) -> str:
        """Write a time in this form.

        >>> TimeForm(half=" PM", padded=False).write(1260), TimeForm(seconds=True).write(540)
        ('9:00 PM', '09:00:00')
        """
        hour, rest = divmod(minute, _HOUR)
        half = ""
        if self.half is not None:
            half = self.half if hour >= 12 else self.half.replace("P", "A").replace("p", "a")
            hour = (hour - 1) % 12 + 1
        if self.shape == "four digits":
            return f"{hour:02}{rest:02}" if self.padded else f"{hour}{rest:02}"
        written = f"{hour:02}" if self.padded else str(hour)
        if self.shape == "hour" and not rest:
            return written + half
        return f"{written}{self.mark}{rest:02}{':00' if self.seconds else ''}{half}{self.unit}"


def _match(value: str) -> re.Match[str] | None:
    """Match a time of day; return None for other texts, and for hours and minutes that do not exist."""
    for pattern in _SHAPES.values():
        match = pattern.fullmatch(value.strip())
        if match and _minutes(match) is not None:
            return match
    return None


def _name(match: re.Match[str]) -> str:
    return next(name for name, pattern in _SHAPES.items() if pattern is match.re)


def _afternoon(half: str) -> str:
    return half.replace("A", "P").replace("a", "p")


def _minutes(match: re.Match[str]) -> int | None:
    parts = match.groupdict()
    hour, minute, half = int(parts["H"]), int(parts.get("M") or 0), parts.get("half")
    if minute >= _HOUR or int((parts.get("S") or ":0")[1:3]) >= _HOUR or hour > 23:
        return None
    if half is None:
        return hour * _HOUR + minute
    if not 1 <= hour <= 12:
        return None
    return (hour % 12 + (12 if half[0] in "Pp" else 0)) * _HOUR + minute


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

    form: TimeForm = TimeForm()
    period: TimePeriod = "hour"

    @classmethod
    def of(cls, form: TimeForm, period: TimePeriod) -> TimesOfDay:
        """The domain of a column that writes its times in a form and is released at a precision."""
        spans = dict(_spans(_LONGEST[period]))
        labels = {name: _label(form, span, _LONGEST[period]) for name, span in spans.items()}
        parents = {name: _parent(span, spans) for name, span in spans.items()}
        taxonomy = Taxonomy.from_parents(parents, labels, source=Source(name="times of day"))
        measure = Circular(tuple(spans[concept] for concept in taxonomy.concepts), _LONGEST[period])
        return cls(taxonomy, None, measure, form=form, period=period)

    def concept_at(self, value: str) -> str | None:
        """Return the concept of a text: a time, or the label of a part of the day; None for other texts."""
        minute = self.form.read(value)
        if minute is None:
            return self._concept_of_label.get(value.strip())
        return _concept(minute - minute % _LONGEST[self.period], _LONGEST[self.period])

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
    return _ROOT if length == _DAY else f"{start // _HOUR:02}:{start % _HOUR:02}+{length}"


def _spans(step: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Id → (first minute, minutes) of all periods of the day, the longest first."""
    for length in (_DAY, _PART, _HOUR, 1):
        if length >= step:
            yield from ((_concept(start, length), (start, length)) for start in range(0, _DAY, length))


def _parent(span: tuple[int, int], spans: dict[str, tuple[int, int]]) -> list[str]:
    """Return the next longer period that contains a period."""
    start, length = span
    longer = (size for size in (_HOUR, _PART, _DAY) if size > length)
    return [name for size in longer if (name := _concept(start - start % size, size)) in spans][:1]


def _label(form: TimeForm, span: tuple[int, int], step: int) -> str:
    start, length = span
    if length == _DAY:
        return _ROOT_LABEL
    return form.write(start) if length == step else f"{form.write(start)}-{form.write(start + length - 1)}"
