"""Choosing one sense for a word of several: by the domain root, by the column's other values, by order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Nominal
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import reachable

__all__ = ["MOST_ANCHORS", "inside_mask", "settle_by_context"]

MOST_ANCHORS = 2_000
_BLOCK = 4_096


def inside_mask(taxonomy: Taxonomy, root: str | None) -> NDArray[np.bool_]:
    """Mark the concepts that lie in tau(root)."""
    if root is None:
        return np.ones(len(taxonomy), dtype=bool)
    return reachable(taxonomy.child_csr, taxonomy.resolve(root))


def settle_by_context(
    domain: Nominal, senses: Sequence[Sequence[int]], anchors: Mapping[int, int]
) -> list[tuple[int, bool]]:
    """Sense of least total distance to the unambiguous concepts, and whether it alone is least (SPEC 9).

    Parameters
    ----------
    domain
        The attribute's taxonomy, root and measure.
    senses
        For each word its senses, by number, in sense order.
    anchors
        Unambiguous concepts → records. Above `MOST_ANCHORS` concepts only the most frequent count: the sum
        over them is what decides, and cost stays linear in the number of words.

    Notes
    -----
    Without any anchor, or among senses equally near, the first sense is taken.
    """
    heaviest = sorted(((n, i) for i, n in anchors.items() if n > 0), key=lambda x: (-x[0], x[1]))[:MOST_ANCHORS]
    if not heaviest:
        return [(options[0], False) for options in senses]
    concepts = sorted({i for options in senses for i in options})
    totals = _total_distances(domain, concepts, [i for _, i in heaviest], [n for n, _ in heaviest])
    total_of = dict(zip(concepts, totals.tolist(), strict=True))
    return [_nearest(options, total_of) for options in senses]


def _nearest(options: Sequence[int], total_of: Mapping[int, float]) -> tuple[int, bool]:
    least = min(total_of[i] for i in options)
    tied = [i for i in options if total_of[i] <= least + 1e-9 * abs(least)]
    return tied[0], len(tied) == 1


def _total_distances(
    domain: Nominal, concepts: Sequence[int], anchors: Sequence[int], weights: Sequence[int]
) -> NDArray[np.float64]:
    """Σ w·sd of each concept to all anchors, in blocks of concepts."""
    names = domain.taxonomy.concepts
    right = [names[i] for i in anchors]
    weight = np.array(weights, dtype=np.float64)
    totals = np.empty(len(concepts))
    for at in range(0, len(concepts), _BLOCK):
        left = [names[i] for i in concepts[at : at + _BLOCK]]
        totals[at : at + _BLOCK] = domain.distances(left, right) @ weight
    return totals
