"""Draws that belong to rows, as functions of the database."""

from __future__ import annotations

from typing import Any

from kinonym.engines.contract import RunKey
from kinonym.engines.drawn_rows import RowDraws
from kinonym.engines.duckdb.database import Database

__all__ = ["register_draws"]


def register_draws(database: Database, key: RunKey, purpose: str) -> str:
    """Make a function of the database, row number → 64 random bits, and return its name."""
    import pyarrow as pa

    draws = RowDraws(key, purpose)

    def draw(rows: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
        return pa.array(draws.of(rows.to_numpy(zero_copy_only=False)))

    return database.function(draw, key, purpose)
