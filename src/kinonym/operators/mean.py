"""The semantic mean: the concept of the whole domain that is nearest to all values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kinonym.domains import Domain, Nominal
from kinonym.operators.centroid import centroid_point
from kinonym.operators.sample import Sample, Value, concept_rows, is_missing, name_of, take, tie_order

__all__ = ["mean_point", "present", "semantic_mean"]


def semantic_mean(domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None) -> Value:
    """The concept of the domain with the least sum of distances to the values (T eq. 4.18).

    Parameters
    ----------
    domain
        What the values mean.
    values
        Ids, labels or last parts of IRIs; None is missing.
    counts
        How many records each value stands for; default one.

    Returns
    -------
    Value
        A concept id; for numbers their mean, for ordered levels their median, for plain texts the most
        frequent one; None if all are missing.

    Notes
    -----
    Any concept of tau may be the mean, whether it occurs or not. Ties go to the deeper concept, then to the
    smaller id (T: any of them). Missing values are left out. Cost: one distance row per distinct value.

    Examples
    --------
    >>> from kinonym import Nominal, Taxonomy
    >>> sports = Taxonomy.from_parents({"sport": [], "football": ["sport"], "boxing": ["sport"]})
    >>> semantic_mean(Nominal(sports), ["football", "boxing"])  # sport: 1/3 + 1/3; football: 0 + 1/2
    'boxing'
    """
    sample = take(domain, values, counts)
    return name_of(sample.domain, mean_point(sample))


def present(sample: Sample) -> Sample:
    """The sample without its missing values; unchanged if all are missing."""
    known = ~is_missing(sample.domain, sample.points) & (sample.counts > 0)
    if known.all() or not known.any():
        return sample
    place = np.where(known, np.cumsum(known) - 1, -1)[sample.place]
    return Sample(sample.domain, sample.points[known], sample.counts[known], place)


def mean_point(sample: Sample) -> float:
    """The semantic mean as a point of its domain."""
    from kinonym.kernels.distances.distance_sums import add_rows

    known = present(sample)
    if not isinstance(sample.domain, Nominal) or is_missing(known.domain, known.points).all():
        return centroid_point(known)
    sums = np.zeros(len(sample.domain.tau))
    for span, rows in concept_rows(sample.domain, known.points):
        add_rows(rows, known.counts[span].astype(np.float64), sums)  # whole numbers: exact
    least = np.flatnonzero(sums <= sums.min() + known.total)
    return float(least[np.argmin(tie_order(known.domain, least.astype(np.float64)))])
