"""The reference that swapping begins with, and the ranking by the distance from it (T def. 8, 9 and 13)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Tuples
from kinonym.privacy.attacks.ranks import alone, most_marginal, reference_distances

__all__ = ["first_reference", "flat_notices", "ranked"]


def first_reference(tuples: Tuples, rng: np.random.Generator) -> int:
    """The tuple of a random one of the most marginal records."""
    found = most_marginal(tuples)
    return int(rng.choice(found, p=tuples.counts[found] / tuples.counts[found].sum()))


def ranked(column: Tuples, reference: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The records of a column in ascending order of the distance from the reference value; ties shuffled."""
    distances = np.repeat(reference_distances(column, reference), column.counts)
    shuffled = rng.permutation(column.records)
    order: NDArray[np.int64] = shuffled[np.argsort(distances[shuffled], kind="stable")]
    return order


def flat_notices(tuples: Tuples) -> tuple[str, ...]:
    """Name the columns whose most marginal value is equally far from all others, as a missing one is."""
    said = "column {!r}: all values are equally far from the most marginal one, so that nothing limits their swaps"
    columns = [alone(tuples, j) for j in range(len(tuples.columns))]
    flat = [c.columns[0].name for c in columns if len(c) > 2 and _is_flat(c)]
    return tuple(said.format(name) for name in flat)


def _is_flat(column: Tuples) -> bool:
    reference = int(most_marginal(column)[0])
    return len(np.unique(np.delete(reference_distances(column, reference), reference))) == 1
