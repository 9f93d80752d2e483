"""Linkage by an attacker who knows only some values of a person's set, e.g. a few diagnoses or purchases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Points
from kinonym.domains.numbered_sets import Members
from kinonym.domains.points import round_distances
from kinonym.privacy.attacks.linkage import Linkage, Numbers
from kinonym.privacy.attacks.linking import Costs, link
from kinonym.tuples import Plan
from kinonym.tuples.tuples import tuple_points

__all__ = ["KNOWN_VALUES", "some_values_linkage"]

KNOWN_VALUES = (1, 2, 3)
"""The numbers of values that attackers know; one attacker for each."""


def some_values_linkage(plan: Plan, known: int, rng: np.random.Generator) -> Linkage:
    """Attack with ``known`` random values of each set of a person, all other columns and the ontology.

    The cost of a released set is the mean distance from the known values to the nearest member of the set. A smaller
    set is known completely. ``before`` is the same attack on the original table.
    """
    detail = f"{known} value{'s' if known > 1 else ''}"
    costs = _costs(plan, list(_draw_known_values(plan, known, rng)))
    after = link(plan, "knows-some-values", costs, rng, detail=detail)
    before = link(Plan.unchanged(plan.tuples), "knows-some-values", costs, rng, detail=detail)
    return replace(after, before=before.success)


def _draw_known_values(plan: Plan, known: int, rng: np.random.Generator) -> Iterator[list[Members]]:
    """For each column, the values that the attacker knows of each tuple; empty for a column without sets."""
    for j, column in enumerate(plan.tuples.columns):
        if not isinstance(column.domain, ConceptSets):
            yield []
            continue
        sets = column.domain.numbered.members(column.points[plan.tuples.codes[:, j]])
        yield [members if len(members) <= known else _draw_members(members, known, rng) for members in sets]


def _draw_members(members: Members, known: int, rng: np.random.Generator) -> Members:
    return tuple(sorted(members[i] for i in rng.choice(len(members), known, replace=False)))


def _costs(plan: Plan, drawn: list[list[Members]]) -> Costs:
    originals, columns = tuple_points(plan.tuples), plan.tuples.columns

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        parts = []
        for j, column in enumerate(columns):
            if isinstance(column.domain, ConceptSets):
                distance = _distances_from_known(
                    column.domain, [drawn[j][person] for person in persons.tolist()], points[j]
                )
            else:
                distance = column.domain.between(originals[persons, j][:, None], points[j][None, :])
            parts.append(column.weight * round_distances(distance))
        return np.concatenate(parts, axis=1)

    return costs


def _distances_from_known(domain: ConceptSets, known: list[Members], points: Points) -> NDArray[np.float64]:
    """Mean distance from the known values of each person to the nearest members of each released set."""
    sizes = np.array([len(members) for members in known])
    listed = np.array([m for members in known for m in members], dtype=np.float64)
    distinct_known, known_index = np.unique(listed, return_inverse=True)
    start, member = domain.numbered.arrays(points)
    not_empty = np.diff(start) > 0
    nearest = np.ones((len(distinct_known), len(points)))
    if not_empty.any():
        elements, at = np.unique(member.astype(np.float64), return_inverse=True)
        for i, row in enumerate(domain.elements.point_distances(distinct_known, elements)):
            nearest[i, not_empty] = np.minimum.reduceat(row[at], start[:-1][not_empty])
    distance = np.broadcast_to(not_empty, (len(known), len(points))).astype(np.float64)  # no known values
    if len(known_index):
        first = np.concatenate([[0], np.cumsum(sizes[sizes > 0])[:-1]])
        distance[sizes > 0] = np.add.reduceat(nearest[known_index], first, axis=0) / sizes[sizes > 0, None]
    return distance
