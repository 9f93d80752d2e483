"""Which engine serves a table or a file, by their sizes, and why."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from kinonym.engines.contract import Source
from kinonym.engines.memory import MemorySource
from kinonym.errors import UsageError
from kinonym.files.layout import Layout
from kinonym.files.recognising import format_of, input_file
from kinonym.files.table_stream import read_stream, read_table

__all__ = ["ENGINES", "EngineChoice", "OpenedSource", "Size", "engine_for", "open_file", "open_table"]

ENGINES = ("auto", "memory", "duckdb", "spark")
_GROWTH = {"parquet": 60, "gz": 60, "zst": 60, "xlsx": 100, "ods": 100, "zsav": 60}
_PLAIN_GROWTH = 8
"""How many times the size of a text file the memory engine takes; packed files unpack first."""

_UNITS = {
    "": 1,
    "K": 10**3,
    "M": 10**6,
    "G": 10**9,
    "T": 10**12,
    "KI": 1 << 10,
    "MI": 1 << 20,
    "GI": 1 << 30,
    "TI": 1 << 40,
}


class Size(int):
    """A number of bytes.

    >>> Size.parse("1.5 GB"), str(Size.parse("512MiB"))
    (1500000000, '537 MB')
    """

    @classmethod
    def parse(cls, text: str) -> Size:
        """Read a size such as 1GB, 512 MiB or 2e9."""
        parts = re.fullmatch(r"\s*(\d+(?:\.\d+)?(?:e\d+)?)\s*([kmgt]?i?)(?:b|ytes)?\s*", text, re.IGNORECASE)
        if parts is None or parts[2].upper() not in _UNITS:
            msg = f"{text!r} is no size of memory"
            raise UsageError(msg, hint="write a number and a unit, such as 1GB or 512MB")
        return cls(float(parts[1]) * _UNITS[parts[2].upper()])

    @classmethod
    def of_machine(cls) -> Size:
        """How much memory the machine has."""
        if sys.platform == "win32":
            return cls(8 << 30)
        return cls(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))

    def __str__(self) -> str:
        for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
            if self >= size:
                return f"{self / size:.3g} {unit}"
        return f"{int(self)} bytes"

    __repr__ = int.__repr__


class Reading(Protocol):
    """How a file is read, as a recipe says it."""

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


@dataclass(frozen=True, eq=False)
class OpenedSource:
    """A file as a source, the engine that serves it and why, and what was noticed when it was read."""

    source: Source
    engine: str
    reason: str
    notices: tuple[str, ...]
    layout: Layout | None = None
    """Of delimited text: how it is written."""


@dataclass(frozen=True)
class EngineChoice:
    """The engine that serves a file, and why; ``limit``: the memory that the program may take."""

    engine: str
    reason: str
    limit: int | None

    def open(self, path: Path, reading: Reading) -> OpenedSource:
        """The file as a source, read as ``reading`` says; columns are texts, or have the types of their file."""
        given = {"delimiter": reading.delimiter, "encoding": reading.encoding}
        if self.engine == "memory":
            file = read_table(path, **given, names=reading.names, typed=True)
            source = MemorySource(file.table, reading.missing)
            return OpenedSource(source, self.engine, self.reason, file.notices, file.layout)
        stream = read_stream(path, **given, names=reading.names, typed=True)
        if self.engine == "spark":
            from kinonym.engines.spark import open_stream

            served: Source = open_stream(stream, reading.missing)
        else:
            from kinonym.engines.duckdb import Database, DuckDBSource

            served = DuckDBSource(stream.batches(), stream.schema, reading.missing, Database(self.limit))
        return OpenedSource(served, self.engine, self.reason, tuple(stream.notices), stream.layout)


def open_table(table: Any, missing: Collection[str]) -> Source:  # noqa: ANN401  # any dataframe
    """A table as a source: what is in memory there, a DuckDB relation in DuckDB, a Spark frame in Spark."""
    from narwhals import dependencies as known

    if known.is_duckdb_relation(table):
        from kinonym.engines.duckdb import DuckDBSource

        rows = table.to_arrow_reader(1 << 17)
        return DuckDBSource(rows, rows.schema, missing, home=table)
    if known.is_pyspark_dataframe(table) or known.is_pyspark_connect_dataframe(table):
        from kinonym.engines.spark import SparkSource

        return SparkSource(table, missing)
    if known.is_polars_lazyframe(table):
        return MemorySource(table.collect(), missing, back=lambda masked: masked.lazy())
    if _is_dataset(table):
        import pyarrow.dataset as ds

        return MemorySource(table.to_table(), missing, back=ds.dataset)
    return MemorySource(table, missing)


def open_file(
    path: Path, reading: Reading, engine: str = "auto", memory_limit: str | int | None = None
) -> OpenedSource:
    """A file as a source; parameters as of `engine_for` and `Chosen.open`."""
    return engine_for(path, engine, memory_limit).open(path, reading)


def engine_for(path: Path, engine: str = "auto", memory_limit: str | int | None = None) -> EngineChoice:
    """The engine that serves a file, before any of it is read.

    Parameters
    ----------
    path
        As of `kinonym.files.table_stream.read_table`.
    engine
        One of `ENGINES`.
    memory_limit
        For the whole program, in bytes or as people write it; DuckDB keeps it, and ``auto`` chooses by it.
    """
    if engine not in ENGINES:
        msg = f"there is no engine {engine!r}"
        raise UsageError(msg, hint=f"engines: {', '.join(ENGINES)}")
    limit = Size.parse(memory_limit) if isinstance(memory_limit, str) else memory_limit
    if engine == "memory" and limit is not None:
        _check_room(path, limit)
    name, reason = (engine, "as asked for") if engine != "auto" else _choice(path, limit)
    return EngineChoice(name, reason, limit)


def _choice(path: Path, memory_limit: int | None) -> tuple[str, str]:
    """The engine for a file by its size, and the reason."""
    file = input_file(path)
    if not file.exists() and not format_of(path).local:
        return "duckdb", "the table lies in a database, and its size is not known"
    size, needed = _needed(file)
    room = Size(memory_limit or Size.of_machine() // 2)
    if needed <= room:
        return "memory", f"{size} fit into memory"
    if find_spec("duckdb") is None:
        return "memory", f"{size} may not fit into memory, and DuckDB is not installed: pip install 'kinonym[duckdb]'"
    return "duckdb", f"{size} may take {needed} in memory, and {room} are allowed"


def _check_room(path: Path, limit: int) -> None:
    """The memory engine keeps no limit: refuse a table that may need more than is allowed."""
    file = input_file(path)
    size, needed = _needed(file) if file.exists() else (Size(0), Size(0))
    if needed > limit:
        msg = f"{size} may take {needed} in memory, and {Size(limit)} are allowed"
        raise UsageError(msg, hint="--engine duckdb keeps a limit from 1 GB on; or allow more")


def _needed(file: Path) -> tuple[Size, Size]:
    """The size of a file or folder, and what it may take in memory."""
    size = _size(file)
    kind = "parquet" if file.is_dir() else file.suffix.lower().lstrip(".")
    return size, Size(size * _GROWTH.get(kind, _PLAIN_GROWTH))


def _size(path: Path) -> Size:
    files = path.rglob("*") if path.is_dir() else [path]
    return Size(sum(file.stat().st_size for file in files if file.is_file()))


def _is_dataset(table: object) -> bool:
    try:
        import pyarrow.dataset as ds
    except ImportError:
        return False
    return isinstance(table, ds.Dataset)
