"""Small made-up tables on which methods run so that their kernels are compiled."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kinonym.domains import ConceptSets, Domain, Nominal, Numeric, Ordinal, Plain
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Confidential, Persons, Tuples

__all__ = ["MadeUpTables", "make_tables", "make_taxonomy", "with_persons"]

_TUPLES = 601  # more than the special cases for small tables; and one remains after clusters of three
_CONCEPTS = 300


def make_taxonomy() -> Taxonomy:
    """A small DAG with everything that a measure may need."""
    ids = ["top", *(f"concept {i}" for i in range(1, _CONCEPTS))]
    links = np.array([(i, above) for i in range(1, _CONCEPTS) for above in {(i - 1) // 2, i // 3}]).T
    parts = np.array([[1, 3], [2, 4]])
    glosses = [f"what {concept} means" for concept in ids]
    return Taxonomy.from_links(
        ids, (links[0], links[1]), [[concept] for concept in ids], glosses=glosses, parts=(parts[0], parts[1])
    )


class MadeUpTables(NamedTuple):
    """Made-up tables: all kinds of columns, two columns over one taxonomy, only numbers, sets of concepts."""

    mixed: Tuples
    twins: Tuples
    numbers: Tuples
    sets: Tuples


def make_tables() -> MadeUpTables:
    """Make all of them."""
    words, number = Nominal(make_taxonomy()), Numeric(scale=3.0)
    return MadeUpTables(
        mixed=_tuples({"a": words, "b": number, "c": Ordinal(("low", "high")), "d": Plain(("x", "y", None))}),
        twins=_tuples({"a": words, "b": words}),
        numbers=_tuples({"a": number, "b": number}),
        sets=_tuples({"a": ConceptSets(words).fit([("top", concept) for concept in words.tau.concepts])}),
    )


def _tuples(domains: dict[str, Domain]) -> Tuples:
    """Tuples with a confidential column."""
    row = np.arange(_TUPLES, dtype=np.float64)
    points = np.column_stack([row * 7 % _CONCEPTS, row % _CONCEPTS, row % 2, row // 2 % 2])[:, : len(domains)]
    counts = np.arange(_TUPLES) % 2 + 1
    made, tuple_of_row = Tuples.from_points(list(domains), list(domains.values()), points, counts)
    return made.with_confidential(
        Confidential.from_rows("confidential", Nominal(make_taxonomy()), row * 3 % 20, tuple_of_row, len(made))
    )


def with_persons(tuples: Tuples) -> Tuples:
    """The same tuples, with two records per person."""
    tuple_of_row = np.repeat(np.arange(len(tuples)), tuples.counts)
    row, records = np.arange(len(tuple_of_row)), np.ones(len(tuple_of_row), dtype=np.int64)
    person, value = row // 2, row % 2
    [column] = tuples.confidential
    with_persons = Confidential.from_counts(
        column.name,
        column.domain,
        column.points,
        column.texts,
        (tuple_of_row, value, records),
        len(tuples),
        person_of=person,
    )
    return replace(
        tuples, confidential=(with_persons,), persons=Persons.from_cells(tuple_of_row, person, records, len(tuples))
    )
