"""The centroid of several values: the concept of their own hierarchy that is nearest to all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.grouped import Tuples
from kinonym.operators.sample import Sample, Value, name_of, take

__all__ = ["centroid", "centroid_point"]


def centroid(
    domain: Domain,
    values: Sequence[str | None],
    counts: Sequence[int] | None = None,
    *,
    rule: Literal["semantic", "mode", "lcs"] = "semantic",
) -> Value:
    """The centre of some values, as the masking methods find it.

    Parameters
    ----------
    domain
        What the values mean.
    values
        Ids, labels or last parts of IRIs; None is missing.
    counts
        How many records each value stands for; default one.
    rule
        ``semantic``: the concept with the least Σ w·sd among the subsumers of the values below their LCS
        (E eq. 5, A eq. 7). ``mode``: the most frequent value. ``lcs``: the least common subsumer.

    Returns
    -------
    Value
        A concept id; for numbers their mean, for ordered levels their median.

    Notes
    -----
    Ties go to the deeper concept, then to the smaller id. A missing value is a category of its own, at
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
    from kinonym.kernels.clusters.centroids import group_centres

    tuples, _ = Tuples.from_points([""], [sample.domain], sample.points[:, None], sample.counts)
    flat, (space,) = tuples.operators("semantic", rule)
    held = np.flatnonzero(tuples.counts)
    centres = group_centres(flat, tuples.codes, held, np.zeros_like(held), tuples.counts[held], 1)
    return float(space.points(centres[:, 0])[0])
