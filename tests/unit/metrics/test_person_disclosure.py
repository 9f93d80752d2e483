"""Attribute disclosure where persons are known: against plain loops over persons, by hand, and on every engine."""

import random
from collections import Counter, defaultdict

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest

import kinonym as kn
from drawing import fresh_random, scale_count
from engines.engines import spark_session
from kinonym.metrics import Concepts, ConfidentialCounts
from kinonym.tuples.persons import PersonValues
from metrics.cases import SPORTS

CASES = scale_count(20)
WORDS = ("soccer", "rugby", "surfing", "swimming", "boxing", None)


def counted(rows, values):
    """Rows (class, value, person) as the counts of a column."""
    group, value, person = (np.array(part) for part in zip(*rows, strict=True))
    classes, once = int(group.max()) + 1, np.ones(len(rows), dtype=np.int64)
    cells = Counter((g, v) for g, v, _ in rows)
    first, second = (np.array(part) for part in zip(*cells, strict=True))
    return ConfidentialCounts(
        name="sport",
        sizes=np.bincount(group),
        cells=(first, second, np.array(list(cells.values()))),
        meaning=Concepts(SPORTS, np.array([-1 if w is None else SPORTS.number(w) for w in WORDS[:values]])),
        person_values=PersonValues.from_cells(group, value, person, once, classes),
    )


def drawn(case):
    draw = fresh_random("disclosure", case)
    people, classes = draw.randint(2, 7), draw.randint(1, 4)
    rows = [(g, draw.randrange(6), draw.randrange(people)) for g in range(classes)]
    return rows + [(draw.randrange(classes), draw.randrange(6), draw.randrange(people)) for _ in range(20)]


def had(rows):
    """Class → person → her values there."""
    classes = defaultdict(lambda: defaultdict(list))
    for group, value, person in rows:
        classes[group][person].append(value)
    return classes


def shares(people, weight):
    """What values weigh if every person weighs 1."""
    weights = Counter()
    for values in people.values():
        for value in values:
            weights[value] += weight / len(values)
    return weights


@pytest.mark.drawn
@pytest.mark.parametrize("case", range(CASES))
def test_values_against_plain_loops(case):
    rows = drawn(case)
    found, classes = counted(rows, 6).disclosure(), had(rows)
    everyone = had([(0, value, person) for _, value, person in rows])[0]
    guess = {g: max(sum(v in values for values in p.values()) for v in range(6)) / len(p) for g, p in classes.items()}
    best = [max(guess[g] for g, own in classes.items() if person in own) for person in everyone]
    before = max(sum(v in values for values in everyone.values()) for v in range(6)) / len(everyone)
    assert found.homogeneous == pytest.approx(sum(b == 1 for b in best) / len(everyone))
    assert found.homogeneous_classes == sum(g == 1 for g in guess.values())
    assert found.guess_before == pytest.approx(before)
    assert found.guess == pytest.approx(max(before, sum(best) / len(best)))
    table = shares(everyone, 1 / len(everyone))
    apart = {
        g: sum(abs(own[v] - table[v]) for v in range(6)) / 2
        for g, own in ((g, shares(p, 1 / len(p))) for g, p in classes.items())
    }
    assert found.closeness == pytest.approx(max(apart.values()))
    times = Counter(person for _, _, person in rows)
    assert found.mean_closeness == pytest.approx(sum(apart[g] / times[p] for g, _, p in rows) / len(everyone))


@pytest.mark.drawn
@pytest.mark.parametrize("case", range(CASES))
def test_meanings_against_plain_loops(case):
    rows = [row for row in drawn(case) if row[1] != 5]
    found, classes = counted(drawn(case), 6).semantic_disclosure(), had(rows)
    everyone = had([(0, value, person) for _, value, person in rows])[0]

    def depth(people):
        above = [{c for v in values for c in SPORTS.above(SPORTS.number(WORDS[v]))} for values in people.values()]
        return max(SPORTS.depths[c] for c in set.intersection(*above))

    deep = {g: depth(people) for g, people in classes.items()}
    own = depth(everyone)
    known = [any(deep[g] > own for g, people in classes.items() if person in people) for person in everyone]
    times = Counter(person for _, _, person in rows)
    assert (found.depth, found.deepest) == (own, max(deep.values()))
    assert found.homogeneous == pytest.approx(sum(known) / len(everyone))
    assert found.mean_depth == pytest.approx(sum(deep[g] / times[p] for g, _, p in rows) / len(everyone))


def test_a_value_that_all_members_have_is_known_despite_further_values():
    """Class 0: persons 0 and 1 both have soccer, besides rugby and surfing. By record the best guess is right in half."""
    rows = [(0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 2, 1), (1, 3, 2), (1, 4, 3)]
    column = counted(rows, 6)
    found = column.disclosure()
    assert (found.homogeneous, found.homogeneous_classes) == (0.5, 1)
    assert found.guess == pytest.approx((1 + 1 + 1 / 2 + 1 / 2) / 4)
    assert found.guess_before == 0.5
    distinct, guess, _ = column.by_class()
    assert distinct.tolist() == [3, 2]
    assert guess.tolist() == [1.0, 0.5]


def people(number=60):
    draw = random.Random(8)
    who = [None if i % 12 == 7 else f"p{draw.randrange(14)}" for i in range(number)]
    return pa.table({
        "who": who, "a": [draw.choice("xyz") for _ in who], "b": [draw.choice("uv") for _ in who],
        "ill": [draw.choice("klm") for _ in who],
    })  # fmt: skip


RECIPE = {
    "table": {"person": "who"},
    "columns": {"a": {"role": "quasi", "type": "plain"}, "b": {"role": "quasi", "type": "plain"}, "ill": {"role": "confidential"}},
    "method": {"name": "suppress", "k": 6},
    "release": {"accept_unique": True},
}  # fmt: skip


def disclosed_by_hand(table, released):
    rows, numbers = [], {}
    for i, (who, ill) in enumerate(zip(table["who"].to_pylist(), table["ill"].to_pylist(), strict=True)):
        cells = (released["a"][i].as_py(), released["b"][i].as_py())
        group = numbers.setdefault(cells, len(numbers))
        rows.append((group, "klm".index(ill), who or f"nobody {i}"))
    names = sorted({row[2] for row in rows})
    return counted([(g, v, names.index(who)) for g, v, who in rows], 3).disclosure()


@pytest.mark.parametrize(
    "method", [{"name": "suppress", "k": 6}, {"name": "sa-mdav", "k": 4}, {"name": "srs1", "k": 3}]
)
def test_a_run_counts_persons(method):
    table = people()
    result = kn.mask(table, RECIPE | {"method": method}, aligned=True)
    [found], expected = result.assessment.disclosures, disclosed_by_hand(table, result.table)
    assert found.homogeneous == pytest.approx(expected.homogeneous)
    for name in ("homogeneous_classes", "guess", "guess_before", "closeness", "mean_closeness"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name))


@pytest.mark.parametrize("engine", ["memory", "duckdb", "spark"])
def test_every_engine_counts_persons_of_the_written_file(tmp_path, engine):
    if engine == "spark":
        spark_session()
    table = people()
    pa.csv.write_csv(table, tmp_path / "data.csv")
    expected = disclosed_by_hand(table, kn.mask(table, RECIPE, aligned=True).table)
    result = kn.mask_file(tmp_path / "data.csv", RECIPE, tmp_path / "out.csv", engine=engine)
    [found] = result.assessment.disclosures
    assert (found.guess, found.homogeneous) == pytest.approx((expected.guess, expected.homogeneous))
    assert (found.closeness, found.mean_closeness) == pytest.approx((expected.closeness, expected.mean_closeness))


def test_verify_counts_persons():
    table = people()
    found = kn.verify(table, ["a", "b"], ["ill"], person="who")
    assert found.disclosures[0].guess == pytest.approx(disclosed_by_hand(table, table).guess)
    figure = dict(found.rows())["ill"]
    assert "of the persons" in figure
    assert "of the records" not in figure
