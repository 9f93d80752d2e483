"""From a column's recipe and its distinct values to a domain and the point of each value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym import ontologies
from kinonym.column_types.column_recipe import ColumnValues
from kinonym.domains import ConceptSets, Domain, Nominal, Plain, Points
from kinonym.engines.contract import Source
from kinonym.errors import DataError, RecipeError
from kinonym.grouped.index_arrays import Counts
from kinonym.grouped.tuples import Counted
from kinonym.mapping import Mapping, MappingTable, UnmappedReport, map_values
from kinonym.mapping.outcome import spelling_from_data, usual_form
from kinonym.measures import with_counts
from kinonym.metrics import Concepts
from kinonym.ontologies.from_values import OWN_VALUES, taxonomy_from_values
from kinonym.pipeline.cells import cell_notices, check_cells, check_separator, element_counts, split_cell
from kinonym.recipe import ColumnRecipe, Recipe
from kinonym.taxonomy import Taxonomy

if TYPE_CHECKING:
    from kinonym.pipeline.mixed_codes import MixedCodes

__all__ = [
    "ColumnMeaning",
    "column_meanings",
    "concepts_of",
    "load_ontologies",
    "map_column",
    "text_meaning",
]


@dataclass(frozen=True, eq=False)
class ColumnMeaning:
    """One column, ready to be grouped: what its values mean and where each of them lies."""

    name: str
    domain: Domain
    points: Points
    mapping: Mapping | None = None
    notices: tuple[str, ...] = ()
    texts: Sequence[str | None] = ()
    """The text of each point."""
    codes: NDArray[np.int32] | None = None
    """Which point each counted tuple has; None where that is the code of its value."""
    beside: Sequence[str | None] = ()
    """Of a column of several code systems, the system of each text."""

    @property
    def by_context(self) -> bool:
        """Whether the column's other values decided what one of them means."""
        return self.mapping is not None and self.mapping.by_context


def column_meanings(recipe: Recipe, counted: Counted, source: Source | None = None) -> list[ColumnMeaning]:
    """What the counted columns mean; one error names all unmapped values together.

    Parameters
    ----------
    recipe
        What the columns mean.
    counted
        Their distinct tuples.
    source
        The table they come from, so that errors can name a row.
    """
    told_apart = recipe.told_apart
    places = {name: j for j, name in enumerate(counted.columns) if name not in told_apart}
    mixed = {name: _mixed(recipe, counted, name) for name in places if recipe.columns[name].ontology_by}
    mappings = {name: codes.mapping for name, codes in mixed.items()} | {
        name: map_column(recipe, name, counted.values[j], counted.value_counts(j))
        for name, j in places.items()
        if name not in mixed and recipe.columns[name].maps_values
    }
    strict = {name: mapping for name, mapping in mappings.items() if recipe.columns[name].unmapped == "error"}
    if left := UnmappedReport(strict):
        for name in (name for name, mapping in strict.items() if mapping.unmapped and name not in mixed):
            separator, j = recipe.columns[name].separator, places[name]
            if separator is not None:
                check_separator(name, counted.values[j], counted.value_counts(j), separator)
        raise left.error()
    meanings = []
    for name, j in places.items():
        column, values = recipe.columns[name], counted.values[j]
        if name in mixed:
            meanings.append(_of_several_systems(name, column, mixed[name], recipe.table.missing))
        elif name in mappings:
            meanings.append(_nominal(name, column, values, counted.value_counts(j), mappings[name], recipe))
        else:
            given = _column_values(recipe, name, values, counted.value_counts(j), source=source)
            meanings.append(_read(column, given))
    return meanings


def text_meaning(
    recipe: Recipe | None, name: str, texts: Sequence[str | None], counts: Counts, source: Source | None = None
) -> ColumnMeaning:
    """What the texts of a column mean that is released as it is: each text is a value (specification 5).

    A text without a concept is isolated, never missing, and stops nothing. Without a recipe, or where the recipe gives
    no meaning, texts are equal or not.
    """
    column = None if recipe is None else recipe.columns.get(name)
    if recipe is None or column is None or (column.maps_values and not column.ontology):
        domain = Plain().fit(texts)
        return ColumnMeaning(name, domain, domain.encode(texts))
    present = [None if text in recipe.table.missing else text for text in texts]
    if not column.maps_values:
        return _read(column, _column_values(recipe, name, present, counts, source=source, unchanged=True))
    isolating = column.model_copy(update={"unmapped": "isolate"})
    return _nominal(name, isolating, present, counts, map_column(recipe, name, present, counts), recipe)


def _column_values(
    recipe: Recipe,
    name: str,
    values: Sequence[str | None],
    counts: Counts,
    *,
    source: Source | None,
    unchanged: bool = False,
) -> ColumnValues:
    """What a column type needs to read a column."""
    return ColumnValues(
        name=name,
        values=values,
        counts=counts,
        unchanged=unchanged,
        decimal=recipe.table.decimal,
        first_year=recipe.table.two_digit_years_from,
        find_method=lambda: recipe.resolved_method,
        locate=None if source is None else partial(source.locate, name),
    )


def _read(column: ColumnRecipe, given: ColumnValues) -> ColumnMeaning:
    """Read a column that has no ontology."""
    read = column.read(given)
    return ColumnMeaning(given.name, read.domain, read.points, notices=read.notices, texts=given.values)


def map_column(recipe: Recipe, name: str, values: Sequence[str | None], counts: Counts) -> Mapping:
    """Find the concepts of a nominal column's values; of cells that hold several, those of their parts."""
    column = recipe.columns[name]
    if column.separator is None and column.set_distance != "average" and name not in recipe.table.gather:
        msg = f"columns.{name} has set_distance, but its cells hold one value each"
        raise RecipeError(msg, hint='add separator = "|", or remove set_distance')
    if column.separator is not None:
        check_cells(name, values, counts, column.separator, recipe.table.missing)
        values, counts = element_counts(values, counts, column.separator, recipe.table.missing)
    known = [i for i, value in enumerate(values) if value is not None]
    taxonomy = _column_ontology(recipe, name, [value for value in values if value is not None])
    if column.counts:
        taxonomy = with_counts(taxonomy, recipe.path(column.counts))
    table = MappingTable.read(recipe.path(column.mapping)) if column.mapping else None
    if column.code_map:
        table = _with_code_map(recipe, column, table, taxonomy)
    mapping = map_values(
        taxonomy,
        [values[i] for i in known],  # type: ignore[misc]  # None was left out
        [int(counts[i]) for i in known],
        root=column.root,
        table=table,
    )
    return mapping if column.separator is None else replace(mapping, unit="entries")


def _with_code_map(
    recipe: Recipe, column: ColumnRecipe, table: MappingTable | None, taxonomy: Taxonomy
) -> MappingTable:
    """The best concept of every code of the map; what the person's own table says comes first."""
    codes = ontologies.load_code_map(recipe.path(column.code_map or ""), refset=column.code_refset)
    best = {code: concepts[0] for code, concepts in codes.within(taxonomy).concepts.items()}
    best |= {code.replace(".", ""): concept for code, concept in best.items()}
    own = {entry.value: entry.concept for entry in table.entries} if table is not None else {}
    return MappingTable.of({**best, **own})


def _column_ontology(recipe: Recipe, name: str, values: Sequence[str]) -> Taxonomy:
    """The ontology of a column, which may be built from its own values."""
    column = recipe.columns[name]
    if column.ontology not in OWN_VALUES:
        return load_ontology(recipe, column.ontology or "")
    try:
        return taxonomy_from_values(
            column.ontology,
            values,
            separator=column.path_separator,
            lengths=column.lengths,
            first_year=recipe.table.two_digit_years_from,
        )
    except DataError as error:
        msg = f"column {name!r}: {error.message}"
        raise DataError(msg, hint=error.hint) from None


def load_ontologies(recipe: Recipe) -> None:
    """Load what the masked columns need, so that a faulty ontology is known before anything is counted."""
    for name in recipe.masked:
        column = recipe.columns[name]
        for ontology in (column.ontology, *column.systems.values()):
            if column.maps_values and ontology is not None and ontology not in OWN_VALUES:
                load_ontology(recipe, ontology)


def load_ontology(recipe: Recipe, name: str) -> Taxonomy:
    """An ontology by name, or by a path relative to the recipe."""
    if name in ontologies.NAMES:
        return ontologies.load_shared(name)
    path = recipe.path(name).resolve()
    return _load(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=8)
def _load(name: Path, changed: int) -> Taxonomy:  # noqa: ARG001  # a changed file is loaded anew
    return ontologies.load(name)


def _nominal(
    name: str, column: ColumnRecipe, values: Sequence[str | None], counts: Counts, mapping: Mapping, recipe: Recipe
) -> ColumnMeaning:
    """What the values of a column of concepts mean, or of a column of sets of concepts."""
    missing, told = recipe.table.missing, _left_over(name, column, mapping)
    elements, isolating = _concepts(column, mapping, missing), column.unmapped == "isolate"
    concept_of = {**mapping.isolate_of, **mapping.concept_of} if isolating else mapping.concept_of
    if column.separator is None:
        keys = [concept_of.get(v) if v is not None else None for v in values]
        return ColumnMeaning(name, elements, elements.encode(keys), mapping, told, values)
    cells = [split_cell(value, column.separator, missing) for value in values]
    sets = [[concept_of[part] for part in parts if part in concept_of] for parts in cells]
    domain = ConceptSets(elements, column.set_distance, column.separator).fit(sets)
    told = (*told, *cell_notices(name, values, counts, column.separator, missing))
    return ColumnMeaning(name, domain, domain.add(sets), mapping, told, values)


def _concepts(column: ColumnRecipe, mapping: Mapping, missing: Sequence[str]) -> Nominal:
    """Concepts below the given root, or below what subsumes all values of the column (specification 1)."""
    taxonomy = mapping.taxonomy
    concept_of = mapping.concept_of
    left = set(mapping.isolate_of.values())
    root = mapping.root or (taxonomy.lcs(*set(concept_of.values())) if concept_of else taxonomy.root)
    isolates = (None, *sorted(left)) if column.unmapped == "isolate" else (None,)
    write = column.write or usual_form(mapping)
    spelling = None if column.write else spelling_from_data(mapping, write, missing)
    return Nominal(taxonomy, root, column.resolved_measure, isolates=isolates, write=write, spelling=spelling)


def _mixed(recipe: Recipe, counted: Counted, name: str) -> MixedCodes:
    """A column of several code systems, each code looked up in its own."""
    from kinonym.pipeline.mixed_codes import mixed_codes

    column = recipe.columns[name]
    return mixed_codes(
        column.systems, lambda ontology: load_ontology(recipe, ontology), counted, name, column.by_column or ""
    )


def _of_several_systems(name: str, column: ColumnRecipe, mixed: MixedCodes, missing: Sequence[str]) -> ColumnMeaning:
    """Concepts of all systems below one root; what has none is isolated or missing."""
    isolate = column.unmapped == "isolate"
    isolate_of = mixed.mapping.isolate_of if isolate else {}
    left = sorted(set(isolate_of.values()))
    write = column.write or mixed.form()
    spelling = mixed.spelling(write, missing)
    domain = Nominal(
        mixed.mapping.taxonomy, None, column.resolved_measure, isolates=(None, *left), write=write, spelling=spelling
    )
    keys = [concept or isolate_of.get(text or "") for concept, text in zip(mixed.concepts, mixed.texts, strict=True)]
    told = _left_over(name, column, mixed.mapping)
    return ColumnMeaning(
        name, domain, domain.encode(keys), mixed.mapping, told, mixed.texts, mixed.codes, mixed.systems
    )


def _left_over(name: str, column: ColumnRecipe, mapping: Mapping) -> tuple[str, ...]:
    told = (*mapping.taxonomy.source.notices, *mapping.notices)
    notices = tuple(f"column {name!r}: {notice}" for notice in told)
    share = 1.0 - mapping.coverage.of_records
    if column.unmapped == "isolate" and share > 0.05:
        notices += (f"column {name!r}: {share:.1%} of the records are isolated, at distance 1 from everything",)
    return notices


def concepts_of(recipe: Recipe, name: str, texts: Sequence[str | None], counts: Counts) -> Concepts | None:
    """What the texts of a column mean; None where the recipe names no ontology, or cells hold several concepts."""
    column = recipe.columns.get(name)
    if column is None or not column.maps_values or not column.ontology or column.separator is not None:
        return None
    present = [None if text in recipe.table.missing else text for text in texts]
    mapping = map_column(recipe, name, present, counts)
    number = {value: mapping.taxonomy.number(concept) for value, concept in mapping.concept_of.items()}
    return Concepts(mapping.taxonomy, np.array([-1 if text is None else number.get(text, -1) for text in present]))
