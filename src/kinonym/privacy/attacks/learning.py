"""The attacker who can run the method: repeats it on the original table and learns how likely each becomes what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan, Tuples
from kinonym.grouped.tuples import DROPPED, comparable
from kinonym.privacy.attacks.channel import likeliest_linkage, strongest_of
from kinonym.privacy.attacks.linkage import Linkage, Numbers, Released
from kinonym.privacy.attacks.linking import whole_linkage
from kinonym.privacy.attacks.repeating import Flow, added, column_flow, repeated

__all__ = ["likelihood_linkage"]

Chances = NDArray[np.float64]

_PRIOR = 0.5
"""Records of a value that are taken to have gone anywhere: what never came is unlikely, not impossible."""
_TRUST = 2.0
"""Records that the columns' chances are worth beside those that were counted as a whole."""
_SMALL = 1_000_000
"""Pairs of original and released combinations up to which whole records are counted."""


def likelihood_linkage(
    plan: Plan, draw: Callable[[], Plan], rng: np.random.Generator, *, runs: int = 100, seconds: float = 30.0
) -> Linkage:
    """Attack by someone who can run the method: ``draw`` makes a new plan of the same table.

    How many records the runs bring from a value to a released one says how likely that is; the columns are
    multiplied. Of a small table it is also counted what whole records became. It ends with the run that exceeds
    ``seconds``.
    """
    learnt = _learn(plan, draw, runs, seconds)
    detail = str(learnt.runs)
    tried = [likeliest_linkage(plan, "repeats-the-method", learnt, rng, detail=detail)]
    if learnt.whole is not None:
        chances = learnt.together(learnt.whole, Released.of(plan))
        everybody = plan.tuples.counts @ chances
        tried += [
            whole_linkage(plan, "repeats-the-method", way, detail=detail)
            for way in (chances, chances / np.where(everybody > 0, everybody, 1.0))
        ]
    return strongest_of(tried)


def _learn(plan: Plan, draw: Callable[[], Plan], runs: int, seconds: float) -> _Learnt:
    tuples = plan.tuples
    values = [np.union1d(column.points, plan.targets[:, j]) for j, column in enumerate(tuples.columns)]
    whole = np.zeros((len(tuples), len(plan.targets))) if len(tuples) * len(plan.targets) <= _SMALL else None
    place = {row: i for i, row in enumerate(_rows(plan))} if whole is not None else {}
    flows: list[Flow] = []
    made = 0
    for again in repeated(draw, runs, seconds):
        own = [column_flow(again, j, known) for j, known in enumerate(values)]
        flows = [added(*both) for both in zip(flows, own, strict=True)] if made else own
        if whole is not None:
            _count(whole, again, place)
        made += 1
    tables = [_Weights(tuples, j, known, flow) for j, (known, flow) in enumerate(zip(values, flows, strict=True))]
    return _Learnt(tuples, tables, made, whole)


def _rows(plan: Plan) -> list[tuple[float, ...]]:
    return [tuple(row) for row in comparable(plan.targets).tolist()]


def _count(whole: Chances, plan: Plan, place: dict[tuple[float, ...], int]) -> None:
    """Add the records of a plan that became one of the tuples that were released."""
    known = np.array([place.get(row, DROPPED) for row in _rows(plan)], dtype=np.int64)
    target = np.where(plan.target == DROPPED, DROPPED, known[plan.target])
    there = target != DROPPED
    np.add.at(whole, (plan.source[there], target[there]), plan.count[there])


@dataclass(frozen=True, eq=False)
class _Learnt:
    """What the runs taught: the chances of each column and, of a small table, how often whole records came."""

    tuples: Tuples
    tables: list[_Weights]
    runs: int
    whole: Chances | None

    def costs(self, persons: Numbers, points: list[Points]) -> Chances:
        """−log of the chances: persons (as tuples) × released points of all columns in turn."""
        return np.concatenate([table.costs(persons, points[j]) for j, table in enumerate(self.tables)], axis=1)

    def together(self, whole: Chances, released: Released) -> Chances:
        """P(released tuple | original tuple): as whole records came, and a little as the columns say."""
        by_column = np.exp(-released.total(self.costs(np.arange(len(self.tuples)), released.points)))
        made = (self.tuples.counts * self.runs)[:, None]
        shares: Chances = (whole + _TRUST * by_column) / (made + _TRUST)
        return shares


class _Weights:
    """−log of how likely some values of one column come to a person."""

    def __init__(self, tuples: Tuples, j: int, values: Points, flow: Flow) -> None:
        self.own = tuples.codes[:, j]
        self.values = values
        before, self.received = np.divmod(flow[0], len(values))
        made = np.bincount(before, weights=flow[1], minlength=len(tuples.columns[j].points))
        self.nothing = -np.log(_PRIOR / len(values) / (made + _PRIOR))
        self.value = -np.log((flow[1] + _PRIOR / len(values)) / (made[before] + _PRIOR))
        self.first = np.searchsorted(before, np.arange(len(made) + 1))

    def costs(self, persons: Numbers, points: Points) -> Chances:
        released = np.searchsorted(self.values, points)
        row = np.empty(len(self.values))
        out = np.empty((len(persons), len(points)))
        for i, own in enumerate(self.own[persons]):
            row[:] = self.nothing[own]
            part = slice(self.first[own], self.first[own + 1])
            row[self.received[part]] = self.value[part]
            out[i] = row[released]
        return out
