"""`kinonym.draft`: drafts the recipe that `kinonym init` prints. The guesses come from `kinonym.drafting`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kinonym.drafting import LayoutOptions, draft_table
from kinonym.engines.columns.table_kinds import arrow_column, column_names, table_kind
from kinonym.files.table_stream import read_table
from kinonym.files.texts import as_text
from kinonym.recipe import Recipe, load_recipe

__all__ = ["draft"]


def draft(
    table: Any,  # noqa: ANN401  # any dataframe
    *,
    ontologies: Sequence[str | Path] = (),
    encoding: str | None = None,
    delimiter: str | None = None,
    names: Sequence[str] = (),
) -> Recipe:
    """Draft a recipe from a sample of a table: every role, type and ontology in it is a guess for you to check.

    Parameters
    ----------
    table
        A pandas, polars or pyarrow table, or the path of a file.
    ontologies
        Paths of further ontologies to try.
    encoding, delimiter, names
        How to read a text file, and the columns of one without a header (default: detected).

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
    if isinstance(table, str | Path):
        file = read_table(table, encoding=encoding, delimiter=delimiter, names=names)
        drafted = draft_table(file.table, layout=file.layout, options=options, extra=extra)
    else:
        drafted = draft_table(_as_texts(table), options=options, extra=extra)
    return load_recipe(drafted.text)


def _as_texts(table: Any) -> Any:  # noqa: ANN401
    """Return the table as a pyarrow table of texts."""
    import pyarrow as pa
    from narwhals.dependencies import is_polars_lazyframe

    rows = table.collect() if is_polars_lazyframe(table) else table
    shape = table_kind(rows)
    return pa.table({str(name): as_text(arrow_column(rows, name, shape), str(name)) for name in column_names(rows)})
