"""The tables by name, and how they are written: 36 tables as offices have them, in ten languages.

Headers and value styles follow public data dictionaries and sample files; names, keys and texts are invented. The module
shares no word list with the rules that draft a recipe.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from unprepared import (
    blind_tables_1,
    blind_tables_2,
    blind_tables_3,
    fresh_tables_1,
    fresh_tables_2,
    fresh_tables_3,
    fresh_tables_4,
    fresh_tables_5,
    last_tables_1,
    last_tables_2,
    last_tables_3,
    last_tables_4,
    last_tables_5,
    later_others,
    later_tables,
    tables_answers,
    tables_care,
    tables_iberia,
    tables_north,
    tables_romance,
    tables_work,
    unseen_tables_1,
    unseen_tables_2,
    unseen_tables_3,
    unseen_tables_4,
    unseen_tables_5,
)
from unprepared.blind_kit import BLIND
from unprepared.fresh_kit import FRESH
from unprepared.kit import LATER, TABLES, Draw, Made, Row
from unprepared.last_kit import LAST
from unprepared.unseen_kit import UNSEEN

__all__ = [
    "ALL_TABLES",
    "BLIND",
    "BLIND_MODULES",
    "FRESH",
    "FRESH_MODULES",
    "LAST",
    "LAST_MODULES",
    "LATER",
    "LATER_MODULES",
    "MODULES",
    "TABLES",
    "UNSEEN",
    "UNSEEN_MODULES",
    "find_table",
    "rows_of",
    "write_table",
]

MODULES = (tables_care, tables_work, tables_answers, tables_iberia, tables_romance, tables_north)
LATER_MODULES = (later_tables, later_others)
FRESH_MODULES = (fresh_tables_1, fresh_tables_2, fresh_tables_3, fresh_tables_4, fresh_tables_5)
LAST_MODULES = (last_tables_1, last_tables_2, last_tables_3, last_tables_4, last_tables_5)
BLIND_MODULES = (blind_tables_1, blind_tables_2, blind_tables_3)
UNSEEN_MODULES = (unseen_tables_1, unseen_tables_2, unseen_tables_3, unseen_tables_4, unseen_tables_5)


ALL_TABLES = TABLES | LATER | LAST | FRESH | UNSEEN | BLIND
"""The tables of all sets."""


def find_table(name: str) -> Made:
    """The table of this name, of whichever set."""
    return ALL_TABLES[name]


@cache
def rows_of(name: str) -> list[Row]:
    """The rows of a table, the same in every run."""
    made = find_table(name)
    return made.draw(Draw(name, made.language), made.rows)


def write_table(name: str, folder: Path) -> Path:
    """Write the table as its office would and return the path."""
    made, rows = find_table(name), rows_of(name)
    path = folder / f"{name}.csv"
    with path.open("w", newline="", encoding=made.encoding) as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=made.delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path
