"""The domain of a column of times: its format, its precision, and what could not be read (specification 13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kinonym.domains import Points
from kinonym.domains.times_of_day import TimeForm, TimePeriod, TimesOfDay
from kinonym.errors import DataError
from kinonym.recipe import Recipe
from kinonym.tuples.index_arrays import Counts

__all__ = ["read_times"]


def read_times(
    recipe: Recipe, name: str, values: Sequence[str | None], counts: Counts, *, verbatim: bool = False
) -> tuple[TimesOfDay, Points, tuple[str, ...]]:
    """The domain of a column of times of day, the point of each value, and notices for the user.

    ``verbatim``: the column is released unchanged, so its times are compared by the minute.
    """
    known = [value for value in values if value is not None]
    if recipe.columns[name].unmapped == "suppress":
        known = [value for value in known if TimeForm.read(value) is not None]
    try:
        form = TimeForm.of(known)
    except DataError as error:
        rows = int(counts[[i for i, value in enumerate(values) if value is not None]].sum())
        msg = f"column {name!r} ({rows:,} rows): {error.message}"
        raise DataError(msg, hint=error.hint) from None
    domain = TimesOfDay.of(form, "minute" if verbatim else _choose_period(recipe, name))
    readable = set(known)
    points = domain.encode([value if value in readable else None for value in values])
    return domain, points, () if verbatim else tuple(_describe(recipe, name, known))


def _choose_period(recipe: Recipe, name: str) -> TimePeriod:
    return "minute" if recipe.columns[name].precision == "minute" else "hour"


def _describe(recipe: Recipe, name: str, known: Sequence[str]) -> Iterator[str]:
    finer = any((TimeForm.read(value) or 0) % 60 for value in known)
    if recipe.columns[name].precision is None and finer:
        yield f'column {name!r}: times are written by hour; precision = "minute" in the recipe writes minutes'
