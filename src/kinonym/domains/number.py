"""`Numeric`: numbers on a line, with the standard arithmetic."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import Domain, DomainTraits
from kinonym.domains.intervals import Interval, interval_levels, make_round_intervals, number_intervals
from kinonym.domains.ordinal import line_distances
from kinonym.domains.points import Points, as_points
from kinonym.domains.space import CENTRES, LINE, Space, flat_space
from kinonym.errors import DataError

__all__ = ["COMMA_AND_POINT", "Numeric", "count_decimals"]

COMMA_AND_POINT = str.maketrans(",.", ".,")
"""Exchanges comma and point, so that Python reads a text with a decimal comma."""

_THOUSANDS = re.compile(r"\s*[+-]?\d{1,3}(\.\d{3})+\s*")
_MOST_DECIMALS = 15  # the precision of a double


@dataclass(frozen=True, eq=False)
class Numeric(Domain):
    """Numbers: distance |x − y| / scale, centre the mean.

    ``scale`` is the column's standard deviation, so that columns weigh alike; `fit` finds it. A missing
    number is as far from the others as the farthest two are from each other.
    """

    traits = DomainTraits(scale="interval", averages=True)
    bounded = True

    scale: float = 1.0
    precision: int | None = None
    """Decimals that written means are rounded to; None: they are not rounded."""
    far: float = 1.0
    """Distance between a missing value and any other."""
    decimal: str = "."
    """The character before the fraction in a text."""
    intervals: Mapping[float, Interval] = field(default_factory=dict)
    """Point → the interval that it represents, where numbers are generalised."""
    bottom: float | None = None
    """Smaller numbers count as this one (bottom coding)."""
    top: float | None = None
    """Greater numbers count as this one (top coding)."""

    def fit(self, values: Sequence[str | None], counts: Sequence[int] | None = None) -> Self:
        """Return the same domain with the standard deviation of these values as its scale."""
        numbers = self.encode(values)
        known = ~np.isnan(numbers)
        if not known.any():
            return self
        weights = np.ones(len(numbers)) if counts is None else np.asarray(counts, dtype=np.float64)
        mean = np.average(numbers[known], weights=weights[known])
        spread = math.sqrt(np.average((numbers[known] - mean) ** 2, weights=weights[known]))
        scale = spread or 1.0
        return replace(self, scale=scale, far=float(np.ptp(numbers[known])) / scale or 1.0)

    def to_python(self, values: Sequence[str | None]) -> Sequence[str | None]:
        """Convert texts of numbers to the form that Python reads.

        A column without any comma keeps its points, unless they may stand between thousands.

        >>> Numeric(decimal=",").to_python(["36,6", "1.200", None]), Numeric(decimal=",").to_python(["36.6", "37"])
        (['36.6', '1,200', None], ['36.6', '37'])
        """
        pointed = [value for value in values if value is not None and "." in value]
        others = any(value is not None and "," in value for value in values)
        if self.decimal == "." or (pointed and not others and not all(map(_THOUSANDS.fullmatch, pointed))):
            return values
        return [value if value is None else value.translate(COMMA_AND_POINT) for value in values]

    def encode(self, values: Sequence[str | None]) -> Points:
        """Convert texts to numbers; raises with the number of texts that are not numbers, never showing them."""
        if self.intervals:
            return self._encode_intervals(values)
        numbers = np.empty(len(values))
        wrong = []
        for i, value in enumerate(self.to_python(values)):
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
        return self._code(numbers)

    @property
    def limits(self) -> tuple[float, ...]:
        """The limits of top and bottom coding."""
        return tuple(limit for limit in (self.bottom, self.top) if limit is not None)

    def _code(self, numbers: Points) -> Points:
        """Replace numbers beyond the limits by the limits."""
        if not self.limits:
            return numbers
        low, high = (limit if limit is not None else end for limit, end in ((self.bottom, -np.inf), (self.top, np.inf)))
        return np.clip(numbers, low, high)

    def _encode_intervals(self, values: Sequence[str | None]) -> Points:
        """Convert texts to numbers, where some texts are intervals."""
        point_of = {interval.text: point for point, interval in self.intervals.items()}
        plain = replace(self, intervals={}).encode([None if value in point_of else value for value in values])
        return as_points([point_of.get(value or "", x) for value, x in zip(values, plain.tolist(), strict=True)])

    def with_intervals(self, points: Points) -> Self:
        """Return the same domain with the intervals to which a column of these points can be generalised."""
        known = points[~np.isnan(points)]
        return replace(self, intervals=number_intervals(self._intervals(known)) if len(known) else {})

    def _intervals(self, known: Points) -> Iterable[Interval]:
        return make_round_intervals(known, whole=self.precision == 0)

    def generalise(self, points: Points) -> list[Points]:
        """Return each point, its interval on each level, and missing."""
        return [points, *interval_levels(self.intervals, points), np.full(len(points), np.nan)]

    @property
    def unit(self) -> float:
        """How many units make a distance of 1: the scale."""
        return self.scale

    def step(self, points: Points) -> float:  # noqa: ARG002
        """Return what lies between two neighbouring numbers of the domain's precision."""
        return 0.0 if self.precision is None else 0.1**self.precision

    def tolerance(self, point: float) -> float:
        """Return what rounding may subtract from a number or add to it."""
        return 1e-9 * abs(point) + (0.5 * 0.1**self.precision if self.precision is not None else 0.0)

    def to_portable(self, points: Points) -> list[Any]:
        """Return the numbers themselves."""
        return [None if np.isnan(p) else float(p) for p in points]

    def from_portable(self, value: Any) -> float:  # noqa: ANN401
        """Return the number itself."""
        return float(value)

    def round(self, points: Points) -> Points:
        """Return each point as it is written."""
        if self.precision is None:
            return points
        is_interval = np.isin(points, list(self.intervals))
        return np.where(is_interval, points, np.round(points, self.precision))

    def decode(self, points: Points) -> list[str | float | None]:
        """Convert points to numbers, rounded to the precision; to texts where some of them are intervals."""
        known = self.intervals
        if not any(x in known for x in points.tolist()):
            return [None if math.isnan(x) else self._round(x) for x in points.tolist()]
        plain = replace(self, intervals={}).decode(points)
        texts = [None if x is None else str(x).removesuffix(".0") for x in plain]
        return [known[x].text if x in known else text for x, text in zip(points.tolist(), texts, strict=True)]

    def _round(self, number: float) -> float:
        if self.precision is None or self.precision >= _MOST_DECIMALS:
            return number
        rounded = round(number, self.precision or None)  # round(x, None) is a whole number
        return rounded or abs(rounded)  # there is no −0

    def distance(self, a: float, b: float) -> float:
        """Return |a − b| / scale."""
        return abs(float(a) - float(b)) / self.scale

    def distances(self, left: Sequence[str | None], right: Sequence[str | None]) -> NDArray[np.float64]:
        """Return the matrix of distances."""
        return line_distances(self.encode(left)[:, None], self.encode(right)[None, :], self.scale, self.far)

    def between(self, left: Points, right: Points) -> NDArray[np.float64]:
        """Return the distance of each pair of points."""
        return line_distances(left, right, self.scale, self.far)

    def space(self, points: Points, *, distance: str = "semantic", centroid: str = "semantic") -> Space:  # noqa: ARG002
        """Return the numbers themselves, whatever is asked for: a line has its own distance and centre."""
        return flat_space(LINE, CENTRES["mean"], points, unit=self.scale, far=self.far)

    def describe(self, root: str = "") -> str:  # noqa: ARG002
        """Describe numbers."""
        return "numbers, compared by their difference in standard deviations"


def count_decimals(texts: Sequence[str | None]) -> int:
    """Count the decimals that a column of numbers is written with: as many as its most precise number has.

    Whole numbers that carry a zero because others are missing count as whole.

    >>> [count_decimals(texts) for texts in (["38", "40"], ["36.6", "37.05", None], ["38.0", "40.0"], ["1e-3"])]
    [0, 2, 0, 3]
    """
    numbers = [Decimal(text.strip()) for text in texts if text is not None]
    if all(number == number.to_integral_value() for number in numbers):
        return 0
    exponents = [exponent for number in numbers if isinstance(exponent := number.as_tuple().exponent, int)]
    return min(max((-exponent for exponent in exponents), default=0), _MOST_DECIMALS)
