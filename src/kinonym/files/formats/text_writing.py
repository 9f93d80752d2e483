"""A masked table as lines of text; each distinct value is spelled once."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from kinonym.errors import DataError

__all__ = ["LineStyle", "write_lines"]


@dataclass(frozen=True)
class LineStyle:
    """How values become the cells of a line."""

    between: str
    """The text between two cells."""
    spell: Callable[[Sequence[str], int, str | float | None], str]
    """(names of the columns, position of the column, value) → the cell."""
    header: Callable[[Sequence[str]], str] | None = None
    """The first line; None if there is none."""


def write_lines(batches: Iterable[Any], encoding: str, style: LineStyle, file: BinaryIO) -> None:
    """Write Arrow record batches of texts and numbers into an open file, as they come."""
    for piece in _encode(_lines(batches, encoding, style), encoding):
        file.write(piece)


def _encode(pieces: Iterable[memoryview], encoding: str) -> Iterator[memoryview | bytes]:
    if encoding == "utf-8":
        yield from pieces
        return
    encoder = codecs.getincrementalencoder(encoding)()  # it writes a byte order mark once
    for piece in pieces:
        yield encoder.encode(str(piece, "utf-8"))


def _lines(batches: Iterable[Any], encoding: str, style: LineStyle) -> Iterator[memoryview]:
    """Yield the header and the rows."""
    import pyarrow as pa
    import pyarrow.compute as pc

    cells: list[_Cells] = []
    for batch in batches:
        if not cells:
            names = batch.schema.names
            cells = [_Cells(style, encoding, names, position) for position in range(len(names))]
            if style.header is not None:
                yield memoryview((style.header(names) + "\n").encode())
        if not batch.num_rows:
            continue
        parts = [prepared.of(column) for prepared, column in zip(cells, batch.columns, strict=True)]
        lines = pc.binary_join_element_wise(*parts, style.between)
        whole = pc.binary_join(pa.ListArray.from_arrays([0, len(lines)], lines), "\n")
        yield memoryview(whole[0].as_buffer())
        yield memoryview(b"\n")


class _Cells:
    """The cells of one column as they are written; those of a dictionary that is repeated are not spelled again."""

    def __init__(self, style: LineStyle, encoding: str, names: Sequence[str], position: int) -> None:
        self._style, self._encoding, self._names, self._place = style, encoding, names, position
        self._dictionary: Any = None
        self._texts: Any = None

    def of(self, column: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
        """The cells of the rows of a batch."""
        import pyarrow as pa

        encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        if self._dictionary is None or not encoded.dictionary.equals(self._dictionary):
            self._dictionary = encoded.dictionary
            distinct = encoded.dictionary.dictionary_encode()  # targets may have the same value many times
            values = [*distinct.dictionary.to_pylist(), None]
            written = [self._style.spell(self._names, self._place, value) for value in values]
            self._check_encoding(written)
            places = pa.concat_arrays(
                [distinct.indices.fill_null(len(written) - 1), pa.array([len(written) - 1], pa.int32())]
            )
            self._texts = pa.array(written, type=pa.string()).take(places)
        return self._texts.take(encoded.indices.fill_null(len(self._texts) - 1))

    def _check_encoding(self, written: Iterable[str]) -> None:
        if self._encoding == "utf-8":
            return
        lacking = 0
        for text in written:
            try:
                text.encode(self._encoding)
            except UnicodeEncodeError:
                lacking += 1
        if lacking:
            name = self._names[self._place]
            msg = f"column {name!r}: {lacking} values have characters that {self._encoding} cannot encode"
            raise DataError(msg, hint="write .parquet or .xlsx, or save the input as UTF-8 first")
