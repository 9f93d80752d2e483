"""Which kinds of tables in memory can be masked, and their columns as Arrow arrays."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DataError, UsageError
from kinonym.hints import did_you_mean

__all__ = [
    "TableKind", "arrow_column", "check_columns", "column_names", "has_texts", "is_arrow_table", "list_columns",
    "table_kind", "take_rows",
]  # fmt: skip

TableKind = Literal["pandas", "polars", "pyarrow"]


def table_kind(table: object) -> TableKind:
    """Return the kind of a table; reject what cannot be masked."""
    if is_arrow_table(table):
        _check_unique(column_names(table))
        return "pyarrow"
    from narwhals import dependencies

    library: TableKind | None = None
    if dependencies.is_pandas_dataframe(table):
        library = "pandas"
    elif dependencies.is_polars_dataframe(table):
        library = "polars"
    if library is None:
        name = type(table).__name__
        hint = "give a pandas or polars DataFrame or a pyarrow Table"
        if dependencies.is_polars_lazyframe(table):
            hint = "call .collect() on the LazyFrame first"
        msg = f"a table of type {name} cannot be used here"
        raise UsageError(msg, hint=hint)
    _check_unique(column_names(table))
    return library


def list_columns(table: Any, names: Sequence[str]) -> tuple[str, ...]:  # noqa: ANN401
    """List the columns of lists; for Python objects the first present cell decides."""
    if is_arrow_table(table):
        return tuple(name for name in names if name in table.column_names and _is_list(table.schema.field(name).type))
    from narwhals import dependencies

    if dependencies.is_polars_dataframe(table):
        import polars as pl

        return tuple(name for name in names if isinstance(table.schema.get(name), pl.List))
    if not dependencies.is_pandas_dataframe(table):
        return ()
    objects = [name for name in names if name in table.columns and table[name].dtype == object]
    firsts = {name: next((cell for cell in table[name] if cell is not None), None) for name in objects}
    return tuple(name for name, cell in firsts.items() if isinstance(cell, list | tuple | set | frozenset | np.ndarray))


def _is_list(dtype: Any) -> bool:  # noqa: ANN401
    import pyarrow as pa

    return bool(pa.types.is_list(dtype) or pa.types.is_large_list(dtype))


def column_names(table: Any) -> list[Any]:  # noqa: ANN401  # any dataframe
    """Column names of a table, in order."""
    return list(table.column_names if is_arrow_table(table) else table.columns)


def is_arrow_table(table: object) -> bool:
    """Whether a table is one of pyarrow; tables of files are, and need none of the other libraries."""
    pyarrow = sys.modules.get("pyarrow")
    return pyarrow is not None and isinstance(table, pyarrow.Table)


def arrow_column(table: Any, name: str, shape: TableKind) -> Any:  # noqa: ANN401
    """Return one column as an Arrow array."""
    if shape == "pyarrow":
        return table.column(name)
    import narwhals as nw
    import pyarrow as pa

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


def take_rows(table: Any, rows: NDArray[np.int64], kind: TableKind) -> Any:  # noqa: ANN401
    """Return some rows of a table, by position."""
    if kind == "pandas":
        return table.iloc[rows]
    return table[rows] if kind == "polars" else table.take(rows)


def _check_unique(names: Sequence[object]) -> None:
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        msg = f"the table has two columns with the name {twice!r}"
        raise DataError(msg, hint="rename one of them")


def has_texts(dtype: Any) -> bool:  # noqa: ANN401
    """Whether an Arrow type is a type of texts, with or without a dictionary."""
    import pyarrow as pa

    plain = dtype.value_type if pa.types.is_dictionary(dtype) else dtype
    return bool(pa.types.is_string(plain) or pa.types.is_large_string(plain) or pa.types.is_string_view(plain))


def check_columns(columns: Sequence[str], names: Sequence[str]) -> None:
    """Reject a name that the table does not have."""
    for name in columns:
        if name not in names:
            msg = f"the table has no column {name!r}"
            raise UsageError(msg, hint=did_you_mean(name, [n for n in names if isinstance(n, str)]))
