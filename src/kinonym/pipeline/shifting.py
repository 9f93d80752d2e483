"""Shifts the dates of each person by one random number of days, with ``shift_with = "person"``; verifies the shifts."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from datetime import MAXYEAR, datetime, timedelta
from typing import Any

import numpy as np

from kinonym.domains import Dates
from kinonym.domains.date_formats import DateForm, coarser, read_dates
from kinonym.domains.date_parts import Period, WrittenDate
from kinonym.engines.columns import coding
from kinonym.engines.contract import RunKey, Source
from kinonym.engines.grouped_source import GroupedSource
from kinonym.engines.memory import shifted_dates
from kinonym.engines.memory.shifted_dates import FARTHEST, Move
from kinonym.engines.memory.source import MemorySource
from kinonym.engines.person_shifts import Bound, PersonShifts
from kinonym.errors import DataError, UsageError
from kinonym.recipe import Recipe
from kinonym.release.checks import refuse

__all__ = ["describe_shifts", "shift_person_dates"]

_MANY = 6
"""So many persons draw the same number of days in fewer than one of 10^12 runs: (1/730)^5."""
_ANY = (-FARTHEST, FARTHEST)
_DAY = 86_400
_FIRST = datetime(1, 1, 1)  # noqa: DTZ001  # dates of a table carry no zone


def shift_person_dates(source: Source, recipe: Recipe, key: RunKey) -> Source:
    """Return the source with shifted dates; no later step counts, writes or compares the original dates.

    Raises
    ------
    DataError
        If some text is not a date, with the number of such texts.
    """
    if isinstance(source, GroupedSource):
        return _shift_in_engine(source, recipe, key)
    if not isinstance(source, MemorySource):
        msg = f"column {recipe.shifted_columns[0]!r}: the engine {source.engine} does not shift dates"
        raise UsageError(msg, hint="use --engine memory, or remove shift_with")
    person = recipe.table.person or ""
    moves = {name: _make_move(source, recipe, name) for name in recipe.shifted_columns}
    moved = shifted_dates.shift_dates(source, moves, person, key)
    _verify_moves(source, moved, recipe)
    return moved


def _shift_in_engine(source: GroupedSource[Any], recipe: Recipe, key: RunKey) -> Source:
    """Let an engine shift its rows, and verify what it knows about the moves."""
    shifts = PersonShifts(
        person=recipe.table.person or "",
        missing=source.missing,
        moves={name: _make_move(source, recipe, name) for name in recipe.shifted_columns},
        bounds={name: _make_bound(source, recipe, name) for name in recipe.shifted_columns},
        secret=key.generator("dates of persons").bytes(32),
    )
    moved, bounds = source.shift_dates(shifts)
    _verify_bounds(*bounds)
    return moved


def describe_shifts(recipe: Recipe) -> tuple[str, ...]:
    """Return the notices about shifted columns."""
    return tuple(
        f"column {name!r}: the dates of each person were moved by one random number of days, {FARTHEST} at most; "
        "the intervals between them are unchanged, and anyone who knows one of the dates knows all of them"
        for name in recipe.shifted_columns
    )


def _find_form(source: MemorySource | GroupedSource[Any], recipe: Recipe, name: str) -> DateForm:
    """Return how a column writes its dates."""
    texts = [text for text in source.count([name]).values[0] if text is not None]
    first_year = recipe.table.two_digit_years_from
    try:
        return DateForm.of(read_dates(texts, first_year), first_year)
    except DataError as error:
        msg = f"column {name!r}: {error.message}"
        raise DataError(msg, hint=error.hint) from None


def _choose_precision(recipe: Recipe, name: str) -> Period | None:
    precision = recipe.columns[name].precision
    return None if isinstance(precision, int) else precision


def _make_move(source: MemorySource | GroupedSource[Any], recipe: Recipe, name: str) -> Move:
    """Return a function that moves the dates of a column in their form, and leaves missing ones unchanged."""
    form, precision, missing = _find_form(source, recipe, name), _choose_precision(recipe, name), source.missing

    def move_one(text: str | None, days: int) -> str | None:
        written = None if text is None or text in missing else form.read(text)
        return text if written is None else _write(form, written, days, precision)

    def move(texts: Sequence[str | None], days: Sequence[int]) -> list[str | None]:
        return [move_one(text, by) for text, by in zip(texts, days, strict=True)]

    return move


def _write(form: DateForm, date: WrittenDate, days: int, precision: Period | None) -> str:
    """Write a date some days later, as precise as it was or as the recipe requires."""
    period: Period = date.period if form.seconds or not date.with_time else "minute"
    return form.write(_add_days(date.start, days), period if precision is None else coarser(period, precision))


def _add_days(moment: datetime, days: int) -> datetime:
    """Return the moment some days later, or as many days earlier if the calendar ends before."""
    try:
        return moment + timedelta(days=days)
    except OverflowError:
        return moment - timedelta(days=days)


def _verify_moves(source: MemorySource, moved: MemorySource, recipe: Recipe) -> None:
    """Verify that all dates of a person were moved by one number of days, which is not zero.

    Raises
    ------
    PrivacyError
        If they were not, or if those of all persons were moved by the same number.
    """
    person = source.person_of_row(recipe.table.person or "")
    unnamed = person < 0
    person = np.where(unnamed, int(person.max(initial=-1)) + np.cumsum(unnamed), person)
    least, most = np.tile([[-FARTHEST], [FARTHEST]], int(person.max(initial=-1)) + 1)
    for name in recipe.shifted_columns:
        (before, texts), (after, others) = (
            coding.encode_column(t.column(name), name, missing=()) for t in (source, moved)
        )
        pairs, pair_of_row = np.unique(np.stack([before, after]), axis=1, return_inverse=True)
        form, precision = _find_form(source, recipe, name), _choose_precision(recipe, name)
        bounds = [_bound_days(form, texts[i], others[j], precision, source.missing) for i, j in pairs.T.tolist()]
        low, high = np.array(bounds).T
        np.maximum.at(least, person, low[pair_of_row.reshape(-1)])
        np.minimum.at(most, person, high[pair_of_row.reshape(-1)])
    unmoved = (least > most) | ((least == 0) & (most == 0))
    certain = least[least == most]
    _verify_bounds(
        int(unmoved.sum()), len(certain), int(certain.min(initial=FARTHEST)), int(certain.max(initial=-FARTHEST))
    )


def _make_bound(source: GroupedSource[Any], recipe: Recipe, name: str) -> Bound:
    """Return a function that bounds by how many days a date of a column was moved."""
    form, precision, missing = _find_form(source, recipe, name), _choose_precision(recipe, name), source.missing

    def bound(before: str | None, after: str | None) -> tuple[int, int]:
        return _bound_days(form, before, after, precision, missing)

    return bound


def _verify_bounds(unmoved: int, certain: int, least: int, most: int) -> None:
    """Verify what is known about the moves: persons without one number of days, and those with a known one.

    ``least``, ``most``: of the known numbers.
    """
    if unmoved:
        refuse(f"the dates of {unmoved:,} persons are not moved by one number of days, {FARTHEST} at most")
    if certain >= _MANY and least == most:
        refuse(f"the dates of {certain:,} persons are all moved by the same number of days")


def _bound_days(
    form: DateForm, before: str | None, after: str | None, precision: Period | None, missing: Collection[str]
) -> tuple[int, int]:
    """Return the fewest and the most days by which a date may have been moved; an empty range if it was not moved."""
    if before is None or before in missing or before == "":
        return _ANY if after == before else (1, 0)
    first, second = form.read(before), None if after is None else form.read(after)
    if first is None or second is None:
        return 1, 0
    period = second.period if precision is None else coarser(second.period, precision)
    domain = Dates(form=form, period=period)
    point = domain.encode([after])
    starts = [float(domain.days(point)[0]), float(domain.days(point, end=True)[0])]
    original = (first.start - _FIRST).total_seconds() / _DAY
    low, high = (math.ceil(round(start - original, 6)) for start in starts)
    turned = first.start.year in (_FIRST.year, MAXYEAR)
    return _ANY if turned else (low, high - 1)
