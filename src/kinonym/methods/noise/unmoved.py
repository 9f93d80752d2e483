"""How likely noise leaves a value where it is: a bound from alpha, the law of the errors and the column's variance."""

from __future__ import annotations

import math

import numpy as np

from kinonym.operators.samples import Sample

__all__ = ["stay_share"]

_LEAST = 1e-3
"""Nothing is expected to stay where the law gives 0; rounding of the errors may do it."""
_LEAST_OF_DATES = 0.9
"""Dates may be moved once more, to restore their order."""


def stay_share(sample: Sample, alpha: float, *, laplace: bool) -> float:
    """The chance, at most, that a record keeps a value that is not missing.

    Notes
    -----
    A concept with an error e ≠ 0 becomes another one, at least |e| away (T eq. 6.2). A level moves by at least one
    step, unless its error points beyond the last level (chance ½). A number x becomes x + e with e of variance
    alpha · var(x); it is written as x again if |e| is at most the step of its precision. A
    constant column has no noise.
    """
    known = ~sample.domain.is_missing(sample.points) & (sample.counts > 0)
    if known.sum() < 2:  # a constant column
        return 1.0
    traits = sample.domain.traits
    if traits.scale == "ordinal":
        return 0.5 + _LEAST
    if traits.scale != "interval":
        return _LEAST
    points, counts = sample.points[known], sample.counts[known]
    variance = float(np.average((points - np.average(points, weights=counts)) ** 2, weights=counts))
    relative = sample.domain.step(points) / math.sqrt(max(alpha * variance, math.ulp(0.0)))
    share = 1.0 - math.exp(-math.sqrt(2.0) * relative) if laplace else math.erf(relative / math.sqrt(2.0))
    return max(share, _LEAST_OF_DATES if traits.has_periods else _LEAST)
