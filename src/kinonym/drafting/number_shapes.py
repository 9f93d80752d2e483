"""Columns of numbers: whether they count or measure something, or number persons and things."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

__all__ = ["look_like_places", "looks_measured"]

_FEWEST = 20
_DENSE = 2.0  # a sequence uses at least half of the numbers between its ends
_ROUND = 0.4  # of numbers that nobody rounded, a tenth ends in 0
_WIDE = 1.5  # powers of ten between the smallest and the greatest
_NEAR_UNIFORM, _NEAR_BELL = 0.08, 0.08
_COME_BACK, _WIDE_GAP = 3, 20.0
_FINE, _NEAR_ONE_PLACE, _GREATEST_ANGLE = 4, 10.0, 180.0
_MOSTLY = 0.8


def looks_measured(texts: Collection[str], rows: int = 0) -> bool:
    """Whether distinct numbers are measurements: decimals, signs, round numbers, or a continuous distribution.

    Whole numbers that follow each other closely, or that are spread evenly as keys are, are not. Nor are those that
    come back in many of the ``rows`` although most numbers between them do not occur.

    >>> looks_measured([f"{value / 7:.2f}" for value in range(50)]), looks_measured([str(n) for n in range(4000, 4100)])
    (True, False)
    """
    numbers = np.unique(np.array([float(text) for text in texts]))
    if len(numbers) == 0 or not np.isfinite(numbers).all():
        return False
    if numbers[-1] < 0:
        numbers = -numbers[::-1]
    if (numbers != np.floor(numbers)).any() or numbers[0] < 0:
        return True
    if len(numbers) < _FEWEST:
        return False
    if numbers[-1] - numbers[0] + 1 <= _DENSE * len(numbers):
        return False
    if (numbers % 10 == 0).mean() >= _ROUND:
        return True
    if rows >= _COME_BACK * len(numbers) and _gap_between_quartiles(numbers) > _WIDE_GAP:
        return False
    if _distance_from(numbers, (numbers - numbers[0]) / (numbers[-1] - numbers[0])) <= _NEAR_UNIFORM:
        return False
    wide = math.log10((numbers[-1] + 1) / (numbers[0] + 1)) >= _WIDE
    return wide or min(_distance_from_bell(numbers), _distance_from_bell(np.log1p(numbers))) <= _NEAR_BELL


def _distance_from(numbers: NDArray[np.float64], expected: NDArray[np.float64]) -> float:
    """Greatest distance between the share of numbers up to each one and what is expected (Kolmogorov, Smirnov)."""
    return float(np.abs(np.arange(1, len(numbers) + 1) / len(numbers) - expected).max())


def _distance_from_bell(numbers: NDArray[np.float64]) -> float:
    """The same distance from the normal distribution with this mean and spread."""
    scaled = (numbers - numbers.mean()) / (numbers.std() * math.sqrt(2) or 1.0)
    return _distance_from(numbers, np.array([(1 + math.erf(value)) / 2 for value in scaled.tolist()]))


def _gap_between_quartiles(numbers: NDArray[np.float64]) -> float:
    """Mean distance between neighbours in the middle half of some numbers."""
    middle = numbers[len(numbers) // 4 : 1 + 3 * len(numbers) // 4]
    return float((middle[-1] - middle[0]) / max(1, len(middle) - 1))


def look_like_places(texts: Collection[str]) -> bool:
    """Whether distinct numbers look like latitudes or longitudes of one region: fine numbers close together.

    >>> look_like_places([f"{41.3 + n / 7000:.5f}" for n in range(40)]), look_like_places(["0.0012", "0.5711"])
    (True, False)
    """
    fine = sum(len(text.partition(".")[2]) >= _FINE for text in texts)
    if len(texts) < _FEWEST or fine < _MOSTLY * len(texts):
        return False
    numbers = np.array([float(text) for text in texts])
    near = abs(numbers.mean()) > _NEAR_ONE_PLACE * numbers.std()
    return bool(np.abs(numbers).max() <= _GREATEST_ANGLE and near)
