"""The reference that swapping begins with, and the ranking by the distance from it (T def. 8, 9 and 13).

All but the draws follows from the original values alone, so that an attacker who has them finds it as well.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.points import round_distances
from kinonym.tuples import Tuples

__all__ = [
    "Ranking", "first_reference", "flat_notices", "most_marginal", "rank_records", "rankings",
    "reference_distances",
]  # fmt: skip

Ranking = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The first and the last rank of each value; values equally far from the reference share theirs."""

_MOST = 16


def most_marginal(tuples: Tuples) -> NDArray[np.int64]:
    """The tuples with the greatest sum of distances to all records (T eq. 5.1, 5.6)."""
    from kinonym.kernels.distances.flat_columns import slack_of_sums
    from kinonym.kernels.distances.tuple_distances import marginalities

    sums = marginalities(tuples.kernel_columns, tuples.codes, tuples.counts)
    return np.flatnonzero(sums >= sums.max() - tuples.records * slack_of_sums(tuples.kernel_columns))


def reference_distances(part: Tuples, reference: int) -> NDArray[np.float64]:
    """Distance of each value of a column from a reference value, as tables hold it."""
    column = part.columns[0]
    points = column.points[part.codes[:, 0]]
    return round_distances(column.domain.between(points, np.full(len(points), points[reference])))


def first_reference(tuples: Tuples, rng: np.random.Generator) -> int:
    """The tuple of a random one of the most marginal records."""
    marginal = most_marginal(tuples)
    return int(rng.choice(marginal, p=tuples.counts[marginal] / tuples.counts[marginal].sum()))


def rank_records(column: Tuples, reference: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The records of a column in ascending order of the distance from the reference value; ties shuffled."""
    distances = np.repeat(reference_distances(column, reference), column.counts)
    shuffled = rng.permutation(column.records)
    order: NDArray[np.int64] = shuffled[np.argsort(distances[shuffled], kind="stable")]
    return order


def rankings(tuples: Tuples, j: int) -> tuple[Ranking, ...]:
    """One ranking for each of the most marginal values of a column: which of them is drawn is not known.

    None where they are more than 16: as a rule such values have nothing to be ranked by.
    """
    part = tuples.column_tuples[j]
    references = most_marginal(part)
    if len(references) > _MOST:
        return ()
    return tuple(_ranking(part, int(reference)) for reference in references)


def _ranking(part: Tuples, reference: int) -> Ranking:
    _, group = np.unique(reference_distances(part, reference), return_inverse=True)
    ends = np.cumsum(np.bincount(group, weights=part.counts)).astype(np.int64)
    low, high = np.zeros((2, len(part.columns[0].points)), dtype=np.int64)
    low[part.codes[:, 0]] = np.concatenate([[0], ends])[group]
    high[part.codes[:, 0]] = ends[group] - 1
    return low, high


def flat_notices(tuples: Tuples) -> tuple[str, ...]:
    """Name the columns with a most marginal value that is equally far from all others, such as a missing one."""
    sentence = "column {!r}: all values are equally far from the most marginal one, so that nothing limits their swaps"
    flat = [c.columns[0].name for c in tuples.column_tuples if len(c) > 2 and _is_flat(c)]
    return tuple(sentence.format(name) for name in flat)


def _is_flat(column: Tuples) -> bool:
    reference = int(most_marginal(column)[0])
    return len(np.unique(np.delete(reference_distances(column, reference), reference))) == 1
