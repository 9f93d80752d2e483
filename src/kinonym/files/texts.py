"""The texts of a table: a column of any type as it is written down, which cells no table may have, which names.

Distinct values are formatted once, rows only carry their codes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DataError

__all__ = [
    "CELL_LIMIT",
    "NAN_TEXT",
    "as_text",
    "check_cells",
    "check_names",
    "distinct_texts",
    "format_value",
    "is_number",
    "keeps_type",
    "number_names",
    "number_text",
    "too_long",
]  # fmt: skip

CELL_LIMIT = 1 << 20
NAN_TEXT = "\0NaN"
"""The text of NaN where it differs from null; no cell has a NUL."""

_FRACTION = re.compile(r"(\.\d*?)0+(?!\d)")


def number_text(value: float) -> str:
    """Shortest text that reads back as the same number; whole numbers without a fraction, and no −0.

    >>> number_text(34.0), number_text(0.1), number_text(-0.0)
    ('34', '0.1', '0')
    """
    return repr(float(value) + 0.0).removesuffix(".0")


def format_value(value: str | float | None) -> str | None:
    """The text of a value in a released file: numbers in their shortest form.

    >>> format_value("007"), format_value(34.0), format_value(None)
    ('007', '34', None)
    """
    return value if value is None or isinstance(value, str) else number_text(value)


def keeps_type(kind: Any) -> bool:  # noqa: ANN401  # pyarrow has no types
    """Whether an unmasked column of an Arrow type is released with that type: numbers, booleans, dates and times.

    All others are released as texts. A zoned time in nanoseconds is one of them, as DuckDB and Spark would cut it.
    """
    import pyarrow as pa

    number = pa.types.is_integer(kind) or pa.types.is_float32(kind) or pa.types.is_float64(kind)
    time = pa.types.is_timestamp(kind) and not (kind.tz is not None and kind.unit == "ns")
    date = pa.types.is_date32(kind) or pa.types.is_time64(kind)
    return bool(number or time or date or pa.types.is_boolean(kind) or pa.types.is_decimal128(kind))


def is_number(kind: Any) -> bool:  # noqa: ANN401  # pyarrow has no types
    """Whether an Arrow type is one of numbers."""
    import pyarrow as pa

    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))


def as_text(column: Any, name: str, *, typed: bool = False) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Return an Arrow column as a chunked array of strings; nulls and NaN are null.

    Parameters
    ----------
    column, name
        As of `distinct_texts`.
    typed
        For comparing columns that keep their type: NaN is `NAN_TEXT`, which no cell of a text can be, and not null.
    """
    import pyarrow as pa

    if pa.types.is_string(column.type):
        return _combine_chunks(column)
    codes, texts = distinct_texts(column, name)
    if typed and pa.types.is_floating(column.type):
        texts = [NAN_TEXT if text is None else text for text in texts]  # a null has no code
    positions = pa.array(codes, mask=codes < 0)
    return pa.chunked_array([pa.array(texts, type=pa.string()).take(positions)], type=pa.string())


def distinct_texts(column: Any, name: str) -> tuple[NDArray[np.int64], list[str | None]]:  # noqa: ANN401
    """Return (code of each row, text of each code); a null row has the code -1.

    Parameters
    ----------
    column
        Arrow array or chunked array of any type that is not nested.
    name
        The column's name, for messages.

    Notes
    -----
    A dictionary that comes with the data may name values that no row has, or the same text twice.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    chunked = _simple(_combine_chunks(column), name)
    if not pa.types.is_dictionary(chunked.type):
        chunked = pc.dictionary_encode(chunked)
    chunked = chunked.unify_dictionaries()
    if chunked.num_chunks == 0:
        return np.empty(0, dtype=np.int64), []
    codes = np.empty(len(chunked), dtype=np.int64)
    end = 0
    for chunk in chunked.chunks:
        indices = chunk.indices.cast(pa.int64()).fill_null(-1) if chunk.null_count else chunk.indices
        codes[end : end + len(chunk)] = indices.to_numpy()
        end += len(chunk)
    return codes, _format_values(chunked.chunk(0).dictionary, name)


def _combine_chunks(column: Any) -> Any:  # noqa: ANN401
    import pyarrow as pa

    return column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column], type=column.type)


def _simple(column: Any, name: str) -> Any:  # noqa: ANN401
    """Bring a column to a type that can be dictionary-encoded, or refuse it."""
    import pyarrow as pa

    if isinstance(column.type, pa.BaseExtensionType):
        column = column.cast(column.type.storage_type)
    kind = column.type
    if pa.types.is_nested(kind):
        msg = f"column {name!r} has lists or records in its cells"
        raise DataError(msg, hint="write one plain value per cell, or leave the column out of the table")
    if pa.types.is_null(kind):
        return column.cast(pa.string())
    if pa.types.is_string_view(kind):
        return column.cast(pa.large_string())
    return column


def _format_values(values: Any, name: str) -> list[str | None]:  # noqa: ANN401
    """Return the texts of an Arrow array of distinct values."""
    import pyarrow as pa

    kind = values.type
    if pa.types.is_floating(kind):
        numbers = values.to_numpy(zero_copy_only=False)
        return [None if number != number else str(number) for number in numbers]  # noqa: PLR0124  # NaN
    if pa.types.is_timestamp(kind) or pa.types.is_time(kind):
        return [text and _trim_zeros(text) for text in values.cast(pa.string()).to_pylist()]
    if pa.types.is_duration(kind):
        return [None if value is None else str(value) for value in values.to_pylist()]
    with suppress(pa.ArrowException, UnicodeDecodeError):  # their messages may quote a cell
        return list(values.cast(pa.large_string()).to_pylist())
    msg = f"column {name!r} of type {kind} cannot be written as text"
    raise DataError(msg, hint="convert the column to text first")


def _trim_zeros(text: str) -> str:
    """Drop the zeros at the end of a fraction of a second.

    >>> _trim_zeros("2020-01-01 00:00:00.000000"), _trim_zeros("03:04:05.500000Z")
    ('2020-01-01 00:00:00', '03:04:05.5Z')
    """
    return _FRACTION.sub(lambda match: "" if match[1] == "." else match[1], text)


def check_cells(table: Any, where: str, *, first_row: int) -> None:  # noqa: ANN401
    """Refuse a cell over the limit or with a NUL, whatever the format; columns that are not texts have none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for number, column in enumerate(table.columns, start=1):
        if pa.types.is_dictionary(column.type) and any(_is_doubtful(chunk.dictionary) for chunk in column.chunks):
            column = column.cast(column.type.value_type)  # noqa: PLW2901  # to find the row
        if not pa.types.is_string(column.type) or not any(map(_is_doubtful, column.chunks)):
            continue
        row = pc.index(pc.greater(pc.binary_length(column), CELL_LIMIT), value=True).as_py()
        if row >= 0:
            raise too_long(where, row + first_row, number)
        row = pc.index(pc.match_substring(column, "\0"), value=True).as_py()
        if row >= 0:
            msg = f"{where}, row {row + first_row}, column {number}: there is a NUL character in a cell"
            raise DataError(msg, hint="remove it; text files cannot carry it")


def _is_doubtful(texts: Any) -> bool:  # noqa: ANN401
    """Whether an Arrow array of strings may hold such a cell: seen in its bytes, ten times as fast as cell by cell."""
    _, offsets, letters = texts.buffers()
    if letters is None or not len(texts):
        return False
    ends = np.frombuffer(offsets, dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]
    used = np.frombuffer(letters, dtype=np.uint8)[ends[0] : ends[-1]]
    return bool(np.diff(ends).max() > CELL_LIMIT or used.min(initial=1) == 0)


def too_long(where: str, row: int, column: int | None) -> DataError:
    """Return the error for a cell over the limit."""
    position = f"row {row}" if column is None else f"row {row}, column {column}"
    msg = f"{where}, {position}: a cell is longer than 1 MiB"
    return DataError(msg, hint="look for an unclosed quote there, or leave the column out of the table")


def number_names(names: Sequence[str], where: str) -> tuple[list[str], tuple[str, ...]]:
    """Number the names that come again, and say so; then as `check_names`.

    >>> number_names(["age", "job", "age"], "data.csv")
    (['age', 'job', 'age_2'], ("column 3 has a name that came before and is called 'age_2' from here on",))
    """
    used, made, notices = {_alike(name) for name in names}, list[str](), list[str]()
    known, last = set[str](), dict[str, int]()  # with 100,000 columns a list would be searched for minutes
    for position, name in enumerate(names, start=1):
        if name in known and name.strip():
            fresh = ((number, f"{name}_{number}") for number in count(last.get(name, 2)))
            last[name], name = next(  # noqa: PLW2901  # its new name
                (number, text) for number, text in fresh if _alike(text) not in used
            )
            used.add(_alike(name))
            notices.append(f"column {position} has a name that came before and is called {name!r} from here on")
        made.append(name)
        known.add(name)
    check_names(made, where)
    return made, tuple(notices)


def check_names(names: Sequence[str], where: str) -> None:
    """Refuse an unnamed column, and two names that are equal after Unicode and case folding."""
    seen: dict[str, int] = {}
    for number, name in enumerate(names, start=1):
        key = _alike(name)
        if not key:
            msg = f"{where}: column {number} has no name"
            raise DataError(msg, hint="give every column a name in the header")
        if key in seen:
            first = names[seen[key] - 1]
            alike = "have the same name" if first == name else "have names that look alike"
            msg = f"{where}: columns {seen[key]} and {number} {alike}: {first!r}, {name!r}"
            raise DataError(msg, hint="rename one of them")
        seen[key] = number


def _alike(name: str) -> str:
    """What all names have in common that look like this one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()
