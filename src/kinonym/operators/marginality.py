"""Marginality: how far a value lies from all the others, and which value is the most distant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain
from kinonym.domains.points import ROUNDING, round_distances
from kinonym.operators.samples import Sample, Value, name_of, take

__all__ = ["farthest", "marginalities", "marginality", "most_distant"]


def marginality(
    domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None
) -> NDArray[np.float64]:
    """Sum of the distances of each value to all records of the sample: Σ w_i·sd(v, v_i).

    Parameters
    ----------
    domain
        What the values mean.
    values
        The sample; the result has one figure for each of them.
    counts
        How many records each value represents; default one.

    Examples
    --------
    >>> from kinonym import Numeric
    >>> marginality(Numeric(), ["1", "2", "4"]).tolist()
    [4.0, 3.0, 5.0]
    """
    sample = take(domain, values, counts)
    return marginalities(sample)[sample.inverse]


def marginalities(sample: Sample) -> NDArray[np.float64]:
    """Marginality of each distinct value."""
    matrix = round_distances(sample.domain.point_distances(sample.points, sample.points))
    return matrix @ sample.counts


def most_distant(
    domain: Domain,
    values: Sequence[str | None],
    counts: Sequence[int] | None = None,
    *,
    reference: str | None = None,
) -> Value:
    """The most marginal value (T eq. 5.1), or the one most distant from ``reference`` (T eq. 5.3).

    Ties go to the deeper concept, then to the smaller id.

    Examples
    --------
    >>> from kinonym import Numeric
    >>> most_distant(Numeric(), ["1", "2", "4"]), most_distant(Numeric(), ["1", "2", "4"], reference="3.5")
    (4.0, 1.0)
    """
    sample = take(domain, values, counts)
    if reference is None:
        return name_of(sample.domain, sample.points[farthest(sample, marginalities(sample), sample.total)])
    middle = sample.domain.encode([reference])
    distances = round_distances(sample.domain.point_distances(sample.points, middle)[:, 0])
    return name_of(sample.domain, sample.points[farthest(sample, distances, 1)])


def farthest(sample: Sample, distances: NDArray[np.float64], records: int) -> int:
    """Position of the greatest distance; sums over ``records`` closer than the rounding are ties."""
    present = np.where(sample.counts > 0, distances, -np.inf)
    ties = np.flatnonzero(present >= present.max() - records * ROUNDING)
    return int(ties[np.argmin(sample.domain.rank_ties(sample.points)[ties])])
