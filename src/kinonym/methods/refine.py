"""Refinement, beyond the papers: clusters change while the semantic squared error falls and every promise holds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Plan, Tuples
from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.clusters.neighbours import fill_neighbours
from kinonym.kernels.clusters.refined_clusters import Refinement
from kinonym.kernels.clusters.refinement_steps import dissolve, exchange, halve, start_refinement
from kinonym.kernels.clusters.tuple_index import new_index
from kinonym.kernels.distances.tuple_distances import row_distances
from kinonym.methods.clusters import Clusters, centre_points, within_members
from kinonym.methods.contract import Progress, within
from kinonym.methods.promises import Promised

__all__ = ["QUICKLY_REFINED", "neighbours", "refined_plan"]

Numbers = NDArray[np.int64]

QUICKLY_REFINED = 20_000
"""Up to so many combinations drafts and comparisons ask for refinement. Measured: 58,000 combinations of three
diagnoses take 13 to 25 seconds, and the squared error falls by 26 to 40 %; on Adult by 67 to 78 % (docs/methods.md)."""
NEIGHBOURS = 16
PASSES = 8
ENOUGH = 2e-4  # a pass that lowers the error by less than this share is the last
STEP = 1024  # tuples between two looks at the progress


def refined_plan(tuples: Tuples, clusters: Clusters, k: int, promise: Promised, progress: Progress) -> Plan:
    """Move tuples between clusters, let them change places, dissolve and halve clusters.

    Every step lowers SSE (E eq. 7), leaves at least k records in each cluster and keeps what was promised of the
    confidential columns. The centre of a cluster is then the one with the least squared error among H(V). If
    nothing is gained the plan is the unrefined one.
    """
    near = neighbours(tuples, NEIGHBOURS, within(progress, 0.0, 0.5))
    codes = tuples.codes[clusters.source]
    state = start_refinement(
        tuples.flat, codes, clusters.records, _near_rows(clusters, near), clusters.group.copy(), clusters.number,
        max(4 * k, 64), promise,
    )  # fmt: skip
    _improve(tuples, state, k, promise, within(progress, 0.5, 1.0))
    used, group = np.unique(state.cluster_of, return_inverse=True)
    refined = Clusters(clusters.source, group.reshape(-1).astype(np.int64), clusters.records)
    plain = _centres(tuples, clusters)
    better = _best_centres(tuples, refined, state.centre[used], state.number[used] < len(state.here))
    if _squares(tuples, refined, better).sum() > _squares(tuples, clusters, plain).sum():
        refined, better = clusters, plain
    spaces = [column.space for column in tuples.columns]
    return Plan(tuples, *refined[:2], refined.records, centre_points(spaces, within_members(tuples, refined, better)))


def neighbours(tuples: Tuples, number: int, progress: Progress) -> NDArray[np.int32]:
    """The nearest other tuples of every tuple, nearest first; −1 where there are fewer."""
    flat, size = tuples.flat, len(tuples)
    near = np.full((size, number), -1, dtype=np.int32)
    index = new_index(flat, tuples.codes, np.ones(size, dtype=np.int64), number + 1)
    for first in range(0, size, STEP):
        fill_neighbours(flat, tuples.codes, index, near, first, min(size, first + STEP))
        progress(min(1.0, (first + STEP) / size))
    return near


def _near_rows(clusters: Clusters, near: NDArray[np.int32]) -> NDArray[np.int32]:
    """The neighbours of each row: first another row of its own tuple, then one row of each near tuple."""
    size = len(clusters.source)
    if np.array_equal(clusters.source, np.arange(len(near))):
        return near
    order = np.argsort(clusters.source, kind="stable").astype(np.int32)
    first = np.searchsorted(clusters.source[order], np.arange(len(near)))
    after = np.roll(order, -1)
    own = np.full(size, -1, dtype=np.int32)
    same = clusters.source[order] == clusters.source[after]
    own[order] = np.where(same, after, order[first[clusters.source[order]]])
    rows = np.where(near >= 0, order[first[near]], -1)[clusters.source]
    return np.column_stack([own, rows]).astype(np.int32)


def _improve(tuples: Tuples, state: Refinement, k: int, promise: Promised, progress: Progress) -> None:
    """Passes of all steps until little is gained."""
    flat, size = tuples.flat, len(state.cluster_of)
    for number in range(PASSES):
        before = state.cost.sum()
        if number < 2:
            dissolve(flat, state, promise, np.argsort(-state.cost, kind="stable"))
        for first in range(0, size, STEP):
            exchange(flat, state, k, promise, first, min(size, first + STEP))
            progress((number + min(1.0, (first + STEP) / size)) / PASSES)
        halve(flat, state, k, promise)
        if before - state.cost.sum() <= ENOUGH * before:
            break
    progress(1.0)


def _centres(tuples: Tuples, clusters: Clusters) -> NDArray[np.float64]:
    found: NDArray[np.float64] = group_centres(tuples.flat, tuples.codes, *clusters, clusters.number)
    return found


def _squares(tuples: Tuples, clusters: Clusters, centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each row adds to SSE."""
    distances = row_distances(tuples.flat, tuples.codes, clusters.source, clusters.group, centres)
    squares: NDArray[np.float64] = clusters.records * distances**2
    return squares


def _best_centres(
    tuples: Tuples, clusters: Clusters, chosen: NDArray[np.float64], known: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """For each cluster the chosen centre or its centroid, whichever costs less."""
    centroids = _centres(tuples, clusters)
    chosen = np.where(known[:, None], chosen, centroids)
    own = np.bincount(clusters.group, weights=_squares(tuples, clusters, chosen))
    other = np.bincount(clusters.group, weights=_squares(tuples, clusters, centroids))
    return np.where((other < own)[:, None], centroids, chosen)
