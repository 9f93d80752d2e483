"""The common part of all linkage attacks, and the attackers who pick the nearest record.

An attacker who knows a person's original values assigns a cost to every released value of every column. The released
records with the least sum are the candidates, and the attacker picks one of them at random.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.domains.points import round_distances
from kinonym.privacy.attacks.linkage import AttackKind, Linkage, Numbers, Released
from kinonym.tuples import Column, Persons, Plan
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["SAMPLE", "SAMPLE_ABOVE", "Costs", "link", "nearest_linkage", "semantic_linkage", "whole_linkage"]

SAMPLE_ABOVE = 20_000
SAMPLE = 2_000
_BLOCK = 128
_MOST_COSTS = 1 << 25  # costs in memory at a time
_ALL_BUT_ROUNDING = 1 - 1e-9  # a sum of shares that is 1 except for rounding

Costs = Callable[[Numbers, list[Points]], NDArray[np.float64]]
"""(source tuples, released points of each column) → costs: tuples × released points, one column after the other."""


def link(  # its parameters are all that attackers differ in
    plan: Plan,
    kind: AttackKind,
    costs: Costs,
    rng: np.random.Generator,
    *,
    excludes: bool = False,
    detail: str = "",
    offsets: NDArray[np.float64] | None = None,
    limit: int = SAMPLE_ABOVE,
) -> Linkage:
    """Attack every person of a plan, or a sample above ``limit`` persons.

    With ``excludes``, a cost above 0 excludes a record with certainty; a single remaining record is then certain.
    ``offsets``: an additional cost of each masked tuple for all persons.
    """
    attacked = Attacked.of(plan, rng, limit)
    released = Released.of(plan) if offsets is None else Released.of(plan).with_offsets()
    block_size = max(1, min(_BLOCK, _MOST_COSTS // int(released.start[-1])))
    success = certain = 0.0
    for begin in range(0, len(attacked.source), block_size):
        block = slice(begin, begin + block_size)
        cost_table = costs(attacked.source[block], released.points)
        if offsets is not None:
            cost_table = np.concatenate([cost_table, np.broadcast_to(offsets, (len(cost_table), len(offsets)))], axis=1)
        chances, certain_share = _pick_chances(plan, cost_table, released, attacked, block)
        success += float(attacked.weight[block] @ chances)
        certain += float(attacked.weight[block] @ certain_share) if excludes else 0.0
    total = round(float(attacked.weight.sum()))
    return Linkage.of(kind, detail, success / total, total, certain=certain / total, sampled=attacked.sampled)


def whole_linkage(plan: Plan, kind: AttackKind, chances: NDArray[np.float64], *, detail: str = "") -> Linkage:
    """Attack a small plan with the probability of every pair (source tuple × masked tuple); ties are shared."""
    records = Released.of(plan).records
    likely = np.where(records > 0, chances, -1.0)
    candidates = likely >= likely.max(axis=1, keepdims=True) * (1 - 1e-9)
    number = np.maximum(candidates @ records, 1)
    attacked = Attacked.of(plan, np.random.default_rng(), plan.tuples.records)
    owner = np.repeat(np.arange(len(attacked.source)), np.diff(attacked.start))
    target = plan.target[attacked.row]
    is_candidate = candidates[attacked.source[owner], target] & (target != DROPPED)
    right_records = np.bincount(owner, weights=attacked.share * is_candidate, minlength=len(attacked.source))
    total = round(float(attacked.weight.sum()))
    return Linkage.of(kind, detail, float(attacked.weight @ (right_records / number[attacked.source])) / total, total)


@dataclass(frozen=True, eq=False)
class Attacked:
    """The targets of an attack: the attacker knows one record of a person and picks a released record.

    The attacker is right if the released record belongs to the person. Without a person column, every record counts as
    a person.
    """

    source: Numbers
    """The tuple of the known record."""
    weight: NDArray[np.float64]
    """The number of persons that the record represents; the records of one person add up to 1."""
    start: Numbers
    """The plan rows of the i-th person's records are ``row[start[i]:start[i + 1]]``."""
    row: Numbers
    share: NDArray[np.float64]
    """Expected number of the person's records in each row, if the records of a tuple are assigned at random."""
    sampled: bool

    @classmethod
    def of(cls, plan: Plan, rng: np.random.Generator, limit: int) -> Attacked:
        """All persons, or a sample if there are more than ``limit``."""
        order = np.argsort(plan.source, kind="stable")
        first = np.searchsorted(plan.source[order], np.arange(len(plan.tuples) + 1))
        if plan.tuples.persons is not None:
            return _attack_persons(plan, plan.tuples.persons, (order, first), rng, limit)
        source, weight, sampled = _choose_records(plan, rng, limit)
        start, at = _concatenate_lists(first, source)
        own = np.repeat(source, np.diff(start))
        return cls(source, weight, start, order[at], plan.count[order[at]] / plan.tuples.counts[own], sampled)


def _choose_records(plan: Plan, rng: np.random.Generator, limit: int) -> tuple[Numbers, NDArray[np.float64], bool]:
    """(source tuples, number of attacked records of each, whether they are a sample)."""
    counts = plan.tuples.counts
    if plan.tuples.records <= limit:
        return np.arange(len(counts)), counts.astype(np.float64), False
    ends = np.cumsum(counts)
    chosen = rng.choice(plan.tuples.records, size=SAMPLE, replace=False)
    sources, weights = np.unique(np.searchsorted(ends, chosen, side="right"), return_counts=True)
    return sources, weights.astype(np.float64), True


def _attack_persons(
    plan: Plan, persons: Persons, rows: tuple[Numbers, Numbers], rng: np.random.Generator, limit: int
) -> Attacked:
    """Every person with each tuple of the person, or a sample of persons, each with one record."""
    order, first = rows
    entry, weight = np.arange(len(persons.person)), persons.count / persons.records[persons.person]
    sampled = persons.number > limit
    if sampled:
        entry = persons.draw_entries(rng.choice(persons.number, size=SAMPLE, replace=False), rng)
        weight = np.ones(len(entry))
    by_person = np.argsort(persons.person, kind="stable")
    own_start = np.searchsorted(persons.person[by_person], np.arange(persons.number + 1))
    entry_start, at = _concatenate_lists(own_start, persons.person[entry])
    own_entries = by_person[at]  # all entries of the persons, person by person
    row_start, at = _concatenate_lists(first, persons.tuple_of_entry[own_entries])
    records = np.repeat(
        persons.count[own_entries] / plan.tuples.counts[persons.tuple_of_entry[own_entries]], np.diff(row_start)
    )
    row = order[at]
    return Attacked(
        persons.tuple_of_entry[entry], weight, row_start[entry_start], row, records * plan.count[row], sampled
    )


def _concatenate_lists(start: Numbers, chosen: Numbers) -> tuple[Numbers, Numbers]:
    """Concatenate the chosen lists, where list i is start[i]:start[i + 1]; returns (new starts, indices)."""
    lengths = start[chosen + 1] - start[chosen]
    begin = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return begin, np.repeat(start[chosen] - begin[:-1], lengths) + np.arange(begin[-1])


def _pick_chances(
    plan: Plan, costs: NDArray[np.float64], released: Released, attacked: Attacked, block: slice
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each person of a block: the chance to pick a right record, and the certain part of it.

    A pick is certain if all records at cost 0 belong to the person.
    """
    from kinonym.kernels.swapping.linkage_costs import least_cost

    start = attacked.start[block.start : block.start + len(costs) + 1]
    rows = slice(int(start[0]), int(start[-1]))
    target = plan.target[attacked.row[rows]]
    least, number, is_candidate = least_cost(
        costs, released.start, released.masked, released.records, start - start[0], np.maximum(target, 0)
    )
    is_candidate &= target != DROPPED
    owner = np.repeat(np.arange(len(costs)), np.diff(start))
    right_records = np.bincount(owner, weights=attacked.share[rows] * is_candidate, minlength=len(costs))
    has_candidate = np.bincount(owner, weights=is_candidate, minlength=len(costs)) > 0
    certain_share = has_candidate & (number == 1) & (least == 0.0)
    if plan.tuples.persons is None:
        return right_records / np.maximum(number, 1), right_records * certain_share
    certain_share |= (right_records >= number * _ALL_BUT_ROUNDING) & (number > 0) & (least == 0.0)
    return right_records / np.maximum(number, 1), np.where(number == 1, right_records, 1.0) * certain_share


def nearest_linkage(plan: Plan, rng: np.random.Generator) -> Linkage:
    """Attack without the ontology: words are compared by equality, numbers by their difference."""
    return link(plan, "nearest-values", _distances(plan, semantic=False), rng)


def semantic_linkage(plan: Plan, rng: np.random.Generator) -> Linkage:
    """Attack with the ontology: the nearest released records by the mean semantic distance."""
    return link(plan, "nearest-in-meaning", _distances(plan, semantic=True), rng)


def _distances(plan: Plan, *, semantic: bool) -> Costs:
    originals = tuple_points(plan.tuples)
    columns = plan.tuples.columns
    euclidean = plan.tuples.euclidean

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        parts = []
        for j, column in enumerate(columns):
            distance = _measure_distances(column, originals[persons, j], points[j], semantic=semantic)
            parts.append(column.weight * (distance**2 if euclidean else distance))
        return np.concatenate(parts, axis=1)

    return costs


def _measure_distances(column: Column, originals: Points, points: Points, *, semantic: bool) -> NDArray[np.float64]:
    """Matrix of distances; without semantics, words are compared by equality and numbers by their difference."""
    if semantic or column.domain.traits.on_a_line:
        return round_distances(column.domain.between(originals[:, None], points[None, :]))
    different: NDArray[np.float64] = (originals[:, None] != points[None, :]).astype(np.float64)
    return different
