"""Maps the values of a nominal column to concepts, with its ontology, its code map and its mapping table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from kinonym import ontologies
from kinonym.errors import DataError, RecipeError
from kinonym.languages import find_language
from kinonym.mapping import Mapping, MappingTable, map_values
from kinonym.measures import with_counts
from kinonym.metrics import Concepts
from kinonym.ontologies.from_values import OWN_VALUES, taxonomy_from_values
from kinonym.ontologies.installed_wordnets import find_installed
from kinonym.ontologies.rf2_maps import CodeMap
from kinonym.pipeline.cells import check_cells, count_elements
from kinonym.pipeline.several_ontologies import join_ontologies
from kinonym.recipe import ColumnRecipe, Recipe
from kinonym.taxonomy import Taxonomy
from kinonym.tuples.index_arrays import Counts

__all__ = ["find_concepts", "load_ontologies", "load_ontology", "map_column", "read_mapping_table"]


def map_column(recipe: Recipe, name: str, values: Sequence[str | None], counts: Counts) -> Mapping:
    """Find the concepts of a nominal column's values; for cells with several values, those of their parts."""
    column = recipe.columns[name]
    if column.separator is None and column.set_distance != "average" and name not in recipe.table.gather:
        msg = f"columns.{name} has set_distance, but its cells have one value each"
        raise RecipeError(msg, hint='add separator = "|", or remove set_distance')
    if column.separator is not None:
        check_cells(name, values, counts, column.separator, recipe.table.missing)
        values, counts = count_elements(values, counts, column.separator, recipe.table.missing)
    present = [i for i, value in enumerate(values) if value is not None]
    taxonomy = _load_column_ontology(recipe, name, [value for value in values if value is not None])
    if column.counts:
        taxonomy = with_counts(taxonomy, recipe.path(column.counts))
    table = read_mapping_table(recipe, name, taxonomy)
    mapping = map_values(
        taxonomy,
        [values[i] for i in present],  # type: ignore[misc]  # None was left out
        [int(counts[i]) for i in present],
        root=column.root,
        table=table,
    )
    return mapping if column.separator is None else replace(mapping, unit="entries")


def read_mapping_table(recipe: Recipe, name: str, taxonomy: Taxonomy) -> MappingTable | None:
    """Read the mapping table of a column, with the concepts of its code map; None if it has neither."""
    column = recipe.columns[name]
    table = MappingTable.read(recipe.path(column.mapping)) if column.mapping else None
    return _add_code_map(recipe, column, table, taxonomy) if column.code_map else table


def _add_code_map(recipe: Recipe, column: ColumnRecipe, table: MappingTable | None, taxonomy: Taxonomy) -> MappingTable:
    """Return a table with the best concept of every code of the map; the user's mapping table comes first."""
    codes = _load_codes(recipe, column)
    best = {code: concepts[0] for code, concepts in codes.within(taxonomy).concepts.items()}
    best |= {code.replace(".", ""): concept for code, concept in best.items()}
    if column.has_several_ontologies:  # one of them may contain the codes themselves
        contained = {concept.replace(".", "") for concept in taxonomy.concepts}
        best = {code: concept for code, concept in best.items() if code.replace(".", "") not in contained}
    concept_of = {entry.value: entry.concept for entry in table.entries} if table is not None else {}
    return MappingTable.of({**best, **concept_of})


def _load_codes(recipe: Recipe, column: ColumnRecipe) -> CodeMap:
    return ontologies.load_code_map(recipe.path(column.code_map or ""), refset=column.code_refset)


def _load_column_ontology(recipe: Recipe, name: str, values: Sequence[str]) -> Taxonomy:
    """Load the ontology of a column, or build it from the column's values."""
    column = recipe.columns[name]
    if column.has_several_ontologies:
        parts = [load_ontology(recipe, ontology, column.language) for ontology in column.ontologies]
        return join_ontologies(parts, _load_codes(recipe, column) if column.code_map else None)
    ontology = column.ontologies[0]
    if ontology not in OWN_VALUES:
        return load_ontology(recipe, ontology, column.language)
    try:
        return taxonomy_from_values(
            ontology,
            values,
            separator=column.path_separator,
            lengths=column.lengths,
            first_year=recipe.table.two_digit_years_from,
        )
    except DataError as error:
        msg = f"column {name!r}: {error.message}"
        raise DataError(msg, hint=error.hint) from None


def load_ontologies(recipe: Recipe) -> None:
    """Load the ontologies of the masked columns, so that a faulty one is reported before anything is counted."""
    for name in recipe.masked:
        column = recipe.columns[name]
        for ontology in (*column.ontologies, *column.systems.values()):
            if column.maps_values and ontology not in OWN_VALUES:
                load_ontology(recipe, ontology, column.language)


def load_ontology(recipe: Recipe, name: str, language: str | None = None) -> Taxonomy:
    """Load an ontology by name, or by a path relative to the recipe; ``language`` is that of the column's words."""
    if name in ontologies.NAMES and language is None:
        return ontologies.load_shared(name)
    if name == "wordnet" and language is not None and find_language(language).code != "en":
        path = find_installed(language)
    elif name in ontologies.NAMES:
        return ontologies.load(name, language=language)
    else:
        path = recipe.path(name).resolve()
    file = ontologies.split_vocabulary(path)[0]
    return _load(path, language, () if file is None else _read_state(file))


def _read_state(path: Path) -> tuple[int, ...]:
    """Return values that change with a file, even if its time of modification or the clock is set back."""
    state = path.stat()
    return state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino


@lru_cache(maxsize=8)
def _load(name: Path, language: str | None, state: tuple[int, ...]) -> Taxonomy:  # noqa: ARG001  # loads a changed file
    return ontologies.load(name) if language is None else ontologies.load(name, language=language)


def find_concepts(recipe: Recipe, name: str, texts: Sequence[str | None], counts: Counts) -> Concepts | None:
    """Find the concepts of a column's texts; None if the recipe names no ontology, or cells have several concepts."""
    column = recipe.columns.get(name)
    if column is None or not column.maps_values or not column.ontology or column.separator is not None:
        return None
    present = [None if text in recipe.table.missing else text for text in texts]
    mapping = map_column(recipe, name, present, counts)
    number = {value: mapping.taxonomy.number(concept) for value, concept in mapping.concept_of.items()}
    return Concepts(mapping.taxonomy, np.array([-1 if text is None else number.get(text, -1) for text in present]))
