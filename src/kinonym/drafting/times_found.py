"""Columns of times of day in a sample: by the shape of their values, or by their name where they are bare numbers."""

from __future__ import annotations

import re
from collections.abc import Collection

from kinonym.domains.time_form import TimeForm
from kinonym.drafting.role_rules import words_of

__all__ = ["are_times_of_day"]

_CLOCK = re.compile(
    r"\d{1,2}[:hH]\d{2}(:\d{2}([.,]\d+)?)?(\s*[AaPp]\.?[Mm]\.?|\s*(?:[Uu]hr|h|hrs|uur))?|\d{1,2}\s*[AaPp]\.?[Mm]\.?"
)
_DIGITS = re.compile(r"\d{3,4}|\d{1,2}\.\d{2}")
_DOTTED = re.compile(r"\d{1,2}\.\d{2}\s*(?:[Uu]hr|h|hrs|uur)")
_FEWEST = 10
_HOURS = 3
"""So many distinct numbers, of so many hours, must all be times: an end below 60 is easily had."""
_NAMES = words_of(
    "time hour clock hora horario heure horaire uhrzeit zeit ora orario tijd tijdstip uur godzina czas tid klockan "
    "klockslag hores"
)
_DURATIONS = words_of("duration elapsed length dauer durata durée duree duración duracion duur minutes days")


def are_times_of_day(column: str, values: Collection[str]) -> bool:
    """Whether all values of a column are times of day; numbers such as 0930 only if the name says so.

    >>> are_times_of_day("arrival", ["21:09", "9:05 PM"]), are_times_of_day("code", ["0930", "1015"])
    (True, False)
    """
    words = {*words_of(column), *(word for word in _NAMES if column.casefold().endswith(word))}
    if not values or words.intersection(_DURATIONS) or any(TimeForm.read(value) is None for value in values):
        return False
    if all(_CLOCK.fullmatch(value) or _DOTTED.fullmatch(value) for value in values):
        return True
    if not words.intersection(_NAMES) or not all(map(_DIGITS.fullmatch, values)):
        return False
    return len(values) >= _FEWEST and len({value[:-2].rstrip(".") for value in values}) >= _HOURS
