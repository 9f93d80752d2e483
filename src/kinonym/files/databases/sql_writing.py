"""A release as a new table of any database that SQLAlchemy knows.

Many databases commit whenever a table is created. So the rows are written to a table with a random name, read back, and
the table is renamed. If the program is killed before that, a table with such a name may remain, without rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from typing import Any

from kinonym.files.databases.batch_columns import peek, plain_column
from kinonym.files.databases.embedded_files import reject_table
from kinonym.files.databases.sql_connection import open_sql, target_of
from kinonym.files.databases.sql_recount import read_back_sql
from kinonym.files.formats.table_format import TableLocation, WrittenTable
from kinonym.files.output_form import Form

__all__ = ["commit_sql"]

_BYTES = ("BLOB", "BINARY", "BYTEA", "RAW", "IMAGE")


def commit_sql(
    location: TableLocation,
    form: Form,
    batches: Iterator[Any],
    check: Callable[[Callable[[], WrittenTable]], None],
) -> None:
    """Write a new table; give it its name only when ``check`` has read it."""
    import sqlalchemy as sa

    given, batches = peek(batches)
    schema, name = target_of(location)
    with open_sql(location) as connection:
        columns = [_Column(field, form, connection.dialect) for field in given]
        hidden = sa.Table(
            f"kinonym_{token_hex(8)}", sa.MetaData(), *(sa.Column(each.name, each.sql_type) for each in columns),
            schema=schema, mysql_charset="utf8mb4", mariadb_charset="utf8mb4",
        )  # fmt: skip
        with _new_table(connection, hidden):
            for batch in batches:
                cells = [each.cells(column) for each, column in zip(columns, batch.columns, strict=True)]
                rows = [dict(zip(batch.schema.names, row, strict=True)) for row in zip(*cells, strict=True)]
                if rows:
                    connection.execute(sa.insert(hidden), rows)
            kinds = [each.kind for each in columns]
            check(lambda: read_back_sql(connection, hidden, kinds, form))
            if sa.inspect(connection).has_table(name, schema=schema):
                reject_table(location.name)
            _rename(connection, hidden, name)
            connection.commit()


@contextmanager
def _new_table(connection: Any, table: Any) -> Iterator[None]:  # noqa: ANN401
    """Create a table, and drop it unless the block succeeds."""
    table.create(connection)
    try:
        yield
    except BaseException:
        connection.rollback()
        with suppress(Exception):
            table.drop(connection, checkfirst=True)
            connection.commit()
        raise


def _rename(connection: Any, table: Any, name: str) -> None:  # noqa: ANN401
    """Rename a table; all databases reject a name that is taken."""
    quote = connection.dialect.identifier_preparer
    if connection.dialect.name == "mssql":
        connection.exec_driver_sql("EXEC sp_rename ?, ?", (quote.format_table(table), name))
        return
    needs_schema = connection.dialect.name in ("mysql", "mariadb") and table.schema is not None
    new = f"{quote.quote_schema(table.schema)}.{quote.quote(name)}" if needs_schema else quote.quote(name)
    connection.exec_driver_sql(f"ALTER TABLE {quote.format_table(table)} RENAME TO {new}")


class _Column:
    """A column of the new table: its type in the database, and its values as the driver takes them."""

    def __init__(self, field: Any, form: Form, dialect: Any) -> None:  # noqa: ANN401
        import pyarrow as pa

        self.name = field.name
        self.kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        own, _, declared = (form.database_type(field.name, self.kind) or "").partition(":")
        self.declared = declared if own == dialect.name else ""
        like = _type_for(self.kind, decimals=dialect.supports_native_decimal)
        self.sql_type = _declared_type(self.declared, like) if self.declared else like

    def cells(self, column: Any) -> list[Any]:  # noqa: ANN401
        """The values of the column of a batch."""
        import pyarrow as pa

        simple = not self.declared and isinstance(self.sql_type, _text_type())
        values: list[Any] = plain_column(column, self.name, pa.string() if simple else self.kind).to_pylist()
        if self.declared and any(word in self.declared.upper() for word in _BYTES):
            return [None if value is None else bytes.fromhex(value) for value in values]
        return values


def _declared_type(text: str, like: Any) -> Any:  # noqa: ANN401
    """A type that is written as the database has it; its values are those of another type."""
    from sqlalchemy.types import UserDefinedType

    class Declared(UserDefinedType[Any]):
        cache_ok = False

        def get_col_spec(self, **options: Any) -> str:  # noqa: ANN401, ARG002
            return text

        def bind_processor(self, dialect: Any) -> Any:  # noqa: ANN401
            return like.dialect_impl(dialect).bind_processor(dialect)

        def result_processor(self, dialect: Any, coltype: Any) -> Any:  # noqa: ANN401
            return like.dialect_impl(dialect).result_processor(dialect, coltype)

    return Declared()


def _type_for(kind: Any, *, decimals: bool) -> Any:  # noqa: ANN401
    """The type for an Arrow type; texts for times with a zone, and for decimal numbers, where a database lacks them."""
    import pyarrow as pa
    import sqlalchemy as sa
    from sqlalchemy.dialects import mysql

    if pa.types.is_integer(kind) and str(kind) != "uint64":
        return sa.BigInteger()
    if decimals and (pa.types.is_decimal(kind) or pa.types.is_integer(kind)):
        return sa.Numeric(getattr(kind, "precision", 20), getattr(kind, "scale", 0))
    if pa.types.is_floating(kind):
        return sa.Double()
    if pa.types.is_boolean(kind):
        return sa.Boolean()
    if pa.types.is_date32(kind):
        return sa.Date()
    if pa.types.is_timestamp(kind) and kind.tz is None and kind.unit != "ns":
        return sa.DateTime().with_variant(mysql.DATETIME(fsp=6), "mysql", "mariadb")
    return sa.UnicodeText().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb")


def _text_type() -> Any:  # noqa: ANN401
    import sqlalchemy as sa

    return sa.UnicodeText
