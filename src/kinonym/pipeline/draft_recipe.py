"""`kinonym.draft`: drafts the recipe that `kinonym init` prints. The guesses come from `kinonym.drafting`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kinonym.drafting import LayoutOptions, draft_table
from kinonym.engines import ReadingOptions, open_table
from kinonym.recipe import Recipe, load_recipe

__all__ = ["draft"]


def draft(
    table: Any,  # noqa: ANN401  # any dataframe
    *,
    ontologies: Sequence[str | Path] = (),
    encoding: str | None = None,
    delimiter: str | None = None,
    names: Sequence[str] = (),
    engine: str = "auto",
    memory_limit: str | int | None = None,
) -> Recipe:
    """Draft a recipe from a sample of a table: every role, type and ontology in it is a guess for you to check.

    Parameters
    ----------
    table
        As for `kinonym.engines.open_table`.
    ontologies
        Paths of further ontologies to try.
    encoding, delimiter, names
        How to read a text file, and the columns of one without a header (default: detected).
    engine, memory_limit
        As for `kinonym.engines.open_table`.

    Raises
    ------
    RecipeError
        If no column looks like a quasi-identifier: a recipe that masks nothing is not a recipe.

    Notes
    -----
    ``kinonym init`` prints the same recipe with the reason for each guess.

    Examples
    --------
    >>> import pyarrow as pa
    >>> rows = pa.table({"age": [str(20 + i % 40) for i in range(200)], "patient_id": list(map(str, range(200)))})
    >>> draft(rows).with_role("identifier")
    ['patient_id']
    """
    options = LayoutOptions(encoding=encoding, delimiter=delimiter, names=tuple(names))
    extra = [str(path) for path in ontologies]
    opened = open_table(table, ReadingOptions(("",), delimiter, encoding, names), engine, memory_limit)
    drafted = draft_table(opened.source, layout=opened.layout, options=options, extra=extra)
    return load_recipe(drafted.text)
