"""Finds and verifies the texts of followers: columns with ``with`` or named by ``ontology_by`` (specification 13)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from kinonym.column_types.read_column import choose_least_count
from kinonym.domains import Domain, Nominal, Points
from kinonym.engines.contract import Source
from kinonym.pipeline.column_meanings import ColumnMeaning
from kinonym.pipeline.mixed_codes import find_system
from kinonym.pipeline.tuple_counts import count_persons
from kinonym.recipe import Recipe
from kinonym.release.checks import refuse
from kinonym.taxonomy.order import gather
from kinonym.tuples import Plan
from kinonym.tuples.equal_rows import comparable
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["find_follower_texts", "verify_followers"]

Texts = Mapping[str, Sequence[str | float | None]]
"""Column → the text of each masked tuple."""


def find_follower_texts(
    source: Source, recipe: Recipe, meanings: Sequence[ColumnMeaning], plan: Plan
) -> dict[str, list[str | float | None]]:
    """Return the text of each masked tuple, by follower."""
    position = {column.name: j for j, column in enumerate(plan.tuples.columns)}
    meaning = {each.name: each for each in meanings}
    written: dict[str, list[str | float | None]] = {}
    for name, leaders in recipe.followers.items():
        if name not in recipe.system_columns:
            points = plan.targets[:, position[leaders[0]]]
            written[name] = _choose_texts(source, recipe, name, meaning[leaders[0]], points)
        else:
            columns = [(meaning[leader].domain, plan.targets[:, position[leader]]) for leader in leaders]
            written[name] = _find_systems(columns, [*recipe.columns[leaders[0]].systems])
    return written


def _choose_texts(
    source: Source, recipe: Recipe, name: str, leader: ColumnMeaning, targets: Points
) -> list[str | float | None]:
    """Choose the commonest text of each masked value that k persons or records have; else its label; else missing.

    `_add_new_values` chooses the texts of values that do not occur in the column.
    """
    by = recipe.columns[leader.name].by_column
    counted = source.count([leader.name, *([] if by is None else [by]), name])
    totals, least = counted.value_counts(-1), choose_least_count(recipe.resolved_method)
    if recipe.table.person is not None:
        totals = count_persons(source, [name], recipe.table.person, np.arange(len(totals))).of_tuples
    systems = leader.systems or [None] * len(leader.texts)
    point_of = dict(zip(zip(leader.texts, systems, strict=True), comparable(leader.points).tolist(), strict=True))
    text_counts: defaultdict[float, Counter[str]] = defaultdict(Counter)
    for codes, records in zip(counted.codes.tolist(), counted.counts.tolist(), strict=True):
        value, *system, text = (values[code] for values, code in zip(counted.values, codes, strict=True))
        point = point_of.get((value, system[0] if system else None))
        if point is not None and text is not None and totals[codes[-1]] >= least:
            text_counts[point][text] += records
    commonest = {point: min(texts, key=lambda text: (-texts[text], text)) for point, texts in text_counts.items()}
    occurring = frozenset(comparable(leader.points).tolist())
    chosen = _add_new_values(commonest, leader.domain, set(comparable(targets).tolist()), occurring)
    return [chosen.get(point) for point in comparable(targets).tolist()]


def _add_new_values(
    text_of: Mapping[float, str], domain: Domain, needed: set[float], occurring: frozenset[float]
) -> dict[float, str]:
    """Add texts for new values.

    A new concept takes the text of the values that it subsumes if they have only one; else its label. A concept that
    occurs takes its label, never the text of a subsumed value (specification 13). A new number or date takes the text
    of the nearest one that has a text.
    """
    if domain.traits.scale == "interval" and any(map(math.isfinite, text_of)):
        finite = np.array(sorted(filter(math.isfinite, text_of)))
        new = sorted(x for x in needed if math.isfinite(x) and x not in text_of)
        return {**text_of, **{x: text_of[float(finite[np.argmin(np.abs(finite - x))])] for x in new}}
    if domain.concepts is None:
        return dict(text_of)
    taxonomy = domain.concepts.tau
    subsumed_texts: defaultdict[int, set[str]] = defaultdict(set)
    for point, text in text_of.items():
        if point < len(taxonomy):
            for above in gather(taxonomy.subsumer_csr[:2], np.array([int(point)])).tolist():
                subsumed_texts[above].add(text)
    concepts = [int(point) for point in needed if point not in text_of and point < len(taxonomy)]
    labels = zip(concepts, taxonomy.preferred(concepts), strict=True)
    single = {x: x not in occurring and len(subsumed_texts[x]) == 1 for x in concepts}
    return {**text_of, **{x: min(subsumed_texts[x]) if single[x] else label for x, label in labels}}


def _find_systems(columns: Sequence[tuple[Domain, Points]], systems: Sequence[str]) -> list[str | float | None]:
    """Find the code system of each masked tuple; missing if its codes belong to several systems, or to none."""
    named = [
        [
            find_system(concepts.tau.concepts[int(x)], systems) if x < len(concepts.tau) else None
            for x in points.tolist()
        ]
        for domain, points in columns
        if (concepts := domain.concepts) is not None
    ]
    return [row[0] if len(set(row)) == 1 else None for row in zip(*named, strict=True)]


def verify_followers(
    source: Source, recipe: Recipe, meanings: Sequence[ColumnMeaning], plan: Plan, written: Texts
) -> None:
    """Verify that each text of a follower occurs in the input, in a row with the value of its leader.

    If that value does not occur in the input, a row with a value that it subsumes is enough.

    Raises
    ------
    PrivacyError
        If there is no such row, and the text is not the label of the concept.
    """
    used = np.unique(plan.target[plan.target != DROPPED])
    for j, leader in enumerate(meanings):
        if leader.codes is not None or leader.domain.concepts is None:
            continue
        taxonomy, points = leader.domain.concepts.tau, plan.targets[used, j].astype(np.int64).tolist()
        for name in (name for name, leaders in recipe.followers.items() if leaders == (leader.name,)):
            texts_of = _collect_texts(source, leader, leader.domain.concepts, name)
            pairs = set(zip(points, (written[name][i] for i in used.tolist()), strict=True))
            if any(
                text is not None
                and text not in texts_of[point]
                and not (point < len(taxonomy) and text == taxonomy.preferred([point])[0])
                for point, text in pairs
            ):
                refuse(f"column {name!r} would get texts that do not occur with the values of {leader.name!r}")


def _collect_texts(
    source: Source, leader: ColumnMeaning, domain: Nominal, name: str
) -> defaultdict[int, set[str | None]]:
    """Collect the texts in the rows of each point; for one that does not occur, in the rows of points it subsumes."""
    counted = source.count([leader.name, name])
    point_of = dict(zip(leader.texts, leader.points.astype(np.int64).tolist(), strict=True))
    occurring = set(point_of.values())
    texts_of: defaultdict[int, set[str | None]] = defaultdict(set)
    for value, text in {(counted.values[0][i], counted.values[1][j]) for i, j in counted.codes.tolist()}:
        point = point_of.get(value, -1)
        texts_of[point].add(text)
        for above in domain.tau.above(point).tolist() if 0 <= point < len(domain.tau) else []:
            if above not in occurring:
                texts_of[above].add(text)
    return texts_of
