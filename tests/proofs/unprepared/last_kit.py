"""What the last tables are drawn with besides `kit`: their own registry, people, and habits of writing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from unprepared.kit import Draw, Made, Person, ascii_only
from unprepared.last_names import NAMES

LAST: dict[str, Made] = {}
"""A third set, keyed and drawn by an author who had read neither the rules nor the word lists."""


def folk(d: Draw, count: int, youngest: int = 2004, oldest: int = 1934) -> list[Person]:
    """People with the names of the last tables."""
    women, men, surnames = (text.split() for text in NAMES[d.language])
    made = []
    for number in range(count):
        woman = d.chance(0.51)
        born = d.day(date(oldest, 1, 1), date(youngest, 12, 28))
        made.append(Person(d.pick(women if woman else men), d.pick(surnames), d.pick(surnames), woman, born, number))
    return made


def team(d: Draw, count: int, style: str = "{given} {surname}") -> list[str]:
    """Staff who stand in many rows."""
    return [style.format(given=p.given, surname=p.surname, initial=p.given[0]) for p in folk(d, count, 1996, 1962)]


def later(d: Draw, day: date, low: int, high: int) -> date:
    """A day some days later."""
    return day + timedelta(days=d.whole(low, high))


def years(born: date, day: date) -> int:
    """Age in whole years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def mail(d: Draw, p: Person, *hosts: str) -> str:
    """An e-mail address of the person."""
    local = d.pick([f"{p.given}.{p.surname}", f"{p.given[0]}{p.surname}", f"{p.surname}{p.born.year % 100:02d}"])
    return f"{ascii_only(local)}@{d.pick(hosts)}"


def facts(d: Draw, people: Sequence[Person], weights: dict[str, float]) -> list[str]:
    """A lasting fact of every person."""
    return [d.weigh(weights) for _ in people]


def minutes(clock: int, style: str = "{:02d}:{:02d}") -> str:
    """Minutes of the day as a time."""
    return style.format(clock // 60, clock % 60)
