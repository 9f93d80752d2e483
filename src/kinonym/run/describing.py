"""Statistics of a table's words: `kinonym.operators.describe` on the columns that a recipe names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kinonym.operators.describe import Description
from kinonym.operators.describe import describe as describe_tuples
from kinonym.recipe import Recipe, load_recipe
from kinonym.run.grouping import group_table

__all__ = ["describe"]


def describe(table: Any, recipe: Recipe | Mapping[str, Any] | str | Path, *, places: int = 3) -> Description:  # noqa: ANN401
    """Per column the mean concept, variance, diversity, central and marginal values; and the correlations.

    Parameters
    ----------
    table
        A pandas, polars or pyarrow table.
    recipe
        Says which columns are quasi-identifiers and what they mean; its method is not run.
    places
        How many central and marginal values to name for each column.
    """
    return describe_tuples(group_table(table, load_recipe(recipe)).tuples, places=places)
