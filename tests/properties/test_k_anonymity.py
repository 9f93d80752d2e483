"""PRIVACY 4: a file called k-anonymous is. Random tables are masked into files, whose bytes are counted here again.

The recount is Python's csv module and a Counter; an empty cell counts as a value.
"""

import csv
import itertools
import random
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from kinonym.errors import PrivacyError
from kinonym.methods import METHODS
from kinonym.pipeline.masking import mask_file

CASES = 1000
TREE = "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"
COLUMNS = {
    "hobby": {"role": "quasi", "ontology": "sports.csv"},
    "age": {"role": "quasi", "type": "numeric"},
    "job": {"role": "quasi", "type": "plain"},
    "grade": {"role": "quasi", "type": "ordinal", "order": ["low", "middle", "high"]},
}
VALUES = {
    "hobby": ["soccer", "rugby", "ball", "swimming", "surfing", "sport"],
    "age": ["-1", "0.1", "2", "2.0", "3", "7.5"],
    "job": ["clerk", "nurse", "=cmd", "a, b"],
    "grade": ["low", "middle", "high"],
}
MODES = {
    name: [mode.settings for mode in kind.modes() if mode.made().traits.k_anonymous] for name, kind in METHODS.items()
}


@pytest.fixture(scope="module")
def folder():
    """In memory where there is such a place: every file is synced to the disk."""
    memory = Path("/dev/shm")  # noqa: S108
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        (Path(made) / "sports.csv").write_text(TREE)
        yield Path(made)


def random_table(draw, path):
    """One to four quasi-identifiers and a confidential column; returns the names and how many rows were written."""
    names = draw.sample(list(COLUMNS), draw.randint(1, 4))
    missing = draw.choice([0.0, 0.0, 0.3])
    rows = draw.randint(2, 24)
    cells = [["" if draw.random() < missing else draw.choice(VALUES[name]) for _ in range(rows)] for name in names]
    for name, column in zip(names, cells, strict=True):
        if not any(column):
            column[0] = VALUES[name][0]  # a column without any value is refused
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*names, "illness"])
        writer.writerows([*row, draw.choice("xyz")] for row in zip(*cells, strict=True))
    return names, rows


def recount(path, names):
    """How often each combination of the columns stands in a file."""
    with path.open(newline="") as file:
        found = list(csv.DictReader(file))
    return Counter(tuple(row[name] for name in names) for row in found)


@pytest.mark.parametrize("name", [name for name, modes in MODES.items() if modes])
def test_a_file_called_k_anonymous_is(name, folder):
    smallest, modes = Counter(), itertools.cycle(MODES[name])
    for case in range(CASES):
        draw = random.Random(f"{name} {case}")
        data, output = folder / f"{name}.csv", folder / f"{name}-out.csv"
        names, rows = random_table(draw, data)
        k = draw.randint(2, min(rows, 8))
        method = {"name": name, **next(modes), "k": k}
        columns = {**{name: COLUMNS[name] for name in names}, "illness": {"role": "confidential"}}
        columns = {key: {**value, **_place(folder, value)} for key, value in columns.items()}
        output.unlink(missing_ok=True)
        try:
            mask_file(data, {"columns": columns, "method": method}, output)
        except PrivacyError:
            if not method.get("drop"):  # which refuses to release nothing where every row is rare
                raise
            assert not output.exists()
            continue
        found = recount(output, names)
        assert min(found.values()) >= k, (case, method, found)
        assert found.total() == rows or method.get("drop"), (case, method)
        smallest[min(found.values()) == k] += 1
    assert smallest[True] > CASES // 20  # the bound is reached, so that a smaller class would have been seen


def _place(folder, column):
    return {"ontology": str(folder / column["ontology"])} if "ontology" in column else {}
