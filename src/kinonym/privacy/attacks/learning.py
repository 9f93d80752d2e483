"""The attacker who repeats the method on the original table and learns the probability of each released value."""

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
from kinonym.privacy.attacks.repeating import Flow, add_flows, column_flow, repeat_plans, tuple_flow
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import comparable
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["likelihood_linkage"]

Chances = NDArray[np.float64]

_PRIOR = 0.5
"""Pseudo-count per value, spread over all released values: what never occurred is unlikely, not impossible."""
_WEIGHT_OF_COLUMNS = 2.0
"""Pseudo-count of the column-wise probabilities relative to the counts of whole records."""
_WEIGHT_OF_VALUES = 3.0
"""Pseudo-count of the probabilities per value relative to the counts per original tuple."""
_MOST_PAIRS = 1_000_000
"""The greatest number of pairs of original and released tuples for which whole records are counted."""


def likelihood_linkage(
    plan: Plan, draw: Callable[[], Plan], rng: np.random.Generator, *, runs: int = 100, seconds: float = 30.0
) -> Linkage:
    """Attack by repeating the method: ``draw`` returns a new plan of the same table.

    The attacker counts how many records go from a value, and from a whole original tuple, to each released value of a
    column, and multiplies the probabilities of the columns. In a small table, the attacker also counts what whole
    records become, and links all persons at once (`match_one_to_one`). The best of these attacks is reported. The
    attack ends with the run that exceeds ``seconds``.
    """
    learned = _learn_chances(plan, draw, runs, seconds)
    kind: AttackKind = "repeats-the-method"
    detail, released = str(learned.runs), Released.of(plan)
    linkages = [likeliest_linkage(plan, kind, channel, rng, detail=detail) for channel in (learned.by_value, learned)]
    linkages += [
        whole_linkage(plan, kind, chances, detail=detail) for chances in _match_all_persons(plan, learned, released)
    ]
    return strongest_of(linkages)


def _match_all_persons(plan: Plan, learned: _LearnedChances, released: Released) -> Iterator[Chances]:
    """Probabilities of every pair of tuples after matching all persons, if the table is small enough."""
    if len(plan.tuples) * len(released.masked) > MATCHED_PAIRS:
        return
    by_column = np.exp(-released.total(learned.costs(np.arange(len(plan.tuples)), released.points)))
    yield match_one_to_one(by_column, plan.tuples.counts, released.records)
    if learned.whole is None:
        return
    chances = learned.join(learned.whole, by_column)
    yield chances
    yield match_one_to_one(chances, plan.tuples.counts, released.records)


def _learn_chances(plan: Plan, draw: Callable[[], Plan], runs: int, seconds: float) -> _LearnedChances:
    """Repeat the method and count the outcomes."""
    tuples = plan.tuples
    values = [np.union1d(column.points, plan.targets[:, j]) for j, column in enumerate(tuples.columns)]
    whole = np.zeros((len(tuples), len(plan.targets))) if len(tuples) * len(plan.targets) <= _MOST_PAIRS else None
    target_of_row = {row: i for i, row in enumerate(_list_masked_rows(plan))} if whole is not None else {}
    by_value: list[Flow] = []
    by_tuple: list[Flow] = []
    runs_done = 0
    for repeated_plan in repeat_plans(draw, runs, seconds):
        by_value = _add_flows(
            by_value, [column_flow(repeated_plan, j, column_values) for j, column_values in enumerate(values)]
        )
        by_tuple = _add_flows(
            by_tuple, [tuple_flow(repeated_plan, j, column_values) for j, column_values in enumerate(values)]
        )
        if whole is not None:
            _count_whole_records(whole, repeated_plan, target_of_row)
        runs_done += 1
    of_values = [_ValueChances(tuples, j, column_values, by_value[j]) for j, column_values in enumerate(values)]
    of_tuples = [_TupleChances(len(tuples), of_values[j], by_tuple[j]) for j in range(len(values))]
    return _LearnedChances(tuples, of_values, of_tuples, runs_done, whole)


def _add_flows(totals: list[Flow], flows: list[Flow]) -> list[Flow]:
    return [add_flows(*both) for both in zip(totals, flows, strict=True)] if totals else flows


def _list_masked_rows(plan: Plan) -> list[tuple[float, ...]]:
    return [tuple(row) for row in comparable(plan.targets).tolist()]


def _count_whole_records(whole: Chances, plan: Plan, target_of_row: dict[tuple[float, ...], int]) -> None:
    """Add the records of a repeated plan that became one of the released tuples."""
    same_target = np.array([target_of_row.get(row, DROPPED) for row in _list_masked_rows(plan)], dtype=np.int64)
    target = np.where(plan.target == DROPPED, DROPPED, same_target[plan.target])
    is_released = target != DROPPED
    np.add.at(whole, (plan.source[is_released], target[is_released]), plan.count[is_released])


@dataclass(frozen=True, eq=False)
class _ByColumn:
    """A channel that multiplies the probabilities of the columns."""

    columns: Sequence[_ValueChances | _TupleChances]

    def costs(self, persons: Numbers, points: list[Points]) -> Chances:
        """−log of the probabilities: persons (as tuples) × released points, one column after the other."""
        return np.concatenate([column.costs(persons, points[j]) for j, column in enumerate(self.columns)], axis=1)


@dataclass(frozen=True, eq=False)
class _LearnedChances:
    """The learned probabilities: by value, by whole tuple and, for a small table, of whole records."""

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
        """−log of the probabilities given the whole original tuple: persons (as tuples) × released points."""
        return _ByColumn(self.of_tuples).costs(persons, points)

    def join(self, whole: Chances, by_column: Chances) -> Chances:
        """P(released tuple | original tuple): from the counts of whole records, smoothed by those of the columns."""
        records = (self.tuples.counts * self.runs)[:, None]
        shares: Chances = (whole + _WEIGHT_OF_COLUMNS * by_column) / (records + _WEIGHT_OF_COLUMNS)
        return shares


class _ValueChances:
    """The probability of each released value given the original value in one column."""

    def __init__(self, tuples: Tuples, j: int, values: Points, flow: Flow) -> None:
        self.codes = tuples.codes[:, j]
        self.values = values
        before, self.received = np.divmod(flow[0], len(values))
        records = np.bincount(before, weights=flow[1], minlength=len(tuples.columns[j].points))
        self.unseen = _PRIOR / len(values) / (records + _PRIOR)
        self.seen = (flow[1] + _PRIOR / len(values)) / (records[before] + _PRIOR)
        self.first = np.searchsorted(before, np.arange(len(records) + 1))

    def of(self, code: int) -> Chances:
        """The probabilities of all released values given one original value."""
        row = np.full(len(self.values), self.unseen[code])
        part = slice(self.first[code], self.first[code + 1])
        row[self.received[part]] = self.seen[part]
        return row

    def costs(self, persons: Numbers, points: Points) -> Chances:
        released = np.searchsorted(self.values, points)
        return np.array([-np.log(self.of(code)[released]) for code in self.codes[persons]])


class _TupleChances:
    """The probability of each released value of a column given the original tuple, smoothed by that given the value."""

    def __init__(self, tuples: int, of_values: _ValueChances, flow: Flow) -> None:
        self.of_values = of_values
        source, self.received = np.divmod(flow[0], len(of_values.values))
        self.records = flow[1]
        self.total_records = np.bincount(source, weights=flow[1], minlength=tuples)
        self.first = np.searchsorted(source, np.arange(tuples + 1))

    def costs(self, persons: Numbers, points: Points) -> Chances:
        released = np.searchsorted(self.of_values.values, points)
        out = np.empty((len(persons), len(points)))
        for i, person in enumerate(persons):
            row = _WEIGHT_OF_VALUES * self.of_values.of(self.of_values.codes[person])
            part = slice(self.first[person], self.first[person + 1])
            row[self.received[part]] += self.records[part]
            out[i] = -np.log(row[released] / (self.total_records[person] + _WEIGHT_OF_VALUES))
        return out
