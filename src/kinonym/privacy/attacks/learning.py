"""The attacker who can run the method: repeats it on the original table and learns how likely each becomes what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.privacy.attacks.channel import likeliest_linkage, strongest_of
from kinonym.privacy.attacks.linkage import AttackKind, Linkage, Numbers, Released
from kinonym.privacy.attacks.linking import whole_linkage
from kinonym.privacy.attacks.matching import MATCHED_PAIRS, match_one_to_one
from kinonym.privacy.attacks.repeating import Flow, added, column_flow, repeated, tuple_flow
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import comparable

__all__ = ["likelihood_linkage"]

Chances = NDArray[np.float64]

_PRIOR = 0.5
"""Records of a value that are taken to have gone anywhere: what never came is unlikely, not impossible."""
_TRUST = 2.0
"""Records that the columns' chances are worth beside those that were counted as a whole."""
_TRUST_IN_VALUES = 3.0
"""Records that the chances of a value are worth beside those that were counted for the whole original tuple."""
_SMALL = 1_000_000
"""Pairs of original and released combinations up to which whole records are counted."""


def likelihood_linkage(
    plan: Plan, draw: Callable[[], Plan], rng: np.random.Generator, *, runs: int = 100, seconds: float = 30.0
) -> Linkage:
    """Attack by someone who can run the method: ``draw`` makes a new plan of the same table.

    The runs show how many records go from a value, and from a whole original tuple, to each released value of a
    column; the chances of the columns are multiplied. In a small table the runs also show what whole records become,
    and all persons are linked at once (`match_one_to_one`). The best of these attackers is reported. The attack ends
    with the run that exceeds ``seconds``.
    """
    learnt = _learn(plan, draw, runs, seconds)
    kind: AttackKind = "repeats-the-method"
    detail, released = str(learnt.runs), Released.of(plan)
    tried = [likeliest_linkage(plan, kind, channel, rng, detail=detail) for channel in (learnt.by_value, learnt)]
    tried += [whole_linkage(plan, kind, chances, detail=detail) for chances in _all_at_once(plan, learnt, released)]
    return strongest_of(tried)


def _all_at_once(plan: Plan, learnt: _Learnt, released: Released) -> Iterator[Chances]:
    """Chances of every pair of tuples, where the table is small enough to know them all."""
    if len(plan.tuples) * len(released.masked) > MATCHED_PAIRS:
        return
    by_column = np.exp(-released.total(learnt.costs(np.arange(len(plan.tuples)), released.points)))
    yield match_one_to_one(by_column, plan.tuples.counts, released.held)
    if learnt.whole is None:
        return
    chances = learnt.join(learnt.whole, by_column)
    yield chances
    yield match_one_to_one(chances, plan.tuples.counts, released.held)


def _learn(plan: Plan, draw: Callable[[], Plan], runs: int, seconds: float) -> _Learnt:
    tuples = plan.tuples
    values = [np.union1d(column.points, plan.targets[:, j]) for j, column in enumerate(tuples.columns)]
    whole = np.zeros((len(tuples), len(plan.targets))) if len(tuples) * len(plan.targets) <= _SMALL else None
    place = {row: i for i, row in enumerate(_rows(plan))} if whole is not None else {}
    by_value: list[Flow] = []
    by_tuple: list[Flow] = []
    made = 0
    for again in repeated(draw, runs, seconds):
        by_value = _add(by_value, [column_flow(again, j, known) for j, known in enumerate(values)])
        by_tuple = _add(by_tuple, [tuple_flow(again, j, known) for j, known in enumerate(values)])
        if whole is not None:
            _count(whole, again, place)
        made += 1
    of_values = [_ValueChances(tuples, j, known, by_value[j]) for j, known in enumerate(values)]
    of_tuples = [_TupleChances(len(tuples), of_values[j], by_tuple[j]) for j in range(len(values))]
    return _Learnt(tuples, of_values, of_tuples, made, whole)


def _add(totals: list[Flow], flows: list[Flow]) -> list[Flow]:
    return [added(*both) for both in zip(totals, flows, strict=True)] if totals else flows


def _rows(plan: Plan) -> list[tuple[float, ...]]:
    return [tuple(row) for row in comparable(plan.targets).tolist()]


def _count(whole: Chances, plan: Plan, place: dict[tuple[float, ...], int]) -> None:
    """Add the records of a plan that became one of the tuples that were released."""
    known = np.array([place.get(row, DROPPED) for row in _rows(plan)], dtype=np.int64)
    target = np.where(plan.target == DROPPED, DROPPED, known[plan.target])
    there = target != DROPPED
    np.add.at(whole, (plan.source[there], target[there]), plan.count[there])


@dataclass(frozen=True, eq=False)
class _ByColumn:
    """A channel that multiplies the chances of the columns."""

    columns: Sequence[_ValueChances | _TupleChances]

    def costs(self, persons: Numbers, points: list[Points]) -> Chances:
        """−log of the chances: persons (as tuples) × released points of all columns in turn."""
        return np.concatenate([column.costs(persons, points[j]) for j, column in enumerate(self.columns)], axis=1)


@dataclass(frozen=True, eq=False)
class _Learnt:
    """The chances that the runs showed: by value, by whole tuple and, for a small table, of whole records."""

    tuples: Tuples
    of_values: list[_ValueChances]
    of_tuples: list[_TupleChances]
    runs: int
    whole: Chances | None

    @property
    def by_value(self) -> _ByColumn:
        """The channel of an attacker who learns from single values only."""
        return _ByColumn(self.of_values)

    def costs(self, persons: Numbers, points: list[Points]) -> Chances:
        """−log of the chances given the whole original tuple: persons (as tuples) × released points, in turn."""
        return _ByColumn(self.of_tuples).costs(persons, points)

    def join(self, whole: Chances, by_column: Chances) -> Chances:
        """P(released tuple | original tuple): as whole records came, and a little as the columns say."""
        made = (self.tuples.counts * self.runs)[:, None]
        shares: Chances = (whole + _TRUST * by_column) / (made + _TRUST)
        return shares


class _ValueChances:
    """How likely a value of one column becomes each released one."""

    def __init__(self, tuples: Tuples, j: int, values: Points, flow: Flow) -> None:
        self.codes = tuples.codes[:, j]
        self.values = values
        before, self.received = np.divmod(flow[0], len(values))
        made = np.bincount(before, weights=flow[1], minlength=len(tuples.columns[j].points))
        self.unseen = _PRIOR / len(values) / (made + _PRIOR)
        self.seen = (flow[1] + _PRIOR / len(values)) / (made[before] + _PRIOR)
        self.first = np.searchsorted(before, np.arange(len(made) + 1))

    def of(self, code: int) -> Chances:
        """The chances of one value, over all values."""
        row = np.full(len(self.values), self.unseen[code])
        part = slice(self.first[code], self.first[code + 1])
        row[self.received[part]] = self.seen[part]
        return row

    def costs(self, persons: Numbers, points: Points) -> Chances:
        released = np.searchsorted(self.values, points)
        return np.array([-np.log(self.of(code)[released]) for code in self.codes[persons]])


class _TupleChances:
    """How likely a whole original tuple brings each released value of one column, backed by those of its value."""

    def __init__(self, tuples: int, of_values: _ValueChances, flow: Flow) -> None:
        self.of_values = of_values
        source, self.received = np.divmod(flow[0], len(of_values.values))
        self.records = flow[1]
        self.made = np.bincount(source, weights=flow[1], minlength=tuples)
        self.first = np.searchsorted(source, np.arange(tuples + 1))

    def costs(self, persons: Numbers, points: Points) -> Chances:
        released = np.searchsorted(self.of_values.values, points)
        out = np.empty((len(persons), len(points)))
        for i, person in enumerate(persons):
            row = _TRUST_IN_VALUES * self.of_values.of(self.of_values.codes[person])
            part = slice(self.first[person], self.first[person + 1])
            row[self.received[part]] += self.records[part]
            out[i] = -np.log(row[released] / (self.made[person] + _TRUST_IN_VALUES))
        return out
