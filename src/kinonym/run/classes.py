"""The classes of a released table, and its confidential columns counted in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines import memory
from kinonym.engines.memory import Counted
from kinonym.metrics import Concepts, ConfidentialCounts
from kinonym.recipe import Recipe
from kinonym.run.columns import map_column

__all__ = ["ReleasedClasses", "class_cells", "concepts_of", "released_classes"]

Numbers = NDArray[np.int64]
Cells = tuple[Numbers, Numbers, Numbers]


@dataclass(frozen=True, eq=False)
class ReleasedClasses:
    """How each class is written, and the confidential columns that are released as they are, counted in them."""

    values: tuple[list[str | None], ...]
    codes: NDArray[np.int32]
    confidential: tuple[ConfidentialCounts, ...]

    def written(self) -> Iterator[list[str | None]]:
        """The texts of each class."""
        for codes in self.codes.tolist():
            yield [self.values[j][code] for j, code in enumerate(codes)]


def released_classes(table: Any, recipe: Recipe) -> ReleasedClasses:  # noqa: ANN401
    """Count a released table; by meaning too where the recipe names an ontology."""
    if not recipe.confidential_kept:
        return ReleasedClasses((), np.empty((0, 0), dtype=np.int32), ())
    missing = recipe.table.missing
    classes = memory.count(table, recipe.masked, missing=missing)
    columns = []
    for name in recipe.confidential_kept if len(classes.counts) else ():
        counted = memory.count(table, [name], missing=missing)
        cells = class_cells(classes.tuple_of_row, counted.tuple_of_row)
        meaning = concepts_of(recipe, name, counted)
        columns.append(ConfidentialCounts(name=name, sizes=classes.counts, cells=cells, meaning=meaning))
    return ReleasedClasses(classes.values, classes.codes, tuple(columns))


def class_cells(class_of_row: Sequence[int] | Numbers, value_of_row: Sequence[int] | Numbers) -> Cells:
    """How often each value occurs in each class: rows (class, value, count)."""
    group, value = np.asarray(class_of_row, dtype=np.int64), np.asarray(value_of_row, dtype=np.int64)
    width = int(value.max(initial=0)) + 1
    pairs, counts = np.unique(group * width + value, return_counts=True)
    return pairs // width, pairs % width, counts.astype(np.int64)


def concepts_of(recipe: Recipe, name: str, counted: Counted) -> Concepts | None:
    """What the texts of a column mean; None where the recipe names no ontology."""
    column = recipe.columns.get(name)
    if column is None or column.kind != "nominal" or not column.ontology:
        return None
    values = counted.values[0]
    mapping = map_column(recipe, name, values, counted.counts)
    number = {value: mapping.taxonomy.number(concept) for value, concept in mapping.concept_of.items()}
    return Concepts(mapping.taxonomy, np.array([-1 if value is None else number.get(value, -1) for value in values]))
