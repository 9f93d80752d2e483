"""The domains of date columns: their format, their precision, and what could not be read (specification 13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kinonym.domains import Dates, Points
from kinonym.domains.centuries import find_first_year, notice_of_years
from kinonym.domains.date_formats import PERIODS, DateForm, Period, coarser, read_dates
from kinonym.domains.dates import shared_period
from kinonym.errors import DataError
from kinonym.methods import Method
from kinonym.recipe import Recipe
from kinonym.tuples.index_arrays import Counts
from kinonym.tuples.tuples import Counted

__all__ = ["DateColumn", "choose_least_count", "find_rare_dates", "interpret_dates", "settle_years"]

Values = Sequence[str | None]
_FEW = 5
"""How many records should share a date where the method has no k."""


@dataclass(frozen=True, eq=False)
class DateColumn:
    """What a column of dates means: its domain, the point of each value, what to tell the user."""

    domain: Dates
    points: Points
    notices: tuple[str, ...]


def interpret_dates(
    recipe: Recipe, columns: Mapping[str, tuple[Values, Counts]], *, verbatim: bool = False
) -> dict[str, DateColumn]:
    """The columns of type ``date`` among some, given their distinct values and counts.

    ``verbatim``: they are released as they are, so that every date is told as precisely as it is written.
    """
    dates = {name: given for name, given in columns.items() if recipe.columns[name].kind == "date"}
    read = {name: _read(recipe, name, values, counts) for name, (values, counts) in dates.items()}
    if verbatim:
        return {name: _read_verbatim(*read[name], dates[name][1]) for name in dates}
    return {name: _interpret(recipe, name, *read[name], dates[name][1]) for name in dates}


def settle_years(recipe: Recipe, counted: Counted) -> Recipe:
    """The recipe with the hundred years that all two-digit years of the counted columns are read as."""
    columns = [recipe.columns[name] for name in counted.columns]
    places = [j for j, column in enumerate(columns) if column.kind == "date" or column.ontology == "dates"]
    if recipe.table.two_digit_years_from is not None or not places:
        return recipe
    names = [counted.columns[j] for j in places]
    if not any(DateForm.shortens_years(value) for j in places for value in counted.values[j] if value is not None):
        return recipe
    texts = {n: [counted.values[j][i] for i in counted.codes[:, j]] for n, j in zip(names, places, strict=True)}
    table = {"two_digit_years_from": find_first_year(texts, counted.counts.tolist())}
    return recipe.model_copy(update={"table": recipe.table.model_copy(update=table)})


def _read_verbatim(form: DateForm, values: Values, counts: Counts) -> DateColumn:
    """A column whose texts stay: its dates at the finest precision that one of them has."""
    domain = Dates(form=form, period=shared_period(form, values, counts, 1)[1]).fit(values, counts.tolist())
    return DateColumn(domain, domain.encode(values), ())


def _read(recipe: Recipe, name: str, values: Values, counts: Counts) -> tuple[DateForm, list[str | None]]:
    """How the column writes its dates, and the values that are dates."""
    known, first_year = [value for value in values if value is not None], recipe.table.two_digit_years_from
    try:
        if recipe.columns[name].unmapped == "suppress":
            form = DateForm.of((value for value in known if DateForm.reads(value)), first_year)
            return form, [value if value is not None and form.read(value) else None for value in values]
        read_dates(known, first_year)
        return DateForm.of(known, first_year), list(values)
    except DataError as error:
        rows = int(counts[[i for i, value in enumerate(values) if value is not None]].sum())
        msg = f"column {name!r} ({rows:,} rows): {error.message}"
        raise DataError(msg, hint=error.hint) from None


def _choose_period(recipe: Recipe, name: str, form: DateForm, values: Values, counts: Counts) -> Period:
    """The period that the recipe asks for, or the finest that most records share."""
    usual, finest = shared_period(form, values, counts, choose_least_count(recipe.resolved_method))
    asked = recipe.columns[name].precision
    if not isinstance(asked, str):
        return usual
    if PERIODS.index(asked) < PERIODS.index(finest):
        msg = f"column {name!r} should be written by {asked}, but its dates name no more than the {finest}"
        raise DataError(msg, hint=f'precision = "{finest}"')
    return asked


def choose_least_count(method: Method) -> int:
    """How many records should share what is written as it stands in the table."""
    return method.k_or_none or _FEW


def _interpret(recipe: Recipe, name: str, form: DateForm, values: Values, counts: Counts) -> DateColumn:
    period = _choose_period(recipe, name, form, values, counts)
    domain = Dates(form=form, period=period).fit(values, counts.tolist())
    points = domain.encode(values)
    domain = domain.with_intervals(points)
    notices = list(_describe(recipe, name, form, values, counts, period))
    if recipe.resolved_method.traits.keeps_marginals:
        points, moved = _join_rare_dates(name, points, counts, choose_least_count(recipe.resolved_method))
        if moved:
            notices.append(f"column {name!r}: {moved:,} records have the nearest date that enough others share")
    return DateColumn(domain, points, tuple(notices))


def _describe(
    recipe: Recipe, name: str, form: DateForm, values: Values, counts: Counts, period: Period
) -> Iterator[str]:
    finest = shared_period(form, values, counts, 1)[1]
    if recipe.columns[name].precision is None and period != finest:
        yield (
            f"column {name!r}: dates are written by {period}, so that most records share theirs; "
            "precision in the recipe says otherwise"
        )
    if form.first_year is not None:
        yield f"column {name!r}: {notice_of_years(form.first_year)}"
    read = [form.read(value) for value in values if value is not None]
    if vague := sum(
        date is not None and PERIODS.index(date.period) > PERIODS.index(coarser(finest, "day")) for date in read
    ):
        yield f"column {name!r}: {vague:,} values name only a month, quarter or year, and count as its beginning"


def _join_rare_dates(name: str, points: Points, counts: Counts, k: int) -> tuple[Points, int]:
    """Dates that fewer than k records share become the nearest that k do; how many records that were."""
    rare = find_rare_dates(points, counts, k)
    if not rare:
        return points, 0
    shared = np.array(sorted({x for x in points[~np.isnan(points)].tolist() if x not in rare}))
    if not len(shared):
        msg = f"column {name!r}: no date is shared by {k} records, and a swap writes dates as they stand"
        raise DataError(msg, hint='a coarser precision, such as "year", or a method that makes groups, such as sa-mdav')
    moved = np.isin(points, list(rare))
    place = np.clip(np.searchsorted(shared, points[moved]), 1, len(shared) - 1) if len(shared) > 1 else 0
    below, above = shared[np.maximum(place - 1, 0)], shared[place]
    joined = points.copy()
    joined[moved] = np.where(points[moved] - below <= above - points[moved], below, above)
    return joined, int(counts[moved].sum())


def find_rare_dates(points: Points, counts: Counts, k: int) -> frozenset[float]:
    """Dates that occur, but in fewer than k records."""
    held: dict[float, int] = {}
    for point, count in zip(points.tolist(), counts.tolist(), strict=True):
        if point == point:  # noqa: PLR0124  # NaN is missing
            held[point] = held.get(point, 0) + count
    return frozenset(point for point, count in held.items() if count < k)
