"""Figures measured by a run reach its report, the private file, comparisons and the command's output."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from kinonym.assess import Assessment
from kinonym.cli.mask import Where, mask_table
from kinonym.comparing import sweep
from kinonym.domains import Nominal
from kinonym.release.report import Published, make_report
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points

COLUMNS = {
    "town": {"role": "quasi", "type": "plain"},
    "age": {"role": "quasi", "type": "numeric", "precision": 0},
    "ill": {"role": "confidential"},
}


def recipe_of(**method):
    return {"columns": COLUMNS, "method": method, "release": {"accept_unique": True}}


@pytest.fixture
def table():
    rng = np.random.default_rng(7)
    return pd.DataFrame(
        {
            "town": rng.choice(list("abcd"), 40),
            "age": rng.integers(20, 60, 40).astype(str),
            "ill": rng.choice(["flu", "cold"], 40),
        }
    )


def test_every_attack_of_the_run_is_in_the_report(table):
    result = kn.mask(table, recipe_of(name="srs1", k=3), aligned=True)
    reported = {attacker["who"]: attacker for attacker in result.report.figures["risk"]["attackers"]}
    assert len(result.attacks) >= 4
    for attack in result.attacks:
        assert reported[attack.attacker]["chance"] == attack.success
        assert reported[attack.attacker]["certain"] == attack.certain


def test_every_attack_counts_in_a_comparison(table, monkeypatch):
    attack = sweep.attack
    monkeypatch.setattr(sweep, "attack", lambda *given: (replace(attack(*given)[0], success=0.987, certain=0.654),))
    (point,) = kn.compare(table, recipe_of(name="srs1", k=3), methods=["srs1"], k=[3]).points
    assert (point.risk, point.certain) == (0.987, 0.654)
    assert point.balance == pytest.approx((point.loss + 98.7) / 2)


def test_every_row_is_in_the_private_file(table, tmp_path):
    table.loc[[3, 8], "town"] = ""
    recipe = {**recipe_of(name="sa-mdav", k=4), "table": {"missing_values": "drop"}}
    result = kn.mask(table, recipe, aligned=True)
    result.write_private_risk(tmp_path / "risk.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "risk.jsonl").read_text().splitlines()]
    classes = {line["class"]: line for line in lines if line["kind"] == "class"}
    rows = [line for line in lines if line["kind"] == "row"]
    assert [line["row"] for line in rows] == list(range(1, 41))
    assert [line["row"] for line in rows if line["class"] == -1] == [4, 9]
    released = iter(result.table[["town", "age"]].itertuples(index=False))
    alone = table.groupby(["town", "age"])["ill"].transform("size") == 1
    for i, line in enumerate(rows):
        if line["class"] == -1:
            assert line["chance_class"] == 0.0
            continue
        values = next(released)
        assert [str(v).removesuffix(".0") for v in classes[line["class"]]["after"]] == [
            str(v).removesuffix(".0") for v in values
        ]
        assert line["chance_class"] == 1 / classes[line["class"]]["records"]
        assert line["unique_before"] == alone[i]


def test_the_command_prints_the_recounted_figures(table, tmp_path, capsys):
    table.loc[[3, 8], "town"] = ""
    table.to_csv(tmp_path / "t.csv", index=False)
    recipe = kn.Recipe(**recipe_of(name="sa-mdav", k=4), table={"missing_values": "drop"})
    (tmp_path / "r.toml").write_text(recipe.to_toml())
    mask_table(
        tmp_path / "t.csv", tmp_path / "r.toml", tmp_path / "out.csv", report=None, private=None, where=Where(), seed=None,
        show_values=False,
    )  # fmt: skip
    said = " ".join(capsys.readouterr().out.split())
    written = pd.read_csv(tmp_path / "out.csv", dtype=str)
    assert f"records 38 masked, {len(written)} written" in said
    smallest = written.groupby(["town", "age"]).size().min()
    assert f"smallest group {smallest} records, recounted in the written file" in said


def test_targets_of_few_records_are_not_published():
    taxonomy = kn.Taxonomy.from_parents({"sport": [], "soccer": ["sport"], "rugby": ["sport"], "boxing": ["sport"]})
    domain = Nominal(taxonomy)
    points = domain.encode(["soccer", "rugby"])[:, None]
    tuples, _ = Tuples.from_points(["sport"], [domain], points, np.array([33, 33]))
    place = {
        name: int(np.flatnonzero(tuple_points(tuples)[:, 0] == domain.encode([name])[0])[0])
        for name in ("soccer", "rugby")
    }
    soccer, rugby = place["soccer"], place["rugby"]
    # 30 stayed, 3 became the other: published, the 3 would disclose three persons; so would 33 − 30.
    moves = [(soccer, soccer, 30), (soccer, rugby, 3), (rugby, rugby, 30), (rugby, soccer, 3)]
    source, target, count = (np.array(side, dtype=np.int64) for side in zip(*moves, strict=True))
    plan = Plan(tuples, source, target, count, tuple_points(tuples))
    published = Published(exact=Assessment(plan=plan), claims=(), run_notices=(), coverage={}, recipe="", seeded=False)
    page = make_report(published).page()
    assert page.count("2 values, too rare to show") == 2
    assert "soccer 3" not in page
    assert "rugby 3" not in page


def test_confidential_meanings_are_in_the_report(table, tmp_path):
    (tmp_path / "ills.csv").write_text("child,parent\nill,\nlung,ill\nflu,lung\ncold,lung\n")
    recipe = recipe_of(name="sa-mdav", k=3)
    recipe["columns"] = {
        **COLUMNS,
        "ill": {"role": "confidential", "type": "nominal", "ontology": str(tmp_path / "ills.csv")},
    }
    (found,) = kn.mask(table, recipe, aligned=True).report.figures["risk"]["semantic_disclosure"]
    assert (found["column"], found["depth"]) == ("ill", 2)  # flu and cold meet at lung
