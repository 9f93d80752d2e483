"""Rejects infinite dates and times of a database, which Arrow would represent as wrong ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kinonym.errors import DataError

__all__ = ["check_finite"]

_DAYS = 2_147_000_000
_TICKS = 9_222_000_000_000_000_000
"""Dates and times that are further from 1970 stand for infinity."""


def check_finite(batch: Any, names: Sequence[str], where: str) -> None:  # noqa: ANN401  # pyarrow has no types
    """Raise if a column of a record batch has an infinite date or time."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for name, column in zip(names, batch.columns, strict=True):
        date = pa.types.is_date32(column.type)
        if not date and not pa.types.is_timestamp(column.type):
            continue
        ends = pc.min_max(column.view(pa.int32() if date else pa.int64())).as_py()
        limit = _DAYS if date else _TICKS
        if ends["min"] is not None and (ends["min"] < -limit or ends["max"] > limit):
            msg = f"{where}: column {name!r} has infinite dates or times"
            raise DataError(msg, hint="name a query that reads them as text: #SELECT …, CAST(x AS text) AS x …")
