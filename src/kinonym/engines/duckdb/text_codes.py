"""Texts that a private database stores as codes: columns with few distinct texts.

Numbers are stored, grouped, joined and sorted in less time than texts, and readers get an Arrow dictionary.
A column that has too many texts after all is stored as texts from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from kinonym.engines.duckdb.database import Database

__all__ = ["TextCodes", "codes_or_values", "store_rows"]

_MOST = 1 << 14
"""How many texts a column may have: the list of them is gone through for every batch of rows."""


class TextCodes:
    """The texts of some columns of a table in a database, by the codes that the table has instead."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._codes: dict[str, dict[str, int]] = {name: {} for name in names}

    def __contains__(self, column: str) -> bool:
        return column in self._codes

    def overfull(self) -> list[str]:
        """The columns that have too many texts."""
        return [name for name, codes in self._codes.items() if len(codes) > _MOST]

    def remove(self, column: str) -> Any:  # noqa: ANN401  # pyarrow has no types
        """Forget a column; return its texts in the order of their codes, as an Arrow array."""
        import pyarrow as pa

        return pa.array(list(self._codes.pop(column)), pa.string())

    def dictionaries(self) -> dict[str, Any]:
        """Column → its texts in the order of their codes, as an Arrow array."""
        import pyarrow as pa

        return {name: pa.array(list(codes), pa.string()) for name, codes in self._codes.items()}

    def codes_of(self, column: str, texts: Iterable[str]) -> list[int]:
        """The codes of those of the texts that the column has."""
        codes = self._codes[column]
        return sorted(codes[text] for text in texts if text in codes)

    def encode(self, name: str, column: Any) -> Any:  # noqa: ANN401
        """The codes of an Arrow dictionary array; those of new texts are added."""
        import pyarrow as pa

        codes = self._codes[name]
        texts = column.dictionary.to_pylist()
        places = [-1 if text is None else codes.setdefault(text, len(codes)) for text in texts]
        of_text = pa.array(places, pa.int32(), mask=np.array([text is None for text in texts], dtype=bool))
        return of_text.take(column.indices)


def store_rows(database: Database, table: str, batches: Iterable[Any], schema: Any) -> TextCodes:  # noqa: ANN401
    """Store Arrow record batches with this schema as a table; columns that are dictionaries of texts as codes."""
    import pyarrow as pa

    coded = TextCodes(field.name for field in schema if field.type == pa.dictionary(pa.int32(), pa.string()))
    stream = _Stream(iter(batches), schema, coded)
    database.store_stream(table, stream.read(), stream.schema)
    while stream.waiting is not None:
        for name in coded.overfull():
            _store_texts(database, table, name, schema.names, coded.remove(name))
        database.store_stream(table, stream.read(), stream.schema, append=True)
    database.texts = coded.dictionaries()
    return coded


def codes_or_values(column: Any) -> Any:  # noqa: ANN401
    """What the database has for a chunked Arrow column that it returned: codes where it returned a dictionary."""
    import pyarrow as pa

    if not pa.types.is_dictionary(column.type):
        return column
    return pa.chunked_array([chunk.indices for chunk in column.chunks], pa.int32())


class _Stream:
    """Batches with codes; reading ends before a batch with which a column has too many texts."""

    def __init__(self, batches: Iterator[Any], schema: Any, coded: TextCodes) -> None:  # noqa: ANN401
        self._batches, self._schema, self._coded = batches, schema, coded
        self.waiting: Any = None

    @property
    def schema(self) -> Any:  # noqa: ANN401
        """The schema of the batches with codes."""
        import pyarrow as pa

        return pa.schema([(field.name, self._stored_type(field)) for field in self._schema])

    def _stored_type(self, field: Any) -> Any:  # noqa: ANN401
        import pyarrow as pa

        if field.name in self._coded:
            return pa.int32()
        return field.type.value_type if pa.types.is_dictionary(field.type) else field.type

    def read(self) -> Iterator[Any]:
        """Yield the batches, the one that waits first."""
        import pyarrow as pa

        schema = self.schema
        while (batch := next(self._batches, None) if self.waiting is None else self.waiting) is not None:
            self.waiting = None
            columns = [self._stored(name, column) for name, column in zip(schema.names, batch.columns, strict=True)]
            if self._coded.overfull():
                self.waiting = batch
                return
            yield pa.record_batch(columns, schema=schema)

    def _stored(self, name: str, column: Any) -> Any:  # noqa: ANN401
        import pyarrow as pa

        if name in self._coded:
            return self._coded.encode(name, column)
        return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _store_texts(database: Database, table: str, column: str, names: Sequence[str], texts: Any) -> None:  # noqa: ANN401
    """Replace the codes of a column by its texts."""
    import pyarrow as pa

    database.store("texts", pa.table({"code": pa.array(range(len(texts)), pa.int32()), "text": texts}))
    cells = ", ".join(f"t.text AS {name}" if name == column else f"r.{name}" for name in names)
    joined = f"{table} r LEFT JOIN texts t ON r.{column} = t.code ORDER BY r.rowid"
    database.run(f"CREATE TABLE decoded AS SELECT {cells} FROM {joined}")  # noqa: S608  # our names
    database.run(f"DROP TABLE {table}")
    database.run(f"ALTER TABLE decoded RENAME TO {table}")
