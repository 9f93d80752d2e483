"""What a table format declares, and what its reader, writer and recounter return."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from kinonym.files.layout import Layout
    from kinonym.files.output_form import Form

__all__ = [
    "Commit", "CommitTables", "DatabaseTables", "NewTable", "ReadOptions", "TableContent", "TableFormat", "TableKeys",
    "TableLocation", "TableName", "WrittenTable",
]  # fmt: skip


TableName = str | Path
"""The path of a file or folder, or the text that names a table of a database."""


@dataclass(frozen=True)
class TableLocation:
    """Where a table is."""

    name: str
    """The name that the user gave, for messages; a query is not shown."""
    file: Path | None
    """The file or folder; None for a table of a server."""
    part: str | None = None
    """The sheet, the table or the query, after a ``#``."""
    address: str = ""
    """Of a database: the name up to the ``#``."""

    @property
    def path(self) -> Path:
        """The file or folder of a table that is in one."""
        if self.file is None:
            msg = f"{self.name} is not a file"
            raise ValueError(msg)
        return self.file


@dataclass(frozen=True)
class ReadOptions:
    """How to read a table, as far as the user says."""

    delimiter: str | None = None
    encoding: str | None = None
    names: Sequence[str] = ()
    """The columns of a delimited text without a header."""
    typed: bool = False
    """Whether columns have the types of the file, where it has types."""
    few_texts: bool = False
    """Whether columns with few distinct texts may be Arrow dictionaries, which take less time and memory."""


@dataclass(frozen=True, eq=False)
class TableContent:
    """A table that is read once, piece by piece."""

    columns: Sequence[str]
    pieces: Iterator[Any]
    """Arrow tables or record batches of strings, or of columns with the types of ``types``."""
    first_row: int = 1
    """The number of the first record in messages; 2 after a header."""
    notices: list[str] = field(default_factory=list)
    """Complete when all pieces were read."""
    layout: Layout | None = None
    """Of delimited text."""
    types: Any = None
    """The Arrow schema of the pieces, if some of their columns are not strings.

    The metadata of a field may have the type of a column in its database, under the name of the format.
    """


@dataclass(frozen=True, eq=False)
class WrittenTable:
    """A written file that is read back by code that is independent of its writer."""

    columns: tuple[str, ...]
    batches: Iterator[Any]
    """Arrow record batches with these columns in this order."""
    read_cell: Callable[[Any], str | None]
    """The text that a distinct value of a batch represents; None if it is missing."""


@dataclass(frozen=True, kw_only=True)
class TableKeys:
    """What the catalogue of a database says about a table."""

    key: str | None = None
    """The only column of its primary key."""
    references: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Column → the table and the column that it refers to."""


@dataclass(frozen=True, eq=False)
class DatabaseTables:
    """The tables of a schema, open in one transaction."""

    keys: Mapping[str, TableKeys]
    """Table → its keys."""
    read: Callable[[str], TableContent]
    """Reads a table, with the types of the database."""


@dataclass(frozen=True, eq=False)
class NewTable:
    """A table to write."""

    form: Form
    batches: Iterator[Any]
    """Arrow record batches, at least one."""


Commit = Callable[["TableLocation", "Form", Iterator[Any], Callable[[Callable[[], WrittenTable]], None]], None]
"""(location, form, record batches, check): writes a new table, has it checked, and commits it, or leaves nothing."""
CommitTables = Callable[
    ["TableLocation", Mapping[str, "NewTable"], Callable[[Mapping[str, Callable[[], WrittenTable]]], None]], None
]
"""(location of a schema, tables, check): the same for all tables of a new schema, in one transaction."""


@dataclass(frozen=True, kw_only=True)
class TableFormat:
    """A format of tables; one line in `TABLE_FORMATS` makes it known everywhere."""

    name: str
    title: str
    naming: str
    """How users name such a table, as Markdown for the documentation."""
    read: Callable[[TableLocation, ReadOptions], TableContent]
    write: Callable[[Iterable[Any], Form, BinaryIO], None] | None = None
    """Writes Arrow record batches of texts and numbers into an open file; None if the format is not written."""
    recount: Callable[[Path, Form], WrittenTable] | None = None
    """Reads a written file back; must share no code with ``write``."""
    endings: tuple[str, ...] = ()
    """The endings of files that are read."""
    written_endings: tuple[str, ...] = ()
    """The endings of files that are written."""
    magic: tuple[bytes, ...] = ()
    """First bytes by which a file of this format is recognised whatever its name."""
    scheme: str | None = None
    """A regular expression for the beginning of a URI that names such a table, such as ``sqlite:``."""
    example: str = ""
    """A URI with this scheme, for hints."""
    check_output: Callable[[TableLocation], None] | None = None
    """Rejects a table of a database that exists or cannot be created, before any work; None if none is written."""
    commit: Commit | None = None
    """Writes a table of a database; what it reads back for the check must share no code with the writing."""
    open_tables: Callable[[TableLocation], AbstractContextManager[DatabaseTables]] | None = None
    """Opens the tables of a schema; the part of the location is the schema, None: the usual one."""
    has_schemas: bool = False
    """Whether a database has several schemas, which are named after a ``#``."""
    check_schema: Callable[[TableLocation], None] | None = None
    """Rejects a schema that exists or cannot be created, before any work."""
    commit_tables: CommitTables | None = None
    """Writes a new schema with several tables; None if the database cannot do this in one transaction."""
    local: bool = True
    """Whether the table is in a file of this machine."""
    folders: bool = False
    """Whether a folder is a table of this format, and one can be written."""
    packed: bool = False
    """Whether files may be compressed: ``.gz`` and ``.zst`` are read, ``.gz`` is written."""
    delimiter: str | None = None
    """The usual delimiter; None if the format is not delimited text."""
    typed: bool = False
    """Whether columns have types, which unmasked columns keep."""
    empty_is_missing: bool = False
    """Whether an empty text and a missing value cannot be distinguished in a written file."""
    most_rows: int | None = None
    """How many rows a written table can have."""
    most_columns: int | None = None
    parts: Callable[[Path], list[str]] | None = None
    """The parts of a file that are tables, such as sheets; a part is named after a ``#``."""
    growth: Mapping[str, int] = field(default_factory=dict)
    """Ending → how many times its size a file takes in memory, if that differs from plain text."""
    extra: str | None = None
    """The extra of the package that the format needs."""
    libraries: tuple[str, ...] = ()
    """The modules that writing needs beyond those of the package."""

    def is_named_by(self, name: TableName) -> bool:
        """Whether a name has the scheme of this format."""
        return self.scheme is not None and re.match(self.scheme, str(name)) is not None
