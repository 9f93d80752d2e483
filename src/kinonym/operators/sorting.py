"""Sorting words: by their distance to a reference, so that near meanings are neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from kinonym.domains import Domain
from kinonym.domains.points import round_distances
from kinonym.errors import UsageError
from kinonym.operators.centres import centroid_point
from kinonym.operators.marginality import farthest, marginalities
from kinonym.operators.samples import Sample, Value, take

__all__ = ["sort"]


def sort(
    domain: Domain,
    values: Sequence[str | None],
    counts: Sequence[int] | None = None,
    *,
    reference: Literal["marginal", "centroid"] = "marginal",
    origin: str | None = None,
) -> list[Value]:
    """Values in ascending distance to a reference among them (T def. 8-9, E alg. 1).

    Parameters
    ----------
    domain
        What the values mean.
    values
        Ids, labels or last parts of IRIs; None is missing.
    counts
        How many records each value represents in the choice of the reference; default one.
    reference
        ``marginal``: the value with the greatest sum of distances to all (T def. 9). ``centroid``: the value
        most distant from the centroid (E alg. 1).
    origin
        A value to sort by instead of the two.

    Returns
    -------
    list of Value
        As many as given. Of two at the same distance the deeper concept comes first, then the
        smaller id, so that equal values are neighbours.

    Examples
    --------
    >>> from kinonym import Numeric
    >>> sort(Numeric(), ["1", "4", "2", "9"])
    [9.0, 4.0, 2.0, 1.0]
    """
    if reference not in ("marginal", "centroid"):
        msg = f"there is no sorting reference {reference!r}"
        raise UsageError(msg, hint="references: marginal, centroid; or give a value as origin")
    sample = take(domain, values, counts)
    middle = sample.domain.encode([origin]) if origin is not None else sample.points[[_reference(sample, reference)]]
    distances = round_distances(sample.domain.point_distances(sample.points, middle)[:, 0])
    order = np.lexsort((sample.domain.rank_ties(sample.points), distances))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return sample.domain.names(sample.points[sample.inverse[np.argsort(rank[sample.inverse], kind="stable")]])


def _reference(sample: Sample, reference: str) -> int:
    if reference == "marginal":
        return farthest(sample, marginalities(sample), sample.total)
    middle = np.array([centroid_point(sample)])
    return farthest(sample, round_distances(sample.domain.point_distances(sample.points, middle)[:, 0]), 1)
