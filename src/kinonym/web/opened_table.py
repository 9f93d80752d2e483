"""An opened table: its preview, a summary of its columns, the guesses of `init`, and counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.drafting import ColumnGuess, Draft, LayoutOptions, TableGuess, draft_table
from kinonym.engines import OpenedSource, open_table
from kinonym.engines.contract import Source
from kinonym.files.texts import as_text
from kinonym.metrics.risk import Risk, risk_of_classes
from kinonym.pipeline.unmasked import measure_before_planning
from kinonym.recipe import Recipe, TableRecipe
from kinonym.release.uniqueness import Uniqueness
from kinonym.tuples import Persons
from kinonym.tuples.counted import Counted

__all__ = ["ENCODINGS", "OpenedTable"]

_PREVIEW = 8
_EXAMPLE_ROWS = 200
_EXAMPLES = 4


ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "cp1250", "cp1251", "iso-8859-2", "shift_jis")


@dataclass(frozen=True, kw_only=True)
class ColumnSummary:
    """A column as the page shows it."""

    name: str
    distinct: int
    missing: float
    examples: tuple[str, ...]
    guess: ColumnGuess


@dataclass(eq=False)
class OpenedTable:
    """A file that is read once; counts are stored."""

    path: Path
    opened: OpenedSource
    settings: TableRecipe
    draft: Draft
    """The recipe that `kinonym init` writes for it."""
    _counted: dict[tuple[str, ...], Counted] = field(default_factory=dict)
    _risks: dict[tuple[str | None, ...], Risk] = field(default_factory=dict)
    _remaining: dict[str, Uniqueness | None] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path, settings: TableRecipe) -> OpenedTable:
        """Read a file with these settings; what they leave out is detected, and stated in the draft."""
        opened = open_table(path, settings)
        options = LayoutOptions(encoding=settings.encoding, delimiter=settings.delimiter, names=settings.names)
        draft = draft_table(opened.source, layout=opened.layout, options=options)
        detected = TableRecipe.model_validate(draft.sections["table"])
        return cls(path, opened, detected, draft).with_missing(detected.missing)

    def with_missing(self, markers: Sequence[str]) -> OpenedTable:
        """The same table where these texts mean missing."""
        settings = self.settings.model_copy(update={"missing": tuple(markers)})
        opened = replace(self.opened, source=self.source.with_missing(settings.missing))
        return OpenedTable(self.path, opened, settings, self.draft)

    @property
    def source(self) -> Source:
        """The table in its engine."""
        return self.opened.source

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self.source.columns)

    @property
    def records(self) -> int:
        """How many rows there are."""
        return self.source.records

    @cached_property
    def preview(self) -> list[list[str]]:
        """The first rows as text."""
        return [list(row) for row in zip(*self._first_texts(_PREVIEW).values(), strict=True)]

    @cached_property
    def _examples(self) -> dict[str, list[str | None]]:
        return self._first_texts(_EXAMPLE_ROWS)

    def _first_texts(self, number: int) -> dict[str, list[str | None]]:
        """The texts of the first rows."""
        rows = self.source.gather_first(number)
        return {name: as_text(rows.column(name), name).to_pylist() for name in rows.columns}

    @property
    def guess(self) -> TableGuess:
        """The guesses behind the draft."""
        return self.draft.guess

    @cached_property
    def summaries(self) -> list[ColumnSummary]:
        """Every column."""
        return [self._summarise(guess) for guess in self.guess.columns]

    def _summarise(self, guess: ColumnGuess) -> ColumnSummary:
        profile = self.source.profile(guess.column)
        seen = dict.fromkeys(self._examples[guess.column])
        examples = [text for text in seen if text is not None and text not in self.settings.missing]
        return ColumnSummary(
            name=guess.column,
            distinct=profile.distinct,
            missing=1.0 - profile.present / max(1, self.records),
            examples=tuple(examples[:_EXAMPLES]),
            guess=guess,
        )

    def count(self, columns: Sequence[str]) -> Counted:
        """The distinct tuples of some columns, counted once."""
        key = tuple(columns)
        if key not in self._counted:
            self._counted[key] = self.source.count(key)
        return self._counted[key]

    def risk(self, columns: Sequence[str], person: str | None = None) -> Risk | None:
        """The share of records or persons that these columns link without masking; None without columns."""
        key = (person, *columns)
        if columns and key not in self._risks:
            if person is None:
                sizes = self.count(columns).counts
                self._risks[key] = risk_of_classes(sizes, sizes, linkage=0.0)
            else:
                self._risks[key] = self._person_risk(columns, person)
        return self._risks.get(key)

    def _person_risk(self, columns: Sequence[str], person: str) -> Risk:
        """The same for persons: a person is unique if nobody else has the combination."""
        persons = self._persons_of(columns, person)
        alone = len(np.unique(persons.person[persons.of_tuples[persons.tuple_of_entry] == 1]))
        risk = risk_of_classes(persons.of_tuples, persons.of_tuples, linkage=0.0)
        return replace(risk, unique_before=alone, unit="persons")

    def remaining(self, recipe: Recipe) -> Uniqueness | None:
        """How many rows the columns that a recipe leaves unmasked make unique; None if it masks every column."""
        key = repr((recipe.covered, recipe.unmasked, recipe.table.person, recipe.method))
        if key not in self._remaining:
            self._remaining[key] = measure_before_planning(self.source, recipe)
        return self._remaining[key]

    def persons(self, person: str) -> int:
        """How many different persons a column identifies."""
        return self._persons_of([person], person).number

    def _persons_of(self, columns: Sequence[str], person: str) -> Persons:
        owned = self.source.persons(columns, person)
        tuples = int(owned.tuple_of.max(initial=-1)) + 1
        return Persons.from_cells(owned.tuple_of, owned.person_of, owned.counts, tuples)

    def values(self, column: str) -> tuple[list[Any], Any]:
        """Distinct values of a column and their counts."""
        counted = self.count([column])
        return counted.values[0], counted.value_counts(0)
