"""The two sides of a plan: the tuples before and after, and how far each row moves. Every measure of it starts here."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics.computed_once import computed_once
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = [
    "Numbers",
    "combine_distances",
    "distance_bins",
    "distance_histogram",
    "find_masked_tuples",
    "record_distances",
    "row_changes",
    "texts_changed",
]

Numbers = NDArray[np.int64]


@computed_once
def row_changes(plan: Plan) -> NDArray[np.float64]:
    """Distance in each column (plan rows × columns) from the source tuple to the masked one; 1 if dropped."""
    original = tuple_points(plan.tuples)[plan.source]
    released = plan.target != DROPPED
    out = np.ones(original.shape)
    for j, column in enumerate(plan.tuples.columns):
        out[released, j] = column.domain.between(original[released, j], plan.targets[plan.target[released], j])
    return out


def record_distances(plan: Plan) -> NDArray[np.float64]:
    """Distance of each plan row: mean over the columns; of numbers only, the Euclidean distance."""
    return combine_distances(plan.tuples, row_changes(plan))


def combine_distances(tuples: Tuples, changes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine the distances in the columns to one distance per row."""
    weights = np.array([column.weight for column in tuples.columns])
    if tuples.euclidean:
        return np.sqrt(np.average(changes**2, axis=1, weights=weights))
    return np.average(changes, axis=1, weights=weights)


@computed_once
def find_masked_tuples(plan: Plan) -> tuple[Tuples, NDArray[np.int64]]:
    """Return the masked tuples that occur, with counts, and the masked tuple of each plan row, −1 if dropped."""
    columns = plan.tuples.columns
    released = plan.target != DROPPED
    masked, masked_of_row = Tuples.from_points(
        [column.name for column in columns],
        [column.domain for column in columns],
        plan.targets[plan.target[released]],
        plan.count[released],
        weights=[column.weight for column in columns],
    )
    positions = np.full(len(plan.target), DROPPED, dtype=np.int64)
    positions[released] = masked_of_row
    return masked, positions


def distance_histogram(plan: Plan, j: int, bins: int = 20) -> tuple[NDArray[np.float64], Numbers]:
    """(edges, records) of the distances by which a column's values moved; the first bin: those that stayed.

    Distances of words lie in [0, 1]. Numbers may move farther: the last edge is then rounded up to a power of two, as
    the greatest distance is that of one record.
    """
    top = 2.0 ** math.ceil(math.log2(max(1.0, float(row_changes(plan)[:, j].max(initial=0.0)))))
    edges = np.concatenate([[0.0], np.linspace(0.0, top, bins + 1)])
    return edges, np.bincount(distance_bins(plan, j, edges), weights=plan.count, minlength=bins + 1).astype(np.int64)


def distance_bins(plan: Plan, j: int, edges: NDArray[np.float64]) -> Numbers:
    """The bin of each plan row between the edges of `distance_histogram`: 0 if it stayed."""
    moved = row_changes(plan)[:, j]
    position = np.minimum(np.searchsorted(edges[1:], moved, side="right"), len(edges) - 2)
    return np.where(moved > 0, position, 0).astype(np.int64)


def texts_changed(plan: Plan, respelled: NDArray[np.int64]) -> float:
    """Return the share of cells with a changed text.

    Parameters
    ----------
    plan
        What every tuple becomes.
    respelled
        Records of each tuple, by column, that have another text than the one written for its meaning.

    Notes
    -----
    If only some records of a tuple are unchanged, chance decides which; the expected share is reported.
    """
    tuples = plan.tuples
    stays = (row_changes(plan) == 0) * plan.count[:, None]
    staying = np.zeros(respelled.shape)
    np.add.at(staying, plan.source, stays)
    share = respelled / tuples.counts[:, None]
    changed = tuples.records - staying.sum(axis=0) + (staying * share).sum(axis=0)
    return float(changed.mean() / tuples.records)
