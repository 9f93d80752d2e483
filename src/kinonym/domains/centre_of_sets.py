"""The centre of weighted sets of concepts, with the candidates that it may be made of (SPEC 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.domain import Points
from kinonym.domains.known_sets import MISSING, Side
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import gather

if TYPE_CHECKING:
    from kinonym.domains.concept_sets import ConceptSets
    from kinonym.kernels.clusters.set_centres import Cluster

__all__ = ["MOST_CANDIDATES", "least_sum", "subsumer"]

Numbers = NDArray[np.int64]

MOST_CANDIDATES = 512
"""Concepts among which a centre is looked for: all of H(union), or those above the concepts that weigh most."""
_MOST_SETS = 512
"""Sets that are tried as centres themselves, the heaviest."""


def least_sum(domain: ConceptSets, points: Points, counts: Numbers) -> list[int]:
    """The members of the set with the least Σ w·sd that the search finds; none if missing has less.

    Notes
    -----
    The search goes from the best single concept of H(union), and once more from the best of the sets themselves where
    that is better than what was found: so no set of the group is a better centre than the one returned.
    """
    from kinonym.kernels.clusters.set_centres import search_centre

    present = points < MISSING
    points, weight, lost = points[present], counts[present].astype(np.float64), float(counts[~present].sum())
    cluster, candidates = _cluster(domain, points, weight)
    chosen, total = search_centre(cluster, np.empty(0, dtype=np.int64))
    tried = np.argsort(-weight, kind="stable")[:_MOST_SETS]
    sums = domain.point_distances(points[tried], points) @ weight
    best = int(np.argmin(sums))
    members = np.array(domain.known.members(points[tried[[best]]])[0], dtype=np.float64)
    if sums[best] < total and np.isin(members, candidates).all():
        chosen, total = search_centre(cluster, np.searchsorted(candidates, members))
    return [] if weight.sum() < total + lost else candidates[chosen].astype(np.int64).tolist()


def _cluster(domain: ConceptSets, points: Points, weight: NDArray[np.float64]) -> tuple[Cluster, Points]:
    """The sets and their candidates as the search takes them."""
    from kinonym.kernels.clusters.set_centres import Cluster

    side, elements = Side.of(domain.known, points), domain.elements
    shares: NDArray[np.float64] = np.repeat(weight / np.diff(side.sets.start), np.diff(side.sets.start))
    heavy = np.bincount(side.sets.member, weights=shares).astype(np.float64)
    candidates = _candidates(elements.tau, side.elements, heavy)
    apart = elements.table(candidates, side.elements).astype(np.float64)
    return Cluster(domain.kernel_kind, apart, side.sets, weight, _ranks(elements.tau, candidates)), candidates


def _candidates(tau: Taxonomy, elements: Points, shares: NDArray[np.float64]) -> Points:
    """H(union) and the elements that no concept subsumes; of very many, those above the heaviest elements."""
    heaviest = elements[np.argsort(-shares, kind="stable")]
    chosen = heaviest[: MOST_CANDIDATES // 2] if len(heaviest) > MOST_CANDIDATES // 2 else heaviest
    concepts = chosen[chosen < len(tau)].astype(np.int64)
    above = np.unique(gather(tau.subsumer_csr[:2], concepts)) if len(concepts) else concepts
    below = above[_below(tau, above, lowest_common(tau, concepts))] if len(concepts) else above
    if len(below) > MOST_CANDIDATES:
        below = np.unique(np.concatenate([concepts, below[: MOST_CANDIDATES - len(concepts)]]))
    return np.unique(np.concatenate([below.astype(np.float64), chosen[chosen >= len(tau)]]))


def lowest_common(tau: Taxonomy, concepts: Numbers) -> int:
    """LCS(V): the deepest concept that subsumes all; ties: fewest descendants, then smaller id (SPEC 1)."""
    covered = np.bincount(gather(tau.subsumer_csr[:2], concepts), minlength=len(tau))
    common = np.flatnonzero(covered == len(concepts))
    order = np.lexsort((tau.id_ranks[common], tau.descendant_counts[common], -tau.depths[common]))
    return int(common[order[0]])


def _below(tau: Taxonomy, concepts: Numbers, top: int) -> NDArray[np.bool_]:
    """Which concepts are subsumed by ``top``."""
    start = tau.subsumer_csr[0]
    lengths = start[concepts + 1] - start[concepts]
    hit = gather(tau.subsumer_csr[:2], concepts) == top
    return np.logical_or.reduceat(hit, np.concatenate([[0], np.cumsum(lengths)[:-1]]))


def _ranks(tau: Taxonomy, candidates: Points) -> Numbers:
    """Order of equals: deeper concepts first, then smaller ids; what has no concept last (SPEC 4)."""
    concept = np.minimum(candidates, len(tau) - 1).astype(np.int64)
    order = np.lexsort((candidates, tau.id_ranks[concept], -tau.depths[concept], candidates >= len(tau)))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def subsumer(domain: ConceptSets, points: Points) -> list[int]:
    """What subsumes the members of different sets: their LCS; the root where one is missing or has no concept."""
    tau = domain.elements.tau
    union = np.unique(domain.known.arrays(points)[1])
    if (points >= MISSING).any() or (union >= len(tau)).any():
        return [0]
    return [lowest_common(tau, union)]
