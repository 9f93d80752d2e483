"""The engine for tables larger than memory: rows stay in a private DuckDB database on disk, under a limit of memory."""

from kinonym.engines.duckdb.database import Database
from kinonym.engines.duckdb.source import DuckDBSource

__all__ = ["Database", "DuckDBSource"]
