"""The order in which the columns of overlapping scenarios are masked (specification 20).

Columns that several scenarios share are masked first, by themselves. The columns of a single scenario are then masked
among the records with equal values in its shared columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from kinonym.methods.scenarios.scenario import KnownSet, Scenario, keep_largest

__all__ = ["Stage", "list_joint_sets", "order_stages"]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """Columns that are masked together, among the records with equal masked values in the columns of the context."""

    columns: tuple[int, ...]
    context: tuple[int, ...]
    k: int
    shared: bool = False
    """Whether a later stage has one of the columns in its context."""


def list_joint_sets(scenarios: Sequence[Scenario], names: Sequence[str]) -> list[KnownSet]:
    """List the sets of columns that stages treat as one: of "any n columns", n > 1, all columns of the scenario."""
    place = {name: j for j, name in enumerate(names)}
    sets = []
    for scenario in scenarios:
        known = [scenario.columns] if scenario.size > 1 else scenario.list_sets()
        sets += [KnownSet(tuple(sorted(place[name] for name in columns)), scenario.k) for columns in known]
    return keep_largest(sets)


def order_stages(sets: Sequence[KnownSet]) -> list[Stage]:
    """Order the columns of sets into stages.

    Backwards: the columns that only one set has are its last stage, and what is left of the set is their context.
    A set within another one is left out. Where every column is in several sets, the sets overlap in a circle, and the
    two with the smallest union become one.

    Notes
    -----
    The context of a stage is part of a set that is left, so the stages before give its combinations k records.
    """
    left, stages = _absorb(sets), list[Stage]()
    while left:
        members = Counter(j for known in left for j in known.columns)
        rest = []
        for columns, k in left:
            own = tuple(j for j in columns if members[j] == 1)
            context = tuple(j for j in columns if members[j] > 1)
            if own:
                stages.append(Stage(columns=own, context=context, k=k))
            if context:
                rest.append(KnownSet(context, k))
        left = _absorb(rest if any(n == 1 for n in members.values()) else _join_smallest(left))
    stages.reverse()
    needed = {j for stage in stages for j in stage.context}
    return [replace(stage, shared=not needed.isdisjoint(stage.columns)) for stage in stages]


def _absorb(sets: Sequence[KnownSet]) -> list[KnownSet]:
    """Leave out every set within another one, which then takes the greater k."""
    largest = keep_largest([KnownSet(columns, 0) for columns, _ in sets])
    return [KnownSet(columns, max(k for other, k in sets if set(other) <= set(columns))) for columns, _ in largest]


def _join_smallest(sets: Sequence[KnownSet]) -> list[KnownSet]:
    """Join the two overlapping sets with the smallest union."""
    pairs = [(a, b) for a, b in combinations(sets, 2) if not set(a.columns).isdisjoint(b.columns)]
    first, second = min(pairs, key=lambda pair: len(set(pair[0].columns) | set(pair[1].columns)))
    joined = KnownSet(tuple(sorted({*first.columns, *second.columns})), max(first.k, second.k))
    return [*(known for known in sets if known not in (first, second)), joined]
