"""A small table with every role, and its recipe, for tests that go through the public door."""

from __future__ import annotations

import csv
import random

TAXONOMY = (
    "child,parent\ntop,\nball,top\nwater,top\nsoccer,ball\nrugby,ball\ntennis,ball\nswimming,water\nsurfing,water\n"
    "rowing,water\n"
)
WORDS = ["soccer", "rugby", "tennis", "swimming", "surfing", "rowing", "ball"]
COLUMNS = ["id", "a", "b", "age", "illness", "note"]


def rows(number=60, seed=3, missing=0.0):
    """Identifier, two words of one taxonomy, a number, a confidential letter and a note."""
    draw = random.Random(seed)

    def word():
        return "" if draw.random() < missing else draw.choice(WORDS)

    return [
        [f"p{i:03}", word(), word(), str(draw.randint(20, 60)), draw.choice("wxyz"), f"n{i % 17}"]
        for i in range(number)
    ]


def write_table(folder, content=None, name="data.csv"):
    """The table and its taxonomy as files; returns the table's path."""
    (folder / "sports.csv").write_text(TAXONOMY)
    with (folder / name).open("w", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *(rows() if content is None else content)])
    return folder / name


def recipe(folder, method, **changes):
    """A recipe that masks a and b, drops the identifier and keeps the rest."""
    word = {"role": "quasi", "ontology": str(folder / "sports.csv"), "root": "top", "write": "label"}
    return {
        "table": changes.pop("table", {}),
        "columns": {
            "id": {"role": "identifier"},
            "a": word,
            "b": word,
            "age": {"role": "other"},
            "illness": {"role": "confidential"},
            "note": {"role": "other"},
            **changes.pop("columns", {}),
        },
        "method": method,
        "release": {"accept_unique": True},
        **changes,
    }


def read(path):
    """A released file by Python's csv module: (header, rows)."""
    with path.open(newline="") as file:
        header, *content = csv.reader(file)
    return header, content
