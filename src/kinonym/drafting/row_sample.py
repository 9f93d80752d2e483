"""The rows that a draft is guessed from."""

from __future__ import annotations

from typing import Any

__all__ = ["sample_rows"]

_SAMPLE = 10_000
_FEW = 100
_WHOLE = 600
_MOST_COLUMNS = 20
_REPEATED = 1.05


def sample_rows(table: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Rows of an Arrow table spread evenly over it, and one for every value of a column that has few.

    Of a column with many values that come back there are also all rows of some values: who has several rows is seen
    although the sample is small.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    if table.num_rows <= _SAMPLE:
        return table
    rows, whole = set(_spread(table.num_rows, _SAMPLE)), 0
    for name in table.column_names:
        values = pc.unique(table.column(name))
        if len(values) <= _FEW:
            rows |= set(pc.index_in(values, table.column(name).combine_chunks()).to_pylist())
        elif len(values) * _REPEATED <= table.num_rows and whole < _MOST_COLUMNS:
            whole += 1
            some = values.take(pa.array(_spread(len(values), _WHOLE * len(values) // table.num_rows)))
            rows |= set(pc.indices_nonzero(pc.is_in(table.column(name), value_set=some)).to_pylist()[: 2 * _WHOLE])
    return table.take(pa.array(sorted(row for row in rows if row is not None)))


def _spread(size: int, number: int) -> range:
    """About so many numbers below a size, evenly spread."""
    return range(0, size, -(-size // max(1, number)))
