"""What a plan becomes before it is written where columns are tied or hold dates: dates that k share, kept orders.

And what follows from it: the texts of columns that belong to masked ones (specification 13).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.column_types.column_recipe import least_shared
from kinonym.column_types.date_columns import find_unshared
from kinonym.domains import Domain, Nominal, Points
from kinonym.domains.points import as_points
from kinonym.engines.contract import Source
from kinonym.grouped import Plan, Tuples
from kinonym.grouped.index_arrays import DROPPED
from kinonym.grouped.tuples import comparable, distinct_rows, tuple_points
from kinonym.methods import Method
from kinonym.pipeline.columns import ColumnMeaning
from kinonym.pipeline.mixed_codes import system_of
from kinonym.pipeline.tuple_counts import count_persons
from kinonym.recipe import Recipe
from kinonym.release.checks import refuse
from kinonym.taxonomy.order import gather

__all__ = ["followed", "repair_order", "verify_followers"]

Tie = tuple[int, int]
"""Places of two masked columns; the first never comes after the second."""
Written = dict[str, list[str | float | None]]
Texts = Mapping[str, Sequence[str | float | None]]


def repair_order(recipe: Recipe, method: Method, plan: Plan) -> Plan:
    """The plan with dates that k records share, and with tied columns in their order."""
    targets, told = plan.targets.copy(), list(plan.notices)
    taken = _taken(method, plan.tuples)
    for j, column in enumerate(plan.tuples.columns):
        targets[:, j] = column.domain.avoid(targets[:, j], taken[j])
    place = {column.name: j for j, column in enumerate(plan.tuples.columns)}
    if tied := [(place[first], place[last]) for first, last in recipe.ordered]:
        public = method.traits.promise == "differential-privacy"  # what the original has must not decide
        told += [] if public else _notices_of_order(recipe, plan.tuples)
        targets = _in_order(replace(plan, targets=targets), tied, taken, always=public)
    return replace(plan, targets=targets, notices=tuple(told))


def _notices_of_order(recipe: Recipe, tuples: Tuples) -> Iterator[str]:
    """How many records have linked columns in the other order already."""
    place = {column.name: j for j, column in enumerate(tuples.columns)}
    for name, column in recipe.columns.items():
        for other in column.successors:
            late = int(tuples.counts[_late(tuples, tuple_points(tuples), place[name], place[other])].sum())
            if late:
                yield f"{late:,} records have {name!r} after {other!r} in the original: their order was not repaired"


def _taken(method: Method, tuples: Tuples) -> list[frozenset[float]]:
    """Of each column of dates, those that stand in the table but that fewer than k persons or records share."""
    k = least_shared(method) if method.traits.k_anonymous else 0
    return [
        find_unshared(column.points, tuples.units_of(tuples.codes[:, j].astype(np.int64), len(column.points)), k)
        if column.domain.traits.has_periods
        else frozenset()
        for j, column in enumerate(tuples.columns)
    ]


def _late(tuples: Tuples, points: Points, first: int, second: int) -> NDArray[np.bool_]:
    """Which of some tuples have the first column after the second."""
    domains = tuples.columns[first].domain, tuples.columns[second].domain
    return domains[0].comes_after(points[:, first], domains[1], points[:, second])


def _in_order(plan: Plan, tied: Sequence[Tie], taken: Sequence[frozenset[float]], *, always: bool) -> Points:
    """Move what comes too early to the nearest value that is late enough; what never was in order stays.

    ``tied`` holds every pair of a chain, so that a missing value in the middle does not hide the order of its ends.
    ``always``: also where the original has no row in order.
    """
    _, kind = distinct_rows(plan.targets)
    kept, own = plan.target != DROPPED, tuple_points(plan.tuples)
    targets = plan.targets.copy() if always else _keep_equal(plan, tied, taken)
    earlier = Counter(second for _, second in tied)
    for first, second in sorted(tied, key=lambda tie: earlier[tie[1]]):  # a column moves after all that come before it
        ordered = np.full(len(targets), always)
        late = _late(plan.tuples, own, first, second)
        np.logical_or.at(ordered, kind[plan.target[kept]], ~late[plan.source[kept]])
        wrong = np.flatnonzero(_late(plan.tuples, targets, first, second) & ordered[kind])
        domain, other = plan.tuples.columns[second].domain, plan.tuples.columns[first].domain
        targets[wrong, second] = domain.find_not_before(other, targets[wrong, first], taken[second])
    return targets


def _keep_equal(plan: Plan, tied: Sequence[Tie], taken: Sequence[frozenset[float]]) -> Points:
    """The targets with equal dates in two linked columns if no row of the original has different ones.

    A date that only a few records have in the second column may stand there if k have it in the first.
    """
    targets, own = plan.targets.copy(), tuple_points(plan.tuples)
    for first, second in tied:
        domains = plan.tuples.columns[first].domain, plan.tuples.columns[second].domain
        if not all(domain.traits.has_periods for domain in domains):
            continue
        if any(_late(plan.tuples, own, *pair).any() for pair in ((first, second), (second, first))):
            continue
        differ = _late(plan.tuples, targets, first, second) | _late(plan.tuples, targets, second, first)
        shared = as_points(sorted(set(plan.tuples.columns[first].points.tolist()) - taken[first]))
        rare = taken[second] - set(domains[1].find_same(domains[0], shared).tolist())
        targets[differ, second] = domains[1].find_not_before(domains[0], targets[differ, first], rare)
    return targets


def followed(source: Source, recipe: Recipe, meanings: Sequence[ColumnMeaning], plan: Plan) -> Written:
    """Column that follows masked ones → what is written of it for each masked tuple."""
    place = {column.name: j for j, column in enumerate(plan.tuples.columns)}
    meaning = {each.name: each for each in meanings}
    written: Written = {}
    for name, leaders in recipe.following.items():
        if name not in recipe.told_apart:
            points = plan.targets[:, place[leaders[0]]]
            written[name] = _texts_beside(source, recipe, name, meaning[leaders[0]], points)
        else:
            columns = [(meaning[leader].domain, plan.targets[:, place[leader]]) for leader in leaders]
            written[name] = _systems(columns, [*recipe.columns[leaders[0]].systems])
    return written


def _texts_beside(
    source: Source, recipe: Recipe, name: str, leader: ColumnMeaning, targets: Points
) -> list[str | float | None]:
    """The commonest text beside each masked value, if k persons or records have it; else its label; else missing.

    A value that does not occur in the column may take what stands beside all that it subsumes (`_with_new_concepts`).
    """
    by = recipe.columns[leader.name].by_column
    counted = source.count([leader.name, *([] if by is None else [by]), name])
    totals, least = counted.value_counts(-1), least_shared(recipe.resolved_method)
    if recipe.table.person is not None:
        totals = count_persons(source, [name], recipe.table.person, np.arange(len(totals))).of_tuples
    systems = leader.beside or [None] * len(leader.texts)
    point_of = dict(zip(zip(leader.texts, systems, strict=True), comparable(leader.points).tolist(), strict=True))
    beside: defaultdict[float, Counter[str]] = defaultdict(Counter)
    for codes, records in zip(counted.codes.tolist(), counted.counts.tolist(), strict=True):
        value, *system, text = (values[code] for values, code in zip(counted.values, codes, strict=True))
        point = point_of.get((value, system[0] if system else None))
        if point is not None and text is not None and totals[codes[-1]] >= least:
            beside[point][text] += records
    known = {point: min(texts, key=lambda text: (-texts[text], text)) for point, texts in beside.items()}
    occurring = frozenset(comparable(leader.points).tolist())
    chosen = _with_new_concepts(known, leader.domain, set(comparable(targets).tolist()), occurring)
    return [chosen.get(point) for point in comparable(targets).tolist()]


def _with_new_concepts(
    known: Mapping[float, str], domain: Domain, wanted: set[float], occurring: frozenset[float]
) -> dict[float, str]:
    """The same for concepts that are new: what stands beside all that they subsume, or their label.

    A concept that occurs takes its label, never the text of what it subsumes (specification 13). A new number or date
    takes what stands beside the nearest that is known.
    """
    if domain.traits.scale == "interval" and any(map(math.isfinite, known)):
        ends = np.array(sorted(filter(math.isfinite, known)))
        new = sorted(x for x in wanted if math.isfinite(x) and x not in known)
        return {**known, **{x: known[float(ends[np.argmin(np.abs(ends - x))])] for x in new}}
    if domain.concepts is None:
        return dict(known)
    tau = domain.concepts.tau
    below: defaultdict[int, set[str]] = defaultdict(set)
    for point, text in known.items():
        if point < len(tau):
            for above in gather(tau.subsumer_csr[:2], np.array([int(point)])).tolist():
                below[above].add(text)
    concepts = [int(point) for point in wanted if point not in known and point < len(tau)]
    labels = zip(concepts, tau.preferred(concepts), strict=True)
    single = {x: x not in occurring and len(below[x]) == 1 for x in concepts}
    return {**known, **{x: min(below[x]) if single[x] else label for x, label in labels}}


def _systems(columns: Sequence[tuple[Domain, Points]], systems: Sequence[str]) -> list[str | float | None]:
    """The code system of each masked tuple; missing where its codes are of several, or of none."""
    named = [
        [system_of(concepts.tau.concepts[int(x)], systems) if x < len(concepts.tau) else None for x in points.tolist()]
        for domain, points in columns
        if (concepts := domain.concepts) is not None
    ]
    return [row[0] if len(set(row)) == 1 else None for row in zip(*named, strict=True)]


def verify_followers(
    source: Source, recipe: Recipe, meanings: Sequence[ColumnMeaning], plan: Plan, written: Texts
) -> None:
    """Hold the texts that follow masked words against the input: each stands there beside its word.

    The text of a word that does not occur there stands beside what that word subsumes.

    Raises
    ------
    PrivacyError
        If one does not, and is not the label of its concept.
    """
    used = np.unique(plan.target[plan.target != DROPPED])
    for j, leader in enumerate(meanings):
        if leader.codes is not None or leader.domain.concepts is None:
            continue
        tau, points = leader.domain.concepts.tau, plan.targets[used, j].astype(np.int64).tolist()
        for name in (name for name, leaders in recipe.following.items() if leaders == (leader.name,)):
            beside = _subsumed_beside(source, leader, leader.domain.concepts, name)
            pairs = set(zip(points, (written[name][i] for i in used.tolist()), strict=True))
            if any(
                text is not None
                and text not in beside[point]
                and not (point < len(tau) and text == tau.preferred([point])[0])
                for point, text in pairs
            ):
                refuse(f"column {name!r} is to be written with texts that do not belong to those of {leader.name!r}")


def _subsumed_beside(
    source: Source, leader: ColumnMeaning, domain: Nominal, name: str
) -> defaultdict[int, set[str | None]]:
    """Point → the texts that the input has beside it; of one that does not occur, beside what it subsumes."""
    counted = source.count([leader.name, name])
    point_of = dict(zip(leader.texts, leader.points.astype(np.int64).tolist(), strict=True))
    occurring = set(point_of.values())
    beside: defaultdict[int, set[str | None]] = defaultdict(set)
    for value, text in {(counted.values[0][i], counted.values[1][j]) for i, j in counted.codes.tolist()}:
        point = point_of.get(value, -1)
        beside[point].add(text)
        for above in domain.tau.above(point).tolist() if 0 <= point < len(domain.tau) else []:
            if above not in occurring:
                beside[above].add(text)
    return beside
