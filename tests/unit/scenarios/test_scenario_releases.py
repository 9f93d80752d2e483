"""Releases of drawn tables satisfy every scenario: each combination is counted again here, naively."""

from collections import defaultdict
from itertools import combinations

import pyarrow as pa
import pytest

import kinonym as kn
from drawing import fresh_random, fresh_seed, is_frequent, scale_count
from kinonym.errors import PrivacyError

METHODS = {
    "sa-mdav": {"name": "sa-mdav"},
    "sa-mdav, refined": {"name": "sa-mdav", "refine": True},
    "mdav": {"name": "mdav"},
    "k-ward": {"name": "k-ward"},
    "resample": {"name": "resample"},
    "recode": {"name": "recode"},
    "generalise": {"name": "generalise"},
    "generalise, local": {"name": "generalise", "scheme": "local"},
    "suppress": {"name": "suppress"},
    "suppress, rows": {"name": "suppress", "drop": True},
}
JOBS = ["nurse", "midwife", "plumber", "welder", "teacher", "lawyer"]
TABLES = 8


def draw_table(draw):
    """Columns of numbers, words and texts, some of them missing, and persons with several rows."""
    rows = draw.randint(12, 60)
    names = [f"c{j}" for j in range(draw.randint(2, 6))]
    columns, cells = {}, {}
    for name in names:
        kind = draw.choice(["numeric", "plain", "wordnet"])
        columns[name] = {"role": "quasi", **({"ontology": kind} if kind == "wordnet" else {"type": kind})}
        values = {
            "numeric": [str(x) for x in range(draw.randint(2, 30))],
            "plain": [f"t{x}" for x in range(draw.randint(2, 5))],
            "wordnet": JOBS[: draw.randint(2, 6)],
        }[kind]
        cells[name] = ["" if draw.random() < 0.05 and i else draw.choice(values) for i in range(rows)]
    persons = [f"p{draw.randint(0, rows * 2 // 3)}" for _ in range(rows)]
    return names, columns, cells, persons


def draw_scenarios(draw, names, k):
    """Overlapping scenarios that know every column together."""
    scenarios = []
    for number in range(draw.randint(1, 3)):
        known = draw.sample(names, draw.randint(1, len(names)))
        scenario = {"name": f"attacker {number}", "knows": known}
        if draw.random() < 0.4:
            scenario["knows_any"] = draw.randint(1, len(known))
        if draw.random() < 0.3:
            scenario["k"] = draw.randint(2, k + 1)
        scenarios.append(scenario)
    left = [name for name in names if all(name not in s["knows"] for s in scenarios)]
    return scenarios + ([{"name": "rest", "knows": left}] if left else [])


def count_rarest(rows, names, known, persons=None):
    """The records, or persons, of the rarest combination of some columns, counted with dicts."""
    groups = defaultdict(list)
    for i, row in enumerate(rows):
        groups[tuple(row[names.index(name)] for name in known)].append(i if persons is None else persons[i])
    return min((len(set(members)) for members in groups.values()), default=10**9)


def mask_if_possible(table, recipe, seed):
    """The result of a run; None if the table has fewer than k persons."""
    try:
        return kn.mask(table, recipe, aligned=True, seed=seed)
    except PrivacyError as error:
        if "cannot be reached" not in str(error):
            raise
    return None


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
@pytest.mark.parametrize("by_person", [False, True], ids=["records", "persons"])
def test_every_scenario_holds_in_the_release(method, by_person):
    released = 0
    for case in range(scale_count(TABLES)):
        draw = fresh_random("scenarios", str(method), by_person, case)
        names, columns, cells, persons = draw_table(draw)
        k = draw.randint(2, 4)
        scenarios = draw_scenarios(draw, names, k)
        recipe = {
            "table": {"person": "id"} if by_person else {},
            "columns": {"id": {"role": "identifier"}, **columns},
            "method": {**method, "k": k},
            "scenario": scenarios,
            "release": {"accept_unique": True, "confirm": [*names, "id"]},
        }
        table = pa.table({"id": persons, **cells})
        result = mask_if_possible(table, recipe, fresh_seed("scenario run", case))
        if result is None:
            continue
        released += 1
        rows = list(zip(*(result.table.column(name).to_pylist() for name in names), strict=True))
        owners = persons if by_person and len(rows) == len(persons) else None
        for scenario in scenarios:
            for known in combinations(scenario["knows"], scenario.get("knows_any", len(scenario["knows"]))):
                assert count_rarest(rows, names, known, owners) >= scenario.get("k", k), (case, scenario)
    assert is_frequent(released, scale_count(TABLES), 0.5)
