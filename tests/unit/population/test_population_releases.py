"""k-map and survey weights through the public API: releases are counted again here, naively."""

import csv
import json
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest

import kinonym as kn
from drawing import fresh_random, fresh_seed, is_frequent, scale_count
from kinonym.errors import DataError, PrivacyError, RecipeError
from kinonym.methods.k_anonymous import KAnonymous

METHODS = {
    "sa-mdav": {"name": "sa-mdav"},
    "sa-mdav, refined": {"name": "sa-mdav", "refine": True},
    "mdav": {"name": "mdav"},
    "k-ward": {"name": "k-ward"},
    "resample": {"name": "resample"},
    "recode": {"name": "recode"},
    "generalise": {"name": "generalise"},
    "generalise, local": {"name": "generalise", "scheme": "local"},
    "generalise, sse": {"name": "generalise", "scheme": "local", "minimise": "sse"},
}
JOBS = ["nurse", "midwife", "plumber", "welder", "teacher", "lawyer"]
TABLES = 8


def draw_population(draw, folder):
    """A population of jobs and ages in a file, with counts, and a sample of it."""
    people = [(draw.choice(JOBS), str(draw.choice(range(20, 20 + draw.randint(2, 6))))) for _ in range(150)]
    sample = draw.sample(people, draw.randint(15, 50))
    counts = Counter(people)
    rows = [(*combination, number) for combination, number in counts.items()]
    if draw.random() < 0.5:
        rows = [(*combination, 1) for combination in people]
    with (folder / "census.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("job", "age", "count"), *rows])
    return sample, counts


def make_recipe(folder, method, **table):
    recipe = {
        "table": table,
        "columns": {
            "job": {"role": "quasi", "ontology": "wordnet"},
            "age": {"role": "quasi", "type": "numeric"},
            **({"w": {"role": "other"}} if "weight" in table else {}),
        },
        "method": method,
        "release": {"accept_unique": True, "confirm": ["w"] if "weight" in table else []},
    }
    return kn.Recipe.model_validate({**recipe, "folder": folder})


def count_fewest(sample, released, persons):
    """The persons with one of the original combinations of a released one; of the rarest."""
    originals = {}
    for own, masked in zip(sample, released, strict=True):
        originals.setdefault(masked, set()).add(own)
    return min(sum(persons[own] for own in each) for each in originals.values())


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_every_class_stands_for_k_map_persons(method, tmp_path):
    released = 0
    for case in range(scale_count(TABLES)):
        draw = fresh_random("k-map", str(method), case)
        sample, counts = draw_population(draw, tmp_path)
        k_map = draw.choice([3, 10, 25])
        recipe = make_recipe(tmp_path, {**method, "k": 2, "k_map": k_map}, population="census.csv")
        table = pa.table({"job": [j for j, _ in sample], "age": [a for _, a in sample]})
        if sum(counts[own] for own in set(sample)) < k_map:
            continue
        result = kn.mask(table, recipe, aligned=True, seed=fresh_seed("k-map run", case))
        released += 1
        rows = list(zip(*(result.table.column(name).to_pylist() for name in ("job", "age")), strict=True))
        fewest = count_fewest(sample, rows, counts)
        assert fewest >= k_map
        assert min(Counter(rows).values()) >= 2
        assert any(f"at least {fewest:,} persons of the population table" in str(claim) for claim in result.claims)
        assert result.assessment.population_risk.after.fewest == fewest
    assert is_frequent(released, scale_count(TABLES), 0.5)


def test_k_map_allows_smaller_groups_than_k(tmp_path):
    draw = fresh_random("k-map loss")
    sample, _ = draw_population(draw, tmp_path)
    table = pa.table({"job": [j for j, _ in sample], "age": [a for _, a in sample]})
    demanded = make_recipe(tmp_path, {"name": "sa-mdav", "k": 2, "k_map": 8}, population="census.csv")
    strict = make_recipe(tmp_path, {"name": "sa-mdav", "k": 8}, population="census.csv")
    assert kn.mask(table, demanded, seed=1).utility.loss < kn.mask(table, strict, seed=1).utility.loss


def test_weights_estimate_and_never_guarantee(tmp_path):
    draw = fresh_random("weights")
    sample, _ = draw_population(draw, tmp_path)
    weights = [draw.choice([1.5, 10.0, 40.0]) for _ in sample]
    table = pa.table({"job": [j for j, _ in sample], "age": [a for _, a in sample], "w": weights})
    recipe = make_recipe(tmp_path, {"name": "sa-mdav", "k": 2, "k_map": 60}, weight="w")
    result = kn.mask(table, recipe, aligned=True)
    rows = list(zip(*(result.table.column(name).to_pylist() for name in ("job", "age")), strict=True))
    sums = Counter()
    for row, weight in zip(rows, weights, strict=True):
        sums[row] += weight
    assert min(sums.values()) >= 60
    estimates = [claim for claim in result.claims if "persons of the population" in str(claim)]
    assert len(estimates) == 1
    assert not estimates[0].guarantee
    assert str(estimates[0]).startswith("Estimated from survey weights, not guaranteed")
    risk = result.assessment.population_risk
    assert not risk.known
    assert risk.size == pytest.approx(sum(weights))
    assert "(estimated)" in result.report.document(".html")
    assert json.loads(result.report.json())["figures"]["population_risk"] is not None


def test_weights_in_a_file_with_a_decimal_comma(tmp_path):
    rows = [("nurse", "30", "2,5"), ("plumber", "31", "1,5")] * 6
    with (tmp_path / "data.csv").open("w", newline="") as file:
        csv.writer(file, delimiter=";").writerows([("job", "age", "w"), *rows])
    recipe = make_recipe(tmp_path, {"name": "sa-mdav", "k": 2, "k_map": 9}, weight="w", decimal=",")
    result = kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "out.csv", ledger=False)
    assert result.assessment.population_risk.after.fewest == pytest.approx(9.0)


def test_private_risk_file_has_special_uniques_and_population_risk(tmp_path):
    with (tmp_path / "data.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("job", "age"), *[("nurse", "30")] * 5, ("welder", "31")])
    with (tmp_path / "census.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("job", "age"), *[("nurse", "30")] * 50, *[("welder", "31")] * 4])
    recipe = make_recipe(tmp_path, {"name": "sa-mdav", "k": 3}, population="census.csv")
    kn.mask_file(
        tmp_path / "data.csv", recipe, tmp_path / "out.csv", private_risk=tmp_path / "risk.jsonl", ledger=False
    )
    lines = [json.loads(line) for line in (tmp_path / "risk.jsonl").read_text().splitlines()]
    special = [line for line in lines if line["kind"] == "special unique"]
    assert [(line["before"], line["columns"]) for line in special] == [(["welder", 31.0], [["job"], ["age"]])]
    rows = [line for line in lines if line["kind"] == "row"]
    assert [row["population_before"] for row in rows] == pytest.approx([1 / 50] * 5 + [1 / 4])
    assert [row["special_unique"] > 0 for row in rows] == [False] * 5 + [True]


def test_method_that_ignores_k_map_is_refused(tmp_path, monkeypatch):
    """The connection between the demand and the gate: a plan that does not meet it is not released."""
    from kinonym.methods import k_anonymous

    with (tmp_path / "census.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("job", "age"), *[("nurse", "30")] * 4, *[("welder", "31")] * 40])
    table = pa.table({"job": ["nurse"] * 4 + ["welder"] * 4, "age": ["30"] * 4 + ["31"] * 4})
    recipe = make_recipe(tmp_path, {"name": "sa-mdav", "k": 3, "k_map": 10}, population="census.csv")
    assert len(set(kn.mask(table, recipe, aligned=True).table.column("job").to_pylist())) == 1
    asked = k_anonymous.find_table_demands
    monkeypatch.setattr(
        k_anonymous, "find_table_demands", lambda demands, tuples, k, k_map=None: asked(demands, tuples, k)
    )
    with pytest.raises(PrivacyError, match=r"stands for 4\.0 persons of the population where 10 are required"):
        kn.mask(table, recipe)


def test_population_by_persons(tmp_path):
    with (tmp_path / "census.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("job", "count"), ("nurse", 3), ("welder", 20), ("lawyer", 30)])
    recipe = kn.Recipe.model_validate(
        {
            "table": {"person": "id", "population": "census.csv"},
            "columns": {"id": {"role": "identifier"}, "job": {"role": "quasi", "ontology": "wordnet"}},
            "method": {"name": "mdav", "k": 2, "k_map": 15},
            "folder": tmp_path,
        }
    )
    jobs = ["nurse"] * 4 + ["welder"] * 4 + ["lawyer"] * 4
    table = pa.table({"id": [f"p{i // 2}" for i in range(12)], "job": jobs})
    result = kn.mask(table, recipe, aligned=True)
    persons = {"nurse": 3, "welder": 20, "lawyer": 30}
    rows = [(value,) for value in result.table.column("job").to_pylist()]
    assert count_fewest([(j,) for j in jobs], rows, {(j,): n for j, n in persons.items()}) >= 15


WRONG = {
    "no population": ({}, {"k_map": 5}, "which the recipe does not describe"),
    "both": ({"population": "census.csv", "weight": "w"}, {}, "both describe the population"),
    "unknown weight": ({"weight": "v"}, {}, "which the recipe does not have"),
    "masked weight": ({"weight": "age"}, {}, "would be masked"),
    "sampled weight": ({"weight": "w", "sample": 0.5}, {}, "cannot be combined with table.sample"),
}


@pytest.mark.parametrize(("table", "method", "message"), WRONG.values(), ids=WRONG)
def test_mistakes_are_rejected(table, method, message, tmp_path):
    columns = {"job": {"role": "quasi"}, "age": {"role": "quasi", "type": "numeric"}, "w": {"role": "other"}}
    recipe = {"table": table, "columns": columns, "method": {"name": "sa-mdav", "k": 2, **method}}
    data = pa.table({"job": ["a", "b"] * 4, "age": ["1", "2"] * 4, "w": ["1"] * 8})
    with pytest.raises(RecipeError, match=message):
        kn.mask(data, recipe)


def test_population_that_lacks_people_of_the_table_is_rejected(tmp_path):
    (tmp_path / "census.csv").write_text("job,age\nnurse,30\nnurse,31\n")
    recipe = make_recipe(tmp_path, {"name": "sa-mdav", "k": 2}, population="census.csv")
    table = pa.table({"job": ["nurse"] * 4, "age": ["30", "30", "31", "31"]})
    with pytest.raises(DataError, match="fewer persons than the table for 2 combinations"):
        kn.mask(table, recipe)
    (tmp_path / "census.csv").write_text("job\nnurse\n")
    with pytest.raises(RecipeError, match="does not have the masked column 'age'"):
        kn.mask(table, recipe)


@pytest.mark.parametrize("weight", ["0", "-1", "x", "", "inf"])
def test_weights_must_be_positive_numbers(weight, tmp_path):
    recipe = make_recipe(tmp_path, {"name": "sa-mdav", "k": 2}, weight="w")
    table = pa.table({"job": ["nurse"] * 4, "age": ["30"] * 4, "w": ["1", "1", "1", weight]})
    with pytest.raises(DataError, match="are not numbers greater than 0"):
        kn.mask(table, recipe)


@pytest.mark.parametrize("method", ["suppress", "record-swap"])
def test_methods_without_classes_that_grow_reject_k_map(method, tmp_path):
    with pytest.raises(RecipeError, match="no parameter 'k_map'"):
        make_recipe(tmp_path, {"name": method, "k": 2, "k_map": 5}, population="c.csv").resolved_method  # noqa: B018


def test_too_small_population_names_the_largest_possible_k_map(tmp_path):
    (tmp_path / "census.csv").write_text("job,age\n" + "nurse,30\n" * 6)
    recipe = make_recipe(tmp_path, {"name": "sa-mdav", "k": 2, "k_map": 7}, population="census.csv")
    with pytest.raises(PrivacyError, match="k_map = 7 cannot be reached") as error:
        kn.mask(pa.table({"job": ["nurse"] * 3, "age": ["30"] * 3}), recipe)
    assert error.value.hint == "the largest possible k_map is 6"


def test_every_method_with_demands_takes_k_map():
    for kind in KAnonymous.__subclasses__():
        assert "k_map" in kind.parameters()
    assert np.isfinite(len(METHODS))
