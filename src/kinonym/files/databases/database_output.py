"""A table of a database as the output of a run: checked before any work, written and committed by its format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinonym.errors import UsageError
from kinonym.files.formats.table_format import NewTable, TableFormat, TableLocation, TableName, WrittenTable
from kinonym.files.output import WRITTEN, Output, reserved
from kinonym.files.output_form import Form
from kinonym.files.recognising import database_format, locate_schema, locate_table

__all__ = ["DatabaseOutput", "DatabaseSchema", "reserved_release", "reserved_schema"]


@dataclass(frozen=True, eq=False)
class DatabaseOutput:
    """A new table that a run may write."""

    location: TableLocation
    format: TableFormat

    @property
    def path(self) -> TableName:
        """The name that the user gave."""
        return self.location.name

    def commit_rows(
        self, batches: Iterator[Any], form: Form, check: Callable[[Callable[[], WrittenTable]], None]
    ) -> None:
        """Write Arrow record batches as a new table; commit it only when ``check`` has read it."""
        if self.format.commit is None:
            msg = f"{self.format.title} is not written"
            raise ValueError(msg)
        self.format.commit(self.location, form, batches, check)
        WRITTEN.append(self.path)


@dataclass(frozen=True, eq=False)
class DatabaseSchema:
    """A new schema, or a new database file, that a run may write."""

    location: TableLocation
    format: TableFormat

    @property
    def path(self) -> TableName:
        """The name that the user gave."""
        return self.location.name

    def commit_tables(
        self, tables: Mapping[str, NewTable], check: Callable[[Mapping[str, Callable[[], WrittenTable]]], None]
    ) -> None:
        """Write new tables; commit them only when ``check`` has read all of them."""
        if self.format.commit_tables is None:
            msg = f"{self.format.title} is not written"
            raise ValueError(msg)
        self.format.commit_tables(self.location, tables, check)
        WRITTEN.append(self.path)


@contextmanager
def reserved_schema(
    output: TableName, documents: Sequence[Path], inputs: Sequence[Path]
) -> Iterator[tuple[DatabaseSchema, list[Output]]]:
    """Check a new schema and the documents of a run before any work, and lock their files until it ends."""
    form, location = database_format(output), locate_schema(output)
    if form is None or form.commit_tables is None or form.check_schema is None:
        msg = f"{location.name}: several tables cannot be written to this database in one transaction"
        raise UsageError(msg, hint="write a folder, or to PostgreSQL, SQLite or DuckDB")
    form.check_schema(location)
    own = [] if location.file is None else [location.file]
    others_than_own = [path for path in inputs if not any(path.resolve() == file.resolve() for file in own)]
    with reserved([*own, *documents], others_than_own) as outputs:
        yield DatabaseSchema(location, form), outputs[len(own) :]


@contextmanager
def reserved_release(
    output: TableName, documents: Sequence[Path], inputs: Sequence[Path]
) -> Iterator[tuple[Output | DatabaseOutput, list[Output]]]:
    """Check the release and the documents of a run before any work, and lock their files until it ends.

    A database in a file is locked as well, so that two runs do not wait for each other in the middle of their work. It
    may also be an input, as a table in it is never replaced.
    """
    form = database_format(output)
    if form is None:
        with reserved([Path(output), *documents], inputs) as (release, *others):
            yield release, others
        return
    location = locate_table(output)
    if form.check_output is not None:
        form.check_output(location)
    own = [] if location.file is None else [location.file]
    others_than_own = [path for path in inputs if not any(path.resolve() == file.resolve() for file in own)]
    with reserved([*own, *documents], others_than_own) as outputs:
        yield DatabaseOutput(location, form), outputs[len(own) :]
