"""Linkage by someone who knows only some of the values of a person's set: a few diagnoses, a few purchases."""

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
"""How many values of a set attackers know, one attacker each."""


def some_values_linkage(plan: Plan, known: int, rng: np.random.Generator) -> Linkage:
    """Attack by someone who knows ``known`` random values of each set of a person, all other columns and the ontology.

    A released set costs the mean distance from the known values to their nearest one in it; a smaller set is
    known as a whole. ``before`` is the same attack on the table as it was.
    """
    detail = f"{known} value{'s' if known > 1 else ''}"
    costs = _costs(plan, list(_drawn(plan, known, rng)))
    after = link(plan, "knows-some-values", costs, rng, detail=detail)
    before = link(Plan.unchanged(plan.tuples), "knows-some-values", costs, rng, detail=detail)
    return replace(after, before=before.success)


def _drawn(plan: Plan, known: int, rng: np.random.Generator) -> Iterator[list[Members]]:
    """Column by column the values that the attacker knows of each tuple; empty where a column has no sets."""
    for j, column in enumerate(plan.tuples.columns):
        if not isinstance(column.domain, ConceptSets):
            yield []
            continue
        sets = column.domain.numbered.members(column.points[plan.tuples.codes[:, j]])
        yield [members if len(members) <= known else _some(members, known, rng) for members in sets]


def _some(members: Members, known: int, rng: np.random.Generator) -> Members:
    return tuple(sorted(members[i] for i in rng.choice(len(members), known, replace=False)))


def _costs(plan: Plan, drawn: list[list[Members]]) -> Costs:
    own, columns = tuple_points(plan.tuples), plan.tuples.columns

    def costs(persons: Numbers, points: list[Points]) -> NDArray[np.float64]:
        parts = []
        for j, column in enumerate(columns):
            if isinstance(column.domain, ConceptSets):
                apart = _from_known(column.domain, [drawn[j][person] for person in persons.tolist()], points[j])
            else:
                apart = column.domain.between(own[persons, j][:, None], points[j][None, :])
            parts.append(column.weight * round_distances(apart))
        return np.concatenate(parts, axis=1)

    return costs


def _from_known(domain: ConceptSets, known: list[Members], points: Points) -> NDArray[np.float64]:
    """Mean distance from what is known of each person to the nearest members of each released set."""
    sizes = np.array([len(members) for members in known])
    listed = np.array([m for members in known for m in members], dtype=np.float64)
    wanted, place = np.unique(listed, return_inverse=True)
    start, member = domain.numbered.arrays(points)
    filled = np.diff(start) > 0
    nearest = np.ones((len(wanted), len(points)))
    if filled.any():
        elements, at = np.unique(member.astype(np.float64), return_inverse=True)
        for i, row in enumerate(domain.elements.point_distances(wanted, elements)):
            nearest[i, filled] = np.minimum.reduceat(row[at], start[:-1][filled])
    apart = np.broadcast_to(filled, (len(known), len(points))).astype(np.float64)  # of a person without values
    if len(place):
        first = np.concatenate([[0], np.cumsum(sizes[sizes > 0])[:-1]])
        apart[sizes > 0] = np.add.reduceat(nearest[place], first, axis=0) / sizes[sizes > 0, None]
    return apart
