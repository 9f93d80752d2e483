"""What the tables are drawn with: repeatable choices, people, dates, keys and numbers of the shapes that offices have."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from typing import TypeVar

from unprepared.names import MEN, SURNAMES, WOMEN, words

Row = dict[str, str]
T = TypeVar("T")


@dataclass(frozen=True)
class Person:
    """Somebody with the facts that do not change from row to row."""

    given: str
    surname: str
    second: str
    woman: bool
    born: date
    number: int


@dataclass
class Draw:
    """Repeatable random choices for one table in one language."""

    name: str
    language: str
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(f"unprepared {self.name}")

    def pick(self, values: Sequence[T]) -> T:
        return values[int(self.random.random() * len(values))]

    def share(self, **weights: float) -> str:
        return self.weigh(weights)

    def weigh(self, weights: dict[T, float]) -> T:
        return self.random.choices(list(weights), list(weights.values()))[0]

    def skew(self, values: Sequence[T]) -> T:
        """The first values are the most frequent, as names and towns are."""
        return self.random.choices(values, [1 / (rank + 2) for rank in range(len(values))])[0]

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def some(self, probability: float, value: str, missing: str = "") -> str:
        return value if self.chance(probability) else missing

    def whole(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def normal(self, mean: float, spread: float, digits: int = 1, low: float = 0.1) -> str:
        return f"{max(low, self.random.gauss(mean, spread)):.{digits}f}"

    def money(self, median: float, spread: float = 0.4, digits: int = 2) -> str:
        return f"{median * self.random.lognormvariate(0, spread):.{digits}f}"

    def key(self, pattern: str) -> str:
        """9 stands for a digit, A for a letter, x for a hexadecimal digit."""
        sets = {"9": string.digits, "A": string.ascii_uppercase, "x": "0123456789abcdef"}
        return "".join(self.pick(sets[sign]) if sign in sets else sign for sign in pattern)

    def keys(self, pattern: str, count: int) -> list[str]:
        made: dict[str, None] = {}
        while len(made) < count:
            made[self.key(pattern)] = None
        return list(made)

    def given(self, *, woman: bool) -> str:
        return self.skew(words((WOMEN if woman else MEN)[self.language]))

    def surname(self) -> str:
        return self.skew(words(SURNAMES[self.language]))

    def people(self, count: int, youngest: int = 2005, oldest: int = 1932) -> list[Person]:
        made = []
        for number in range(count):
            woman = self.chance(0.52)
            born = self.day(date(oldest, 1, 1), date(youngest, 12, 28))
            made.append(Person(self.given(woman=woman), self.surname(), self.surname(), woman, born, number))
        return made

    def staff(self, count: int, *titles: str) -> list[str]:
        """A few people who stand in many rows: `Dr. A. Smith`, `Ms Karen Jones`."""
        made: dict[str, None] = {}
        while len(made) < count:
            given = self.given(woman=self.chance(0.5))
            title = f"{self.pick(titles)} " if titles else ""
            made[f"{title}{given[0]}. {self.surname()}" if self.chance(0.5) else f"{title}{given} {self.surname()}"] = (
                None
            )
        return list(made)

    def rows_of(self, people: Sequence[T], rows: int) -> list[T]:
        """Who each row is about: everybody at least once, some often; in no order."""
        chosen = [*people, *(self.skew(people) for _ in range(rows - len(people)))]
        self.random.shuffle(chosen)
        return chosen

    def remark(self, probability: float, *parts: str) -> str:
        """Free text of one to three parts, mostly different from row to row; often nothing."""
        chosen = self.random.sample(parts, self.whole(1, 3))
        number = self.some(0.4, f" ({self.whole(1, 28)}/{self.whole(1, 12)})")
        return ". ".join(chosen) + number if self.chance(probability) else ""

    def day(self, first: date, last: date) -> date:
        return first + timedelta(days=self.whole(0, (last - first).days))

    def moment(self, first: date, last: date) -> datetime:
        return datetime.combine(self.day(first, last), datetime.min.time()) + timedelta(seconds=self.whole(0, 86399))

    def after(self, start: date, median: float = 5, most: int = 90) -> date:
        return start + timedelta(days=min(most, int(median * self.random.lognormvariate(0, 0.8))))

    def clock(self, first: int = 0, last: int = 23) -> str:
        return f"{self.whole(first, last):02d}:{self.whole(0, 59):02d}"


@dataclass(frozen=True)
class Made:
    """One table: how its rows are drawn, and how its file is written."""

    name: str
    language: str
    rows: int
    draw: Callable[[Draw, int], list[Row]]
    delimiter: str = ","
    encoding: str = "utf-8"


TABLES: dict[str, Made] = {}
LATER: dict[str, Made] = {}
"""A second set, made to measure the drafts once more after the rules had been improved with the first."""


def table(language: str, rows: int, delimiter: str = ",", encoding: str = "utf-8", registry: dict[str, Made] = TABLES):
    """Register the function as the table of its name."""

    def add(draw: Callable[[Draw, int], list[Row]]) -> Callable[[Draw, int], list[Row]]:
        name = draw.__name__
        registry[name] = Made(name, language, rows, draw, delimiter, encoding)
        return draw

    return add


def comma(number: str) -> str:
    """The number with a decimal comma."""
    return number.replace(".", ",")


def ascii_only(text: str) -> str:
    """Lower case without accents, for addresses."""
    plain = str.maketrans("áàâäãåąéèêëęíìîïóòôöõúùûüçćñńšśżźłđøýı'’ ", "aaaaaaaeeeeeiiiiooooouuuuccnnsszzldoyi...")
    return text.lower().translate(plain).replace("ß", "ss")
