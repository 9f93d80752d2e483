"""`Numeric` and `Ordinal`: values on a line, with the standard arithmetic."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import CENTRES, LINE, Points, Space, as_points, flat_space
from kinonym.errors import DataError, UsageError

__all__ = ["COMMA_AND_POINT", "Interval", "Numeric", "Ordinal", "decimals"]

COMMA_AND_POINT = str.maketrans(",.", ".,")
"""Exchanges them: of a text with a decimal comma what Python reads, where a point is no part of a number; and back."""

_THOUSANDS = re.compile(r"\s*[+-]?\d{1,3}(\.\d{3})+\s*")
_MOST_DECIMALS = 15  # a double holds no more


class Interval(NamedTuple):
    """Where an interval begins, where it has ended, how it is written, and on which level of them it stands."""

    low: float
    high: float
    text: str
    level: int


@dataclass(frozen=True, eq=False)
class Numeric:
    """Numbers: distance |x − y| / scale, centre the mean.

    ``scale`` is the column's standard deviation, so that columns weigh alike; `fit` finds it. A missing
    number is as far from the others as the farthest two are from each other.
    """

    scale: float = 1.0
    precision: int | None = None
    """Decimals that written means are rounded to; None writes them as they are."""
    far: float = 1.0
    """Distance between a missing value and any other."""
    decimal: str = "."
    """What stands before the fraction in a text."""
    intervals: Mapping[float, Interval] = field(default_factory=dict)
    """Points that stand for intervals, where numbers are generalised."""
    bounded = True

    def fit(self, values: Sequence[str | None], counts: Sequence[int] | None = None) -> Self:
        """The same domain with the standard deviation of these values as its scale."""
        numbers = self.encode(values)
        known = ~np.isnan(numbers)
        if not known.any():
            return self
        weights = np.ones(len(numbers)) if counts is None else np.asarray(counts, dtype=np.float64)
        mean = np.average(numbers[known], weights=weights[known])
        spread = math.sqrt(np.average((numbers[known] - mean) ** 2, weights=weights[known]))
        scale = spread or 1.0
        return replace(self, scale=scale, far=float(np.ptp(numbers[known])) / scale or 1.0)

    def plain(self, values: Sequence[str | None]) -> Sequence[str | None]:
        """Texts of numbers as Python writes them.

        A column without any comma keeps its points, unless they may stand between thousands.

        >>> Numeric(decimal=",").plain(["36,6", "1.200", None]), Numeric(decimal=",").plain(["36.6", "37"])
        (['36.6', '1,200', None], ['36.6', '37'])
        """
        pointed = [value for value in values if value is not None and "." in value]
        others = any(value is not None and "," in value for value in values)
        if self.decimal == "." or (pointed and not others and not all(map(_THOUSANDS.fullmatch, pointed))):
            return values
        return [value if value is None else value.translate(COMMA_AND_POINT) for value in values]

    def encode(self, values: Sequence[str | None]) -> Points:
        """Texts → numbers; raises with the number of texts that are none, never showing them."""
        if self.intervals:
            return self._encoded_with_intervals(values)
        numbers = np.empty(len(values))
        wrong = []
        for i, value in enumerate(self.plain(values)):
            try:
                numbers[i] = math.nan if value is None else float(value) + 0.0  # there is no −0
            except ValueError:
                wrong.append(i)
                continue
            if value is not None and not math.isfinite(numbers[i]):
                wrong.append(i)
        if wrong:
            msg = f"{len(wrong)} distinct values of a numeric column are not finite numbers"
            raise DataError(msg, hint="declare the column nominal or plain, or list its missing markers")
        return numbers

    def _encoded_with_intervals(self, values: Sequence[str | None]) -> Points:
        """The same where some texts are those of intervals."""
        point_of = {interval.text: point for point, interval in self.intervals.items()}
        plain = replace(self, intervals={}).encode([None if value in point_of else value for value in values])
        return as_points([point_of.get(value or "", x) for value, x in zip(values, plain.tolist(), strict=True)])

    def rounded(self, points: Points) -> Points:
        """Each point as it is written."""
        if self.precision is None:
            return points
        kept = np.isin(points, list(self.intervals))
        return np.where(kept, points, np.round(points, self.precision))

    def decode(self, points: Points) -> list[str | float | None]:
        """Numbers, rounded if asked for; texts where some of them are intervals."""
        known = self.intervals
        if not any(x in known for x in points.tolist()):
            return [None if math.isnan(x) else self._rounded(x) for x in points.tolist()]
        plain = replace(self, intervals={}).decode(points)
        texts = [None if x is None else str(x).removesuffix(".0") for x in plain]
        return [known[x].text if x in known else text for x, text in zip(points.tolist(), texts, strict=True)]

    def _rounded(self, number: float) -> float:
        if self.precision is None or self.precision >= _MOST_DECIMALS:
            return number
        rounded = round(number, self.precision or None)  # round(x, None) is a whole number
        return rounded or abs(rounded)  # there is no −0

    def distance(self, a: float, b: float) -> float:
        """|a − b| / scale."""
        return abs(float(a) - float(b)) / self.scale

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Matrix of distances."""
        return _apart(self.encode(left)[:, None], self.encode(right)[None, :], self.scale, self.far)

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Distance of each pair of points."""
        return _apart(left, right, self.scale, self.far)

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:  # noqa: ARG002
        """The numbers themselves, whatever is asked for: a line has its own distance and centre."""
        return flat_space(LINE, CENTRES["mean"], points, unit=self.scale, far=self.far)


def decimals(texts: Sequence[str | None]) -> int:
    """The decimals that a column of numbers is written with: as many as its most precise number has.

    Whole numbers that carry a zero because others are missing count as whole.

    >>> decimals(["38", "40"]), decimals(["36.6", "37.05", None]), decimals(["38.0", "40.0"]), decimals(["1e-3"])
    (0, 2, 0, 3)
    """
    numbers = [Decimal(text.strip()) for text in texts if text is not None]
    if all(number == number.to_integral_value() for number in numbers):
        return 0
    exponents = [exponent for number in numbers if isinstance(exponent := number.as_tuple().exponent, int)]
    return min(max((-exponent for exponent in exponents), default=0), _MOST_DECIMALS)


@dataclass(frozen=True, eq=False)
class Ordinal:
    """Ordered levels: distance is the share of the scale between two, centre the median.

    >>> Ordinal(("low", "middle", "high")).distance("low", "middle")
    0.5
    """

    levels: tuple[str, ...]
    bounded = True

    def __post_init__(self) -> None:
        if len(set(self.levels)) != len(self.levels) or not self.levels:
            msg = "the levels of an ordinal column must be given, each once, in order"
            raise UsageError(msg, hint='order = ["low", "middle", "high"]')

    @property
    def _step(self) -> float:
        return 1.0 / max(1, len(self.levels) - 1)

    def encode(self, values: Sequence[str | None]) -> Points:
        """Texts → ranks."""
        place = {level: float(i) for i, level in enumerate(self.levels)}
        unknown = sum(1 for v in values if v is not None and v not in place)
        if unknown:
            msg = f"{unknown} distinct values of an ordinal column are not among its levels"
            raise DataError(msg, hint="complete `order` in the recipe")
        return as_points([math.nan if v is None else place[v] for v in values])

    def decode(self, points: Points) -> list[str | float | None]:
        """Ranks → texts."""
        return [None if math.isnan(x) else self.levels[round(x)] for x in points.tolist()]

    def distance(self, a: str, b: str) -> float:
        """Share of the scale between two levels."""
        return float(self.distances([a], [b])[0, 0])

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Matrix of distances."""
        return _apart(self.encode(left)[:, None], self.encode(right)[None, :], 1.0 / self._step, 1.0)

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Distance of each pair of points."""
        return _apart(left, right, 1.0 / self._step, 1.0)

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:  # noqa: ARG002
        """The ranks themselves, whatever is asked for."""
        return flat_space(LINE, CENTRES["median"], points, unit=1.0 / self._step)


def _apart(left: Points, right: Points, unit: float, far: float) -> NDArray[np.float64]:
    """Distances on a line; two missing values are equal, one missing is ``far``."""
    apart = np.abs(left - right) / unit
    neither = np.isnan(left) & np.isnan(right)
    return np.where(neither, 0.0, np.where(np.isnan(apart), far, apart))
