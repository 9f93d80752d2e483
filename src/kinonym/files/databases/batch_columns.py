"""What readers and writers of databases share: the columns of Arrow record batches, and errors of their stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from kinonym.files.texts import as_text

__all__ = ["Failure", "as_texts", "peek", "plain_column"]


def peek(batches: Iterator[Any]) -> tuple[Any, Iterator[Any]]:
    """Return the Arrow schema of record batches, and all of them."""
    first = next(batches)
    return first.schema, chain([first], batches)


def as_texts(batch: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Return a record batch or table as a table of texts."""
    import pyarrow as pa

    names = batch.schema.names
    return pa.table([as_text(column, name) for name, column in zip(names, batch.columns, strict=True)], names=names)


def plain_column(column: Any, name: str, kind: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Return a column without a dictionary, as texts or as another type of the same values."""
    import pyarrow as pa

    plain = column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
    if plain.type == kind:
        return plain
    if not pa.types.is_string(kind):
        return plain.cast(kind)
    texts = as_text(plain, name, typed=True)
    return texts.combine_chunks() if isinstance(texts, pa.ChunkedArray) else texts


class Failure:
    """Remembers the error of a stream that a library reads: the library would wrap it in its own error."""

    def __init__(self) -> None:
        self._error: BaseException | None = None

    def watched(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Yield the batches of a stream."""
        try:
            yield from batches
        except BaseException as error:
            self._error = error
            raise

    @contextmanager
    def raised_unchanged(self) -> Iterator[None]:
        """Raise the error of the stream, if it stopped the library."""
        try:
            yield
        except BaseException:
            if self._error is not None:
                raise self._error from None
            raise
