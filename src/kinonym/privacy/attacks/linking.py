"""The way of every attack by linkage: the released records that cost an attacker least, and who takes the nearest.

An attacker who knows a person's original values gives every released value of every column a cost; the released
records with the least sum are the candidates, and one of them is picked at random.
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
_CELLS = 1 << 25  # costs that are held at a time
_ALL = 1 - 1e-9  # rounding may take so much from all of them

Costs = Callable[[Numbers, list[Points]], NDArray[np.float64]]
"""(source tuples, released points of each column) → costs, tuples × released points of all columns in turn."""


def link(  # all that attackers differ in
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
    """Attack a plan; whoever has a record in it, or a sample of them above ``limit``.

    With ``excludes`` a cost above 0 is impossible for a person's own record: a single one left is certain.
    ``offsets``: what each masked tuple costs whoever the person is.
    """
    attacked = Attacked.of(plan, rng, limit)
    released = Released.of(plan) if offsets is None else Released.of(plan).with_offsets()
    height = max(1, min(_BLOCK, _CELLS // int(released.start[-1])))
    success = certain = 0.0
    for begin in range(0, len(attacked.source), height):
        block = slice(begin, begin + height)
        own = costs(attacked.source[block], released.points)
        if offsets is not None:
            own = np.concatenate([own, np.broadcast_to(offsets, (len(own), len(offsets)))], axis=1)
        chances, sure = _chances(plan, own, released, attacked, block)
        success += float(attacked.weight[block] @ chances)
        certain += float(attacked.weight[block] @ sure) if excludes else 0.0
    total = round(float(attacked.weight.sum()))
    return Linkage.of(kind, detail, success / total, total, certain=certain / total, sampled=attacked.sampled)


def whole_linkage(plan: Plan, kind: AttackKind, chances: NDArray[np.float64], *, detail: str = "") -> Linkage:
    """Attack a small plan with the chances of every pair (source tuple × masked tuple); ties share."""
    held = Released.of(plan).held
    likely = np.where(held > 0, chances, -1.0)
    candidates = likely >= likely.max(axis=1, keepdims=True) * (1 - 1e-9)
    number = np.maximum(candidates @ held, 1)
    attacked = Attacked.of(plan, np.random.default_rng(), plan.tuples.records)
    owner = np.repeat(np.arange(len(attacked.source)), np.diff(attacked.start))
    target = plan.target[attacked.row]
    hit = candidates[attacked.source[owner], target] & (target != DROPPED)
    theirs = np.bincount(owner, weights=attacked.share * hit, minlength=len(attacked.source))
    total = round(float(attacked.weight.sum()))
    return Linkage.of(kind, detail, float(attacked.weight @ (theirs / number[attacked.source])) / total, total)


@dataclass(frozen=True, eq=False)
class Attacked:
    """Whom an attack is tried on: an attacker knows one record of a person and picks a released one.

    The attacker is right if it is one of the person's. Where persons are not known, every record is a person's own.
    """

    source: Numbers
    """The tuple of the record that is known."""
    weight: NDArray[np.float64]
    """How many persons it stands for: a person's records share the one that a person is worth."""
    start: Numbers
    """The plan rows of the i-th person's own records are ``row[start[i]:start[i + 1]]``."""
    row: Numbers
    share: NDArray[np.float64]
    """How many of the person's records go there, on average, where a tuple's records are dealt at random."""
    sampled: bool

    @classmethod
    def of(cls, plan: Plan, rng: np.random.Generator, limit: int) -> Attacked:
        """Everybody, or a sample if there are more than ``limit``."""
        order = np.argsort(plan.source, kind="stable")
        first = np.searchsorted(plan.source[order], np.arange(len(plan.tuples) + 1))
        if plan.tuples.persons is not None:
            return _by_person(plan, plan.tuples.persons, (order, first), rng, limit)
        source, weight, sampled = _records(plan, rng, limit)
        start, at = _listed(first, source)
        own = np.repeat(source, np.diff(start))
        return cls(source, weight, start, order[at], plan.count[order[at]] / plan.tuples.counts[own], sampled)


def _records(plan: Plan, rng: np.random.Generator, limit: int) -> tuple[Numbers, NDArray[np.float64], bool]:
    """Source tuples, how many records of each are attacked, and whether they are a sample."""
    counts = plan.tuples.counts
    if plan.tuples.records <= limit:
        return np.arange(len(counts)), counts.astype(np.float64), False
    ends = np.cumsum(counts)
    chosen = rng.choice(plan.tuples.records, size=SAMPLE, replace=False)
    sources, weights = np.unique(np.searchsorted(ends, chosen, side="right"), return_counts=True)
    return sources, weights.astype(np.float64), True


def _by_person(
    plan: Plan, persons: Persons, rows: tuple[Numbers, Numbers], rng: np.random.Generator, limit: int
) -> Attacked:
    """Every person with each of her tuples, or a sample of persons, each with one of her records."""
    order, first = rows
    entry, weight = np.arange(len(persons.person)), persons.count / persons.records[persons.person]
    sampled = persons.number > limit
    if sampled:
        entry = persons.draw_entries(rng.choice(persons.number, size=SAMPLE, replace=False), rng)
        weight = np.ones(len(entry))
    by_person = np.argsort(persons.person, kind="stable")
    own_start = np.searchsorted(persons.person[by_person], np.arange(persons.number + 1))
    entry_start, at = _listed(own_start, persons.person[entry])
    own = by_person[at]  # all entries of the persons, one person after the other
    row_start, at = _listed(first, persons.tuple_of_entry[own])
    held = np.repeat(persons.count[own] / plan.tuples.counts[persons.tuple_of_entry[own]], np.diff(row_start))
    row = order[at]
    return Attacked(persons.tuple_of_entry[entry], weight, row_start[entry_start], row, held * plan.count[row], sampled)


def _listed(start: Numbers, chosen: Numbers) -> tuple[Numbers, Numbers]:
    """The lists of some owners one after the other, those of i being start[i]:start[i + 1]: (new starts, places)."""
    lengths = start[chosen + 1] - start[chosen]
    begin = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return begin, np.repeat(start[chosen] - begin[:-1], lengths) + np.arange(begin[-1])


def _chances(
    plan: Plan, costs: NDArray[np.float64], released: Released, attacked: Attacked, block: slice
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each of some persons: the chance to pick a record of theirs, and 1 where all that costs nothing is theirs."""
    from kinonym.kernels.swapping.linkage_costs import least_cost

    start = attacked.start[block.start : block.start + len(costs) + 1]
    rows = slice(int(start[0]), int(start[-1]))
    target = plan.target[attacked.row[rows]]
    least, number, hit = least_cost(
        costs, released.start, released.masked, released.held, start - start[0], np.maximum(target, 0)
    )
    hit &= target != DROPPED
    owner = np.repeat(np.arange(len(costs)), np.diff(start))
    theirs = np.bincount(owner, weights=attacked.share[rows] * hit, minlength=len(costs))
    own = np.bincount(owner, weights=hit, minlength=len(costs)) > 0
    sure = own & (number == 1) & (least == 0.0)
    if plan.tuples.persons is None:
        return theirs / np.maximum(number, 1), theirs * sure
    sure |= (theirs >= number * _ALL) & (number > 0) & (least == 0.0)
    return theirs / np.maximum(number, 1), np.where(number == 1, theirs, 1.0) * sure


def nearest_linkage(plan: Plan, rng: np.random.Generator) -> Linkage:
    """Attack by an outsider without the ontology: words are equal or not, numbers differ by so much."""
    return link(plan, "nearest-values", _distances(plan, semantic=False), rng)


def semantic_linkage(plan: Plan, rng: np.random.Generator) -> Linkage:
    """Attack by someone who has the ontology: the nearest released records by the mean semantic distance."""
    return link(plan, "nearest-in-meaning", _distances(plan, semantic=True), rng)


def _distances(plan: Plan, *, semantic: bool) -> Costs:
    own = tuple_points(plan.tuples)
    columns = plan.tuples.columns
    euclidean = plan.tuples.euclidean

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        parts = []
        for j, column in enumerate(columns):
            apart = _apart(column, own[persons, j], points[j], semantic=semantic)
            parts.append(column.weight * (apart**2 if euclidean else apart))
        return np.concatenate(parts, axis=1)

    return costs


def _apart(column: Column, own: Points, points: Points, *, semantic: bool) -> NDArray[np.float64]:
    """Matrix of distances; without semantics words are equal or not, while numbers keep their arithmetic."""
    if semantic or column.domain.traits.on_a_line:
        return round_distances(column.domain.between(own[:, None], points[None, :]))
    different: NDArray[np.float64] = (own[:, None] != points[None, :]).astype(np.float64)
    return different
