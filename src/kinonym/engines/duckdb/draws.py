"""Draws that belong to rows: the draw of a row is always the same, and only the key determines it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import RunKey
from kinonym.engines.duckdb.database import Database

__all__ = ["register_draws"]

_BITS = 16
_LARGEST = (1 << 64) - 1


def register_draws(database: Database, key: RunKey, purpose: str) -> str:
    """Make a function of the database, row number → 64 random bits, and return its name."""
    import pyarrow as pa

    @lru_cache(maxsize=16)
    def block(number: int) -> NDArray[np.uint64]:
        return key.generator(f"{purpose} {number}").integers(0, _LARGEST, 1 << _BITS, dtype=np.uint64, endpoint=True)

    def draws(rows: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
        numbers = rows.to_numpy(zero_copy_only=False)
        blocks = numbers >> _BITS
        drawn = np.empty(len(numbers), dtype=np.uint64)
        for own in np.unique(blocks).tolist():
            rows_of = blocks == own
            drawn[rows_of] = block(own)[numbers[rows_of] & ((1 << _BITS) - 1)]
        return pa.array(drawn)

    return database.function(draws, key, purpose)
