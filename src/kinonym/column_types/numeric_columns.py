"""Columns of numbers; rejects columns with other texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

import numpy as np

from kinonym.column_types.column_recipe import ColumnRecipe, PrecisionType
from kinonym.column_types.read_column import ColumnValues, ReadColumn
from kinonym.domains import Numeric
from kinonym.domains.number import count_decimals
from kinonym.errors import DataError
from kinonym.tuples.index_arrays import Counts

__all__ = ["NumericColumn"]

_GREATEST = 1e140  # the squares of a billion such numbers can still be added


def _read_decimals(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


class NumericColumn(ColumnRecipe):
    """A column of numbers."""

    kind: ClassVar[str] = "numeric"
    title: ClassVar[str] = "numbers"
    has_order: ClassVar[bool] = True
    averages: ClassVar[bool] = True
    precision_type: ClassVar[PrecisionType] = int
    form_keys: ClassVar[Mapping[str, Callable[[str], Any]]] = {"precision": _read_decimals}

    type: Literal["numeric"] | None = None

    def read(self, column: ColumnValues) -> ReadColumn:
        """Read numbers with the precision of the recipe, or that of the column."""
        numbers = Numeric(decimal=column.decimal, bottom=self.bottom, top=self.top)
        _check_numbers(numbers, column)
        precision = (
            self.precision if isinstance(self.precision, int) else count_decimals(numbers.to_python(column.values))
        )
        fitted = replace(numbers, precision=precision).fit(column.values, column.counts.tolist())
        notices = tuple(_find_limit_notices(column.name, numbers))
        return ReadColumn.encode(column, fitted.with_intervals(fitted.encode(column.values)), notices)


def _find_limit_notices(name: str, numbers: Numeric) -> Iterator[str]:
    """Describe what top and bottom coding does to a column (T 2.3.1)."""
    for limit, side in ((numbers.bottom, "below"), (numbers.top, "above")):
        if limit is not None:
            yield f"column {name!r}: numbers {side} {limit:g} count as {limit:g}, and are written so"


def _check_numbers(domain: Numeric, column: ColumnValues) -> None:
    """Reject words instead of numbers; the error has the number of rows and the first row, never the word."""
    plain, values = domain.to_python(column.values), column.values
    words = {values[i] or "": i for i, value in enumerate(plain) if value is not None and not _is_number(value)}
    if not words:
        _check_size(column.name, plain, column.counts)
    else:
        rows = int(column.counts[list(words.values())].sum())
        first = None if column.locate is None else column.locate(words)
        msg = f"column {column.name!r} is numeric, but {rows} rows have no number"
        msg += "" if first is None else f"; the first is data row {first}"
        hint = "declare it nominal or plain, or add its missing marker to [table] missing"
        other = "." if domain.decimal == "," else ","
        if all(value is None or _is_number(value) for value in replace(domain, decimal=other).to_python(values)):
            hint = f'set decimal = "{other}" under [table]'
        raise DataError(msg, hint=hint)


def _check_size(name: str, values: Sequence[str | None], counts: Counts) -> None:
    """Reject numbers with squares beyond the range of floating point."""
    great = [i for i, value in enumerate(values) if value is not None and abs(float(value)) > _GREATEST]
    if great:
        msg = f"column {name!r}: {int(counts[great].sum())} rows have numbers beyond ±{_GREATEST:g}"
        raise DataError(msg, hint="correct them, give the column another unit, or add them to [table] missing")


def _is_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False
