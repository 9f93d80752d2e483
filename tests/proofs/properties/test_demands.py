"""Every class of the masked table meets l-diversity, p-sensitivity and t-closeness, counted here independently.

Earth mover's distances come from a linear programme, ground distances from the definitions, on the tree

    sport ─┬─ ball ──┬─ soccer ─── futsal
           │         └─ rugby
           └─ water ─┬─ swimming
                     └─ surfing
"""

import math
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from scipy.optimize import linprog

import kinonym as kn
from drawing import fresh_random, is_frequent, scale_count
from kinonym.errors import PrivacyError
from kinonym.methods import METHODS

PARENT = {
    "ball": "sport", "water": "sport", "soccer": "ball", "futsal": "soccer", "rugby": "ball",
    "swimming": "water", "surfing": "water",
}  # fmt: skip
ROUNDING = 1e-6


def path(concept):
    """From a concept up to the root."""
    return [concept, *path(PARENT[concept])] if concept in PARENT else [concept]


def lowest(*concepts):
    """The common subsumer of all of them; a tree has one."""
    common = set.intersection(*(set(path(c)) for c in concepts))
    return max(common, key=lambda c: len(path(c)))


def wu_palmer(a, b, values):
    """Within what subsumes all values of the column, which has depth 1; missing is 1 from all others."""
    if "" in (a, b):
        return float(a != b)
    root = lowest(*(v for v in values if v))
    top = lowest(a, b)
    depth = len(path(top)) - len(path(root)) + 1
    links = path(a).index(top) + path(b).index(top)
    return 1 - 2 * depth / (2 * depth + links)


def by_height(a, b, values):
    """Height of what subsumes both by that of the root of the column, in all of the tree; missing is 1 from all others."""
    if a == b:
        return 0.0

    def height(node):
        return max(path(c).index(node) for c in ("sport", *PARENT) if node in path(c))

    whole = max(height(lowest(*(v for v in values if v))), 1)
    return 1.0 if "" in (a, b) else height(lowest(a, b)) / whole


def by_order(a, b, values):
    """Ranks between two numbers by those of all; missing is 1 from all others."""
    order = sorted({float(v) for v in values if v})
    if a == b or "" in (a, b):
        return float(a != b)
    return abs(order.index(float(a)) - order.index(float(b))) / max(1, len(order) - 1)


def by_meaning(a, b, values):
    """Words by Wu-Palmer; numbers by the share of the range between them, missing 1 from all others."""
    if not any(v[:1].isdigit() for v in values):
        return wu_palmer(a, b, values)
    numbers = [float(v) for v in values if v]
    return float(a != b) if "" in (a, b) else abs(float(a) - float(b)) / ((max(numbers) - min(numbers)) or 1.0)


def not_equal(a, b, values):
    return float(a != b)


GROUNDS = {"equal": not_equal, "ordered": by_order, "hierarchical": by_height, "semantic": by_meaning}


def earth_mover(share, overall, ground, values):
    """The least work that turns one distribution into the other."""
    order = sorted(set(values))
    cost = np.array([[ground(a, b, values) for b in order] for a in order])
    size = len(order)
    supply = np.kron(np.eye(size), np.ones(size))
    demand = np.kron(np.ones(size), np.eye(size))
    wanted = [*(share.get(v, 0.0) for v in order), *(overall[v] for v in order)]
    return linprog(cost.ravel(), A_eq=np.vstack([supply, demand]), b_eq=wanted, method="highs").fun


def classes_of(table):
    """The confidential values of each class of equal quasi-identifiers; missing counts as a value."""
    found = {}
    for row in table.to_pylist():
        key = tuple(row[name] for name in ("job", "age", "hobby"))
        found.setdefault(key, []).append(row["secret"] or "")
    return list(found.values())


def holds(values, table_values, method):
    """One demand on one class, as the authors of the model define it."""
    counts = sorted(Counter(values).values(), reverse=True)
    level = int(method.get("l_diversity", method.get("p_sensitive", 0)))
    if "t_closeness" in method:
        share = {v: n / len(values) for v, n in Counter(values).items()}
        overall = {v: n / len(table_values) for v, n in Counter(table_values).items()}
        apart = earth_mover(share, overall, GROUNDS[method["ground"]], table_values)
        return apart <= method["t_closeness"] + ROUNDING
    if method.get("diversity") == "entropy":
        entropy = -sum(n / len(values) * math.log(n / len(values)) for n in counts)
        return entropy >= math.log(method["l_diversity"]) - ROUNDING
    if method.get("diversity") == "recursive":
        return len(counts) >= level and counts[0] < method["c"] * sum(counts[level - 1 :])
    return len(counts) >= level


def random_table(draw, words):
    rows = draw.randint(8, 30)
    rare = draw.random() < 0.5
    secret = draw.choices(words, weights=[1 + 5 * rare * (i == 0) for i in range(len(words))], k=rows)
    return pa.table(
        {
            "job": draw.choices(["clerk", "nurse", "cook"], k=rows),
            "age": [draw.choice(["1", "2", "5", None]) for _ in range(rows)],
            "hobby": draw.choices(["soccer", "rugby", "swimming"], k=rows),
            "secret": [word or None for word in secret],
        }
    )


SPORTS = ["soccer", "futsal", "rugby", "swimming", "water", "ball", ""]
DEMANDS = {
    "distinct": ({"l_diversity": 3}, {}, ["u", "v", "w", "x", ""]),
    "entropy": ({"l_diversity": 1.8, "diversity": "entropy"}, {}, ["u", "v", "w", "x"]),
    "recursive": ({"l_diversity": 2, "diversity": "recursive", "c": 1.5}, {}, ["u", "v", "w", "x"]),
    "p-sensitive": ({"p_sensitive": 2}, {}, ["u", "v", ""]),
    "equal": ({"t_closeness": 0.35, "ground": "equal"}, {}, ["u", "v", "w", ""]),
    "ordered": ({"t_closeness": 0.2, "ground": "ordered"}, {"type": "numeric"}, ["1", "2", "3.5", "10", ""]),
    "hierarchical": ({"t_closeness": 0.3, "ground": "hierarchical"}, {"ontology": "sports.csv"}, SPORTS),
    "semantic": ({"t_closeness": 0.25, "ground": "semantic"}, {"ontology": "sports.csv"}, SPORTS),
}
MODES = {
    name: [mode.settings for mode in kind.modes() if mode.made().traits.takes_demands]
    for name, kind in METHODS.items()
    if kind.traits.takes_demands
}


@pytest.fixture(scope="module")
def ontology(tmp_path_factory):
    place = tmp_path_factory.mktemp("tree") / "sports.csv"
    place.write_text("child,parent\nsport,\n" + "".join(f"{c},{p}\n" for c, p in PARENT.items()))
    return str(place)


@pytest.mark.drawn
@pytest.mark.parametrize("name", MODES)
@pytest.mark.parametrize("demand", list(DEMANDS))
def test_every_class_meets_the_demands(demand, name, ontology):
    asked, meaning, words = DEMANDS[demand]
    meaning = {"ontology": ontology} if "ontology" in meaning else meaning
    kept, needed, cases = 0, 0, scale_count(24)
    for case in range(cases):
        draw = fresh_random(demand, name, case)
        table = random_table(draw, words)
        everyone = [value or "" for value in table["secret"].to_pylist()]
        k = draw.randint(2, 4)
        recipe = {
            "columns": {
                "job": {"role": "quasi", "type": "plain"},
                "age": {"role": "quasi", "type": "numeric"},
                "hobby": {"role": "quasi", "ontology": ontology, "root": "sport"},
                "secret": {"role": "confidential", **meaning},
            },
            "method": {"name": name, **MODES[name][case % len(MODES[name])], "k": k, **asked},
            "release": {"accept_unique": True},
        }
        try:
            masked = kn.mask(table, recipe, aligned=True)
        except PrivacyError:
            assert not holds(everyone, everyone, asked), case  # not even one class of all records would do
            continue
        classes = classes_of(masked.table)
        assert min(map(len, classes)) >= k
        for values in classes:
            assert holds(values, everyone, asked), (case, recipe["method"], values)
        kept += len(classes) > 1
        plain = kn.mask(table, {**recipe, "method": {"name": name, "k": k}}, aligned=True)
        needed += not all(holds(values, everyone, asked) for values in classes_of(plain.table))
    assert is_frequent(kept, cases, 0.2)  # not everything became one class,
    assert is_frequent(needed, cases, 0.2)  # and without the demand it would often have been broken


@pytest.mark.drawn
@pytest.mark.parametrize("demand", list(DEMANDS))
def test_verify_agrees_with_independent_counts(demand, ontology):
    """`kn.verify` on random tables finds the strongest demands that are met."""
    asked, meaning, words = DEMANDS[demand]
    meaning = {"ontology": ontology} if "ontology" in meaning else meaning
    recipe = {
        "columns": {"job": {"role": "quasi"}, "age": {"role": "other"}, "hobby": {"role": "other"},
                    "secret": {"role": "confidential", **meaning}},
        "method": {"name": "sa-mdav", "k": 2},
        "release": {"accept_unique": True},
    }  # fmt: skip
    for case in range(scale_count(12)):
        table = random_table(fresh_random("verify", demand, case), words)
        rows = [(row["job"], row["secret"] or "") for row in table.to_pylist()]
        everyone = [value for _, value in rows]
        classes = [[value for job, value in rows if job == one] for one in {job for job, _ in rows}]
        found = kn.verify(table, ["job"], ["secret"], recipe=recipe)
        counts = [sorted(Counter(values).values(), reverse=True) for values in classes]
        assert found.k == min(map(len, classes))
        assert found.l == found.p == min(map(len, counts))
        least = min(-sum(n / sum(c) * math.log(n / sum(c)) for n in c) for c in counts)
        assert found.entropy_l == pytest.approx(math.exp(least))
        for level in range(2, found.l + 1):
            assert found.recursive[level - 2] == pytest.approx(max(c[0] / sum(c[level - 1 :]) for c in counts))
        overall = {v: n / len(everyone) for v, n in Counter(everyone).items()}
        for ground, t in found.closeness["secret"].items():
            shares = [{v: n / len(values) for v, n in Counter(values).items()} for values in classes]
            greatest = max(earth_mover(share, overall, GROUNDS[ground], everyone) for share in shares)
            assert t == pytest.approx(greatest, abs=1e-6), (case, ground)
        assert found.t == pytest.approx(found.closeness["secret"]["equal"])
        if "ground" in asked:
            assert asked["ground"] in found.closeness["secret"]
