"""Masks one made-up table by every method and prints a digest of each file; `test_environment` runs it in many ways."""

import csv
import hashlib
import random
import sys
import tempfile
from pathlib import Path

import kinonym as kn
from kinonym.methods import METHODS

JOBS = ["nurse", "midwife", "plumber", "welder", "baker", "cook", "surgeon", "dentist"]
TOWNS = ["Évora", "Iğdır", "Łódź", "Ísafjörður", "Straße"]
WORDS = {"role": "quasi", "ontology": "wordnet", "root": "person.n.01", "write": "label"}
MASKED = 3
"""How many columns are masked; the others follow."""
NUMBER = {"role": "quasi", "type": "numeric"}


def write_table(path, order_seed):
    """A hundred records; ``order_seed`` decides the order of the rows only."""
    draw = random.Random(3)
    rows = [
        [
            draw.choice(JOBS),
            draw.randint(18, 70),
            f"2024-0{draw.randint(1, 3)}-{draw.randint(10, 28)}",
            draw.choice(TOWNS),
        ]
        for _ in range(100)
    ]
    random.Random(order_seed).shuffle(rows)
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["job", "age", "seen", "town"], *rows])


def make_recipe(kind):
    """Words, numbers and dates; words alone for differential privacy, which needs a public set for each column."""
    settings = {"name": kind.name, **kind.modes()[0].settings}
    columns = {"job": WORDS, "age": NUMBER, "seen": {"role": "quasi", "type": "date"}, "town": {"role": "confidential"}}
    if "public" in kind.parameters():
        settings["public"] = {"job": "person.n.01"}
        columns |= {name: {"role": "identifier"} for name in columns if name != "job"}
    return {"columns": columns, "method": settings, "release": {"accept_unique": True, "confirm": ["town"]}}


def mask_everywhere(order_seed):
    """Yield the name of each method, a digest of its file, and one of the masked columns without the order of rows."""
    with tempfile.TemporaryDirectory() as made:
        data = Path(made) / "data.csv"
        write_table(data, order_seed)
        for name, kind in METHODS.items():
            output = Path(made) / f"{name}.csv"
            kn.mask_file(data, make_recipe(kind), output, seed=11, ledger=False)
            content = output.read_bytes()
            masked = sorted(",".join(row[:MASKED]) for row in csv.reader(content.decode().splitlines()))
            yield name, hashlib.sha256(content).hexdigest(), hashlib.sha256("\n".join(masked).encode()).hexdigest()


if __name__ == "__main__":
    for line in mask_everywhere(int(sys.argv[1])):
        print(*line)
