"""Mondrian (LeFevre, DeWitt and Ramakrishnan 2006) on taxonomies, in two implementations.

`mondrian_plan` halves parts along the order of a hierarchy. `branching_mondrian_plan` divides them into the branches
below the concept that they have in common, as LeFevre and others do for columns with a hierarchy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Nominal
from kinonym.errors import UsageError
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["branching_mondrian_plan", "mondrian_plan"]

Numbers = NDArray[np.int64]


def mondrian_plan(tuples: Tuples, k: int) -> Plan:
    """Cut along the column with the widest values; a part becomes the common subsumer of its values.

    The order of a column is that of its hierarchy, so that a cut separates branches.
    """
    points = tuple_points(tuples)
    places = np.column_stack([_places(column.domain, points[:, j]) for j, column in enumerate(tuples.columns)])
    parts = [np.arange(len(tuples))]
    done: list[Numbers] = []
    while parts:
        part = parts.pop()
        halves = _halved(part, places, tuples.counts, k)
        if halves is None:
            done.append(part)
        else:
            parts += halves
    target = np.empty(len(tuples), dtype=np.int64)
    targets = np.empty((len(done), len(tuples.columns)))
    for number, part in enumerate(done):
        target[part] = number
        targets[number] = [_subsumer(column.domain, points[part, j]) for j, column in enumerate(tuples.columns)]
    return Plan(tuples, np.arange(len(tuples)), target, tuples.counts, targets)


def branching_mondrian_plan(tuples: Tuples, k: int) -> Plan:
    """Divide along the column with the most leaves below its concept, into the branches of that concept.

    A division is allowed if each branch that occurs has k records; columns are tried from the widest on. Without an
    allowed division a part is a class.
    """
    points = tuple_points(tuples).astype(np.int64)
    domains = [_nominal(column.domain).tau for column in tuples.columns]
    parts = [(np.arange(len(tuples)), tuple(0 for _ in domains))]
    done: list[Numbers] = []
    while parts:
        part, concepts = parts.pop()
        widths = [int(tau.leaf_counts[c]) / int(tau.leaf_counts[0]) for tau, c in zip(domains, concepts, strict=True)]
        for j in np.argsort(-np.array(widths), kind="stable"):
            branches = _branches(domains[j], concepts[j], points[part, j])
            sizes = [int(tuples.counts[part[inside]].sum()) for _, inside in branches]
            if branches and min(sizes) >= k:
                parts += [(part[inside], (*concepts[:j], c, *concepts[j + 1 :])) for c, inside in branches]
                break
        else:
            done.append(part)
    target = np.empty(len(tuples), dtype=np.int64)
    targets = np.empty((len(done), len(domains)))
    for number, part in enumerate(done):
        target[part] = number
        targets[number] = [_subsumer(c.domain, points[part, j].astype(float)) for j, c in enumerate(tuples.columns)]
    return Plan(tuples, np.arange(len(tuples)), target, tuples.counts, targets)


def _branches(tau: Taxonomy, concept: int, points: Numbers) -> list[tuple[int, NDArray[np.bool_]]]:
    """The branches below a concept that some points are in, and which; none if the concept has no branches."""
    found = []
    for child in tau.children(tau.concepts[concept]):
        number = tau.number(child)
        inside = np.array([number in tau.above(int(x)) for x in np.unique(points).tolist()])
        rows = inside[np.searchsorted(np.unique(points), points)]
        if rows.any():
            found.append((number, rows))
    covered = np.zeros(len(points), dtype=bool)
    for _, rows in found:
        covered |= rows
    return found if covered.all() else []


def _halved(part: Numbers, places: Numbers, counts: Numbers, k: int) -> list[Numbers] | None:
    """Two halves of at least k records each, along the widest column that allows it."""
    here = places[part]
    spread = (here.max(axis=0) - here.min(axis=0)) / np.maximum(1, places.max(axis=0))
    for j in np.argsort(-spread, kind="stable"):
        order = np.argsort(here[:, j], kind="stable")
        values, records = here[order, j], np.cumsum(counts[part[order]])
        cuts = np.flatnonzero(values[:-1] < values[1:])
        cuts = cuts[(records[cuts] >= k) & (records[-1] - records[cuts] >= k)]
        if len(cuts):
            cut = cuts[np.argmin(np.abs(records[cuts] - records[-1] / 2))]
            return [part[order[: cut + 1]], part[order[cut + 1 :]]]
    return None


def _places(domain: object, points: NDArray[np.float64]) -> Numbers:
    """The place of each value in the order of its hierarchy, depth first; missing comes last."""
    taxonomy = _nominal(domain).tau
    number, stack, place = 0, [taxonomy.root], np.zeros(len(taxonomy) + 1, dtype=np.int64)
    seen: set[str] = set()
    while stack:
        concept = stack.pop()
        if concept not in seen:
            seen.add(concept)
            place[taxonomy.number(concept)] = number
            number += 1
            stack += reversed(taxonomy.children(concept))
    place[-1] = number
    known: Numbers = np.unique(place[np.minimum(points, len(taxonomy)).astype(np.int64)], return_inverse=True)[1]
    return known


def _subsumer(domain: object, points: NDArray[np.float64]) -> float:
    """What subsumes all values of a part; the root where one is missing among others."""
    taxonomy = _nominal(domain).tau
    distinct = np.unique(points)
    if len(distinct) == 1:
        return float(distinct[0])
    if distinct[-1] >= len(taxonomy):
        return 0.0
    return float(taxonomy.lcs_number(distinct.astype(np.int64).tolist()))


def _nominal(domain: object) -> Nominal:
    if not isinstance(domain, Nominal):
        msg = "Mondrian is tried on words only"
        raise UsageError(msg)
    return domain
