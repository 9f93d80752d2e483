"""What a task computes from the rows of a partition, on an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from kinonym.engines.expected import RowBatch
from kinonym.engines.grouped_source import Part

__all__ = ["compute_part", "in_large_batches", "restore_zones"]

_ROWS = 1 << 18
_POSITION_BITS = 40
"""A position is the number of a partition and that of a row in it."""


def compute_part(
    batches: Iterator[Any], compute: Callable[[RowBatch], Part], columns: Sequence[str], zones: Mapping[str, Any]
) -> Part | None:
    """Compute the part of a task, on an executor: the last column of its rows is the target that they draw."""
    from pyspark import TaskContext

    context = TaskContext.get()
    start = (context.partitionId() if context else 0) << _POSITION_BITS
    total: Part | None = None
    for rows in in_large_batches(batches):
        table = restore_zones(rows, zones)
        drawn = table.column(len(columns)).to_numpy()
        positions = np.arange(start, start := start + table.num_rows)
        part = compute(RowBatch(table.select(range(len(columns))).rename_columns(list(columns)), drawn, positions))
        total = part if total is None else total.add(part)
    return total


def in_large_batches(batches: Iterator[Any]) -> Iterator[Any]:
    """Join the small batches that Spark sends, because each batch has a fixed cost."""
    import pyarrow as pa

    waiting, rows = [], 0
    for batch in batches:
        waiting.append(batch)
        rows += batch.num_rows
        if rows >= _ROWS:
            yield pa.Table.from_batches(waiting)
            waiting, rows = [], 0
    if rows:
        yield pa.Table.from_batches(waiting)


def restore_zones(rows: Any, zones: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return Arrow rows with times in the zones of their columns."""
    import pyarrow as pa

    for name, kind in zones.items():
        place = rows.schema.get_field_index(name)
        if place >= 0:
            instants = rows.column(place)
            if instants.type.tz is None:
                instants = instants.cast(pa.timestamp("us")).cast(pa.timestamp("us", "UTC"))
            rows = rows.set_column(place, name, instants.cast(kind))
    return rows
