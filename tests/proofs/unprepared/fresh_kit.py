"""What the fresh tables are drawn with besides `kit`: their own registry, people, and habits of writing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from unprepared.fresh_names import NAMES
from unprepared.kit import Draw, Made, Person, ascii_only

FRESH: dict[str, Made] = {}
"""A set keyed first and drawn second, by an author who had read neither the rules nor the word lists."""

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def crowd(d: Draw, count: int, youngest: int = 2003, oldest: int = 1936) -> list[Person]:
    """People with the names of the fresh tables."""
    women, men, surnames = (text.split() for text in NAMES[d.language])
    made = []
    for number in range(count):
        woman = d.chance(0.5)
        born = d.day(date(oldest, 1, 1), date(youngest, 12, 28))
        first, second = (d.pick(surnames).replace("_", " ") for _ in range(2))
        made.append(Person(d.pick(women if woman else men), first, second, woman, born, number))
    return made


def staff(d: Draw, count: int, style: str = "{given} {surname}") -> list[str]:
    """Staff who stand in many rows."""
    return [style.format(given=p.given, surname=p.surname, initial=p.given[0]) for p in crowd(d, count, 1995, 1961)]


def lasting(d: Draw, people: Sequence[Person], weights: dict[str, float]) -> list[str]:
    """A lasting fact of every person."""
    return [d.weigh(weights) for _ in people]


def code(d: Draw, pattern: str) -> str:
    """A code: `#` is a digit, `@` a capital letter."""
    drawn = {"#": "0123456789", "@": LETTERS}
    return "".join(d.pick(drawn[sign]) if sign in drawn else sign for sign in pattern)


def codes(d: Draw, pattern: str, count: int) -> list[str]:
    """Codes, no two alike."""
    made: dict[str, None] = {}
    while len(made) < count:
        made[code(d, pattern)] = None
    return list(made)


def after(d: Draw, day: date, low: int, high: int) -> date:
    """A day some days later."""
    return day + timedelta(days=d.whole(low, high))


def aged(born: date, day: date) -> int:
    """Age in whole years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def figure(d: Draw, low: float, high: float, places: int = 0, point: str = ".") -> str:
    """A figure, more often from the middle of its range."""
    share = (d.whole(0, 10**6) + d.whole(0, 10**6) + d.whole(0, 10**6)) / (3 * 10**6)
    return f"{low + (high - low) * share:.{places}f}".replace(".", point)


def clock(d: Draw, low: int, high: int, step: int = 1, sign: str = ":") -> str:
    """A time between two hours of the day."""
    minute = d.whole(low * 60 // step, (high * 60 - 1) // step) * step
    return f"{minute // 60:02d}{sign}{minute % 60:02d}"


def post(d: Draw, p: Person, *hosts: str) -> str:
    """An e-mail address of the person."""
    surname = p.surname.replace(" ", "").replace("'", "")
    local = d.pick([f"{p.given}.{surname}", f"{surname}_{p.given[0]}", f"{p.given}{p.born.year % 100:02d}"])
    return f"{ascii_only(local).lower()}@{d.pick(hosts)}"


def remark(d: Draw, share: float, *texts: str) -> str:
    """A free text that may name somebody, in a share of the rows."""
    if not d.chance(share):
        return ""
    woman = next(p for p in crowd(d, 40, 1990, 1950) if p.woman)
    return d.pick(texts).format(given=woman.given, surname=woman.surname, hour=d.whole(8, 19), day=d.whole(2, 28))
