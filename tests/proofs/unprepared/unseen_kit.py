"""What the unseen tables are drawn with besides `kit`: their registry and their people."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from unprepared.kit import Draw, Made, Person, ascii_only
from unprepared.unseen_names import NAMES

UNSEEN: dict[str, Made] = {}
"""A set keyed first and drawn second, after the rules had been improved with all earlier sets."""


def crowd(d: Draw, count: int, youngest: int = 2004, oldest: int = 1938) -> list[Person]:
    """People with the names of the unseen tables."""
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


def later(d: Draw, moment: datetime, low: int, high: int) -> datetime:
    """A moment some minutes later."""
    return moment + timedelta(minutes=d.whole(low, high))


def days_on(d: Draw, day: date, low: int, high: int) -> date:
    """A day some days later."""
    return day + timedelta(days=d.whole(low, high))


def age_on(born: date, day: date) -> int:
    """Age in whole years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def mail(d: Draw, p: Person, *hosts: str) -> str:
    """An e-mail address of the person."""
    local = d.pick([f"{p.given}.{p.surname}", f"{p.given[0]}{p.surname}", f"{p.surname}{p.born.year}"])
    return f"{ascii_only(local.replace(' ', ''))}@{d.pick(hosts)}"


def free_text(d: Draw, share: float, *texts: str) -> str:
    """A free text in a share of the rows; it may name somebody."""
    if not d.chance(share):
        return ""
    p = crowd(d, 1)[0]
    return d.pick(texts).format(given=p.given, surname=p.surname, number=d.whole(2, 29), phone=d.key("99 99 99"))
