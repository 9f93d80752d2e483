"""Dates that pass a release moved in time, with ``shift_with = "person"``: one random number of days a person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from kinonym.domains.date_formats import DateForm, Period, WrittenDate, coarser, read_dates
from kinonym.engines.contract import RunKey, Source
from kinonym.engines.memory.moved import FARTHEST, Move, moved_dates
from kinonym.engines.memory.source import MemorySource
from kinonym.errors import DataError, UsageError
from kinonym.recipe import Recipe

__all__ = ["shifted", "told_of_shifts"]


def shifted(source: Source, recipe: Recipe, key: RunKey) -> Source:
    """The source as all that follows sees it: the original dates are counted, written and compared nowhere.

    Raises
    ------
    UsageError
        If the table is not in memory: a row's date depends on its person.
    DataError
        If a text is no date, with the number of such texts.
    """
    if not isinstance(source, MemorySource):
        msg = f"column {recipe.shifted[0]!r}: dates are shifted in memory only"
        raise UsageError(msg, hint="--engine memory, or leave shift_with out")
    person = recipe.table.person or ""
    return moved_dates(source, {name: _move(source, recipe, name) for name in recipe.shifted}, person, key)


def told_of_shifts(recipe: Recipe) -> tuple[str, ...]:
    """What to tell of it."""
    return tuple(
        f"column {name!r}: the dates of each person were moved by one random number of days, {FARTHEST} at most; "
        "the time between them stays, and whoever knows one of them knows all"
        for name in recipe.shifted
    )


def _move(source: MemorySource, recipe: Recipe, name: str) -> Move:
    """How the dates of a column are moved: read and written in its own form, missing ones left alone."""
    known = [text for text in source.count([name]).values[0] if text is not None]
    try:
        form = DateForm.of(read_dates(known))
    except DataError as error:
        msg = f"column {name!r}: {error.message}"
        raise DataError(msg, hint=error.hint) from None

    asked = recipe.columns[name].precision
    precision = None if isinstance(asked, int) else asked

    def moved(text: str | None, days: int) -> str | None:
        written = None if text is None or text in source.missing else form.read(text)
        return text if written is None else _written(form, written, days, precision)

    def move(texts: Sequence[str | None], days: Sequence[int]) -> list[str | None]:
        return [moved(text, by) for text, by in zip(texts, days, strict=True)]

    return move


def _written(form: DateForm, date: WrittenDate, days: int, precision: Period | None) -> str:
    """A date some days later, as precise as it was or as the recipe asks for."""
    own: Period = date.period if form.seconds or not date.with_time else "minute"
    return form.write(_later(date.start, days), own if precision is None else coarser(own, precision))


def _later(moment: datetime, days: int) -> datetime:
    """Some days later; at the ends of the calendar the other way."""
    try:
        return moment + timedelta(days=days)
    except OverflowError:
        return moment - timedelta(days=days)
