"""Refinement, beyond the papers: clusters change while the semantic squared error falls and every demand is met."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.clusters.neighbours import fill_neighbours
from kinonym.kernels.clusters.refined_clusters import Refinement
from kinonym.kernels.clusters.refinement_steps import (
    REBUILD_STEPS,
    dissolve,
    exchange,
    halve,
    rebuild,
    start_refinement,
)
from kinonym.kernels.clusters.tuple_index import TupleIndex, new_index
from kinonym.kernels.distances.tuple_distances import row_distances
from kinonym.methods.cluster_plans import centre_points, within_members
from kinonym.methods.clusters import Clusters
from kinonym.methods.progress import Progress, within
from kinonym.methods.table_demands import TableDemands
from kinonym.tuples import Plan, Tuples

__all__ = ["QUICKLY_REFINED", "neighbours", "refine_plan"]

Numbers = NDArray[np.int64]

QUICKLY_REFINED = 20_000
"""Up to so many combinations drafts and comparisons ask for refinement. Measured: 58,000 combinations of three
diagnoses take 13 to 25 seconds, and the squared error falls by 26 to 40 %; on Adult by 72 to 80 % (docs/methods.md)."""
NEIGHBOURS = 16
PASSES = 8
ENOUGH = 2e-4  # a pass that lowers the error by less than this share is the last
STEP = 1024  # tuples between two looks at the progress
SMALL = 2_000  # up to so many combinations clusters are also rebuilt, and tuples lend records to other clusters
FEW = 50  # and k is at most this, since larger clusters take too long to try: of each tuple
LENT = 4  # so many records at most, one by one,
SPARE = 64  # into so many clusters more than there were
STRICT, LENIENT = 0.25, 0.5  # how bad the estimate of an exchange may be; in small tables lenient only at the end
WORK = 12_000_000  # rebuilding ends when so many members' costs, times columns, were reckoned: a number and not a time
STRIDE = 64  # tries between two looks at the progress


def refine_plan(tuples: Tuples, clusters: Clusters, k: int, demands: TableDemands, progress: Progress) -> Plan:
    """Move tuples between clusters, let them change places, dissolve and halve clusters; rebuild them in small tables.

    Every step lowers SSE (E eq. 7), leaves at least k records in each cluster and meets the demands on the
    confidential columns. The centre of a cluster is then the one with the least squared error among H(V). If
    nothing is gained the plan is the unrefined one.
    """
    small = len(tuples) <= SMALL and k <= FEW
    near = neighbours(tuples, NEIGHBOURS, within(progress, 0.0, 0.3 if small else 0.5))
    rows, state = clusters, _start(tuples, clusters, near, k, demands, 0)
    state.tolerance[0] = STRICT if small else LENIENT
    _improve(tuples, state, k, demands, within(progress, 0.3 if small else 0.5, 0.5 if small else 1.0))
    if small:
        rows = _present(rows, state)[0]
        rows = _lent(rows, k) if demands is None else rows
        state = _start(tuples, rows, near, k, demands, SPARE)
        _rebuild(tuples, rows, state, k, demands, within(progress, 0.5, 1.0))
    refined, used = _present(rows, state)
    plain = _centres(tuples, clusters)
    better = _best_centres(tuples, refined, state.centre[used], state.item_count[used] < len(state.own_members))
    if _squares(tuples, refined, better).sum() > _squares(tuples, clusters, plain).sum():
        refined, better = clusters, plain
    spaces = [column.space for column in tuples.columns]
    return Plan(tuples, *refined[:2], refined.records, centre_points(spaces, within_members(tuples, refined, better)))


def _start(
    tuples: Tuples, rows: Clusters, near: NDArray[np.int32], k: int, demands: TableDemands, spare: int
) -> Refinement:
    """Return the state with the given clusters and some empty ones; clusters with very many rows are left unchanged."""
    codes, around = tuples.codes[rows.source], _near_rows(rows, near, LENT + 1 if spare else 1)
    number, capacity = rows.number + spare, max(4 * k, 64)
    return start_refinement(
        tuples.kernel_columns, codes, rows.records, around, rows.group.copy(), number, capacity, demands
    )


def _present(rows: Clusters, state: Refinement) -> tuple[Clusters, Numbers]:
    """The clusters as they have become, without the empty ones, and their numbers in the state."""
    used, group = np.unique(state.cluster_of, return_inverse=True)
    return _gather_rows(Clusters(rows.source, group.reshape(-1).astype(np.int64), rows.records)), used


def neighbours(tuples: Tuples, number: int, progress: Progress) -> NDArray[np.int32]:
    """The nearest other tuples of every tuple, nearest first; −1 where there are fewer.

    Threads take parts of the tuples, each with its own index; the result does not depend on their number.
    """
    flat, size = tuples.kernel_columns, len(tuples)
    near = np.full((size, number), -1, dtype=np.int32)
    starts = range(0, size, STEP)
    threads = min(os.cpu_count() or 1, len(starts))
    free: SimpleQueue[TupleIndex] = SimpleQueue()
    for _ in range(threads):
        free.put(new_index(flat, tuples.codes, np.ones(size, dtype=np.int64), number + 1))

    def fill(first: int) -> int:
        index = free.get()
        fill_neighbours(flat, tuples.codes, index, near, first, min(size, first + STEP))
        free.put(index)
        return first

    with ThreadPoolExecutor(threads) as pool:
        for first in pool.map(fill, starts):
            progress(min(1.0, (first + STEP) / size))
    return near


def _lent(clusters: Clusters, k: int) -> Clusters:
    """Split some records of each tuple off into separate rows, so that they can move to other clusters."""
    alone = np.bincount(clusters.group)[clusters.group] == 1
    first = np.full(clusters.source.max() + 1, len(clusters.group))
    np.minimum.at(first, clusters.source[alone], clusters.group[alone])
    group = np.where(alone, first[clusters.source], clusters.group)  # clusters of one and the same tuple are one class
    rows = _gather_rows(
        Clusters(clusters.source, np.unique(group, return_inverse=True)[1].reshape(-1), clusters.records)
    )
    lent = np.clip(rows.records - np.where(rows.records < k, 1, k), 0, LENT)
    source, group, records = (np.repeat(side, lent + 1) for side in rows)
    begins = np.cumsum(lent + 1) - lent - 1
    records[:] = 1
    records[begins] = rows.records - lent
    return Clusters(source, group, records)


def _gather_rows(clusters: Clusters) -> Clusters:
    """One row for each tuple and cluster."""
    pairs, inverse = np.unique(np.column_stack(clusters[:2]), axis=0, return_inverse=True)
    records = np.bincount(inverse.reshape(-1), weights=clusters.records).astype(np.int64)
    return Clusters(pairs[:, 0], pairs[:, 1], records)


def _near_rows(clusters: Clusters, near: NDArray[np.int32], each: int) -> NDArray[np.int32]:
    """The neighbours of each row: up to ``each`` other rows of its tuple, then as many of each near tuple."""
    if np.array_equal(clusters.source, np.arange(len(near))):
        return near
    order = np.argsort(clusters.source, kind="stable").astype(np.int32)
    first = np.searchsorted(clusters.source[order], np.arange(len(near) + 1))
    number = np.diff(first)
    steps = np.arange(each)
    listed = np.where(steps < number[:, None], order[np.minimum(first[:-1, None] + steps, len(order) - 1)], -1)
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order)) - first[clusters.source[order]]
    turn = (position[:, None] + 1 + steps) % number[clusters.source][:, None]
    nearby = np.where(steps + 1 < number[clusters.source][:, None], order[first[clusters.source][:, None] + turn], -1)
    others = np.where((near >= 0)[:, :, None], listed[near], -1).reshape(len(near), -1)[clusters.source]
    rows = np.column_stack([nearby, others])
    return np.take_along_axis(rows, np.argsort(rows < 0, axis=1, kind="stable"), axis=1).astype(np.int32)


def _improve(tuples: Tuples, state: Refinement, k: int, demands: TableDemands, progress: Progress) -> None:
    """Passes of all steps until little is gained."""
    flat, size = tuples.kernel_columns, len(state.cluster_of)
    for number in range(PASSES):
        before = state.cost.sum()
        if number < 2:
            dissolve(flat, state, demands, np.argsort(-state.cost, kind="stable"))
        for first in range(0, size, STEP):
            exchange(flat, state, k, demands, first, min(size, first + STEP))
            progress((number + min(1.0, (first + STEP) / size)) / PASSES)
        halve(flat, state, k, demands)
        if before - state.cost.sum() <= ENOUGH * before:
            break
    progress(1.0)


def _rebuild(
    tuples: Tuples, rows: Clusters, state: Refinement, k: int, demands: TableDemands, progress: Progress
) -> None:
    """Rebuild clusters around one row after the other, in each of the ways, until none of them gains anything.

    At first only exchanges with good estimates are measured; that gains most for the same work.
    """
    idle, turn, share = 0, 0, WORK // len(tuples.columns)
    last = state.work[0] + share
    state.tolerance[0] = STRICT
    while state.work[0] < last:
        if idle == len(REBUILD_STEPS):
            if state.tolerance[0] == LENIENT:
                break
            state.tolerance[0], idle = LENIENT, 0
            state.examined_at[:] = 0
        order, gains = _costly(rows, state), 0
        for first in range(0, len(order), STRIDE):
            some = order[first : first + STRIDE]
            gains += rebuild(
                tuples.kernel_columns, state, k, demands, some, REBUILD_STEPS[turn % len(REBUILD_STEPS)], last
            )
            progress(min(1.0, 1.0 - (last - state.work[0]) / share))
        turn, idle = turn + 1, 0 if gains else idle + 1
    progress(1.0)


def _costly(rows: Clusters, state: Refinement) -> Numbers:
    """One row of each tuple in each cluster that costs anything, in an order that is mixed but always the same."""
    mixed = np.random.default_rng(0).permutation(len(rows.source))
    mixed = mixed[state.cost[state.cluster_of[mixed]] > 0]
    pairs = rows.source[mixed] * len(state.cost) + state.cluster_of[mixed]
    first: Numbers = np.sort(np.unique(pairs, return_index=True)[1])
    chosen: Numbers = mixed[first]
    return chosen


def _centres(tuples: Tuples, clusters: Clusters) -> NDArray[np.float64]:
    centres: NDArray[np.float64] = group_centres(tuples.kernel_columns, tuples.codes, *clusters, clusters.number)
    return centres


def _squares(tuples: Tuples, clusters: Clusters, centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each row adds to SSE."""
    distances = row_distances(tuples.kernel_columns, tuples.codes, clusters.source, clusters.group, centres)
    squares: NDArray[np.float64] = clusters.records * distances**2
    return squares


def _best_centres(
    tuples: Tuples, clusters: Clusters, chosen: NDArray[np.float64], known: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """For each cluster the chosen centre or its centroid, whichever costs less."""
    centroids = _centres(tuples, clusters)
    chosen = np.where(known[:, None], chosen, centroids)
    current_cost = np.bincount(clusters.group, weights=_squares(tuples, clusters, chosen))
    other = np.bincount(clusters.group, weights=_squares(tuples, clusters, centroids))
    return np.where((other < current_cost)[:, None], centroids, chosen)
