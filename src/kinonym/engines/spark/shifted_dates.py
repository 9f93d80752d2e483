"""Dates that the executors shift, and what is known about the moves of all persons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kinonym.engines.memory.shifted_dates import FARTHEST
from kinonym.engines.person_shifts import PersonShifts

__all__ = ["BOUNDS", "shift_batches", "summarise_bounds"]

BOUNDS = ("person", "least", "most")
"""The columns of a shifted frame that bound the moves: a hash of the person, the fewest and the most days."""


def shift_batches(batches: Iterator[Any], shifts: PersonShifts, columns: Sequence[str]) -> Iterator[Any]:
    """Shift the dates of the rows of a task, on an executor; further columns identify the rows."""
    import pyarrow as pa

    for batch in batches:
        rows = pa.Table.from_batches([batch]).select(range(len(columns))).rename_columns(list(columns))
        identity = zip(*(column.to_pylist() for column in batch.columns[len(columns) :]), strict=True)
        made = shifts.shift(rows, ["\x1f".join(map(str, parts)) for parts in identity])
        cells = [_chunk(made.columns.get(name, rows.column(name))) for name in columns]
        bounds = [pa.array(part, pa.int64()) for part in (made.persons, made.least, made.most)]
        names = [*batch.schema.names, *BOUNDS]
        yield pa.RecordBatch.from_arrays([*cells, *batch.columns[len(columns) :], *bounds], names=names)


def _chunk(column: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    import pyarrow as pa

    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def summarise_bounds(shifted: Any) -> tuple[int, int, int, int]:  # noqa: ANN401  # pyspark is optional
    """What is known about the moves, as `PersonBounds.summary` says it."""
    from pyspark.sql import functions as F  # noqa: N812

    persons = shifted.groupBy("person").agg(F.max("least").alias("least"), F.min("most").alias("most"))
    least, most = F.col("least"), F.col("most")
    unmoved = (least > most) | ((least == 0) & (most == 0))
    known = F.when(least == most, least)
    figures = persons.agg(
        F.count_if(unmoved), F.count(known), F.coalesce(F.min(known), F.lit(FARTHEST)),
        F.coalesce(F.max(known), F.lit(-FARTHEST)),
    ).collect()[0]  # fmt: skip
    return int(figures[0]), int(figures[1]), int(figures[2]), int(figures[3])
