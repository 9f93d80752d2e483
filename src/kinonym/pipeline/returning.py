"""Persons who come back unnoticed: a column that is left out seems to tell them apart, and nobody said so."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kinonym.drafting.role_rules import names_persons
from kinonym.engines.contract import Source
from kinonym.grouped import Persons, Plan
from kinonym.grouped.plan import DROPPED
from kinonym.grouped.tuples import distinct_rows
from kinonym.pipeline.preparing import Prepared, persons_beside
from kinonym.recipe import Recipe

__all__ = ["told_of_returning"]

_NEARLY_ONCE = 0.98
"""Where nearly every value occurs once, persons do not come back."""


def told_of_returning(source: Source, recipe: Recipe, prepared: Prepared, plan: Plan) -> Iterator[str]:
    """How many groups belong to fewer than k persons, if the column tells persons apart."""
    k = recipe.resolved_method.k_or_none or 1
    for name in recipe.with_role("identifier"):
        if not names_persons(name):
            continue
        looks = source.looks(name)
        if not 1 < looks.distinct < _NEARLY_ONCE * looks.present:
            continue
        persons = persons_beside(source, recipe.masked, name, prepared.place)
        held = _most_persons(plan, persons)
        yield (
            f"column {name!r} looks like one that tells persons apart, and persons come back: k counts records, and "
            f"{int((held < k).sum()):,} of {len(held):,} groups belong to fewer than {k} persons; [table] person = "
            f'"{name}" protects persons'
        )


def _most_persons(plan: Plan, persons: Persons) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The persons of each class; where the records of a tuple are divided, as many as it can have."""
    kept = plan.target != DROPPED
    _, group = np.unique(distinct_rows(plan.targets)[1][plan.target[kept]], return_inverse=True)
    source, lengths = plan.source[kept], persons.of_tuples[plan.source[kept]]
    begin = np.cumsum(lengths) - lengths
    entry = np.repeat(persons.start[source] - begin, lengths) + np.arange(int(lengths.sum()))
    pairs = np.unique(np.repeat(group, lengths) * persons.number + persons.person[entry])
    return np.bincount(pairs // persons.number, minlength=int(group.max(initial=-1)) + 1)
