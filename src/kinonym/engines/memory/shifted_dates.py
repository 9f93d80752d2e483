"""Dates of a table in memory, shifted by a number of days that is the same for all rows of a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.columns import coding
from kinonym.engines.columns.list_cells import put_columns
from kinonym.engines.contract import RunKey
from kinonym.engines.memory.source import MemorySource

__all__ = ["FARTHEST", "Move", "move_column", "shift_dates"]

FARTHEST = 365
"""The largest number of days by which dates are shifted, back or forth; never 0."""

Days = NDArray[np.int64]
Move = Callable[[Sequence[str | None], Sequence[int]], Sequence[str | None]]
"""Texts and days → the texts of dates so many days later."""


def shift_dates(source: MemorySource, moves: Mapping[str, Move], person: str, key: RunKey) -> MemorySource:
    """Return the table with shifted dates in some columns; a row without a person gets a separate shift."""
    days = _days(source.person_of_row(person), key)
    columns = {name: move_column(source.column(name), name, move, days) for name, move in moves.items()}
    return source.with_table(put_columns(source.table, columns))


def _days(person: Days, key: RunKey) -> Days:
    """The number of days for each row: the same for all rows of a person."""
    draw = key.generator("dates of persons")
    alone = person < 0
    numbers = np.where(alone, int(person.max(initial=-1)) + np.cumsum(alone), person)
    drawn = draw.integers(1, FARTHEST, size=int(numbers.max(initial=-1)) + 1, endpoint=True)
    return np.asarray((drawn * draw.choice([-1, 1], size=len(drawn)))[numbers], dtype=np.int64)


def move_column(column: Any, name: str, move: Move, days: Days) -> Any:  # noqa: ANN401  # pyarrow has no types
    """A column with shifted dates; each distinct date and number of days is computed once."""
    import pyarrow as pa

    codes, texts = coding.encode_column(column, name, missing=())
    width = 2 * FARTHEST + 1
    pairs, inverse = np.unique(codes.astype(np.int64) * width + days + FARTHEST, return_inverse=True)
    moved = move([texts[code] for code in (pairs // width).tolist()], (pairs % width - FARTHEST).tolist())
    return pa.array(moved, pa.string()).take(pa.array(inverse))
