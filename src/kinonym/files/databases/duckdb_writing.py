"""A release as a new table of a DuckDB file, written, read back and committed in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from kinonym.files.databases.batch_columns import Failure, peek
from kinonym.files.databases.database_names import quote_name
from kinonym.files.databases.duckdb_catalogue import has_schema, reject_schema, schema_of
from kinonym.files.databases.duckdb_connection import has_table, open_duckdb, target_of
from kinonym.files.databases.duckdb_recount import read_back_duckdb
from kinonym.files.databases.embedded_files import reject_table, writable_database
from kinonym.files.formats.table_format import NewTable, TableLocation, WrittenTable
from kinonym.files.output_form import Form

__all__ = ["commit_duckdb", "commit_duckdb_tables"]


def commit_duckdb(
    location: TableLocation,
    form: Form,
    batches: Iterator[Any],
    check: Callable[[Callable[[], WrittenTable]], None],
) -> None:
    """Write a new table; commit it only when ``check`` has read it."""
    with writable_database(location.path) as file, open_duckdb(location, file, write=True) as connection:
        if has_table(connection, location):
            reject_table(location.name)
        target = target_of(location)
        plain = _create_table(connection, target, NewTable(form, batches))
        check(lambda: read_back_duckdb(connection, target, plain, form))
        connection.execute("COMMIT")


def commit_duckdb_tables(
    location: TableLocation,
    tables: Mapping[str, NewTable],
    check: Callable[[Mapping[str, Callable[[], WrittenTable]]], None],
) -> None:
    """Write a new schema, or a new file; commit it only when ``check`` has read all tables."""
    schema = schema_of(location)
    with writable_database(location.path) as file, open_duckdb(location, file, write=True) as connection:
        if location.part is not None:
            if has_schema(connection, schema):
                reject_schema(location.name)
            connection.execute(f"CREATE SCHEMA {quote_name(schema)}")
        elif file == location.path:
            reject_schema(location.name)
        targets = {name: quote_name(schema, name) for name in tables}
        written = {name: _create_table(connection, targets[name], each) for name, each in tables.items()}
        check(
            {
                name: partial(read_back_duckdb, connection, targets[name], written[name], each.form)
                for name, each in tables.items()
            }
        )
        connection.execute("COMMIT")


def _create_table(connection: Any, target: str, new: NewTable) -> Any:  # noqa: ANN401
    """Create and fill a table; return the Arrow schema of its rows."""
    import pyarrow as pa

    schema, batches = peek(new.batches)
    plain = pa.schema([(field.name, _plain_type(field.type)) for field in schema])
    failure = Failure()

    def rows() -> Iterator[Any]:
        for batch in batches:
            columns = [column.cast(field.type) for column, field in zip(batch.columns, plain, strict=True)]
            yield pa.RecordBatch.from_arrays(columns, schema=plain)

    with failure.raised_unchanged():
        connection.register("kinonym_rows", pa.RecordBatchReader.from_batches(plain, failure.watched(rows())))
        casts = ", ".join(_cast(field, new.form) for field in plain)
        connection.execute(f"CREATE TABLE {target} AS SELECT {casts} FROM kinonym_rows")  # noqa: S608  # quoted names
        connection.unregister("kinonym_rows")
    return plain


def _plain_type(kind: Any) -> Any:  # noqa: ANN401
    import pyarrow as pa

    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _cast(field: Any, form: Form) -> str:  # noqa: ANN401
    """A column in the type that it has in the input, if that comes from DuckDB and the column is not masked."""
    name, known = quote_name(field.name), form.database_type(field.name, field.type)
    return name if known is None else f"CAST({name} AS {known}) AS {name}"
