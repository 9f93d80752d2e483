"""A table or a query of any database that SQLAlchemy knows, read in one consistent snapshot.

Whole numbers, floats, booleans, dates and times of a table keep their types; everything else is text. The schema says
the types of the columns in the dialect of the database. The columns of a query are texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from kinonym.files.databases.batch_columns import as_texts
from kinonym.files.databases.database_names import is_query, quote_name
from kinonym.files.databases.sql_connection import open_sql, target_of
from kinonym.files.databases.sql_values import column_array, simple_type
from kinonym.files.formats.table_format import DatabaseTables, ReadOptions, TableContent, TableKeys, TableLocation
from kinonym.files.texts import check_names

__all__ = ["open_sql_tables", "read_sql"]

_ROWS = 1 << 15


def read_sql(location: TableLocation, options: ReadOptions) -> TableContent:
    """The rows of a table or a query; the transaction lasts until they are read."""
    rows = _rows(location)
    schema = next(rows)
    if options.typed:
        return TableContent(schema.names, rows, types=schema)
    return TableContent(schema.names, (as_texts(batch) for batch in rows))


@contextmanager
def open_sql_tables(location: TableLocation) -> Iterator[DatabaseTables]:
    """All tables of a schema, in one transaction."""
    import sqlalchemy as sa

    with open_sql(location, snapshot=True) as connection:
        schema, found = location.part, sa.inspect(connection)

        def read(table: str) -> TableContent:
            rows = _rows_of(connection, replace(location, part=quote_name(schema, table)))
            types = next(rows)
            return TableContent(types.names, rows, types=types)

        named = found.get_table_names(schema=schema)
        yield DatabaseTables({name: _keys_of(found, name, schema) for name in named}, read)


def _keys_of(found: Any, table: str, schema: str | None) -> TableKeys:  # noqa: ANN401
    """The primary key of a table, and its references; those of several columns are left out."""
    keys = found.get_pk_constraint(table, schema=schema)["constrained_columns"]
    references = {
        each["constrained_columns"][0]: (each["referred_table"], each["referred_columns"][0])
        for each in found.get_foreign_keys(table, schema=schema)
        if len(each["constrained_columns"]) == 1 and each["referred_schema"] in (None, schema)
    }
    return TableKeys(key=keys[0] if len(keys) == 1 else None, references=references)


def _rows(location: TableLocation) -> Iterator[Any]:
    """Yield the schema, then Arrow record batches."""
    with open_sql(location, snapshot=True) as connection:
        yield from _rows_of(connection, location)


def _rows_of(connection: Any, location: TableLocation) -> Iterator[Any]:  # noqa: ANN401
    import pyarrow as pa

    part = location.part or ""
    if is_query(part):
        rows = connection.execution_options(no_parameters=True).exec_driver_sql(part.rstrip().rstrip(";"))
        schema = pa.schema([(name, pa.string()) for name in rows.keys()])  # noqa: SIM118  # not a dict
        check_names(schema.names, location.name)
        yield schema
    else:
        table = _reflected(connection, location)
        schema = pa.schema([_field(column, connection.dialect) for column in table.columns])
        yield schema
        rows = connection.execute(_selection(table, connection.dialect))
    try:
        while part_of_rows := rows.fetchmany(_ROWS):
            columns = zip(zip(*part_of_rows, strict=True), schema, strict=True)
            yield pa.record_batch([column_array(column, field.type) for column, field in columns], schema=schema)
    finally:
        rows.close()


def _reflected(connection: Any, location: TableLocation) -> Any:  # noqa: ANN401
    """The table with its columns."""
    import sqlalchemy as sa

    schema, name = target_of(location)
    table = sa.Table(name, sa.MetaData(), schema=schema, autoload_with=connection, resolve_fks=False)
    check_names([column.name for column in table.columns], location.name)
    return table


def _selection(table: Any, dialect: Any) -> Any:  # noqa: ANN401
    """The query for all columns; floats as such, because some dialects would round them to decimal numbers."""
    import sqlalchemy as sa

    return sa.select(
        *(
            sa.type_coerce(column, sa.Float()).label(column.name) if _is_float(column, dialect) else column
            for column in table.columns
        )
    )


def _field(column: Any, dialect: Any) -> Any:  # noqa: ANN401
    """The Arrow field of a column, with its type in the dialect."""
    import pyarrow as pa
    import sqlalchemy as sa

    if isinstance(column.type, sa.types.NullType):
        return pa.field(column.name, pa.string())
    try:
        kind = pa.float64() if _is_float(column, dialect) else simple_type(column.type.python_type)
    except NotImplementedError:
        kind = pa.string()
    declared = column.type.compile(dialect=dialect)
    if "UNSIGNED" in declared.upper():  # it may not fit into 64 bits with a sign
        kind = pa.string()
    return pa.field(column.name, kind, metadata={"sql": f"{dialect.name}:{declared}"})


def _is_float(column: Any, dialect: Any) -> bool:  # noqa: ANN401
    import sqlalchemy as sa

    stored_as_float = isinstance(column.type, sa.Numeric) and not dialect.supports_native_decimal
    return stored_as_float or isinstance(column.type, sa.Float)
