"""What the classes of a released table give away of its confidential columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kinonym.engines.contract import Cells, Counts, Tally
from kinonym.metrics import (
    Disclosure,
    SemanticDisclosure,
    measure_disclosure,
    measure_semantic_disclosure,
)
from kinonym.metrics.disclosure import class_closeness
from kinonym.pipeline.columns import map_column
from kinonym.recipe import Recipe

__all__ = ["by_meaning", "class_disclosures", "disclosures"]


def disclosures(tally: Tally, recipe: Recipe) -> tuple[tuple[Disclosure, ...], tuple[SemanticDisclosure, ...]]:
    """Measure every confidential column of what was released; by meaning where the recipe names an ontology."""
    plain, semantic = [], []
    for name in recipe.confidential_kept if tally.records else ():
        counted = tally.count([*recipe.masked, name])
        sizes, cells = counted.cells()
        plain.append(measure_disclosure(name, sizes, cells))
        near = by_meaning(recipe, name, counted.values[-1], counted.value_counts(-1), cells)
        if near is not None:
            semantic.append(near)
    return tuple(plain), tuple(semantic)


def class_disclosures(tally: Tally, recipe: Recipe) -> Iterator[dict[str, Any]]:
    """What each class of what was released gives away, class by class: for the private risk file only."""
    shown = {}
    for name in recipe.confidential_kept:
        counted = tally.count([*recipe.masked, name])
        sizes, cells = counted.cells()
        most = np.zeros(len(sizes), dtype=np.int64)
        np.maximum.at(most, cells[0], cells[2])
        shown[name] = np.bincount(cells[0]), most / sizes, class_closeness(sizes, cells)
    classes = tally.count(recipe.masked)
    for i, codes in enumerate(classes.codes.tolist() if shown else ()):
        line: dict[str, Any] = {
            "kind": "disclosure",
            "after": [classes.values[j][code] for j, code in enumerate(codes)],
            "records": int(classes.counts[i]),
        }
        for name, (distinct, guess, closeness) in shown.items():
            line[name] = {"distinct": int(distinct[i]), "guess": float(guess[i]), "t": float(closeness[i])}
        yield line


def by_meaning(
    recipe: Recipe, name: str, values: Sequence[str | None], counts: Counts, cells: Cells
) -> SemanticDisclosure | None:
    """What the values of each class have in common; None where the recipe names no ontology."""
    column = recipe.columns.get(name)
    if column is None or column.kind != "nominal" or not column.ontology:
        return None
    mapping = map_column(recipe, name, values, counts)
    number = {value: mapping.taxonomy.number(concept) for value, concept in mapping.concept_of.items()}
    concept_of = np.array([-1 if value is None else number.get(value, -1) for value in values])
    return measure_semantic_disclosure(name, cells, mapping.taxonomy, concept_of)
