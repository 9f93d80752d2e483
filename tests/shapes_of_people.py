"""Cells that point to people, in many shapes, drawn from invented syllables: no word list can know them.

`SHAPES` maps the name of a shape to a function that draws one cell. `draw_column` draws a column of them: a cell per
row, or the cells of a team, which come back.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from random import Random

__all__ = ["SHAPES", "TEAMS", "draw_column"]

TEAMS = {"five people": 5, "twelve people": 12, "forty people": 40, "a person per row": 0}
"""How many people share the rows; 0: every row has a different cell."""

_BEGIN = [
    "b",
    "br",
    "d",
    "dr",
    "f",
    "fr",
    "g",
    "gr",
    "h",
    "j",
    "k",
    "kr",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "sch",
    "st",
    "t",
    "tr",
    "v",
    "w",
    "z",
]
_MIDDLE = ["a", "e", "i", "o", "u", "ai", "au", "ei", "ie", "ou", "y"]
_END = ["k", "l", "ll", "m", "n", "nd", "ng", "nk", "p", "r", "rk", "rs", "s", "ss", "st", "t", "tz", "x"]
_STREETS = ["Street", "Road", "Lane", "weg", "straße", "straat", "gatan"]


def _word(d: Random, syllables: int = 2) -> str:
    return "".join(d.choice(_BEGIN) + d.choice(_MIDDLE) + d.choice(("", d.choice(_END))) for _ in range(syllables))


def _name(d: Random) -> str:
    return (_word(d) + d.choice(_END)).capitalize()


def _upper(d: Random, count: int) -> str:
    return "".join(d.choices(string.ascii_uppercase, k=count))


def _lower(d: Random, count: int) -> str:
    return "".join(d.choices(string.ascii_lowercase, k=count))


def _digits(d: Random, count: int) -> str:
    return "".join(d.choices(string.digits, k=count))


def _hex(d: Random, count: int) -> str:
    return "".join(d.choices("0123456789abcdef", k=count))


def _typed(d: Random, low: int, high: int) -> str:
    return " ".join(_word(d, d.randint(1, 3)) for _ in range(d.randint(low, high)))


SHAPES: dict[str, Callable[[Random], str]] = {
    # names
    "Surname": _name,
    "SURNAME": lambda d: _name(d).upper(),
    "surname in small letters": lambda d: _name(d).lower(),
    "Given Surname": lambda d: f"{_name(d)} {_name(d)}",
    "GIVEN SURNAME": lambda d: f"{_name(d)} {_name(d)}".upper(),
    "given surname": lambda d: f"{_name(d)} {_name(d)}".lower(),
    "Surname, Given": lambda d: f"{_name(d)}, {_name(d)}",
    "SURNAME Given": lambda d: f"{_name(d).upper()} {_name(d)}",
    "Surname Initial": lambda d: f"{_name(d)} {_upper(d, 1)}",
    "Initial Surname": lambda d: f"{_upper(d, 1)} {_name(d)}",
    "I. Surname": lambda d: f"{_upper(d, 1)}. {_name(d)}",
    "I.J. Surname": lambda d: f"{_upper(d, 1)}.{_upper(d, 1)}. {_name(d)}",
    "Surname-Surname": lambda d: f"{_name(d)}-{_name(d)}",
    "Dr Surname": lambda d: f"Dr {_name(d)}",
    "Surname (function)": lambda d: f"{_name(d)} ({d.choice(('head', 'deputy', 'night'))})",
    "function: Surname": lambda d: f"{d.choice(('nurse', 'desk', 'ward'))}: {_name(d)}",
    "Surname/Surname": lambda d: f"{_name(d)}/{_name(d)}",
    "name_with_lines": lambda d: f"{_name(d)}_{_name(d)}".lower(),
    "van den Surname": lambda d: f"{_name(d)} {d.choice(('van den', 'de la', 'von'))} {_name(d)}",
    "three names": lambda d: f"{_name(d)} {_name(d)} {_name(d)}",
    # initials and codes of staff
    "AB": lambda d: _upper(d, 2),
    "ABC": lambda d: _upper(d, 3),
    "abc": lambda d: _lower(d, 3),
    "A.B.": lambda d: f"{_upper(d, 1)}.{_upper(d, 1)}.",
    "A. B. C.": lambda d: ". ".join(_upper(d, 3)) + ".",
    "A-B": lambda d: "-".join(_upper(d, 2)),
    "AB12": lambda d: _upper(d, 2) + _digits(d, 2),
    "A123": lambda d: _upper(d, 1) + _digits(d, 3),
    "jsm01": lambda d: _lower(d, 3) + _digits(d, 2),
    "login": lambda d: _lower(d, 1) + _name(d).lower(),
    "login.name": lambda d: f"{_name(d)}.{_name(d)}".lower(),
    "login@host": lambda d: f"{_name(d).lower()}@{d.choice(('ward1', 'pc-7'))}",
    "DOMAIN\\login": lambda d: f"{_upper(d, 3)}\\{_name(d).lower()}",
    "SMIJ4 code": lambda d: _upper(d, 4) + _digits(d, 1),
    # keys
    "0042": lambda d: f"{d.randint(1, 999):05d}",
    "0045.5382": lambda d: f"{d.randint(1, 999):04d}.{_digits(d, 6)}",
    "4711": lambda d: str(d.randint(1000, 9999)),
    "six digits": lambda d: str(d.randint(100_000, 999_999)),
    "nine digits": lambda d: str(d.randint(10**8, 10**9 - 1)),
    "P-00123": lambda d: f"P-{d.randint(1, 99_999):05d}",
    "2024/0815": lambda d: f"20{d.randint(20, 24)}/{d.randint(1, 9999):04d}",
    "2024-AB-17": lambda d: f"20{d.randint(20, 24)}-{_upper(d, 2)}-{_digits(d, 2)}",
    "12 AB 34": lambda d: f"{_digits(d, 2)} {_upper(d, 2)} {_digits(d, 2)}",
    "K-LM 4711": lambda d: f"{_upper(d, 1)}-{_upper(d, 2)} {_digits(d, 4)}",
    "12.345.678-9": lambda d: f"{_digits(d, 2)}.{_digits(d, 3)}.{_digits(d, 3)}-{_digits(d, 1)}",
    "hash": lambda d: _hex(d, 32),
    "short hash": lambda d: _hex(d, 7),
    "base64": lambda d: "".join(d.choices(string.ascii_letters + string.digits, k=11)) + "=",
    "AB-CD-EF": lambda d: "-".join(_upper(d, 2) for _ in range(3)),
    "#17": lambda d: f"#{d.randint(10, 9999)}",
    "No. 17": lambda d: f"No. {d.randint(10, 999)}",
    "4711000.0": lambda d: f"{d.randint(10**6, 10**7 - 1)}.0",
    "-4711000": lambda d: str(-d.randint(10**6, 10**7 - 1)),
    "4,711,000": lambda d: f"{d.randint(10**6, 10**7 - 1):,}",
    "five digits": lambda d: str(d.randint(10_000, 99_999)),
    "AB 123456": lambda d: f"{_upper(d, 2)} {_digits(d, 6)}",
    "1234 ABC": lambda d: f"{_digits(d, 4)} {_upper(d, 3)}",
    "CR/123/AB": lambda d: f"CR/{_digits(d, 3)}/{_upper(d, 2)}",
    "long mixed": lambda d: "".join(d.choices(string.ascii_uppercase + string.digits, k=26)),
    # contacts and addresses
    "555-4711": lambda d: f"555-{_digits(d, 4)}",
    "latitude": lambda d: f"{41 + d.random():.6f}",
    "41°23'N": lambda d: f"{d.randint(38, 44)}°{d.randint(10, 59)}'{d.randint(10, 59)}\"N",
    "three.words.place": lambda d: f"{_word(d)}er.{_word(d)}er.{_word(d)}er",
    "handle#4711": lambda d: f"{_word(d)}er#{_digits(d, 4)}",
    "name.pdf": lambda d: f"scan_{_name(d)}.{d.choice(('pdf', 'jpg'))}",
    "e-mail": lambda d: f"{_name(d)}@{_name(d)}.example".lower(),
    "obscured e-mail": lambda d: f"{_name(d)} (at) {_name(d)} dot org".lower(),
    "612345678": lambda d: f"6{_digits(d, 8)}",
    "612 34 56 78": lambda d: f"6{_digits(d, 2)} {_digits(d, 2)} {_digits(d, 2)} {_digits(d, 2)}",
    "ext. 4711": lambda d: f"ext. {_digits(d, 4)}",
    "tel 030-471": lambda d: f"tel 0{_digits(d, 2)}-{_digits(d, 5)}",
    "street and number": lambda d: f"{_name(d)} {d.choice(_STREETS)} {d.randint(1, 90)}",
    "street without type": lambda d: f"{_name(d)} {d.randint(1, 90)}",
    "flat": lambda d: f"{d.randint(1, 9)}{_upper(d, 1)}, {_name(d)} House",
    "@handle": lambda d: f"@{_name(d).lower()}",
    "coordinates": lambda d: f"{40 + d.random():.5f}, {2 + d.random():.5f}",
    # dates in odd forms, as births are written into cells
    "3rd of May 61": lambda d: f"{d.randint(4, 20)}th of {d.choice(('May', 'June', 'July'))} {d.randint(30, 99)}",
    "b. 1961": lambda d: f"b. {d.randint(1, 28)}.{d.randint(1, 12)}.{d.randint(1930, 2005)}",
    # what somebody typed
    "typed words": lambda d: _typed(d, 2, 4),
    "typed sentence": lambda d: _typed(d, 6, 12).capitalize() + ".",
    "typed with a name": lambda d: f"{_typed(d, 1, 2)} {_name(d)}",
    "typed with a number": lambda d: f"{_typed(d, 1, 2)} {d.randint(10, 999)}",
}  # fmt: skip


def draw_column(shape: str, people: int, rows: int, seed: int = 0) -> list[str]:
    """A column of cells of one shape."""
    d = Random(f"{shape} {people} {seed}")
    cell = SHAPES[shape]
    if not people:
        return [cell(d) for _ in range(rows)]
    team = list(dict.fromkeys(cell(d) for _ in range(2 * people)))[:people]
    return [d.choice(team) for _ in range(rows)]
