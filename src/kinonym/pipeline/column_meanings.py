"""Interprets columns: from a column's recipe and distinct values to a domain and the point of each value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.column_types.read_column import ColumnValues
from kinonym.domains import ConceptSets, Domain, Nominal, Plain, Points
from kinonym.engines.contract import Source
from kinonym.mapping import Mapping, UnmappedReport
from kinonym.mapping.data_spelling import spelling_from_data, usual_form
from kinonym.pipeline.cells import check_separator, describe_cells, split_cell
from kinonym.pipeline.column_mapping import load_ontology, map_column
from kinonym.pipeline.several_ontologies import make_domain_of_several
from kinonym.recipe import ColumnRecipe, Recipe
from kinonym.taxonomy import JoinedTaxonomy
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Counts

if TYPE_CHECKING:
    from kinonym.pipeline.mixed_codes import MixedCodes

__all__ = ["ColumnMeaning", "interpret_columns", "interpret_texts"]


@dataclass(frozen=True, eq=False)
class ColumnMeaning:
    """What the values of a column mean: the domain, and the point of each value."""

    name: str
    domain: Domain
    points: Points
    mapping: Mapping | None = None
    notices: tuple[str, ...] = ()
    texts: Sequence[str | None] = ()
    """The text of each point."""
    codes: NDArray[np.int32] | None = None
    """The point of each counted tuple; None if it is the code of its value."""
    systems: Sequence[str | None] = ()
    """In a column of several code systems, the system of each text."""

    @property
    def by_context(self) -> bool:
        """Whether the meaning of some value depends on the other values of the column."""
        return self.mapping is not None and self.mapping.by_context


def interpret_columns(recipe: Recipe, counted: Counted, source: Source | None = None) -> list[ColumnMeaning]:
    """Interpret the counted columns; one error lists all unmapped values.

    Parameters
    ----------
    recipe
        What the columns mean.
    counted
        Their distinct tuples.
    source
        The table they come from, so that errors can name a row.
    """
    system_columns = recipe.system_columns
    positions = {name: j for j, name in enumerate(counted.columns) if name not in system_columns}
    mixed = {name: _map_systems(recipe, counted, name) for name in positions if recipe.columns[name].ontology_by}
    mappings = {name: codes.mapping for name, codes in mixed.items()} | {
        name: map_column(recipe, name, counted.values[j], counted.value_counts(j))
        for name, j in positions.items()
        if name not in mixed and recipe.columns[name].maps_values
    }
    strict = {name: mapping for name, mapping in mappings.items() if recipe.columns[name].unmapped == "error"}
    if unmapped := UnmappedReport(strict):
        for name in (name for name, mapping in strict.items() if mapping.unmapped and name not in mixed):
            separator, j = recipe.columns[name].separator, positions[name]
            if separator is not None:
                check_separator(name, counted.values[j], counted.value_counts(j), separator)
        raise unmapped.error()
    meanings = []
    for name, j in positions.items():
        column, values = recipe.columns[name], counted.values[j]
        if name in mixed:
            meanings.append(_interpret_systems(name, column, mixed[name], recipe.table.missing))
        elif name in mappings:
            meanings.append(_interpret_concepts(name, column, values, counted.value_counts(j), mappings[name], recipe))
        else:
            meanings.append(_read(column, _column_values(recipe, name, values, counted.value_counts(j), source=source)))
    return meanings


def interpret_texts(
    recipe: Recipe | None, name: str, texts: Sequence[str | None], counts: Counts, source: Source | None = None
) -> ColumnMeaning:
    """Interpret the texts of a column that is released unchanged: each text is a value (specification 5).

    A text without a concept is isolated, never missing, and is not an error. Without a recipe, or if the recipe gives
    the column no meaning, texts are only equal or different.
    """
    column = None if recipe is None else recipe.columns.get(name)
    if recipe is None or column is None or (column.maps_values and not column.ontology):
        domain = Plain().fit(texts)
        return ColumnMeaning(name, domain, domain.encode(texts))
    present = [None if text in recipe.table.missing else text for text in texts]
    if not column.maps_values:
        return _read(column, _column_values(recipe, name, present, counts, source=source, unchanged=True))
    isolating = column.model_copy(update={"unmapped": "isolate"})
    return _interpret_concepts(name, isolating, present, counts, map_column(recipe, name, present, counts), recipe)


def _column_values(
    recipe: Recipe,
    name: str,
    values: Sequence[str | None],
    counts: Counts,
    *,
    source: Source | None,
    unchanged: bool = False,
) -> ColumnValues:
    """Collect what a column type needs to read a column."""
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


def _read(column: ColumnRecipe, values: ColumnValues) -> ColumnMeaning:
    """Read a column that has no ontology."""
    read = column.read(values)
    return ColumnMeaning(values.name, read.domain, read.points, notices=read.notices, texts=values.values)


def _interpret_concepts(
    name: str, column: ColumnRecipe, values: Sequence[str | None], counts: Counts, mapping: Mapping, recipe: Recipe
) -> ColumnMeaning:
    """Interpret a column of concepts, or of sets of concepts."""
    missing, notices = recipe.table.missing, _describe_mapping(name, column, mapping)
    elements, isolating = _make_domain(column, mapping, missing), column.unmapped == "isolate"
    concept_of = {**mapping.isolate_of, **mapping.concept_of} if isolating else mapping.concept_of
    if column.separator is None:
        keys = [concept_of.get(v) if v is not None else None for v in values]
        return ColumnMeaning(name, elements, elements.encode(keys), mapping, notices, values)
    cells = [split_cell(value, column.separator, missing) for value in values]
    sets = [[concept_of[part] for part in parts if part in concept_of] for parts in cells]
    domain = ConceptSets(elements, column.set_distance, column.separator).fit(sets)
    notices = (*notices, *describe_cells(name, values, counts, column.separator, missing))
    return ColumnMeaning(name, domain, domain.add(sets), mapping, notices, values)


def _make_domain(column: ColumnRecipe, mapping: Mapping, missing: Sequence[str]) -> Nominal:
    """Return the domain of concepts below the given root, or below the least common subsumer (specification 1)."""
    taxonomy = mapping.taxonomy
    concept_of = mapping.concept_of
    isolated = set(mapping.isolate_of.values())
    isolates = (None, *sorted(isolated)) if column.unmapped == "isolate" else (None,)
    write = column.write or usual_form(mapping)
    spelling = None if column.write else spelling_from_data(mapping, write, missing)
    if isinstance(taxonomy, JoinedTaxonomy):
        return make_domain_of_several(column, mapping, taxonomy, isolates=isolates, write=write, spelling=spelling)
    root = mapping.root or (taxonomy.lcs(*set(concept_of.values())) if concept_of else taxonomy.root)
    return Nominal(taxonomy, root, column.resolved_measure, isolates=isolates, write=write, spelling=spelling)


def _map_systems(recipe: Recipe, counted: Counted, name: str) -> MixedCodes:
    """Map a column of several code systems, each code in its system."""
    from kinonym.pipeline.mixed_codes import map_mixed_codes

    column = recipe.columns[name]
    return map_mixed_codes(
        column.systems, lambda ontology: load_ontology(recipe, ontology), counted, name, column.by_column or ""
    )


def _interpret_systems(name: str, column: ColumnRecipe, mixed: MixedCodes, missing: Sequence[str]) -> ColumnMeaning:
    """Interpret codes of several systems below one root; a code without a concept is isolated or missing."""
    isolate = column.unmapped == "isolate"
    isolate_of = mixed.mapping.isolate_of if isolate else {}
    isolated = sorted(set(isolate_of.values()))
    write = column.write or mixed.form()
    spelling = mixed.spelling(write, missing)
    domain = Nominal(
        mixed.mapping.taxonomy,
        None,
        column.resolved_measure,
        isolates=(None, *isolated),
        write=write,
        spelling=spelling,
    )
    keys = [concept or isolate_of.get(text or "") for concept, text in zip(mixed.concepts, mixed.texts, strict=True)]
    notices = _describe_mapping(name, column, mixed.mapping)
    return ColumnMeaning(
        name, domain, domain.encode(keys), mixed.mapping, notices, mixed.texts, mixed.codes, mixed.systems
    )


def _describe_mapping(name: str, column: ColumnRecipe, mapping: Mapping) -> tuple[str, ...]:
    """Return the notices about the mapping of a column."""
    found = (*mapping.taxonomy.source.notices, *mapping.notices)
    notices = tuple(f"column {name!r}: {notice}" for notice in found)
    share = 1.0 - mapping.coverage.of_records
    if column.unmapped == "isolate" and share > 0.05:
        notices += (f"column {name!r}: {share:.1%} of the records are isolated, at distance 1 from everything",)
    return notices
