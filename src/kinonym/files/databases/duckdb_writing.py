"""A release as a new table of a DuckDB file, written, read back and committed in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kinonym.files.databases.batch_columns import Failure, peek
from kinonym.files.databases.database_names import quote_name
from kinonym.files.databases.duckdb_connection import has_table, open_duckdb, target_of
from kinonym.files.databases.duckdb_recount import read_back_duckdb
from kinonym.files.databases.embedded_files import reject_table, writable_database
from kinonym.files.formats.table_format import TableLocation, WrittenTable
from kinonym.files.output_form import Form

__all__ = ["commit_duckdb"]


def commit_duckdb(
    location: TableLocation,
    form: Form,
    batches: Iterator[Any],
    check: Callable[[Callable[[], WrittenTable]], None],
) -> None:
    """Write a new table; commit it only when ``check`` has read it."""
    import pyarrow as pa

    schema, batches = peek(batches)
    plain = pa.schema([(field.name, _plain_type(field.type)) for field in schema])
    failure = Failure()

    def rows() -> Iterator[Any]:
        for batch in batches:
            columns = [column.cast(field.type) for column, field in zip(batch.columns, plain, strict=True)]
            yield pa.RecordBatch.from_arrays(columns, schema=plain)

    with (
        writable_database(location.path) as file,
        open_duckdb(location, file, write=True) as connection,
        failure.raised_unchanged(),
    ):
        if has_table(connection, location):
            reject_table(location.name)
        connection.register("kinonym_rows", pa.RecordBatchReader.from_batches(plain, failure.watched(rows())))
        target, casts = target_of(location), ", ".join(_cast(field, form) for field in plain)
        connection.execute(f"CREATE TABLE {target} AS SELECT {casts} FROM kinonym_rows")  # noqa: S608  # quoted names
        connection.unregister("kinonym_rows")
        check(lambda: read_back_duckdb(connection, target, plain, form))
        connection.execute("COMMIT")


def _plain_type(kind: Any) -> Any:  # noqa: ANN401
    import pyarrow as pa

    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _cast(field: Any, form: Form) -> str:  # noqa: ANN401
    """A column in the type that it has in the input, if that comes from DuckDB and the column is not masked."""
    name, known = quote_name(field.name), form.database_type(field.name, field.type)
    return name if known is None else f"CAST({name} AS {known}) AS {name}"
