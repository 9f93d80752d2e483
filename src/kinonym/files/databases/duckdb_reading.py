"""A table or a query of a DuckDB file, read in one transaction.

Columns of the common types keep them. All others (uuid, enums, lists, json …) are read in the spelling of DuckDB, from
which a released table gets the same values again; the schema says their types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from kinonym.files.databases.batch_columns import as_texts
from kinonym.files.databases.database_names import is_query, quote_name
from kinonym.files.databases.duckdb_catalogue import keys_of_schema, schema_of
from kinonym.files.databases.duckdb_connection import described_types, open_duckdb, target_of
from kinonym.files.databases.embedded_files import check_readable
from kinonym.files.databases.finite_times import check_finite
from kinonym.files.formats.table_format import DatabaseTables, ReadOptions, TableContent, TableLocation
from kinonym.files.texts import check_names

__all__ = ["open_duckdb_tables", "read_duckdb"]

_BATCH = 1 << 17
_KEPT = re.compile(r"U?(TINY|SMALL|BIG)INT|U?INTEGER|FLOAT|DOUBLE|BOOLEAN|DATE|TIMESTAMP( WITH TIME ZONE)?|DECIMAL.*")


def read_duckdb(location: TableLocation, options: ReadOptions) -> TableContent:
    """The rows of a table or a query; the transaction lasts until they are read."""
    check_readable(location.path)
    rows = _rows(location)
    schema = next(rows)
    if options.typed:
        return TableContent(schema.names, rows, types=schema)
    return TableContent(schema.names, (as_texts(batch) for batch in rows))


@contextmanager
def open_duckdb_tables(location: TableLocation) -> Iterator[DatabaseTables]:
    """All tables of a schema, in one transaction."""
    check_readable(location.path)
    with open_duckdb(location, location.path) as connection:
        schema = schema_of(location)

        def read(table: str) -> TableContent:
            rows = _rows_of(connection, replace(location, part=quote_name(schema, table)))
            types = next(rows)
            return TableContent(types.names, rows, types=types)

        yield DatabaseTables(keys_of_schema(connection, schema), read)


def _rows(location: TableLocation) -> Iterator[Any]:
    """Yield the schema, then Arrow record batches."""
    with open_duckdb(location, location.path) as connection:
        yield from _rows_of(connection, location)


def _rows_of(connection: Any, location: TableLocation) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    part = location.part or ""
    given = part if is_query(part) else f"SELECT * FROM {target_of(location)}"  # noqa: S608  # a quoted name
    types = described_types(connection, given)
    check_names(list(types), location.name)
    kept = {name for name, kind in types.items() if _KEPT.fullmatch(kind)}
    columns = (quote_name(n) if n in kept else f"CAST({quote_name(n)} AS VARCHAR)" for n in types)
    query = f"SELECT {', '.join(columns)} FROM ({given.rstrip().rstrip(';')}) AS given"  # noqa: S608
    rows = connection.sql(query).to_arrow_reader(_BATCH)
    kinds = [field.type if name in kept else pa.string() for name, field in zip(types, rows.schema, strict=True)]
    fields = zip(types.items(), kinds, strict=True)
    schema = pa.schema([pa.field(name, kind, metadata={"duckdb": known}) for (name, known), kind in fields])
    yield schema
    for batch in rows:
        columns_read = [column.cast(field.type) for column, field in zip(batch.columns, schema, strict=True)]
        made = pa.RecordBatch.from_arrays(columns_read, schema=schema)
        check_finite(made, schema.names, location.name)
        yield made
