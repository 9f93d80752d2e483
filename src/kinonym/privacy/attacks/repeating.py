"""Repeating a method: how many records go from one value of a column to another, and the attack that weighs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan, Tuples
from kinonym.grouped.rows import comparable
from kinonym.privacy.attacks.linkage import Linkage, Numbers, link

__all__ = ["Flow", "column_flow", "flow_totals", "likelihood_linkage"]

Flow = tuple[NDArray[np.int64], NDArray[np.float64]]
"""(value before · values + value after, ascending; records)."""

_PRIOR = 0.01
"""Records per run that are taken to have gone anywhere: what never came is unlikely, not impossible."""


def column_flow(plan: Plan, j: int, values: Points | None = None) -> Flow:
    """The flow of one column of a plan to some values, by default those of the column, which a swap keeps."""
    points = plan.tuples.columns[j].points if values is None else values
    own = plan.tuples.codes[plan.source, j].astype(np.int64)
    masked, known = comparable(plan.targets[plan.target, j]), comparable(points)
    received = np.minimum(np.searchsorted(known, masked), len(known) - 1)
    there = known[received] == masked
    return _added(((own * len(points) + received)[there], plan.count[there].astype(np.float64)))


def _added(*flows: Flow) -> Flow:
    """The sum of flows."""
    pairs, place = np.unique(np.concatenate([f[0] for f in flows]), return_inverse=True)
    return pairs, np.bincount(place, weights=np.concatenate([f[1] for f in flows])).astype(np.float64)


def flow_totals(
    draw: Callable[[], Plan], runs: int, seconds: float, values: Sequence[Points] | None = None
) -> tuple[list[Flow], int]:
    """The sums over several runs, and how many were made: at least one, none begun after ``seconds``."""
    end = monotonic() + seconds
    totals = _flows(draw(), values)
    made = 1
    while made < runs and monotonic() < end:
        totals = [_added(*both) for both in zip(totals, _flows(draw(), values), strict=True)]
        made += 1
    return totals, made


def _flows(plan: Plan, values: Sequence[Points] | None) -> list[Flow]:
    return [column_flow(plan, j, values[j] if values else None) for j in range(len(plan.tuples.columns))]


def likelihood_linkage(
    plan: Plan, draw: Callable[[], Plan], rng: np.random.Generator, *, runs: int = 20, seconds: float = 30.0
) -> Linkage:
    """Attack by someone who can run the method: ``draw`` makes a new plan of the same table.

    For a person with value v, a released record with value u counts as F(v, u) / (w_v · w_u), where F is the mean
    number of records that the runs bring from v to u, w_v the records of v and w_u those that come to u; the columns
    are multiplied. It ends with the run that exceeds ``seconds``.
    """
    tuples = plan.tuples
    values = [np.union1d(column.points, plan.targets[:, j]) for j, column in enumerate(tuples.columns)]
    totals, number = flow_totals(draw, runs, seconds, values)
    tables = [_Weights(tuples, j, values[j], flow, number) for j, flow in enumerate(totals)]

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        return np.concatenate([table.costs(persons, points[j]) for j, table in enumerate(tables)], axis=1)

    return link(plan, "repeats-the-method", costs, rng, detail=str(number))


class _Weights:
    """−log of how likely some values of one column come to a person."""

    def __init__(self, tuples: Tuples, j: int, values: Points, flow: Flow, runs: int) -> None:
        self.own = tuples.codes[:, j]
        self.values = values
        pairs, count = flow
        before, after = np.divmod(pairs, len(values))
        held = np.bincount(self.own, weights=tuples.counts)
        came = np.bincount(after, weights=count, minlength=len(values)) / runs
        prior = _PRIOR / tuples.records
        self.nothing = -np.log(prior)
        self.value = -np.log(count / runs / (held[before] * came[after]) + prior)
        self.received = after
        self.first = np.searchsorted(before, np.arange(len(held) + 1))

    def costs(self, persons: Numbers, points: Points) -> NDArray[np.float64]:
        released = np.searchsorted(self.values, points)
        row = np.empty(len(self.values))
        out = np.empty((len(persons), len(points)))
        for i, own in enumerate(self.own[persons]):
            row[:] = self.nothing
            part = slice(self.first[own], self.first[own + 1])
            row[self.received[part]] = self.value[part]
            out[i] = row[released]
        return out
