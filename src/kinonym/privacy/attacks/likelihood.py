"""Likelihood linkage: the attacker repeats the method and weighs every released value by how often it came."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan, Tuples
from kinonym.privacy.attacks.flows import Flow, flow_totals
from kinonym.privacy.attacks.linkage import Linkage, Numbers, link

__all__ = ["likelihood_linkage"]

_PRIOR = 0.01
"""Records per run that are taken to have gone anywhere: what never came is unlikely, not impossible."""


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

    attacker = f"knows all original values, the method and k, and repeated it {number} times"
    return link(plan, attacker, costs, rng)


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
