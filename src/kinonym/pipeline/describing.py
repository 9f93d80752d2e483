"""`kinonym.describe`: the statistics of `kinonym.operators.description` for the columns of a recipe, and clusters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kinonym.metrics import choose_clusters
from kinonym.operators.description import Description
from kinonym.operators.description import describe as describe_tuples
from kinonym.pipeline.planned_table import make_planned_table
from kinonym.pipeline.preparing import prepare
from kinonym.pipeline.several_tables.gathered_tables import open_records
from kinonym.recipe import Recipe, load_recipe

__all__ = ["describe"]


def describe(
    table: Any,  # noqa: ANN401
    recipe: Recipe | Mapping[str, Any] | str | Path,
    *,
    places: int = 3,
    engine: str = "auto",
    memory_limit: str | int | None = None,
) -> Description:
    """Describe each column by mean concept, variance, diversity, central and marginal values; correlations, clusters.

    Parameters
    ----------
    table
        A table as for `kinonym.mask`, or the path of a file; several tables are described as one record per person.
    recipe
        Says which columns are quasi-identifiers and what they mean; its method is not run.
    places
        How many central and marginal values to name for each column.
    engine, memory_limit
        For a file: which engine counts it, and the memory of the program, as for `kinonym.mask_file`.
    """
    source, loaded = open_records(table, load_recipe(recipe, tables=True), engine, memory_limit)
    planned = make_planned_table(source, loaded)
    tuples = prepare(planned.source, planned.recipe).tuples
    return replace(describe_tuples(tuples, places=places), clusters=choose_clusters(tuples))
