"""`kinonym.draft`: drafts the recipe that `kinonym init` prints. The guesses come from `kinonym.drafting`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kinonym.drafting import LayoutOptions, draft_table
from kinonym.engines import ReadingOptions, open_table
from kinonym.pipeline.several_tables.drafted_tables import draft_frames, draft_stored_tables, is_several_tables
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
        As for `kinonym.engines.open_table`; or several tables that are released together: a dict of tables, a folder
        with files, a database (``sqlite:file.db``, ``postgresql://host/db``, or one schema of it after a ``#``).
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
    reading = ReadingOptions(("",), delimiter, encoding, names)
    if is_several_tables(table):
        if isinstance(table, Mapping):
            several = draft_frames(table, extra=extra)
        else:
            several = draft_stored_tables(table, reading=reading, engine=engine, memory_limit=memory_limit, extra=extra)
        return load_recipe(several.text, tables=True)
    opened = open_table(table, reading, engine, memory_limit)
    drafted = draft_table(opened.source, layout=opened.layout, options=options, extra=extra)
    return load_recipe(drafted.text)
