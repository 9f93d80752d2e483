"""How much memory of the driver the combinations of a Spark table may take, and whether they fit into it."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from kinonym.engines.contract import Source
from kinonym.engines.memory_size import Size
from kinonym.recipe import Recipe

if TYPE_CHECKING:
    from kinonym.engines.spark import SparkSource
    from kinonym.engines.spark.combination_frame import CombinationFrame

__all__ = ["PLAN_MEMORY", "find_large_combinations", "most_combinations"]

PLAN_MEMORY = "spark.kinonym.plan_memory"
"""The setting for the memory that combinations may take on the driver, such as ``4GB``; default: half of its memory."""
_OF_COMBINATION, _OF_CELL = 400, 200
"""Bytes that a combination takes from counting to the report, and each of its cells."""


def most_combinations(source: SparkSource, columns: int) -> int:
    """How many combinations of so many columns the driver may hold."""
    given = source.frame.sparkSession.conf.get(PLAN_MEMORY, None)
    allowed = Size.of_machine() // 2 if given is None else Size.parse(given)
    return max(1, allowed // (_OF_COMBINATION + _OF_CELL * columns))


def find_large_combinations(source: Source, recipe: Recipe) -> CombinationFrame | None:
    """The combinations of the masked columns, if there are more than the driver may hold; else None.

    They are counted only if the numbers of rows and of distinct values do not show that they fit.
    """
    from kinonym.engines.spark import SparkSource

    if not isinstance(source, SparkSource) or recipe.table.gather or recipe.table.sample is not None:
        return None  # the table to plan is another one
    columns = [*recipe.masked, *recipe.system_columns]
    most = most_combinations(source, len(columns))
    if source.records <= most or prod(source.profile(name).distinct + 1 for name in columns) <= most:
        return None
    from kinonym.engines.spark.combination_frame import CombinationFrame

    combinations = CombinationFrame(source, columns)
    if combinations.number > most:
        return combinations
    source.keep_group(columns, combinations.collect())
    combinations.unpersist()
    return None
