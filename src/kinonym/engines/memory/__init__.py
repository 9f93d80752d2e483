"""The engine for tables in memory: pandas, polars and pyarrow."""

from kinonym.engines.memory.source import MemorySource

__all__ = ["MemorySource"]
