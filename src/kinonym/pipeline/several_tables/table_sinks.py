"""The sinks of a release of several tables: tables in memory, or a folder or schema that the release gate verifies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kinonym.engines.contract import RunKey, Tally
from kinonym.files.databases.database_output import DatabaseSchema
from kinonym.files.formats.read_back import convert_unmasked, text_of_value
from kinonym.files.formats.table_format import TableName, WrittenTable
from kinonym.files.output import Output
from kinonym.files.output_form import Form
from kinonym.pipeline.planned_table import Release
from kinonym.pipeline.result import Result, Written
from kinonym.pipeline.several_tables.separated_table import TablesRelease
from kinonym.pipeline.sinks import Complete
from kinonym.release.checks import refuse
from kinonym.release.gate import recount_rows, write_tables

__all__ = ["FramesSink", "StoredSink"]


@dataclass(frozen=True, kw_only=True)
class FramesSink:
    """Tables in memory, as Arrow tables."""

    name = "these tables"
    form = None
    shuffled = True
    notices = ()

    def write(self, release: Release, key: RunKey, complete: Complete[dict[str, Any]]) -> Result[dict[str, Any]]:  # noqa: ARG002  # nothing is drawn
        """Count the tables and verify them together."""
        by_table = _of_tables(release)
        tables = dict(by_table.tables)
        tallies = {
            name: recount_rows(partial(_read_rows, rows, by_table.masked_columns[name]), by_table.expected[name])
            for name, rows in tables.items()
        }
        return complete(tables, by_table.join(tallies), None)


@dataclass(frozen=True, eq=False, kw_only=True)
class StoredSink:
    """A folder with a file for each table, or a schema of a database, to which the release gate gives its name."""

    output: Output | DatabaseSchema
    form: Form
    ending: str
    """Of the files; empty for a schema."""
    origins: Mapping[str, Any]
    """Table → the Arrow schema of its input, for the types of a database."""
    engine: tuple[str, str]
    """The engine that read the tables, and why."""
    notices: tuple[str, ...]
    """Notices from opening the input."""
    prepare_documents: Callable[[Result[TableName]], object]
    """Runs before the release gets its name: if it fails, nothing is released."""
    shuffled = True
    name = "the written tables"

    def write(self, release: Release, key: RunKey, complete: Complete[TableName]) -> Result[TableName]:  # noqa: ARG002  # the gate draws nothing
        """Write and verify the tables with the release gate."""
        tables = _of_tables(release)
        files = {name: f"{name}{self.ending}" for name in tables.tables}

        def finish(tallies: Mapping[str, Tally]) -> Result[TableName]:
            joined = tables.join({name: tallies[file] for name, file in files.items()})
            written = Written(
                path=self.output.path,
                records=sum(tally.records for tally in tallies.values()),
                columns=joined.columns,
                engine=self.engine[0],
                reason=self.engine[1],
                checks=tables.record_checks,
            )
            result = complete(self.output.path, joined, written)
            self.prepare_documents(result)
            return result

        return write_tables(
            {file: tables.tables[name] for name, file in files.items()},
            self.output,
            {file: self._form_of(name, tables) for name, file in files.items()},
            expected={file: tables.expected[name] for name, file in files.items()},
            complete=finish,
        )

    def _form_of(self, name: str, given: TablesRelease) -> Form:
        """How a table is written; pseudonyms do not have the types of the keys that they replace."""
        import pyarrow as pa

        origin = self.origins.get(name)
        if origin is not None:
            origin = pa.schema([field for field in origin if field.name not in given.keys[name]])
        return replace(self.form, masked=given.masked_columns[name], origin=origin)


def _read_rows(rows: Any, masked: frozenset[str]) -> WrittenTable:  # noqa: ANN401  # pyarrow has no types
    """Read an Arrow table back."""
    batches = (convert_unmasked(batch, masked) for batch in rows.to_batches())
    return WrittenTable(tuple(rows.column_names), batches, text_of_value)


def _of_tables(release: Release) -> TablesRelease:
    if not isinstance(release, TablesRelease):
        refuse("the release is one of a single table")
    return release
