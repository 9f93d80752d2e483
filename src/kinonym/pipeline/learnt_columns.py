"""What the columns of a training table mean, and how the texts of another table are read in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinonym.domains import ConceptSets, Domain, Points
from kinonym.errors import DataError
from kinonym.mapping import Mapping, MappingRow, MappingTable, UnmappedReport, map_values
from kinonym.pipeline.cells import check_cells, count_elements, split_cell
from kinonym.pipeline.column_mapping import read_mapping_table
from kinonym.pipeline.column_meanings import ColumnMeaning
from kinonym.recipe import Recipe
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Counts

__all__ = ["LearntColumn", "interpret_alike", "learn_columns"]


@dataclass(frozen=True, eq=False)
class LearntColumn:
    """A column of the training table."""

    meaning: ColumnMeaning
    table: MappingTable | None = None
    """The user's mapping table, for values that the training table does not have."""

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.meaning.name

    def map_texts(self, recipe: Recipe, texts: Sequence[str | None], counts: Counts) -> Mapping | None:
        """Find the concepts of texts, those of new ones one by one; None if values are not concepts."""
        learnt, separator = self.meaning.mapping, recipe.columns[self.name].separator
        if learnt is None:
            return None
        if separator is not None:
            check_cells(self.name, texts, counts, separator, recipe.table.missing)
            texts, counts = count_elements(texts, counts, separator, recipe.table.missing)
        known = {row.value: row for row in learnt.rows}
        texts_with_counts = [
            (text, count) for text, count in zip(texts, counts.tolist(), strict=True) if text is not None
        ]
        rows = [
            replace(known.get(text) or self._map_text(learnt, text), count=count) for text, count in texts_with_counts
        ]
        return replace(learnt, rows=tuple(rows), unused=())

    def _map_text(self, learnt: Mapping, text: str) -> MappingRow:
        """Find the concept of one text, whatever else the table contains."""
        return map_values(learnt.taxonomy, [text], root=learnt.root, table=self.table, suggestions=0).rows[0]

    def interpret(self, recipe: Recipe, texts: Sequence[str | None], mapping: Mapping | None) -> ColumnMeaning:
        """Return the meaning of some texts; every point of the training table keeps its meaning."""
        learnt, column = self.meaning, recipe.columns[self.name]
        if mapping is None:
            domain = learnt.domain.extend(texts)
            return ColumnMeaning(self.name, domain, _encode(self.name, domain, texts), texts=texts)
        keys: dict[str, str] = dict(mapping.concept_of)
        domain = learnt.domain
        if column.unmapped == "isolate" and learnt.mapping is not None:
            keys |= {**mapping.isolate_of, **learnt.mapping.isolate_of}
            domain = domain.extend([keys[row.value] for row in mapping.unmapped])
        if isinstance(domain, ConceptSets):
            cells = [split_cell(text, domain.separator, recipe.table.missing) for text in texts]
            points = domain.add([[keys[part] for part in parts if part in keys] for parts in cells])
        else:
            points = domain.encode([None if text is None else keys.get(text) for text in texts])
        return ColumnMeaning(self.name, domain, points, mapping, texts=texts)


def learn_columns(recipe: Recipe, meanings: Sequence[ColumnMeaning]) -> tuple[LearntColumn, ...]:
    """Keep what is needed to read other texts in the same way."""
    return tuple(
        LearntColumn(
            meaning,
            None if meaning.mapping is None else read_mapping_table(recipe, meaning.name, meaning.mapping.taxonomy),
        )
        for meaning in meanings
    )


def interpret_alike(recipe: Recipe, learnt: Sequence[LearntColumn], counted: Counted) -> list[ColumnMeaning]:
    """Interpret the counted columns as those of the training table; one error lists all unmapped values."""
    positions = {column.name: counted.columns.index(column.name) for column in learnt}
    mappings = {
        column.name: column.map_texts(recipe, counted.values[j], counted.value_counts(j))
        for column, j in zip(learnt, positions.values(), strict=True)
    }
    strict = {
        name: mapping
        for name, mapping in mappings.items()
        if mapping is not None and recipe.columns[name].unmapped == "error"
    }
    if unmapped := UnmappedReport(strict):
        raise unmapped.error()
    return [
        column.interpret(recipe, counted.values[positions[column.name]], mappings[column.name]) for column in learnt
    ]


def _encode(name: str, domain: Domain, texts: Sequence[str | None]) -> Points:
    """Encode texts; an error names the column."""
    try:
        return np.asarray(domain.encode(texts))
    except DataError as error:
        msg = f"column {name!r}: {error.message}"
        raise DataError(msg, hint=error.hint) from None
