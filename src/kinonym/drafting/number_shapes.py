"""Columns of numbers: whether they count or measure something, or number persons and things."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

__all__ = ["looks_measured"]

_FEWEST = 20
_DENSE = 2.0  # a sequence uses at least half of the numbers between its ends
_ROUND = 0.4  # of numbers that nobody rounded, a tenth ends in 0
_WIDE = 1.5  # powers of ten between the smallest and the greatest
_NEAR_UNIFORM, _NEAR_BELL = 0.08, 0.08


def looks_measured(texts: Collection[str]) -> bool:
    """Whether distinct numbers are measurements: decimals, signs, round numbers, or a continuous distribution.

    Whole numbers that follow each other closely, or that are spread evenly as keys are, are not.

    >>> looks_measured([f"{value / 7:.2f}" for value in range(50)]), looks_measured([str(n) for n in range(4000, 4100)])
    (True, False)
    """
    numbers = np.unique(np.array([float(text) for text in texts]))
    if len(numbers) == 0 or not np.isfinite(numbers).all():
        return False
    if (numbers != np.floor(numbers)).any() or numbers[0] < 0:
        return True
    if len(numbers) < _FEWEST:
        return False
    if numbers[-1] - numbers[0] + 1 <= _DENSE * len(numbers):
        return False
    if (numbers % 10 == 0).mean() >= _ROUND:
        return True
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
