"""Confidential columns and persons, counted with the tuples of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinonym.engines.contract import Source
from kinonym.grouped import Confidential, Persons
from kinonym.grouped.tuples import DROPPED, Counts
from kinonym.pipeline.columns import text_meaning
from kinonym.recipe import Recipe

__all__ = ["count_confidential", "count_persons"]


def count_confidential(
    source: Source,
    recipe: Recipe | None,
    columns: Sequence[str],
    name: str,
    place: Counts,
    person: str | None = None,
) -> Confidential:
    """A confidential column that stays as it is, its texts counted beside tuples.

    Parameters
    ----------
    source
        The table.
    recipe
        What the texts mean; without one they are equal or not.
    columns
        The columns whose tuples were counted.
    name
        The confidential column.
    place
        Counted tuple → the tuple it stands for, or `DROPPED`.
    person
        The column that says whose each record is, if there is one.
    """
    crossed = source.count_with(columns, name, person)
    kept = place[crossed.tuple_of] != DROPPED
    times = np.bincount(crossed.value_of, weights=crossed.counts, minlength=len(crossed.values))
    meaning = text_meaning(recipe, name, crossed.values, times.astype(np.int64), source)
    cells = place[crossed.tuple_of[kept]], crossed.value_of[kept], crossed.counts[kept]
    tuples = int(place.max(initial=-1)) + 1
    person = None if crossed.person_of is None else crossed.person_of[kept]
    points, texts = meaning.points, crossed.values
    return Confidential.from_counts(name, meaning.domain, points, texts, cells, tuples, person_of=person)


def count_persons(source: Source, columns: Sequence[str], person: str, place: Counts) -> Persons:
    """The persons beside tuples; ``place``: counted tuple → the tuple it stands for, or `DROPPED`."""
    owned = source.persons(columns, person)
    kept = place[owned.tuple_of] != DROPPED
    tuples = int(place.max(initial=-1)) + 1
    persons = Persons.from_cells(place[owned.tuple_of[kept]], owned.person_of[kept], owned.counts[kept], tuples)
    return replace(persons, case_variants=owned.case_variants)
