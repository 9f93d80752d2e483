"""Put masked columns into a table of each kind and leave everything else unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.columns.written_values import are_numbers, arrow_values, number_type

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

__all__ = ["mark_table", "rebuild_arrow", "rebuild_pandas", "rebuild_polars"]

Ints = NDArray[np.int64]
Columns = Mapping[str, list[object]]


def rebuild_pandas(
    table: pd.DataFrame, new: Columns, targets: Ints, rows: Ints | None, drop: Sequence[str]
) -> pd.DataFrame:
    """Replace columns by position; the index is unchanged."""
    import pandas as pd

    result = table.drop(columns=list(drop))
    result = result.copy(deep=False) if rows is None else result.iloc[rows]
    for name, values in new.items():
        position = list(result.columns).index(name)
        column = _pandas_column(values, targets, table[name].dtype)
        # As a series, or pandas would guess a type; with the table's own index, so that it aligns nothing.
        result.isetitem(position, pd.Series(column, index=result.index, dtype=column.dtype))
    return result


def _pandas_column(values: list[object], targets: Ints, dtype: Any) -> Any:  # noqa: ANN401
    import pandas as pd

    if isinstance(dtype, pd.CategoricalDtype):
        codes, categories, ordered = _categories(values, targets, list(dtype.categories), ordered=bool(dtype.ordered))
        return pd.Categorical.from_codes(codes, categories=pd.Index(categories), ordered=ordered)
    if are_numbers(values, numeric_before=pd.api.types.is_numeric_dtype(dtype)):
        return _pandas_numbers(values, targets, dtype)
    text: Any = dtype if pd.api.types.is_string_dtype(dtype) else pd.Series([""]).dtype
    if isinstance(text, np.dtype):
        return np.array(values, dtype=object)[targets]
    texts: Any = values
    return pd.array(texts, dtype=text).take(targets)


def _pandas_numbers(values: list[object], targets: Ints, dtype: Any) -> Any:  # noqa: ANN401
    """Return masked numbers with the type of their column if it can represent all; numpy has no missing integer."""
    import pandas as pd
    import pyarrow as pa

    before = _arrow_type(dtype)
    if before is not None and number_type(values, before) == before:
        if not isinstance(dtype, np.dtype):
            return pd.array(values, dtype=dtype).take(targets)
        if not any(value is None for value in values):
            return np.array(values, dtype=dtype)[targets]
    number = np.int64 if _whole(values) and not (before is not None and pa.types.is_floating(before)) else np.float64
    return np.array([np.nan if value is None else value for value in values], dtype=number)[targets]


def _arrow_type(dtype: Any) -> Any:  # noqa: ANN401
    """The Arrow type of a pandas type of numbers; None if it has none."""
    import pandas as pd
    import pyarrow as pa

    if isinstance(dtype, pd.ArrowDtype):
        return dtype.pyarrow_dtype
    plain = getattr(dtype, "numpy_dtype", dtype)
    is_number = isinstance(plain, np.dtype) and plain.kind in "iuf"
    return pa.from_numpy_dtype(plain) if is_number else None


def rebuild_polars(
    table: pl.DataFrame, new: Columns, targets: Ints, rows: Ints | None, drop: Sequence[str]
) -> pl.DataFrame:
    """Replace columns; a polars table has neither index nor metadata."""
    result = table.drop(list(drop))
    if rows is not None:
        result = result[rows]
    return result.with_columns([_polars_column(name, new[name], targets, table.schema[name]) for name in new])


def _polars_column(name: str, values: list[object], targets: Ints, dtype: Any) -> pl.Series:  # noqa: ANN401
    import polars as pl

    if isinstance(dtype, pl.Enum):
        codes, categories, _ = _categories(values, targets, dtype.categories.to_list(), ordered=True)
        texts = pl.Series(name, [*categories, None], dtype=pl.Enum([str(category) for category in categories]))
        return texts.gather(np.where(codes < 0, len(categories), codes))
    if are_numbers(values, numeric_before=dtype.is_numeric()):
        before = pl.Series([], dtype=dtype).to_arrow().type
        fits = dtype.is_numeric() and number_type(values, before) == before
        number = dtype if fits else pl.Int64 if _whole(values) else pl.Float64
        return pl.Series(name, values, dtype=number, strict=False).gather(targets)
    texts = pl.Series(name, values, dtype=pl.String).gather(targets)
    return texts.cast(dtype) if isinstance(dtype, pl.Categorical) else texts


def rebuild_arrow(table: Any, new: Columns, targets: Ints, rows: Ints | None, drop: Sequence[str]) -> Any:  # noqa: ANN401
    """Replace columns; fields and schema keep their metadata."""
    import pyarrow as pa

    result = table.drop_columns(list(drop)) if drop else table
    if rows is not None:
        result = result.take(pa.array(rows))
    for name, values in new.items():
        index = result.schema.get_field_index(name)
        column = _arrow_column(values, targets, result.column(index))
        field = result.schema.field(index).with_type(column.type).with_nullable(True)  # noqa: FBT003
        result = result.set_column(index, field, column)
    return result


def mark_table(table: Any, words: str) -> Any:  # noqa: ANN401
    """Return the table with a remark in its metadata, if its kind has any; no column is added."""
    from narwhals import dependencies

    if dependencies.is_pandas_dataframe(table):
        table = table.copy(deep=False)
        table.attrs = {**table.attrs, "kinonym": words}
    elif dependencies.is_pyarrow_table(table):
        table = table.replace_schema_metadata({**(table.schema.metadata or {}), b"kinonym": words.encode()})
    return table


def _arrow_column(values: list[object], targets: Ints, before: Any) -> Any:  # noqa: ANN401
    import pyarrow as pa

    dtype = before.type
    if pa.types.is_dictionary(dtype):
        chunks = before.unify_dictionaries().chunks
        known = chunks[0].dictionary.to_pylist() if chunks else []
        codes, categories, ordered = _categories(values, targets, known, ordered=dtype.ordered)
        indices = pa.array(codes, type=pa.int32(), mask=codes < 0)
        return pa.DictionaryArray.from_arrays(indices, pa.array(categories, type=pa.string()), ordered=ordered)
    return arrow_values(values, dtype).take(pa.array(targets))


def _whole(values: list[object]) -> bool:
    """Whether there are only whole numbers of 64 bits, none missing."""
    return all(isinstance(value, int | np.integer) and abs(int(value)) < 1 << 63 for value in values)


def _categories(
    values: list[object], targets: Ints, known: list[object], *, ordered: bool
) -> tuple[NDArray[np.int32], list[object], bool]:
    """Return (code of each row, categories in use, whether their order is unchanged)."""
    used = {values[i] for i in np.unique(targets).tolist()} - {None}
    keeps_order = ordered and used <= set(known)
    categories = [value for value in known if value in used] if keeps_order else sorted(used, key=str)
    number = {value: i for i, value in enumerate(categories)}
    position = np.array([number.get(value, -1) for value in values], dtype=np.int32)
    return position[targets], categories, keeps_order
