"""The values that replace those of a masked column, as Arrow arrays of a type that represents each of them exactly."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np

__all__ = ["are_numbers", "arrow_values", "make_written_array", "number_array", "number_type"]


def make_written_array(written: Sequence[str | float | None], kind: Any = None) -> Any:  # noqa: ANN401
    """Numbers as float64, everything else as text: an Arrow dictionary array, each distinct value once.

    ``kind``: the Arrow type of the column that is masked, which its numbers keep if they fit it.
    """
    import pyarrow as pa

    numbers = any(issubclass(kind, (int, float)) for kind in set(map(type, written)))
    if numbers and kind is not None:
        return number_array(written, number_type(written, kind)).dictionary_encode()
    if not numbers:
        return pa.array(written, type=pa.string()).dictionary_encode()
    # A whole number may be too large for Arrow's integers, and a dictionary would hold 0 and −0.
    floats = [value if value is None else float(value) + 0.0 for value in written]
    return pa.array(floats, type=pa.float64()).dictionary_encode()


def arrow_values(values: list[object], dtype: Any) -> Any:  # noqa: ANN401
    """Return the values that replace those of a column of this type: numbers or texts."""
    import pyarrow as pa

    if are_numbers(values, numeric_before=_is_number(dtype)):
        return number_array(values, number_type(values, dtype))
    text = dtype if pa.types.is_large_string(dtype) or pa.types.is_string_view(dtype) else pa.string()
    return pa.array(values, type=text)


def number_type(values: Sequence[object], dtype: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Return the Arrow type for the masked numbers of a column: unchanged if it represents each of them exactly.

    Otherwise whole numbers become int64 if they fit, and all others float64.
    """
    import pyarrow as pa

    present = [value for value in values if value is not None]
    if _is_number(dtype) and all(_fits(value, dtype) for value in present):
        return dtype
    whole = bool(present) and all(isinstance(value, int | np.integer) for value in values)
    return pa.int64() if whole and all(_fits(value, pa.int64()) for value in present) else pa.float64()


def number_array(values: Sequence[object], dtype: Any) -> Any:  # noqa: ANN401
    """Return numbers as an Arrow array of a type that can represent them."""
    import pyarrow as pa

    if pa.types.is_integer(dtype):
        return pa.array([None if value is None else int(value) for value in values], type=dtype)  # type: ignore[call-overload]  # numbers
    if pa.types.is_decimal(dtype):
        return pa.array([None if value is None else _decimal(value, dtype) for value in values], type=dtype)
    return pa.array([None if value is None else float(value) for value in values], type=dtype)  # type: ignore[arg-type]  # numbers


def _is_number(dtype: Any) -> bool:  # noqa: ANN401
    import pyarrow as pa

    return bool(pa.types.is_integer(dtype) or pa.types.is_floating(dtype) or pa.types.is_decimal128(dtype))


def _decimal(value: Any, dtype: Any) -> Decimal:  # noqa: ANN401
    """Return a number from its shortest text, with the decimals of the type."""
    return Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-dtype.scale))


def _fits(value: Any, dtype: Any) -> bool:  # noqa: ANN401
    """Whether a number can be written in a type and read back as the same."""
    import pyarrow as pa

    if pa.types.is_float64(dtype):
        return True
    if pa.types.is_floating(dtype):
        return float(np.float32(value)) == float(value)
    if pa.types.is_decimal128(dtype):
        with suppress(InvalidOperation):
            return float(_decimal(value, dtype)) == float(value) and abs(value) < 10 ** (dtype.precision - dtype.scale)
        return False
    bits = dtype.bit_width - (0 if str(dtype).startswith("u") else 1)
    least = 0 if str(dtype).startswith("u") else -(1 << bits)
    return float(value).is_integer() and least <= value < 1 << bits


def are_numbers(values: list[object], *, numeric_before: bool) -> bool:
    """Whether a column of these values is numeric; if all are missing, whether it was before."""
    present = [value for value in values if value is not None]
    if not present:
        return numeric_before
    return all(isinstance(value, int | float | np.number) for value in present)
