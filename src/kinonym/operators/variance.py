"""The semantic variance: how far the values lie from their mean, squared."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kinonym.domains import Domain
from kinonym.operators.mean import mean_point, present
from kinonym.operators.sample import Sample, take

__all__ = ["semantic_variance", "variance_about"]


def semantic_variance(domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None) -> float:
    """Mean of the squared distances to the semantic mean (T eq. 4.19).

    Parameters
    ----------
    domain
        What the values mean.
    values
        Ids, labels or last parts of IRIs; None is missing and left out.
    counts
        How many records each value stands for; default one.

    Returns
    -------
    float
        Σ w·sd(v, mean)² / Σ w: 0 if all values are equal. Of numbers, in squares of the domain's scale.

    Examples
    --------
    >>> from kinonym import Nominal, Taxonomy
    >>> sports = Taxonomy.from_parents({"sport": [], "football": ["sport"], "boxing": ["sport"]})
    >>> semantic_variance(Nominal(sports), ["football", "boxing"])  # (0 + (1/2)²) / 2
    0.125
    """
    sample = take(domain, values, counts)
    return variance_about(sample, mean_point(sample))


def variance_about(sample: Sample, middle: float) -> float:
    """Mean of the squared distances of a sample to a given point, missing values left out."""
    known = present(sample)
    distances = known.domain.between(known.points, np.full(len(known.points), middle))
    return float(known.counts @ distances**2 / known.total)
