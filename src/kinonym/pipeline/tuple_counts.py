"""Counts confidential columns and persons for each planned tuple of a source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinonym.engines.contract import Source
from kinonym.pipeline.column_meanings import interpret_texts
from kinonym.recipe import Recipe
from kinonym.tuples import Confidential, Persons
from kinonym.tuples.index_arrays import DROPPED, PlannedOfCounted

__all__ = ["count_confidential", "count_persons"]


def count_confidential(
    source: Source,
    recipe: Recipe | None,
    columns: Sequence[str],
    name: str,
    planned_of_counted: PlannedOfCounted,
    person: str | None = None,
) -> Confidential:
    """Count the texts of an unmasked confidential column for each planned tuple.

    Parameters
    ----------
    source
        The table.
    recipe
        Gives the texts a meaning; without a recipe, texts are only equal or different.
    columns
        The columns of the counted tuples.
    name
        The confidential column.
    planned_of_counted
        Counted tuple → planned tuple, or `DROPPED`.
    person
        The column with the person of each record, if there is one.
    """
    counts = source.count_with(columns, name, person)
    planned = planned_of_counted[counts.tuple_of]
    released = planned != DROPPED
    times = np.bincount(counts.value_of, weights=counts.counts, minlength=len(counts.values))
    meaning = interpret_texts(recipe, name, counts.values, times.astype(np.int64), source)
    cells = planned[released], counts.value_of[released], counts.counts[released]
    tuples = int(planned_of_counted.max(initial=-1)) + 1
    person = None if counts.person_of is None else counts.person_of[released]
    points, texts = meaning.points, counts.values
    return Confidential.from_counts(name, meaning.domain, points, texts, cells, tuples, person_of=person)


def count_persons(source: Source, columns: Sequence[str], person: str, planned_of_counted: PlannedOfCounted) -> Persons:
    """Count the persons of each planned tuple; the texts of a column identify them."""
    cells = source.persons(columns, person)
    planned = planned_of_counted[cells.tuple_of]
    released = planned != DROPPED
    tuples = int(planned_of_counted.max(initial=-1)) + 1
    persons = Persons.from_cells(planned[released], cells.person_of[released], cells.counts[released], tuples)
    return replace(persons, case_variants=cells.case_variants)
