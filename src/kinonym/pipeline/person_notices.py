"""Notices about persons: their number, and signs that the recipe should name the person column."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kinonym.drafting.role_rules import names_persons
from kinonym.engines.contract import Source
from kinonym.pipeline.tuple_counts import count_persons
from kinonym.recipe import Recipe
from kinonym.tuples import Persons, Plan
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.index_arrays import DROPPED, Counts, PlannedOfCounted

__all__ = ["describe_case_variants", "describe_persons", "describe_returning_persons"]

_NEARLY_ONCE = 0.98  # where nearly every value occurs once, no person has several records


def describe_persons(recipe: Recipe, persons: Persons, records: int) -> Iterator[str]:
    """Yield notices about the number of persons, and about a method that does not protect them."""
    yield f"{records:,} records belong to {persons.number:,} persons"
    if persons.unnamed:
        yield f"{persons.unnamed:,} records name no person: each counts as a separate person"
    yield from describe_case_variants(recipe, persons.case_variants)
    if not recipe.resolved_method.traits.groups:
        yield (
            f"{recipe.resolved_method.name} makes no groups of persons: column {recipe.table.person!r} is dropped, and "
            "a person with several records has several chances to be found"
        )


def describe_case_variants(recipe: Recipe, number: int) -> Iterator[str]:
    """Yield a notice if person ids differ from another one only in upper and lower case."""
    if number:
        yield (
            f"{number:,} ids of the person column {recipe.table.person!r} differ from another one only in upper and "
            "lower case: they count as different persons"
        )


def describe_returning_persons(
    source: Source, recipe: Recipe, planned_of_counted: PlannedOfCounted, plan: Plan
) -> Iterator[str]:
    """Yield notices about persons who seem to have several records, if the recipe names no person column."""
    method = recipe.resolved_method
    if recipe.table.person is not None or not (method.traits.k_anonymous or method.scenarios):
        return
    for name in recipe.with_role("identifier"):
        if not names_persons(name):
            continue
        profile = source.profile(name)
        if not 1 < profile.distinct < _NEARLY_ONCE * profile.present:
            continue
        found = ""
        if method.traits.k_anonymous:
            k = method.k_or_none or 1
            persons = _count_most_persons(plan, count_persons(source, recipe.masked, name, planned_of_counted))
            found = f", and {int((persons < k).sum()):,} of {len(persons):,} groups belong to fewer than {k} persons"
        yield (
            f"column {name!r} seems to identify persons, and some have several records: k counts records{found}; "
            f'[table] person = "{name}" protects persons'
        )


def _count_most_persons(plan: Plan, persons: Persons) -> Counts:
    """Count the persons of each class; if the records of a tuple are divided, the most that the class can have."""
    released = plan.target != DROPPED
    _, group = np.unique(distinct_rows(plan.targets)[1][plan.target[released]], return_inverse=True)
    source, lengths = plan.source[released], persons.of_tuples[plan.source[released]]
    begin = np.cumsum(lengths) - lengths
    entry = np.repeat(persons.start[source] - begin, lengths) + np.arange(int(lengths.sum()))
    pairs = np.unique(np.repeat(group, lengths) * persons.number + persons.person[entry])
    return np.bincount(pairs // persons.number, minlength=int(group.max(initial=-1)) + 1)
