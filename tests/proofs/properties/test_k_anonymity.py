"""A file with the claim of k-anonymity is k-anonymous (docs/privacy.md, section 4): random tables are masked into files,
and the bytes of the files are counted here again.

The recount is Python's csv module and a Counter; an empty cell counts as a value.
"""

import csv
import itertools
import json
import math
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog

from drawing import fresh_random, is_frequent, scale_count
from kinonym.errors import PrivacyError
from kinonym.methods import METHODS
from kinonym.pipeline.masking import mask_file

CASES = 100
WITHOUT_DEMANDS = 25
"""Tables without demands, for a method that also masks the hundred tables with demands."""
CASES_OF_ENGINES = {"duckdb": 10, "spark": 1}
"""Tables of a method on the other engines, of which Spark takes a second for each."""
TREE = "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"
COLUMNS = {
    "hobby": {"role": "quasi", "ontology": "sports.csv"},
    "age": {"role": "quasi", "type": "numeric"},
    "weight": {"role": "quasi", "type": "numeric", "precision": 1},
    "job": {"role": "quasi", "type": "plain"},
    "grade": {"role": "quasi", "type": "ordinal", "order": ["low", "middle", "high"]},
}
VALUES = {
    "hobby": ["soccer", "rugby", "ball", "swimming", "surfing", "sport"],
    "age": ["-1", "0.1", "2", "2.0", "3", "7.5", "-0"],
    "weight": ["-0", "-0.04", "0.04", "7.53", "7.54", "1e3", "+5", ".5", "123456789012345678901"],
    "job": ["clerk", "nurse", "=cmd", "a, b"],
    "grade": ["low", "middle", "high"],
}
MODES = {
    name: [mode.settings for mode in kind.modes() if mode.made().traits.k_anonymous] for name, kind in METHODS.items()
}
DEMANDED = {
    name: [mode.settings for mode in kind.modes() if mode.made().traits.takes_demands]
    for name, kind in METHODS.items()
    if kind.traits.takes_demands
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
    """How often each combination of the columns occurs in a file."""
    with path.open(newline="", encoding="utf-8") as file:
        found = list(map(json.loads, file) if path.suffix == ".jsonl" else csv.DictReader(file))
    return Counter(tuple(row[name] for name in names) for row in found)


def mask_random_tables(name, folder, cases, **options):
    """Mask random tables and recount the files; return in how many of them a class has exactly k records."""
    reached, modes = 0, itertools.cycle(MODES[name])
    for case in range(cases):
        draw = fresh_random(name, case)
        data, output = folder / f"{name}.csv", folder / f"{name}-out.{draw.choice(['csv', 'jsonl'])}"
        names, rows = random_table(draw, data)
        k = draw.randint(2, min(rows, 8))
        method = {"name": name, **next(modes), "k": k}
        columns = {**{name: COLUMNS[name] for name in names}, "illness": {"role": "confidential"}}
        columns = {key: {**value, **_place(folder, value)} for key, value in columns.items()}
        output.unlink(missing_ok=True)
        recipe = {"columns": columns, "method": method, "release": {"accept_unique": True}}
        try:
            mask_file(data, recipe, output, **options)
        except PrivacyError:
            if not method.get("drop"):  # `drop` refuses a release without rows
                raise
            assert not output.exists()
            continue
        found = recount(output, names)
        assert min(found.values()) >= k, (case, method, found)
        assert found.total() == rows or method.get("drop"), (case, method)
        reached += min(found.values()) == k
    return reached


@pytest.mark.drawn
@pytest.mark.parametrize("name", [name for name, modes in MODES.items() if modes])
def test_a_file_with_the_claim_of_k_anonymity_is_k_anonymous(name, folder):
    cases = scale_count(WITHOUT_DEMANDS if name in DEMANDED else CASES)
    reached = mask_random_tables(name, folder, cases)
    assert is_frequent(reached, cases, 0.1)  # the bound is reached, so that a smaller class would have been seen


@pytest.mark.drawn
@pytest.mark.parametrize("engine", CASES_OF_ENGINES)
@pytest.mark.parametrize("name", [name for name, modes in MODES.items() if modes])
def test_every_engine_writes_k_anonymous_files(name, engine, folder):
    mask_random_tables(name, folder, scale_count(CASES_OF_ENGINES[engine]), engine=engine)


def _place(folder, column):
    return {"ontology": str(folder / column["ontology"])} if "ontology" in column else {}


SECRETS = {
    "equal": (["flu", "Flu", "1", "1.0", "01", "n/a", ""], {}),
    "ordered": (["1", "2", "3.5", "10", ""], {"type": "numeric"}),
}
"""For each ground the texts of a confidential column: two spellings of one value are two values, and an empty cell is a value."""


def random_demands(draw, ground):
    """One to three of l, p and t."""
    asked = {}
    if draw.random() < 0.6:
        asked |= draw.choice([
            {"l_diversity": 2}, {"l_diversity": 3}, {"l_diversity": 1.7, "diversity": "entropy"},
            {"l_diversity": 2, "diversity": "recursive", "c": 2.0},
        ])  # fmt: skip
    if draw.random() < 0.4:
        asked["p_sensitive"] = draw.choice([2, 3])
    if draw.random() < 0.5 or not asked:
        asked |= {"t_closeness": draw.choice([0.15, 0.3, 0.45]), "ground": ground}
    return asked


def apart(values, everyone, ground):
    """Earth mover's distance of a class to the table: half the sum of differences, or the cheapest transport."""
    order = sorted(set(everyone))
    own, whole = Counter(values), Counter(everyone)
    gaps = [own[text] / len(values) - whole[text] / len(everyone) for text in order]
    if ground == "equal":
        return sum(map(abs, gaps)) / 2
    rank = {text: i for i, text in enumerate(sorted((t for t in order if t), key=float))}
    unit = max(1, len(rank) - 1)
    cost = [float(a != b) if "" in (a, b) else abs(rank[a] - rank[b]) / unit for a in order for b in order]
    size = len(order)
    equal = np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
    shares = [own[t] / len(values) for t in order], [whole[t] / len(everyone) for t in order]
    return linprog(cost, A_eq=equal, b_eq=[*shares[0], *shares[1]], method="highs").fun


def keeps(values, everyone, asked):
    """Whether one class meets the demands, as the authors of the models define them."""
    counts = sorted(Counter(values).values(), reverse=True)
    least, level = asked.get("l_diversity", 1), int(asked.get("l_diversity", 1))
    entropy = -sum(n / len(values) * math.log(n / len(values)) for n in counts)
    diverse = {
        "distinct": len(counts) >= least,
        "entropy": entropy >= math.log(least) - 1e-9,
        "recursive": len(counts) >= level and counts[0] < asked.get("c", 1.0) * sum(counts[level - 1 :]),
    }[asked.get("diversity", "distinct")]
    close = apart(values, everyone, asked["ground"]) <= asked["t_closeness"] + 1e-7 if "ground" in asked else True
    return diverse and close and len(counts) >= asked.get("p_sensitive", 1)


@pytest.mark.drawn
@pytest.mark.parametrize("name", DEMANDED)
def test_k_l_p_and_t_hold_for_the_texts_of_the_file(name, folder):
    seen, modes, cases = Counter(), itertools.cycle(DEMANDED[name]), scale_count(CASES)
    for case in range(cases):
        draw = fresh_random("demands", name, case)
        data, output = folder / f"{name}-demands.csv", folder / f"{name}-demands-out.csv"
        names, rows = random_table(draw, data)
        ground = draw.choice(list(SECRETS))
        texts, meaning = SECRETS[ground]
        with data.open(newline="") as file:
            header, *content = csv.reader(file)
        everyone = [draw.choice(texts) for _ in content]
        everyone[0] = everyone[0] or next(filter(None, texts))  # a column without values has no order
        with data.open("w", newline="") as file:
            secrets = zip(content, everyone, strict=True)
            csv.writer(file).writerows([header, *([*row[:-1], secret] for row, secret in secrets)])
        asked = random_demands(draw, ground)
        k = draw.randint(2, min(rows, 5))
        columns = {key: {**COLUMNS[key], **_place(folder, COLUMNS[key])} for key in names}
        columns["illness"] = {"role": "confidential", **meaning}
        output.unlink(missing_ok=True)
        method = {"name": name, **next(modes), "k": k, **asked}
        try:
            mask_file(data, {"columns": columns, "method": method, "release": {"accept_unique": True}}, output)
        except PrivacyError:
            assert not keeps(everyone, everyone, asked), (
                case,
                asked,
            )  # even one class of all records would not meet them
            seen["refused"] += 1
            continue
        classes = {}
        with output.open(newline="") as file:
            for row in csv.DictReader(file):
                classes.setdefault(tuple(row[key] for key in names), []).append(row["illness"])
        assert min(map(len, classes.values())) >= k, (case, method)
        assert sorted(text for values in classes.values() for text in values) == sorted(everyone)
        assert all(keeps(values, everyone, asked) for values in classes.values()), (case, method)
        seen["several"] += len(classes) > 1
    assert is_frequent(seen["several"], cases, 0.1)  # not everything became one class
