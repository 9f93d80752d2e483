"""Every engine, and how a table gets into it and out of it."""

from __future__ import annotations

import pyarrow as pa

from kinonym.engines.duckdb import DuckDBSource
from kinonym.engines.memory import MemorySource

__all__ = ["OPEN", "rows_of"]


def _duckdb(table, missing):
    return DuckDBSource(table.to_batches(), table.schema, missing)


OPEN = {"memory": MemorySource, "duckdb": _duckdb}


def rows_of(masked):
    """The rows of a masked table as a writer gets them, as tuples of texts and numbers."""
    tables = [pa.Table.from_batches([batch]) for batch in masked.batches()]
    return [tuple(row.values()) for table in tables for row in table.to_pylist()]
