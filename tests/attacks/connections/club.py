"""A sports club as three tables with keys and references, its recipe, and a naive join of what was released."""

from __future__ import annotations

import csv
import random
from collections import Counter, defaultdict

from connections.hospital import TAXONOMY, WORDS

NAMES = {
    "members": ["member_id", "team", "age", "town"],
    "seasons": ["season_id", "member_id", "year", "league", "remark"],
    "sports": ["season_id", "sport", "note"],
}


def tables(number=60, seed=3, missing=0.0):
    """One row per member, up to three seasons of each, up to three sports of a season."""
    draw = random.Random(seed)

    def cell(text):
        return "" if draw.random() < missing else text

    made = {name: [] for name in NAMES}
    for i in range(number):
        town = draw.choice(["Ulm", "Bonn"])
        made["members"].append([f"m{i:03}", cell(draw.choice(WORDS)), str(draw.randint(20, 60)), town])
        for j in range(draw.choice([0, 1, 1, 2, 3])):
            season = f"s{i:03}{j}"
            made["seasons"].append([season, f"m{i:03}", str(2020 + 10 * j), cell(draw.choice("AB")), "free text here"])
            for sport in draw.sample(WORDS, draw.choice([0, 1, 2, 3])):
                made["sports"].append([season, cell(sport), "x"])
    for rows in made.values():
        draw.shuffle(rows)
    return made


def write(folder, content=None, ending=".csv"):
    """The tables as files of a folder, and their taxonomy next to it; returns the folder."""
    (folder / "sports.csv").write_text(TAXONOMY)
    (folder / "club").mkdir()
    for name, rows in (content or tables()).items():
        with (folder / "club" / f"{name}{ending}").open("w", newline="") as file:
            csv.writer(file).writerows([NAMES[name], *rows])
    return folder / "club"


def frames(content=None):
    """The tables as pandas frames."""
    import pandas as pd

    return {name: pd.DataFrame(rows, columns=NAMES[name]) for name, rows in (content or tables()).items()}


def recipe(folder, k=3, rows=2, **method):
    """A recipe that masks all words and ages, and releases the towns."""
    word = {"role": "quasi", "ontology": str(folder / "sports.csv"), "root": "top", "write": "label"}
    dropped = {"role": "identifier"}
    return {
        "table": {"person": "member_id"},
        "tables": {
            "members": {
                "key": "member_id",
                "columns": {"team": word, "age": {"role": "quasi", "type": "numeric"}, "town": {"role": "other"}},
            },
            "seasons": {
                "key": "season_id",
                "rows": rows,
                "order": "year",
                "columns": {"year": dropped, "league": {"role": "quasi", "type": "plain"}, "remark": dropped},
            },
            "sports": {
                "references": {"season_id": "seasons"},
                "gather": ["sport"],
                "columns": {"sport": word, "note": dropped},
            },
        },
        "method": {"name": "sa-mdav", "k": k, **method},
        "release": {"accept_unique": True},
    }


def read(folder):
    """Released files by Python's csv module: table → rows as dicts."""
    with_rows = {}
    for path in folder.iterdir():
        with path.open(newline="") as file:
            with_rows[path.stem] = list(csv.DictReader(file))
    return with_rows


def join(released):
    """Count equal persons by everything that is released about them and masked; keys only join the rows."""
    sports, seasons = defaultdict(list), defaultdict(list)
    for row in released["sports"]:
        sports[row["season_id"]].append(row["sport"])
    assert len({row["season_id"] for row in released["seasons"]}) == len(released["seasons"])
    assert sports.keys() <= {row["season_id"] for row in released["seasons"]}
    for row in released["seasons"]:
        own = tuple(sorted(sports[row["season_id"]]))
        seasons[row["member_id"]].append((row.get("sequence"), row["league"], own))
    members = [row["member_id"] for row in released["members"]]
    assert len(set(members)) == len(members)
    assert seasons.keys() <= set(members)
    return Counter((row["team"], row["age"], tuple(sorted(seasons[row["member_id"]]))) for row in released["members"])
