"""Columns of lists: joined into texts before a run, and lists again in what comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kinonym.engines.contract import BETWEEN
from kinonym.engines.memory.coding import kind

__all__ = ["joined_lists", "lists_again"]

_LISTS = (list, tuple, set, frozenset, np.ndarray)


def joined_lists(table: Any, names: Sequence[str]) -> Any:  # noqa: ANN401  # any dataframe
    """The table with texts in place of lists, `BETWEEN` between their members; an empty one is missing."""
    return _replaced(table, names, _text, text=True)


def lists_again(table: Any, names: Sequence[str]) -> Any:  # noqa: ANN401
    """The table with lists of texts in their place again."""
    return _replaced(table, names, _list, text=False)


def _replaced(table: Any, names: Sequence[str], make: Callable[[Any], Any], *, text: bool) -> Any:  # noqa: ANN401
    """Some columns with other cells."""
    shape = kind(table)
    if shape == "pandas":
        return table.assign(**{name: [make(cell) for cell in table[name]] for name in names})
    if shape == "polars":
        import polars as pl

        dtype = pl.String if text else pl.List(pl.String)
        return table.with_columns([pl.Series(n, [make(cell) for cell in table[n].to_list()], dtype) for n in names])
    import pyarrow as pa

    for name in names:
        cells = [make(cell) for cell in table.column(name).to_pylist()]
        column = pa.array(cells, pa.string() if text else pa.list_(pa.string()))
        table = table.set_column(table.schema.get_field_index(name), name, column)
    return table


def _text(cell: Any) -> str | None:  # noqa: ANN401
    """The members of a list, each once; a single value as it is."""
    if not isinstance(cell, _LISTS):
        return None if cell is None or cell != cell else str(cell)  # noqa: PLR0124  # NaN
    return BETWEEN.join(dict.fromkeys(str(member) for member in cell if member is not None)) or None


def _list(cell: Any) -> list[str] | None:  # noqa: ANN401
    return cell.split(BETWEEN) if isinstance(cell, str) else None
