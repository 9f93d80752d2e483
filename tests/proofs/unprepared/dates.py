"""Reads the dates of the unprepared tables and of their releases without the library, and compares their order."""

from __future__ import annotations

import re
from functools import cache

LATEST_SHORT_YEAR = 24
"""A year of two digits up to this one is of this century; no table of the folder spans more than a hundred years."""
MONTHS = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
LAST = (9999, 12, 31, 23, 59, 59)
FIRST = (0, 1, 1, 0, 0, 0)
Moment = tuple[int, ...]


@cache
def read_span(text: str, style: str) -> tuple[Moment, Moment] | None:
    """First and last moment that the text may mean; None for a missing value."""
    text = re.sub(r"[A-Za-z]{3,}", lambda word: str(MONTHS.get(word[0][:3].lower(), "")), text.strip())
    if several := re.fullmatch(r"(\d{4})\s*[-–]\s*(\d{4})", text):
        return _fill((int(several[1]),))[0], _fill((int(several[2]),))[1]
    if decade := re.fullmatch(r"(\d{3})0s", text):
        return _fill((int(decade[1]) * 10,))[0], _fill((int(decade[1]) * 10 + 9,))[1]
    if quarter := re.fullmatch(r"(\d{4})-?Q([1-4])", text):
        year, last = int(quarter[1]), 3 * int(quarter[2])
        return _fill((year, last - 2))[0], _fill((year, last))[1]
    parts = re.findall(r"\d+", text)
    return _fill(_in_order(parts, style)) if parts else None


def _in_order(parts: list[str], style: str) -> Moment:
    """Year, month, day and time of the numbers of a text, as many as it has."""
    if len(parts) == 1 and len(parts[0]) > 4:
        parts = _cut(parts[0], style)
    date, time = parts[:3], parts[3:]
    if style != "ymd":
        if len(date) == 3 and style == "mdy":
            date = [date[1], date[0], date[2]]
        date = date[::-1]
    if len(date) == 2 and len(date[1]) == 4:  # a month before its year, whatever the style
        date = date[::-1]
    year = int(date[0])
    if len(date[0]) <= 2:
        year += 2000 if year <= LATEST_SHORT_YEAR else 1900
    return (year, *map(int, date[1:]), *map(int, time))


def _cut(digits: str, style: str) -> list[str]:
    """The parts of a date written without marks, such as 20200131 or 31012020; or a month and a year of it."""
    if style == "ymd":
        return [digits[:4], *(digits[at : at + 2] for at in range(4, len(digits), 2))]
    return [*(digits[at : at + 2] for at in range(0, len(digits) - 4, 2)), digits[-4:]]


def _fill(moment: Moment) -> tuple[Moment, Moment]:
    return moment + FIRST[len(moment) :], moment + LAST[len(moment) :]


def contradictions(rows: list[dict[str, str]], first: str, second: str, style: str) -> int:
    """How many rows have the first date surely after the second; 0 if a column is not there."""
    if not rows or first not in rows[0] or second not in rows[0]:
        return 0
    spans = ((read_span(row[first], style), read_span(row[second], style)) for row in rows)
    return sum(start is not None and end is not None and start[0] > end[1] for start, end in spans)
