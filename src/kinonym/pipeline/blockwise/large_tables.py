"""Finds tables with more combinations than the driver may hold, and masks them in blocks or rejects them."""

from __future__ import annotations

from kinonym.engines.contract import RunKey, Source
from kinonym.methods import Progress
from kinonym.pipeline.blockwise.allowed_recipes import check_blockwise
from kinonym.pipeline.blockwise.blockwise_result import BlockwiseResult
from kinonym.pipeline.blockwise.masking_blocks import mask_in_blocks
from kinonym.pipeline.blockwise.plan_memory import find_large_combinations
from kinonym.pipeline.column_checks import check_columns
from kinonym.pipeline.sinks import FileSink
from kinonym.recipe import Recipe

__all__ = ["mask_large_table", "reject_large_table"]


def mask_large_table(
    source: Source, recipe: Recipe, key: RunKey, sink: FileSink, progress: Progress, *, saves_plan: bool
) -> BlockwiseResult | None:
    """Mask a table if it has more combinations than the driver may hold; else return None."""
    check_columns(source, recipe)
    combinations = find_large_combinations(source, recipe)
    if combinations is None:
        return None
    try:
        return mask_in_blocks(combinations, recipe, key, sink, progress, saves_plan=saves_plan)
    finally:
        combinations.unpersist()


def reject_large_table(source: Source, recipe: Recipe) -> None:
    """Reject a table in memory with more combinations than the driver may hold: only a folder can be written."""
    check_columns(source, recipe)
    combinations = find_large_combinations(source, recipe)
    if combinations is not None:
        combinations.unpersist()
        check_blockwise(combinations, recipe, None, saves_plan=False)
