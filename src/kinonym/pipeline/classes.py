"""The classes of what was released, and its confidential columns counted in them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kinonym.engines.contract import Counts, Tally
from kinonym.metrics import Concepts, ConfidentialCounts
from kinonym.pipeline.columns import map_column
from kinonym.recipe import Recipe

__all__ = ["concepts_of", "confidential_counts"]


def confidential_counts(tally: Tally, recipe: Recipe) -> tuple[ConfidentialCounts, ...]:
    """The confidential columns that are released as they are, in the order of classes that ``tally`` counts."""
    columns = []
    for name in recipe.confidential_kept if tally.records else ():
        counted = tally.count([*recipe.masked, name])
        sizes, cells = counted.cells()
        meaning = concepts_of(recipe, name, counted.values[-1], counted.value_counts(-1))
        columns.append(ConfidentialCounts(name=name, sizes=sizes, cells=cells, meaning=meaning))
    return tuple(columns)


def concepts_of(recipe: Recipe, name: str, texts: Sequence[str | None], counts: Counts) -> Concepts | None:
    """What the texts of a column mean; None where the recipe names no ontology."""
    column = recipe.columns.get(name)
    if column is None or column.kind != "nominal" or not column.ontology:
        return None
    present = [None if text in recipe.table.missing else text for text in texts]
    mapping = map_column(recipe, name, present, counts)
    number = {value: mapping.taxonomy.number(concept) for value, concept in mapping.concept_of.items()}
    return Concepts(mapping.taxonomy, np.array([-1 if text is None else number.get(text, -1) for text in present]))
