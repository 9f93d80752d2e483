"""Values of Python's database drivers as Arrow columns and as texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from kinonym.errors import DataError

__all__ = ["cell_text", "column_array", "simple_type"]


def simple_type(python_type: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """The Arrow type for values of a type of Python; all that differ between databases are texts."""
    import pyarrow as pa

    kinds = {int: pa.int64(), float: pa.float64(), bool: pa.bool_(), date: pa.date32(), datetime: pa.timestamp("us")}
    return kinds.get(python_type, pa.string())


def column_array(values: Sequence[Any], kind: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """A column of values as an Arrow array."""
    import pyarrow as pa

    if pa.types.is_string(kind):
        return pa.array([cell_text(value) for value in values], kind)
    if pa.types.is_boolean(kind):  # many databases store 0 and 1
        return pa.array([value if value is None else bool(value) for value in values], kind)
    with suppress(pa.ArrowException, OverflowError, TypeError):  # their messages may quote a value
        return pa.array(values, kind)
    msg = f"a column of the database has values that are not of its type ({kind})"
    raise DataError(msg, hint="name a query that reads it as text: #SELECT …, CAST(x AS CHAR) AS x …")


def cell_text(value: Any) -> str | None:  # noqa: ANN401
    r"""The text of a value, from which the database makes the same value again; bytes as hexadecimal digits.

    >>> cell_text(Decimal("1.50")), cell_text(b"\x00\xff"), cell_text({"a": 1})
    ('1.50', '00ff', '{"a": 1}')
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, set | frozenset):
        return ",".join(sorted(map(str, value)))
    return str(value)
