"""How unique the rows of a release still are with the columns that were passed through."""

from __future__ import annotations

from collections.abc import Sequence

from kinonym.assess.figure import percent
from kinonym.engines.contract import Tally
from kinonym.recipe import Recipe

__all__ = ["counted_together", "told_of_passed"]

MOST_CELLS = 5_000_000
"""Rows times columns that are counted together; beyond that counting would take longer than masking."""


def counted_together(recipe: Recipe, columns: Sequence[str], records: int) -> tuple[str, ...]:
    """The released columns of the recipe, if some are passed through and counting all of them is quick; else none."""
    released = _released(recipe, columns)
    return released if _passes(recipe, released) and records * len(released) <= MOST_CELLS else ()


def told_of_passed(recipe: Recipe, tally: Tally) -> tuple[str, ...]:
    """What a person should know of the columns that were passed through."""
    together = counted_together(recipe, tally.columns, tally.records)
    if not together:
        cells = tally.records * len(tally.columns)
        passed = _passes(recipe, _released(recipe, tally.columns))
        told = f"how unique the columns passed through make the rows was not counted: {cells:,} cells are too many"
        return (told,) if passed else ()
    unique = int((tally.count(together).counts == 1).sum())
    share = percent(unique / max(1, tally.records))
    return (f"with the columns passed through, {share} of the rows are still unique",) if unique else ()


def _passes(recipe: Recipe, released: Sequence[str]) -> bool:
    return len(released) > len(recipe.masked) + len(recipe.following)


def _released(recipe: Recipe, columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in columns if name in recipe.columns)
