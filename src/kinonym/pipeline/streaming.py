"""Masks record by record: noise is fitted once to a sample, then added to each record."""

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
    """A recipe with fitted noise; `mask` masks one record."""

    recipe: Recipe
    fitted: Fitted
    columns: dict[str, ColumnMeaning]
    notices: tuple[str, ...]
    seeded: bool
    concepts: dict[str, dict[str, str | None]] = field(default_factory=dict)
    """Column → value → concept, for the values looked up so far."""

    def mask(self, record: Mapping[str, str | None]) -> dict[str, Any]:
        """Mask one record: drop identifiers, leave other columns unchanged, and put the mark of a seed first."""
        self.check_names(list(record))
        dropped = self.recipe.with_role("identifier")
        interpreted = {
            name: self._find_meaning(name, value) if name in self.columns else value
            for name, value in record.items()
            if name not in dropped
        }
        return dict.fromkeys(self._marks, TEST_MARK) | dict(self.fitted.apply(interpreted))

    def list_released(self, names: Sequence[str]) -> list[str]:
        """Return the released columns of a record with these columns, in their order."""
        dropped = self.recipe.with_role("identifier")
        return [*self._marks, *(name for name in names if name not in dropped)]

    @property
    def _marks(self) -> tuple[str, ...]:
        return (TEST_MARK,) if self.seeded else ()

    def check_names(self, names: Sequence[str]) -> None:
        """Reject a record unless it has each column of the recipe exactly once."""
        if sorted(names) != sorted(self.recipe.columns):
            msg = "a record does not have the columns of the recipe"
            raise DataError(msg, hint=f"columns: {', '.join(self.recipe.columns)}")

    def _find_meaning(self, name: str, value: str | None) -> str | None:
        """Return the concept of a value, looked up once; a value of a column without concepts is returned unchanged."""
        if value is None or value in self.recipe.table.missing:
            return None
        domain = self.columns[name].domain.concepts
        if domain is None:
            return value
        concept_of = self.concepts.setdefault(name, {})
        if value not in concept_of:
            concept_of[value] = self._map_value(name, value, domain)
        return concept_of[value]

    def _map_value(self, name: str, value: str, domain: Nominal) -> str | None:
        if isinstance(domain, TimesOfDay):
            return self._check_time(name, value, domain)
        mapping = self.columns[name].mapping
        if mapping is not None and value in mapping.concept_of:
            return mapping.concept_of[value]
        concept = map_values(domain.taxonomy, [value], root=domain.root, suggestions=0).rows[0].concept
        if concept is None and self.recipe.columns[name].unmapped == "error":
            msg = f"a value of column {name!r} has no concept"
            raise DataError(msg, hint='set unmapped = "suppress", or add it to the mapping table')
        return concept

    def _check_time(self, name: str, value: str, domain: TimesOfDay) -> str | None:
        """Return a text that is a time of day; for another text return None, or raise if the recipe says so."""
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
    """Fit the noise of a recipe to a sample table."""
    recipe = load_recipe(recipe)
    method = recipe.resolved_method
    if not method.traits.streams:
        msg = f"the method {method.name} needs the whole table; it cannot mask a stream"
        raise RecipeError(msg, hint='use name = "noise" under [method]')
    if recipe.table.sample is not None:
        msg = "table.sample draws from a whole table, and a stream has no end"
        raise RecipeError(msg, hint="remove sample")
    if recipe.table.population is not None or recipe.table.weight is not None:
        msg = "table.population and table.weight describe a whole table, and a stream has no end"
        raise RecipeError(msg, hint="remove them")
    if recipe.shifted_columns:
        msg = f"columns.{recipe.shifted_columns[0]} is shifted by person, which a stream cannot do"
        raise RecipeError(msg, hint='drop it with role = "identifier", or remove shift_with')
    if linked := [*recipe.followers, *(name for name, _ in recipe.ordered_pairs)]:
        msg = f"columns.{linked[0]} is linked to another column, which a stream cannot preserve"
        raise RecipeError(msg, hint='drop it with role = "identifier", or remove the link')
    check_columns(sample, recipe)
    for name in recipe.masked:
        if recipe.columns[name].separator is not None:
            msg = f"columns.{name} has several concepts per cell, which a stream cannot mask"
            raise RecipeError(msg, hint="mask the whole table with kinonym mask")
    check_roles(sample, recipe)
    prepared = prepare(sample, recipe)
    fitted = method.fit(prepared.tuples, seed=seed)
    columns = {column.name: column for column in prepared.columns}
    return Stream(recipe, fitted, columns, (*prepared.notices, *fitted.notices), seed is not None)
