"""Columns of times of day: their format, their precision, and what could not be read (specification 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from kinonym.column_types.column_recipe import PRECISION_HINT, ColumnRecipe, PrecisionType
from kinonym.column_types.read_column import ColumnValues, ReadColumn
from kinonym.domains.time_form import TIME_PERIODS, TimeForm, TimePeriod
from kinonym.domains.times_of_day import TimesOfDay
from kinonym.errors import DataError, RecipeError

__all__ = ["TimeColumn"]


class TimeColumn(ColumnRecipe):
    """A column of times of day."""

    kind: ClassVar[str] = "time"
    title: ClassVar[str] = "times of day"
    has_order: ClassVar[bool] = True
    precision_type: ClassVar[PrecisionType] = str
    form_keys: ClassVar[Mapping[str, Callable[[str], Any]]] = {"precision": str}

    type: Literal["time"] | None = None

    def check_meaning(self, name: str) -> None:
        """Reject an ontology, and a precision that only dates have."""
        if self.ontology is not None:
            msg = f"columns.{name} has times of day, which have no ontology"
            raise RecipeError(msg, hint="remove ontology, or the type")
        if self.precision is not None and self.precision not in TIME_PERIODS:
            msg = f"columns.{name}: precision {self.precision!r} is not valid for a column of type time"
            raise RecipeError(msg, hint=PRECISION_HINT)

    def read(self, column: ColumnValues) -> ReadColumn:
        """Read times by hour or minute; if the column is released unchanged, by minute."""
        texts = column.present
        if self.unmapped == "suppress":
            texts = [value for value in texts if TimeForm.read(value) is not None]
        try:
            form = TimeForm.of(texts)
        except DataError as error:
            msg = f"column {column.name!r} ({column.records:,} rows): {error.message}"
            raise DataError(msg, hint=error.hint) from None
        period: TimePeriod = "minute" if column.unchanged or self.precision == "minute" else "hour"
        domain = TimesOfDay.of(form, period)
        readable = set(texts)
        points = domain.encode([value if value in readable else None for value in column.values])
        return ReadColumn(domain, points, () if column.unchanged else tuple(self._notices(column.name, texts)))

    def _notices(self, name: str, texts: Sequence[str]) -> Iterator[str]:
        finer = any((TimeForm.read(value) or 0) % 60 for value in texts)
        if self.precision is None and finer:
            yield f'column {name!r}: times are written by hour; precision = "minute" in the recipe writes minutes'
