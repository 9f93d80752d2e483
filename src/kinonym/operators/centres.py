"""The centre of the values of a column, and how far they lie around it: centroid, semantic mean and variance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from kinonym.domains import ConceptSets, Domain
from kinonym.errors import UsageError
from kinonym.operators.samples import Sample, Value, concept_rows, name_of, present, take
from kinonym.tuples import Tuples

__all__ = ["centroid", "centroid_point", "mean_point", "semantic_mean", "semantic_variance", "variance_about"]


def centroid(
    domain: Domain,
    values: Sequence[str | None],
    counts: Sequence[int] | None = None,
    *,
    rule: Literal["semantic", "mode", "lcs"] = "semantic",
) -> Value:
    """Return the centre of some values, as the masking methods find it.

    Parameters
    ----------
    domain
        What the values mean.
    values
        Ids, labels or last parts of IRIs; None is missing.
    counts
        How many records each value represents; default one.
    rule
        ``semantic``: the concept with the least Σ w·sd among the subsumers of the values below their LCS
        (E eq. 5, A eq. 7). ``mode``: the most frequent value. ``lcs``: the least common subsumer.

    Returns
    -------
    Value
        A concept id; for numbers their mean, for ordered levels their median.

    Notes
    -----
    Ties go to the deeper concept, then to the smaller id. A missing value is a separate category, at
    distance 1 from every concept.

    Examples
    --------
    >>> from kinonym import Nominal, Taxonomy
    >>> above = {"sport": [], "football": ["sport"], "boxing": ["sport"], "soccer": ["football"]}
    >>> sports = Nominal(Taxonomy.from_parents(above))
    >>> centroid(sports, ["soccer", "football", "boxing"], [2, 2, 1])  # 2/5 + 1/2 against 2/5 + 3/5
    'football'
    """
    if rule not in ("semantic", "mode", "lcs"):
        msg = f"there is no centroid rule {rule!r}"
        raise UsageError(msg, hint="rules: semantic, mode, lcs")
    sample = take(domain, values, counts)
    return name_of(sample.domain, centroid_point(sample, rule))


def centroid_point(sample: Sample, rule: str = "semantic") -> float:
    """The centroid of a sample as a point of its domain."""
    if isinstance(sample.domain, ConceptSets):
        some = sample.counts > 0
        return sample.domain.centre(sample.points[some], sample.counts[some], rule)
    from kinonym.kernels.clusters.centroids import group_centres

    tuples, _ = Tuples.from_points([""], [sample.domain], sample.points[:, None], sample.counts)
    flat, (space,) = tuples.operators("semantic", rule)
    used = np.flatnonzero(tuples.counts)
    centres = group_centres(flat, tuples.codes, used, np.zeros_like(used), tuples.counts[used], 1)
    return float(space.points(centres[:, 0])[0])


def semantic_mean(domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None) -> Value:
    """The concept of the domain with the least sum of distances to the values (T eq. 4.18).

    Parameters
    ----------
    domain
        What the values mean.
    values
        Ids, labels or last parts of IRIs; None is missing.
    counts
        How many records each value represents; default one.

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


def mean_point(sample: Sample) -> float:
    """The semantic mean as a point of its domain."""
    from kinonym.kernels.distances.concept_pairs import add_rows

    values, concepts = present(sample), sample.domain.concepts
    if concepts is None or concepts.is_missing(values.points).all():
        return centroid_point(values)
    sums = np.zeros(len(concepts.tau))
    for span, rows in concept_rows(concepts, values.points):
        add_rows(rows, values.counts[span].astype(np.float64), sums)  # whole numbers: exact
    least = np.flatnonzero(sums <= sums.min() + values.total)
    return float(least[np.argmin(concepts.rank_ties(least.astype(np.float64)))])


def semantic_variance(domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None) -> float:
    """Mean of the squared distances to the semantic mean (T eq. 4.19).

    Parameters
    ----------
    domain
        What the values mean.
    values
        Ids, labels or last parts of IRIs; None is missing and left out.
    counts
        How many records each value represents; default one.

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
    values = present(sample)
    distances = values.domain.between(values.points, np.full(len(values.points), middle))
    return float(values.counts @ distances**2 / values.total)
