"""What all recounters share: the texts of typed values and columns, and the refusal of a file."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import Any, NoReturn

from kinonym.errors import PrivacyError
from kinonym.files.texts import as_text

__all__ = ["convert_unmasked", "refuse_file", "text_of_value"]


def text_of_value(value: Any) -> str:  # noqa: ANN401
    """Return the text of a typed value in a text file."""
    number = float(value) if isinstance(value, Decimal) else value
    return repr(number + 0.0).removesuffix(".0") if isinstance(number, float) else str(number)  # −0 is 0


def refuse_file(reason: str) -> NoReturn:
    """Stop a release because its file is wrong."""
    msg = f"the written file was refused: {reason}; nothing was released"
    raise PrivacyError(msg, hint="run it again; if it happens twice, please report it")


def convert_unmasked(batch: Any, masked: Collection[str]) -> Any:  # noqa: ANN401
    """Return a record batch in which unmasked columns are texts, because they are compared like those of the input."""
    import pyarrow as pa

    pairs = zip(batch.schema.names, batch.columns, strict=True)
    columns = [column if name in masked else _as_plain_text(column, name) for name, column in pairs]
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)


def _as_plain_text(column: Any, name: str) -> Any:  # noqa: ANN401
    import pyarrow as pa

    if pa.types.is_dictionary(column.type) and pa.types.is_string(column.type.value_type):
        return column
    return as_text(column, name, typed=True).combine_chunks()
