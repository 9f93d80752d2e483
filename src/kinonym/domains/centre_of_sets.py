"""Finds the centre of weighted sets of concepts, and its candidate concepts (specification 12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.numbered_sets import MISSING, Side
from kinonym.domains.points import ROUNDING, Points
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import gather

if TYPE_CHECKING:
    from kinonym.domains.concept_sets import ConceptSets
    from kinonym.kernels.clusters.set_centres import Cluster

__all__ = ["MOST_CANDIDATES", "find_least_sum", "find_lower_median", "may_be_centre", "subsumer"]

Numbers = NDArray[np.int64]

MOST_CANDIDATES = 512
"""Most candidate concepts of a centre: all of H(union), or those above the heaviest concepts."""
_MOST_SETS = 512
"""The heaviest sets that are tried as centres."""
_FEW_CANDIDATES = 48
"""With at most this many candidates, exchanges are tried from every start."""
_MOST_STARTS = 64
"""The best sets, from which the search starts."""


def find_least_sum(domain: ConceptSets, points: Points, counts: Numbers) -> list[int]:
    """Find the members of the set with the least Σ w·sd that the search finds; none if missing has less.

    Notes
    -----
    The centre has at most as many concepts as the weighted lower median of the sets' sizes, and none together with an
    ancestor. The search starts from the best single concept of H(union) and from each of the sets: from the 64 best of
    them where there are more. A set that is too large, or has a concept with an ancestor, is not a centre: the search
    starts from it without the ancestors, without the descendants, and without the concepts that it can best spare. So
    no single step and no set of the group that may be a centre is better than the one returned. Where exchanges are
    costly (distances other than ``average``, more than 48 candidates), they are tried for the best end only.
    """
    from kinonym.kernels.clusters.set_centres import search_centre

    present = points < MISSING
    points, weight, lost = points[present], counts[present].astype(np.float64), float(counts[~present].sum())
    cluster, candidates = _cluster(domain, points, weight)
    quick = len(candidates) <= _FEW_CANDIDATES
    chosen, total = search_centre(cluster, np.empty(0, dtype=np.int64), exchanges=quick)
    tie = weight.sum() * ROUNDING
    for start in _starts(domain, points, weight, candidates):
        other, reached = search_centre(cluster, start, exchanges=quick)
        if reached < total - tie or (reached <= total + tie and _ranked(cluster, other) < _ranked(cluster, chosen)):
            chosen, total = other, reached
    if not quick:
        chosen, total = search_centre(cluster, chosen)
    return [] if weight.sum() < total + lost else candidates[chosen].astype(np.int64).tolist()


def _ranked(cluster: Cluster, chosen: Numbers) -> tuple[int, ...]:
    """Centres with equal sums are ordered by the ranks of their concepts."""
    return tuple(np.sort(cluster.rank[chosen]).tolist())


def _starts(domain: ConceptSets, points: Points, weight: NDArray[np.float64], candidates: Points) -> Iterator[Numbers]:
    """The sets as candidates; of one that has concepts with their ancestors, either the ones or the others."""
    tried = np.argsort(-weight, kind="stable")[:_MOST_SETS]
    if len(tried) > _MOST_STARTS:
        sums = domain.point_distances(points[tried], points) @ weight
        tried = tried[np.argsort(sums, kind="stable")[:_MOST_STARTS]]
    above = _find_ancestors(domain.elements.tau, candidates)
    for members in domain.numbered.members(points[tried]):
        chosen = np.searchsorted(candidates, np.intersect1d(np.array(members, dtype=np.float64), candidates))
        higher = above[np.ix_(chosen, chosen)]
        if len(chosen):
            yield chosen[~higher.any(axis=1)].astype(np.int64)
        if higher.any():
            yield chosen[~higher.any(axis=0)].astype(np.int64)


def _find_ancestors(tau: Taxonomy, candidates: Points) -> NDArray[np.bool_]:
    """Candidates × candidates: whether the first is an ancestor of the second."""
    start, subsumers, _ = tau.subsumer_csr
    table = np.zeros((len(candidates), len(candidates)), dtype=bool)
    for i, c in enumerate(candidates[candidates < len(tau)].astype(np.int64).tolist()):
        higher = subsumers[start[c] : start[c + 1]].astype(np.float64)
        table[np.searchsorted(candidates, np.intersect1d(higher, candidates)), i] = True
        table[i, i] = False
    return table


def may_be_centre(domain: ConceptSets, point: float, points: Points, counts: Numbers) -> bool:
    """Whether a set may be the centre of others: small enough, and without a concept together with an ancestor.

    Missing may be a centre, and the only set if all are equal.
    """
    present = points < MISSING
    if point >= MISSING or (present.all() and (points == point).all()):
        return True
    members = np.array(domain.numbered.members(np.array([point]))[0], dtype=np.float64)
    limit = find_lower_median(domain.numbered.sizes(points[present]), counts[present].astype(np.float64))
    return len(members) <= limit and not _find_ancestors(domain.elements.tau, members).any()


def find_lower_median(sizes: Numbers, weight: NDArray[np.float64]) -> int:
    """Return the least size such that sets of at most this size have half of the weight."""
    order = np.argsort(sizes, kind="stable")
    reached = np.cumsum(weight[order])
    return int(sizes[order[np.searchsorted(reached, reached[-1] / 2.0)]])


def _cluster(domain: ConceptSets, points: Points, weight: NDArray[np.float64]) -> tuple[Cluster, Points]:
    """Return the sets and their candidates in the form that the search takes."""
    from kinonym.kernels.clusters.set_centres import Cluster

    side, elements = Side.of(domain.numbered, points), domain.elements
    sizes = np.diff(side.sets.start)
    shares: NDArray[np.float64] = np.repeat(weight / sizes, sizes)
    heavy = np.bincount(side.sets.member, weights=shares).astype(np.float64)
    candidates = _candidates(elements.tau, side.elements, heavy)
    apart = elements.table(candidates, side.elements).astype(np.float64)
    above = _find_ancestors(elements.tau, candidates)
    related = (above | above.T).astype(np.int64)
    own = domain.kernel_kind, apart, side.sets, weight, _ranks(elements.tau, candidates), related
    return Cluster(*own, find_lower_median(sizes[side.inverse], weight)), candidates


def _candidates(tau: Taxonomy, elements: Points, shares: NDArray[np.float64]) -> Points:
    """H(union) and the elements that no concept subsumes; of very many, those above the heaviest elements."""
    heaviest = elements[np.argsort(-shares, kind="stable")]
    chosen = heaviest[: MOST_CANDIDATES // 2] if len(heaviest) > MOST_CANDIDATES // 2 else heaviest
    concepts = chosen[chosen < len(tau)].astype(np.int64)
    above = np.unique(gather(tau.subsumer_csr[:2], concepts)) if len(concepts) else concepts
    below = above[_find_descendants(tau, above, lowest_common(tau, concepts))] if len(concepts) else above
    if len(below) > MOST_CANDIDATES:
        below = np.unique(np.concatenate([concepts, below[: MOST_CANDIDATES - len(concepts)]]))
    return np.unique(np.concatenate([below.astype(np.float64), chosen[chosen >= len(tau)]]))


def lowest_common(tau: Taxonomy, concepts: Numbers) -> int:
    """LCS(V): the deepest concept that subsumes all; ties: fewest descendants, then smaller id (specification 1)."""
    covered = np.bincount(gather(tau.subsumer_csr[:2], concepts), minlength=len(tau))
    common = np.flatnonzero(covered == len(concepts))
    order = np.lexsort((tau.id_ranks[common], tau.descendant_counts[common], -tau.depths[common]))
    return int(common[order[0]])


def _find_descendants(tau: Taxonomy, concepts: Numbers, top: int) -> NDArray[np.bool_]:
    """Which concepts are subsumed by ``top``."""
    start = tau.subsumer_csr[0]
    lengths = start[concepts + 1] - start[concepts]
    hit = gather(tau.subsumer_csr[:2], concepts) == top
    return np.logical_or.reduceat(hit, np.concatenate([[0], np.cumsum(lengths)[:-1]]))


def _ranks(tau: Taxonomy, candidates: Points) -> Numbers:
    """Rank ties: deeper concepts first, then smaller ids; points without a concept last (specification 4)."""
    concept = np.minimum(candidates, len(tau) - 1).astype(np.int64)
    order = np.lexsort((candidates, tau.id_ranks[concept], -tau.depths[concept], candidates >= len(tau)))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def subsumer(domain: ConceptSets, points: Points) -> list[int]:
    """Find the LCS of the members of all sets; the root if a set is missing or a member has no concept."""
    tau = domain.elements.tau
    union = np.unique(domain.numbered.arrays(points)[1])
    if (points >= MISSING).any() or (union >= len(tau)).any():
        return [0]
    return [lowest_common(tau, union)]
