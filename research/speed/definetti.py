"""The deFinetti attack on Adult: how often the salary class is guessed, from all classes together and from each alone.

Usage: python -m research.speed.definetti [DATA_FOLDER]
Default: the data folder from KINONYM_DATA or ../shared/data. First all 30,162 records with occupation and native
country, then 4,000 of them with occupation, education, age and sex; k = 5 with l = 2 or t = 0.2. The attacker is that
of the tests.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys

import pyarrow as pa

import kinonym as kn
from research.data import ROOT, existing_data_folder

sys.path.insert(0, str(ROOT / "tests" / "attacks"))
from audit.definetti_attacker import attack  # the folder of the tests is known only now

CONFIDENTIAL = "salary-class"
TABLES = ((None, ("occupation", "native-country")), (4000, ("occupation", "education", "age", "sex")))
METHODS = ("sa-mdav", "mdav", "recode")
DEMANDS = ({"l_diversity": 2}, {"t_closeness": 0.2})


def recipe_of(folder, columns, method):
    """Words over the hierarchies that come with the table; ages as numbers."""
    paths = {name: str(folder / "adult_arx" / f"adult_hierarchy_{name}.csv") for name in columns}
    quasi = {name: {"type": "numeric"} if name == "age" else {"ontology": paths[name]} for name in columns}
    return {
        "columns": {
            **{name: {"role": "quasi", **column} for name, column in quasi.items()},
            CONFIDENTIAL: {"role": "confidential"},
        },
        "method": method,
        "release": {"accept_unique": True},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    folder = existing_data_folder(parser.parse_args().folder)
    if folder is None:
        return
    with (folder / "adult_arx" / "adult.csv").open(newline="") as file:
        every = list(csv.DictReader(file, delimiter=";"))
    for size, columns in TABLES:
        rows = every if size is None else random.Random(1).sample(every, size)
        table = {name: [row[name] for row in rows] for name in (*columns, CONFIDENTIAL)}
        for name in METHODS:
            for demands in DEMANDS:
                recipe = recipe_of(folder, columns, {"name": name, "k": 5, **demands})
                masked = kn.mask(pa.table(table), recipe, aligned=True).table.to_pylist()
                classes = ["|".join(str(row[column]) for column in columns) for row in masked]
                guessed, by_class = attack([table[column] for column in columns], classes, table[CONFIDENTIAL])
                print(f"{len(rows):>6} {name:<8} {demands} attack {guessed:.4f}, by class {by_class:.4f}")


if __name__ == "__main__":
    main()
