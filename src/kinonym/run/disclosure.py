"""What the classes of a released table give away of its confidential columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines import memory
from kinonym.metrics import (
    Disclosure,
    SemanticDisclosure,
    measure_disclosure,
    measure_semantic_disclosure,
)
from kinonym.metrics.disclosure import class_closeness
from kinonym.recipe import Recipe
from kinonym.run.columns import map_column

__all__ = ["by_meaning", "class_cells", "class_disclosures", "disclosures"]

Numbers = NDArray[np.int64]
Cells = tuple[Numbers, Numbers, Numbers]


def disclosures(
    table: Any,  # noqa: ANN401
    recipe: Recipe,
) -> tuple[tuple[Disclosure, ...], tuple[SemanticDisclosure, ...]]:
    """Measure every confidential column of a released table; by meaning where the recipe names an ontology."""
    confidential = recipe.confidential_kept
    if not confidential:
        return (), ()
    missing = recipe.table.missing
    classes = memory.count(table, recipe.masked, missing=missing)
    if not len(classes.counts):
        return (), ()
    plain, semantic = [], []
    for name in confidential:
        counted = memory.count(table, [name], missing=missing)
        cells = class_cells(classes.tuple_of_row, counted.tuple_of_row)
        plain.append(measure_disclosure(name, classes.counts, cells))
        found = by_meaning(recipe, name, counted, cells)
        if found is not None:
            semantic.append(found)
    return tuple(plain), tuple(semantic)


def class_disclosures(
    table: Any,  # noqa: ANN401
    recipe: Recipe,
) -> Iterator[dict[str, Any]]:
    """What each class of a released table gives away, class by class: for the private risk file only."""
    confidential = recipe.confidential_kept
    if not confidential:
        return
    missing = recipe.table.missing
    classes = memory.count(table, recipe.masked, missing=missing)
    found = {}
    for name in confidential:
        cells = class_cells(classes.tuple_of_row, memory.count(table, [name], missing=missing).tuple_of_row)
        most = np.zeros(len(classes.counts), dtype=np.int64)
        np.maximum.at(most, cells[0], cells[2])
        distinct = np.bincount(cells[0], minlength=len(classes.counts))
        found[name] = distinct, most / classes.counts, class_closeness(classes.counts, cells)
    for i, codes in enumerate(classes.codes.tolist()):
        line: dict[str, Any] = {
            "kind": "disclosure",
            "after": [classes.values[j][code] for j, code in enumerate(codes)],
            "records": int(classes.counts[i]),
        }
        for name, (distinct, guess, closeness) in found.items():
            line[name] = {"distinct": int(distinct[i]), "guess": float(guess[i]), "t": float(closeness[i])}
        yield line


def class_cells(class_of_row: Sequence[int] | Numbers, value_of_row: Sequence[int] | Numbers) -> Cells:
    """How often each value occurs in each class: rows (class, value, count)."""
    group, value = np.asarray(class_of_row, dtype=np.int64), np.asarray(value_of_row, dtype=np.int64)
    width = int(value.max(initial=0)) + 1
    pairs, counts = np.unique(group * width + value, return_counts=True)
    return pairs // width, pairs % width, counts.astype(np.int64)


def by_meaning(recipe: Recipe, name: str, counted: memory.Counted, cells: Cells) -> SemanticDisclosure | None:
    """What the values of each class have in common; None where the recipe names no ontology."""
    column = recipe.columns.get(name)
    if column is None or column.kind != "nominal" or not column.ontology:
        return None
    values = counted.values[0]
    mapping = map_column(recipe, name, values, counted.counts)
    number = {value: mapping.taxonomy.number(concept) for value, concept in mapping.concept_of.items()}
    concept_of = np.array([-1 if value is None else number.get(value, -1) for value in values])
    return measure_semantic_disclosure(name, cells, mapping.taxonomy, concept_of)
