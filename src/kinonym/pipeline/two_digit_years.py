"""Finds the century of two-digit years, the same for all columns of a table (specification 13)."""

from __future__ import annotations

from kinonym.domains.centuries import find_first_year
from kinonym.domains.date_formats import DateForm
from kinonym.recipe import Recipe
from kinonym.tuples.counted import Counted

__all__ = ["settle_years"]


def settle_years(recipe: Recipe, counted: Counted) -> Recipe:
    """Return the recipe with the first of the hundred years to which all two-digit years belong."""
    columns = [recipe.columns[name] for name in counted.columns]
    dates = [j for j, column in enumerate(columns) if column.holds_dates or column.ontology == "dates"]
    if recipe.table.two_digit_years_from is not None or not dates:
        return recipe
    names = [counted.columns[j] for j in dates]
    if not any(DateForm.shortens_years(value) for j in dates for value in counted.values[j] if value is not None):
        return recipe
    texts = {n: [counted.values[j][i] for i in counted.codes[:, j]] for n, j in zip(names, dates, strict=True)}
    table = {"two_digit_years_from": find_first_year(texts, counted.counts.tolist())}
    return recipe.model_copy(update={"table": recipe.table.model_copy(update=table)})
