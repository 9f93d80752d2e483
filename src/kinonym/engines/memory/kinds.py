"""The kinds of tables that live in memory, and their columns as Arrow arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from kinonym.errors import DataError, UsageError
from kinonym.hints import did_you_mean

__all__ = ["Kind", "arrow_column", "check_known", "column_names", "kind"]

Kind = Literal["pandas", "polars", "pyarrow"]


def kind(table: object) -> Kind:
    """Say what kind of table this is; refuse what this engine cannot serve."""
    from narwhals import dependencies as known

    found: Kind | None = None
    if known.is_pandas_dataframe(table):
        found = "pandas"
    elif known.is_polars_dataframe(table):
        found = "polars"
    elif known.is_pyarrow_table(table):
        found = "pyarrow"
    if found is None:
        name = type(table).__name__
        hint = "give a pandas or polars DataFrame or a pyarrow Table"
        if known.is_polars_lazyframe(table):
            hint = "call .collect() on the LazyFrame first"
        msg = f"a table of type {name} cannot be used here"
        raise UsageError(msg, hint=hint)
    _check_unique(column_names(table))
    return found


def column_names(table: Any) -> list[Any]:  # noqa: ANN401  # any dataframe
    """Column names of a table, in order."""
    from narwhals.dependencies import is_pyarrow_table

    return list(table.column_names if is_pyarrow_table(table) else table.columns)


def arrow_column(table: Any, name: str, shape: Kind) -> Any:  # noqa: ANN401
    """Return one column as an Arrow array."""
    import narwhals as nw
    import pyarrow as pa

    if shape == "pyarrow":
        return table.column(name)
    if shape == "polars":
        return nw.from_native(table[name], series_only=True).to_arrow()
    series = table[name]
    try:
        array = nw.from_native(series, series_only=True).to_arrow()
    except (pa.ArrowException, TypeError, ValueError):
        array = None
    if array is None or isinstance(array.type, pa.BaseExtensionType):  # mixed objects, periods, intervals
        array = pa.array(series.map(str, na_action="ignore").astype(object), from_pandas=True)
    if isinstance(series.dtype, np.dtype) and pa.types.is_floating(array.type) and series.hasnans:
        present = series.to_numpy()[series.notna().to_numpy()]
        if (present == np.trunc(present)).all() and (np.abs(present) < 2**53).all():
            array = array.cast(pa.int64())
    return array


def _check_unique(names: Sequence[object]) -> None:
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        msg = f"the table has two columns with the name {twice!r}"
        raise DataError(msg, hint="rename one of them")


def check_known(columns: Sequence[str], names: Sequence[str]) -> None:
    """Refuse a name that the table does not have."""
    for name in columns:
        if name not in names:
            msg = f"the table has no column {name!r}"
            raise UsageError(msg, hint=did_you_mean(name, [n for n in names if isinstance(n, str)]))
