"""Opens a table in a suitable engine: a file, a URI, a data frame, a relation or an open source."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from kinonym.engines.contract import Source
from kinonym.engines.grouped_source import GroupedSource
from kinonym.engines.memory import MemorySource
from kinonym.engines.memory_size import Size
from kinonym.errors import UsageError
from kinonym.files.cluster_names import is_cluster_name, is_pattern
from kinonym.files.formats import TABLE_FORMATS
from kinonym.files.formats.table_format import TableName
from kinonym.files.layout import Layout
from kinonym.files.recognising import database_format, locate_table
from kinonym.files.table_stream import read_stream, read_table

__all__ = [
    "ENGINES", "EngineChoice", "OpenedSource", "Reading", "ReadingOptions", "common_engine", "engine_for", "open_table",
]  # fmt: skip

ENGINES = ("auto", "memory", "duckdb", "spark")
_PACKED_GROWTH = dict.fromkeys((".gz", ".zst"), 60)
_PLAIN_GROWTH = 8
"""The memory engine takes this many times the size of a text file; compressed files grow first."""


class Reading(Protocol):
    """How a table is read, as a recipe states it."""

    @property
    def missing(self) -> Collection[str]:
        """Texts that mean missing."""

    @property
    def delimiter(self) -> str | None:
        """Of a text file."""

    @property
    def encoding(self) -> str | None:
        """Of a text file."""

    @property
    def names(self) -> Sequence[str]:
        """The columns of a text file without a header."""


@dataclass(frozen=True)
class ReadingOptions:
    """How a table is read without a recipe."""

    missing: Collection[str] = ("",)
    delimiter: str | None = None
    encoding: str | None = None
    names: Sequence[str] = ()

    @classmethod
    def of(cls, reading: Reading, missing: Collection[str]) -> ReadingOptions:
        """The same reading with other texts that mean missing."""
        return cls(missing, reading.delimiter, reading.encoding, reading.names)


@dataclass(frozen=True, eq=False)
class OpenedSource:
    """A table as a source, the engine that serves it and why, and notices from reading it."""

    source: Source
    engine: str
    reason: str
    notices: tuple[str, ...] = ()
    layout: Layout | None = None
    """Of delimited text."""
    schema: Any = None
    """The Arrow schema of a file or of a table of a database; see `TableContent.types`."""


@dataclass(frozen=True)
class EngineChoice:
    """The engine that serves a file, and why; ``limit``: the memory that the program may use."""

    engine: str
    reason: str
    limit: int | None

    def open(self, path: TableName, reading: Reading) -> OpenedSource:
        """Open the file; its columns are texts, or have the types of the file."""
        pattern = self.engine == "spark" and database_format(path) is None and is_pattern(Path(path))
        if is_cluster_name(path) or pattern:
            from kinonym.engines.spark import open_on_cluster

            return OpenedSource(open_on_cluster(str(path), reading), self.engine, self.reason)
        return self._open_local(path, reading)

    def _open_local(self, path: TableName, reading: Reading) -> OpenedSource:
        options = {"delimiter": reading.delimiter, "encoding": reading.encoding}
        if self.engine == "memory":
            file = read_table(path, **options, names=reading.names, typed=True, few_texts=True)
            source = MemorySource(file.table, reading.missing)
            return OpenedSource(source, self.engine, self.reason, file.notices, file.layout, file.schema)
        stream = read_stream(path, **options, names=reading.names, typed=True, few_texts=self.engine == "duckdb")
        if self.engine == "spark":
            from kinonym.engines.spark import open_stream

            opened: Source = open_stream(stream, reading.missing)
        else:
            from kinonym.engines.duckdb import Database, DuckDBSource

            opened = DuckDBSource(stream.batches(), stream.schema, reading.missing, Database(self.limit))
        return OpenedSource(opened, self.engine, self.reason, tuple(stream.notices), stream.layout, stream.schema)


def open_table(
    table: Any,  # noqa: ANN401  # any dataframe
    reading: Reading | None = None,
    engine: str = "auto",
    memory_limit: str | int | None = None,
) -> OpenedSource:
    """Open a table of any kind.

    Parameters
    ----------
    table
        The path of a file, as for `kinonym.files.table_stream.read_table`, or the name of a table on a cluster; a
        pandas, polars or pyarrow table, a polars LazyFrame or a pyarrow dataset; a DuckDB relation; a Spark DataFrame;
        or a source that is already open.
    reading
        How it is read, such as the table section of a recipe; by default empty cells are missing.
    engine, memory_limit
        As for `engine_for`, for files only. Other tables keep their engine.
    """
    reading = ReadingOptions() if reading is None else reading
    if isinstance(table, str | Path):
        return engine_for(table, engine, memory_limit).open(table, reading)
    source = table if isinstance(table, MemorySource | GroupedSource) else _open_frame(table, reading.missing)
    if engine not in ("auto", source.engine):
        msg = f"the table is in the engine {source.engine}, not in {engine}"
        raise UsageError(msg, hint="leave engine out, or give the path of a file")
    return OpenedSource(source, source.engine, "the table is there")


def common_engine(tables: Collection[Any], engine: str = "auto", memory_limit: str | int | None = None) -> str:
    """One engine for several tables, so that their rows can be compared; DuckDB if any file needs it."""
    files = [table for table in tables if isinstance(table, str | Path)]
    chosen = {engine_for(file, engine, memory_limit).engine for file in files}
    return "duckdb" if engine == "auto" and "duckdb" in chosen else engine


def _open_frame(table: Any, missing: Collection[str]) -> MemorySource | GroupedSource[Any]:  # noqa: ANN401
    from narwhals import dependencies

    if dependencies.is_duckdb_relation(table):
        from kinonym.engines.duckdb import DuckDBSource

        rows = table.to_arrow_reader(1 << 17)
        return DuckDBSource(rows, rows.schema, missing, home=table)
    if dependencies.is_pyspark_dataframe(table) or dependencies.is_pyspark_connect_dataframe(table):
        from kinonym.engines.spark import SparkSource

        return SparkSource(table, missing)
    if dependencies.is_polars_lazyframe(table):
        return MemorySource(table.collect(), missing, back=lambda masked: masked.lazy())
    if _is_dataset(table):
        import pyarrow.dataset as ds

        return MemorySource(table.to_table(), missing, back=ds.dataset)
    return MemorySource(table, missing)


def engine_for(path: TableName, engine: str = "auto", memory_limit: str | int | None = None) -> EngineChoice:
    """The engine that serves a file, before any of it is read.

    Parameters
    ----------
    path
        As for `kinonym.files.table_stream.read_table`.
    engine
        One of `ENGINES`.
    memory_limit
        Of the whole program, in bytes or as people write it; DuckDB observes it, and ``auto`` chooses by it.
    """
    if engine not in ENGINES:
        msg = f"there is no engine {engine!r}"
        raise UsageError(msg, hint=f"engines: {', '.join(ENGINES)}")
    limit = Size.parse(memory_limit) if isinstance(memory_limit, str) else memory_limit
    if is_cluster_name(path):
        if engine not in ("auto", "spark"):
            msg = f"{path}: only Spark reads tables of a cluster, not the engine {engine}"
            raise UsageError(msg, hint="--engine spark; or copy the table to this machine")
        return EngineChoice("spark", "the table is on a cluster", limit)
    if engine == "memory" and limit is not None:
        _check_limit(path, limit)
    name, reason = (engine, "as asked for") if engine != "auto" else _choice(path, limit)
    return EngineChoice(name, reason, limit)


def _choice(path: TableName, memory_limit: int | None) -> tuple[str, str]:
    """The engine for a file by its size, and the reason."""
    file = locate_table(path).file
    if file is None:
        if find_spec("duckdb") is None:
            return "memory", "the size of the table is not known, and DuckDB is not installed"
        return "duckdb", "the table is in a database, and its size is not known"
    size, needed = _estimate_memory(file)
    allowed = Size(memory_limit or Size.of_machine() // 2)
    if needed <= allowed:
        return "memory", f"{size} fit into memory"
    if find_spec("duckdb") is None:
        return "memory", f"{size} may not fit into memory, and DuckDB is not installed: pip install 'kinonym[duckdb]'"
    return "duckdb", f"{size} may take {needed} in memory, and {allowed} are allowed"


def _check_limit(path: TableName, limit: int) -> None:
    """Reject a table that may need more than is allowed: the memory engine cannot observe a limit."""
    file = locate_table(path).file
    size, needed = _estimate_memory(file) if file is not None and file.exists() else (Size(0), Size(0))
    if needed > limit:
        msg = f"{size} may take {needed} in memory, and {Size(limit)} are allowed"
        raise UsageError(msg, hint="--engine duckdb observes a limit from 1 GB on; or allow more")


def _estimate_memory(file: Path) -> tuple[Size, Size]:
    """The size of a file or folder, and what it may take in memory."""
    size = _size(file)
    growth = _PACKED_GROWTH | {
        ending: times for form in TABLE_FORMATS.values() for ending, times in form.growth.items()
    }
    ending = ".parquet" if file.is_dir() else file.suffix.lower()
    return size, Size(size * growth.get(ending, _PLAIN_GROWTH))


def _size(path: Path) -> Size:
    files = path.rglob("*") if path.is_dir() else [path]
    return Size(sum(file.stat().st_size for file in files if file.is_file()))


def _is_dataset(table: object) -> bool:
    try:
        import pyarrow.dataset as ds
    except ImportError:
        return False
    return isinstance(table, ds.Dataset)
