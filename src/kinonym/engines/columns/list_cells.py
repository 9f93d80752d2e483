"""Joins columns of lists into texts before a run, and restores them in its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from kinonym.engines.columns.table_kinds import table_kind
from kinonym.engines.contract import UNIT_SEPARATOR

__all__ = ["join_lists", "put_columns", "restore_lists"]

_LISTS = (list, tuple, set, frozenset, np.ndarray)


def join_lists(table: Any, names: Sequence[str]) -> Any:  # noqa: ANN401  # any dataframe
    """Return the table with texts instead of lists, joined by `UNIT_SEPARATOR`; an empty list is missing."""
    return _replace_cells(table, names, _text, text=True)


def restore_lists(table: Any, names: Sequence[str]) -> Any:  # noqa: ANN401
    """Return the table with lists instead of joined texts."""
    return _replace_cells(table, names, _list, text=False)


def put_columns(table: Any, columns: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return the table with Arrow arrays instead of some columns."""
    shape = table_kind(table)
    if shape == "pandas":
        return table.assign(**{name: column.to_pylist() for name, column in columns.items()})
    if shape == "polars":
        import polars as pl

        return table.with_columns([pl.Series(name, pl.from_arrow(column)) for name, column in columns.items()])
    for name, column in columns.items():
        table = table.set_column(table.schema.get_field_index(name), name, column)
    return table


def _replace_cells(table: Any, names: Sequence[str], make: Callable[[Any], Any], *, text: bool) -> Any:  # noqa: ANN401
    """Return the table with other cells in some columns."""
    import pyarrow as pa

    dtype = pa.string() if text else pa.list_(pa.string())
    cells = {name: _cells(table, name) for name in names}
    return put_columns(
        table, {name: pa.array([make(cell) for cell in column], dtype) for name, column in cells.items()}
    )


def _cells(table: Any, name: str) -> list[Any]:  # noqa: ANN401
    shape = table_kind(table)
    if shape == "pandas":
        return list(table[name])
    return list(table[name].to_list() if shape == "polars" else table.column(name).to_pylist())


def _text(cell: Any) -> str | None:  # noqa: ANN401
    """Join the members of a list, each once; a single value is unchanged."""
    if not isinstance(cell, _LISTS):
        return None if cell is None or cell != cell else str(cell)  # noqa: PLR0124  # NaN
    return UNIT_SEPARATOR.join(dict.fromkeys(str(member) for member in cell if member is not None)) or None


def _list(cell: Any) -> list[str] | None:  # noqa: ANN401
    return cell.split(UNIT_SEPARATOR) if isinstance(cell, str) else None
