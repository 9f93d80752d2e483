"""Count the rows of a table and apply a plan to them: the only parts that touch all n rows.

`contract` says what an engine offers; each engine has a folder. Reading files is the business of `kinonym.files`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kinonym.engines.contract import Source
from kinonym.engines.memory import MemorySource
from kinonym.errors import UsageError
from kinonym.files.table_file import read_table

__all__ = ["ENGINES", "Opened", "open_file", "open_table"]

ENGINES = ("auto", "memory")


class Reading(Protocol):
    """How a file is read, as a recipe says it."""

    @property
    def missing(self) -> Collection[str]:
        """Texts that mean missing."""

    @property
    def delimiter(self) -> str | None:
        """Of a text file."""

    @property
    def encoding(self) -> str:
        """Of a text file."""


@dataclass(frozen=True, eq=False)
class Opened:
    """A file as a source, the engine that serves it, and what was noticed when it was read."""

    source: Source
    engine: str
    notices: tuple[str, ...]


def open_table(table: Any, missing: Collection[str]) -> Source:  # noqa: ANN401  # any dataframe
    """A table in memory as a source."""
    return MemorySource(table, missing)


def open_file(path: Path, reading: Reading, engine: str = "auto") -> Opened:
    """A file as a source, every column as text."""
    if engine not in ENGINES:
        msg = f"there is no engine {engine!r}"
        raise UsageError(msg, hint=f"engines: {', '.join(ENGINES)}")
    file = read_table(path, delimiter=reading.delimiter, encoding=reading.encoding)
    return Opened(MemorySource(file.table, reading.missing), "memory", file.notices)
