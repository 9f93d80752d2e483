"""The rows that a draft is guessed from."""

from __future__ import annotations

from typing import Any

__all__ = ["sample_rows"]

_SAMPLE = 10_000
_FEW = 100


def sample_rows(table: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Rows of an Arrow table spread evenly over it, and one for every value of a column that has few."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if table.num_rows <= _SAMPLE:
        return table
    rows = set(range(0, table.num_rows, -(-table.num_rows // _SAMPLE)))
    for name in table.column_names:
        values = pc.unique(table.column(name))
        if len(values) <= _FEW:
            rows |= set(pc.index_in(values, table.column(name).combine_chunks()).to_pylist())
    return table.take(pa.array(sorted(row for row in rows if row is not None)))
