"""What the blind tables are drawn with besides `kit`: their registry and their people."""

from __future__ import annotations

from datetime import date, timedelta

from unprepared.blind_names import NAMES
from unprepared.kit import Draw, Made, Person

BLIND: dict[str, Made] = {}
"""A set keyed first and drawn second, by somebody who had not read the rules, which never changed with its errors."""


def crowd(d: Draw, count: int, youngest: int = 2003, oldest: int = 1940) -> list[Person]:
    """People with the names of the blind tables."""
    women, men, surnames = (text.split() for text in NAMES[d.language])
    made = []
    for number in range(count):
        woman = d.chance(0.5)
        first, second = (d.pick(surnames).replace("_", " ") for _ in range(2))
        born = d.day(date(oldest, 1, 2), date(youngest, 12, 27))
        made.append(Person(d.pick(women if woman else men), first, second, woman, born, number))
    return made


def staff(d: Draw, count: int, style: str = "{given} {surname}") -> list[str]:
    """Staff who stand in many rows."""
    return [style.format(given=p.given, surname=p.surname, initial=p.given[0]) for p in crowd(d, count, 1996, 1962)]


def on(d: Draw, day: date, low: int, high: int) -> date:
    """A day some days later."""
    return day + timedelta(days=d.whole(low, high))


def age_on(born: date, day: date) -> int:
    """Age in whole years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def note(d: Draw, share: float, *texts: str) -> str:
    """A note in a share of the rows; it may name somebody."""
    if not d.chance(share):
        return ""
    p = crowd(d, 1)[0]
    return d.pick(texts).format(given=p.given, surname=p.surname, n=d.whole(2, 58), phone=d.key("999 99 99"))
