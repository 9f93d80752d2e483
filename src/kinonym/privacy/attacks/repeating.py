"""Repeating a method: how many records go from one value of a column to another, and the attack that weighs it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan, Tuples
from kinonym.privacy.attacks.linkage import Linkage, Numbers, link

__all__ = ["Flow", "column_flow", "flow_totals", "likelihood_linkage"]

Flow = tuple[NDArray[np.int64], NDArray[np.float64]]
"""(value before · values + value after, ascending; records)."""

_PRIOR = 0.01
"""Records per run that are taken to have gone anywhere: what never came is unlikely, not impossible."""


def column_flow(plan: Plan, j: int) -> Flow:
    """The flow of one column of a plan whose masked values are all values of the column, as those of a swap are."""
    points = plan.tuples.columns[j].points
    own = plan.tuples.codes[plan.source, j].astype(np.int64)
    received = np.searchsorted(points, plan.targets[plan.target, j])
    return _added((own * len(points) + received, plan.count.astype(np.float64)))


def _added(*flows: Flow) -> Flow:
    """The sum of flows."""
    pairs, place = np.unique(np.concatenate([f[0] for f in flows]), return_inverse=True)
    return pairs, np.bincount(place, weights=np.concatenate([f[1] for f in flows])).astype(np.float64)


def flow_totals(draw: Callable[[], Plan], runs: int, seconds: float) -> tuple[list[Flow], int]:
    """The sums over several runs, and how many were made: at least one, none begun after ``seconds``."""
    end = monotonic() + seconds
    totals = _flows(draw())
    made = 1
    while made < runs and monotonic() < end:
        totals = [_added(*both) for both in zip(totals, _flows(draw()), strict=True)]
        made += 1
    return totals, made


def _flows(plan: Plan) -> list[Flow]:
    return [column_flow(plan, j) for j in range(len(plan.tuples.columns))]


def likelihood_linkage(
    plan: Plan, draw: Callable[[], Plan], rng: np.random.Generator, *, runs: int = 20, seconds: float = 30.0
) -> Linkage:
    """Attack by someone who can run the method: ``draw`` makes a new plan of the same table.

    For a person with value v, a released record with value u counts as F(v, u) / (w_v · w_u), where F is the mean
    number of records that the runs bring from v to u and w the records of a value; the columns are multiplied.
    It ends with the run that exceeds ``seconds``.
    """
    tuples = plan.tuples
    totals, number = flow_totals(draw, runs, seconds)
    tables = [_Weights(tuples, j, flow, number) for j, flow in enumerate(totals)]

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        return np.concatenate([table.costs(persons, points[j]) for j, table in enumerate(tables)], axis=1)

    return link(plan, "repeats-the-method", costs, rng, detail=str(number))


class _Weights:
    """−log of how likely the values of one column come to a person."""

    def __init__(self, tuples: Tuples, j: int, flow: Flow, runs: int) -> None:
        self.own = tuples.codes[:, j]
        self.points = tuples.columns[j].points
        held = np.bincount(self.own, weights=tuples.counts, minlength=len(self.points))
        self.nothing = -np.log(_PRIOR / tuples.records)
        pairs, count = flow
        size = len(self.points)
        prior = _PRIOR / tuples.records
        self.value = -np.log(count / runs / (held[pairs // size] * held[pairs % size]) + prior)
        self.received = pairs % size
        self.first = np.searchsorted(pairs // size, np.arange(size + 1))

    def costs(self, persons: Numbers, points: Points) -> NDArray[np.float64]:
        released = np.searchsorted(self.points, points)
        row = np.empty(len(self.points))
        out = np.empty((len(persons), len(points)))
        for i, own in enumerate(self.own[persons]):
            row[:] = self.nothing
            part = slice(self.first[own], self.first[own + 1])
            row[self.received[part]] = self.value[part]
            out[i] = row[released]
        return out
