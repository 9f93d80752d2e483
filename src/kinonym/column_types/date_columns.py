"""Columns of dates: their format, their precision, and what could not be read (specification 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np

from kinonym.column_types.column_recipe import ColumnRecipe, PrecisionType
from kinonym.column_types.read_column import ColumnValues, ReadColumn
from kinonym.domains import Dates, Points
from kinonym.domains.centuries import describe_years
from kinonym.domains.date_formats import DateForm, coarser, read_dates
from kinonym.domains.date_parts import PERIODS, Period
from kinonym.domains.dates import find_shared_period
from kinonym.errors import DataError, RecipeError
from kinonym.tuples.index_arrays import Counts

__all__ = ["DateColumn", "find_rare_dates"]

Values = Sequence[str | None]


class DateColumn(ColumnRecipe):
    """A column of dates, with or without a time."""

    kind: ClassVar[str] = "date"
    title: ClassVar[str] = "dates, with or without a time"
    has_order: ClassVar[bool] = True
    holds_dates: ClassVar[bool] = True
    precision_type: ClassVar[PrecisionType] = str
    form_keys: ClassVar[Mapping[str, Callable[[str], Any]]] = {"precision": str}

    type: Literal["date"] | None = None

    def check_meaning(self, name: str) -> None:
        """Reject an ontology other than the one that is built from dates."""
        if self.ontology not in (None, "dates"):
            msg = f'columns.{name} has dates, and the only ontology of dates is "dates"'
            raise RecipeError(msg, hint="remove ontology, or the type")

    def read(self, column: ColumnValues) -> ReadColumn:
        """Read dates at the precision of the recipe, or at one at which most records share their date.

        If the column is released unchanged, dates keep the precision of the most precise one.
        """
        form, values = self._read_form(column)
        if column.unchanged:
            finest = find_shared_period(form, values, column.counts, 1)[1]
            domain = Dates(form=form, period=finest).fit(values, column.counts.tolist())
            return ReadColumn(domain, domain.encode(values))
        period = self._choose_period(column, form, values)
        domain = Dates(form=form, period=period).fit(values, column.counts.tolist())
        points = domain.encode(values)
        domain = domain.with_intervals(points)
        notices = list(self._notices(column, form, values, period))
        if column.find_method().traits.keeps_marginals:
            points, moved = _join_rare_dates(column.name, points, column.counts, column.k)
            if moved:
                notices.append(
                    f"column {column.name!r}: {moved:,} records get the nearest date that enough others share"
                )
        return ReadColumn(domain, points, tuple(notices))

    def _read_form(self, column: ColumnValues) -> tuple[DateForm, list[str | None]]:
        """Find how the column writes its dates, and the values that are dates."""
        texts = column.present
        try:
            if self.unmapped == "suppress":
                form = DateForm.of((value for value in texts if DateForm.reads(value)), column.first_year)
                return form, [value if value is not None and form.read(value) else None for value in column.values]
            read_dates(texts, column.first_year)
            return DateForm.of(texts, column.first_year), list(column.values)
        except DataError as error:
            msg = f"column {column.name!r} ({column.records:,} rows): {error.message}"
            raise DataError(msg, hint=error.hint) from None

    def _choose_period(self, column: ColumnValues, form: DateForm, values: Values) -> Period:
        """Return the period of the recipe, or the finest at which most records share their date."""
        usual, finest = find_shared_period(form, values, column.counts, column.k)
        if not isinstance(self.precision, str):
            return usual
        if PERIODS.index(self.precision) < PERIODS.index(finest):
            msg = (
                f"column {column.name!r} should be written by {self.precision}, "
                f"but its dates are only precise to the {finest}"
            )
            raise DataError(msg, hint=f'precision = "{finest}"')
        return self.precision

    def _notices(self, column: ColumnValues, form: DateForm, values: Values, period: Period) -> Iterator[str]:
        name, finest = column.name, find_shared_period(form, values, column.counts, 1)[1]
        if self.precision is None and period != finest:
            yield (
                f"column {name!r}: dates are written by {period}, so that most records share theirs; "
                "set precision in the recipe to change it"
            )
        if form.first_year is not None:
            yield f"column {name!r}: {describe_years(form.first_year)}"
        read = [form.read(value) for value in values if value is not None]
        if vague := sum(
            date is not None and PERIODS.index(date.period) > PERIODS.index(coarser(finest, "day")) for date in read
        ):
            yield f"column {name!r}: {vague:,} values have only a month, quarter or year, and count as its first day"


def _join_rare_dates(name: str, points: Points, counts: Counts, k: int) -> tuple[Points, int]:
    """Replace dates that fewer than k records share by the nearest date that k share; count the replaced records."""
    rare = find_rare_dates(points, counts, k)
    if not rare:
        return points, 0
    shared = np.array(sorted({x for x in points[~np.isnan(points)].tolist() if x not in rare}))
    if not len(shared):
        msg = f"column {name!r}: no date is shared by {k} records, and a swap writes only dates of the table"
        raise DataError(
            msg, hint='set a coarser precision, such as "year", or use a method that makes groups, such as sa-mdav'
        )
    moved = np.isin(points, list(rare))
    position = np.clip(np.searchsorted(shared, points[moved]), 1, len(shared) - 1) if len(shared) > 1 else 0
    below, above = shared[np.maximum(position - 1, 0)], shared[position]
    joined = points.copy()
    joined[moved] = np.where(points[moved] - below <= above - points[moved], below, above)
    return joined, int(counts[moved].sum())


def find_rare_dates(points: Points, counts: Counts, k: int) -> frozenset[float]:
    """Return the dates that occur, but in fewer than k records."""
    records: dict[float, int] = {}
    for point, count in zip(points.tolist(), counts.tolist(), strict=True):
        if point == point:  # noqa: PLR0124  # NaN is missing
            records[point] = records.get(point, 0) + count
    return frozenset(point for point, count in records.items() if count < k)
