"""Masking record by record: noise fitted once to a sample, then applied to whatever arrives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kinonym.domains import Nominal
from kinonym.domains.times_of_day import TimesOfDay
from kinonym.engines.contract import Source
from kinonym.errors import DataError, RecipeError
from kinonym.mapping import map_values
from kinonym.methods import Fitted
from kinonym.pipeline.column_checks import check_columns
from kinonym.pipeline.column_meanings import ColumnMeaning
from kinonym.pipeline.preparing import prepare
from kinonym.pipeline.role_checks import check_roles
from kinonym.recipe import Recipe, load_recipe
from kinonym.release.policy import TEST_MARK

__all__ = ["Stream", "open_stream"]


@dataclass(frozen=True, eq=False)
class Stream:
    """A recipe whose noise is settled; `mask` takes one record and returns what may leave."""

    recipe: Recipe
    fitted: Fitted
    columns: dict[str, ColumnMeaning]
    notices: tuple[str, ...]
    seeded: bool
    known: dict[str, dict[str, str | None]] = field(default_factory=dict)

    def mask(self, record: Mapping[str, str | None]) -> dict[str, Any]:
        """Mask one record; identifiers are left out, other columns pass through; a seed shows first of all."""
        self.check_names(list(record))
        dropped = self.recipe.with_role("identifier")
        meant = {
            name: self._meaning(name, value) if name in self.columns else value
            for name, value in record.items()
            if name not in dropped
        }
        return dict.fromkeys(self._marks, TEST_MARK) | dict(self.fitted.apply(meant))

    def released(self, names: Sequence[str]) -> list[str]:
        """The columns that leave, of those that arrive, in their order."""
        dropped = self.recipe.with_role("identifier")
        return [*self._marks, *(name for name in names if name not in dropped)]

    @property
    def _marks(self) -> tuple[str, ...]:
        return (TEST_MARK,) if self.seeded else ()

    def check_names(self, names: Sequence[str]) -> None:
        """Refuse records whose columns are not those of the recipe, each once."""
        if sorted(names) != sorted(self.recipe.columns):
            msg = "a record does not have the columns of the recipe"
            raise DataError(msg, hint=f"columns: {', '.join(self.recipe.columns)}")

    def _meaning(self, name: str, value: str | None) -> str | None:
        """The concept of a value, looked up once; a value of another kind of column stays."""
        if value is None or value in self.recipe.table.missing:
            return None
        domain = self.columns[name].domain.concepts
        if domain is None:
            return value
        known = self.known.setdefault(name, {})
        if value not in known:
            known[value] = self._mapped(name, value, domain)
        return known[value]

    def _mapped(self, name: str, value: str, domain: Nominal) -> str | None:
        if isinstance(domain, TimesOfDay):
            return self._time(name, value, domain)
        mapping = self.columns[name].mapping
        if mapping is not None and value in mapping.concept_of:
            return mapping.concept_of[value]
        concept = map_values(domain.taxonomy, [value], root=domain.root, suggestions=0).rows[0].concept
        if concept is None and self.recipe.columns[name].unmapped == "error":
            msg = f"a value of column {name!r} has no concept"
            raise DataError(msg, hint='set unmapped = "suppress", or add it to the mapping table')
        return concept

    def _time(self, name: str, value: str, domain: TimesOfDay) -> str | None:
        """A text that is a time of day; None for another one if the recipe suppresses it."""
        if domain.concept_at(value) is not None:
            return value
        if self.recipe.columns[name].unmapped == "error":
            msg = f"a value of column {name!r} is not a time of day"
            raise DataError(msg, hint='set unmapped = "suppress", or list its marker under [table] missing')
        return None


def open_stream(
    sample: Source,
    recipe: Recipe | Mapping[str, Any] | str | Path,
    *,
    seed: int | None = None,
) -> Stream:
    """Settle the recipe's noise on a sample table."""
    recipe = load_recipe(recipe)
    method = recipe.resolved_method
    if not method.traits.streams:
        msg = f"the method {method.name} needs the whole table; it cannot mask a stream"
        raise RecipeError(msg, hint='use name = "noise" under [method]')
    if recipe.shifted_columns:
        msg = f"columns.{recipe.shifted_columns[0]} is shifted by person, which a stream cannot do"
        raise RecipeError(msg, hint='drop it with role = "identifier", or remove shift_with')
    if tied := [*recipe.followers, *(name for name, _ in recipe.ordered_pairs)]:
        msg = f"columns.{tied[0]} is tied to another column, which a stream cannot hold together"
        raise RecipeError(msg, hint='drop it with role = "identifier", or remove the tie')
    check_columns(sample, recipe)
    for name in recipe.masked:
        if recipe.columns[name].separator is not None:
            msg = f"columns.{name} holds several concepts in a cell, which cannot be masked in a stream"
            raise RecipeError(msg, hint="mask the whole table with kinonym mask")
    check_roles(sample, recipe)
    grouped = prepare(sample, recipe)
    fitted = method.fit(grouped.tuples, seed=seed)
    columns = {column.name: column for column in grouped.columns}
    return Stream(recipe, fitted, columns, (*grouped.notices, *fitted.notices), seed is not None)
