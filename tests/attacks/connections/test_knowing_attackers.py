"""Attackers who know the method are named in claims, reports and comparisons, and count in the risk."""

import json
import os
from pathlib import Path

import pandas as pd
import pytest

import kinonym as kn
from connections import hospital

KNOWS = "hence how likely each value becomes each other"


@pytest.fixture
def files(tmp_path):
    return hospital.write_table(tmp_path, hospital.rows(200)), tmp_path


def test_the_claim_of_noise_names_attackers_who_know_its_chances(files):
    source, folder = files
    result = kn.mask_file(source, hospital.recipe(folder, {"name": "noise", "alpha": 0.1}), folder / "out.csv")
    assert KNOWS in " ".join(claim.sentence for claim in result.claims)
    assert result.assessment.strongest.kind == "knows-the-chances"


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        ({"name": "noise", "alpha": 0.3}, "knows-the-chances"),
        ({"name": "noise-naive"}, "knows-the-chances"),
        ({"name": "noise-probabilistic"}, "knows-the-chances"),
        ({"name": "data-swap"}, "knows-the-chances"),
        ({"name": "srs2", "k": 3}, "repeats-the-method"),
        ({"name": "record-swap", "k": 3}, "repeats-the-method"),
    ],
    ids=str,
)
def test_the_report_shows_how_many_records_these_attackers_link(files, method, kind):
    source, folder = files
    report = folder / "out.json"
    kn.mask_file(source, hospital.recipe(folder, method), folder / "out.csv", report=report)
    risk = json.loads(report.read_text())["risk"]
    linked = {attacker["kind"]: attacker["chance"] for attacker in risk["attackers"]}
    assert kind in linked
    assert risk["chance"] >= linked[kind]


def test_a_comparison_uses_these_attackers_for_its_risk(files):
    source, folder = files
    recipe = hospital.recipe(folder, {"name": "noise", "alpha": 0.1})
    point = kn.compare(pd.read_csv(source, dtype=str), recipe, methods=["noise"], alpha=[0.1]).points[0]
    assert point.attacker == "knows the chances"


def test_the_attacker_links_more_diabetes_records_than_repeating_the_method():
    """1,000 records, correlated, mean: repeating the method 200 times links 50.3 % and 30 %; this attacker links more."""
    data = Path(os.environ.get("KINONYM_DATA", "nowhere"))
    table, codes = data / "diabetes130" / "diabetic_data.csv.gz", data / "ontologies" / "icd9cm_2015.csv"
    if not (table.exists() and codes.exists()):
        pytest.skip("KINONYM_DATA names no folder with Diabetes 130 and ICD-9-CM")
    every = pd.read_csv(table, dtype=str, keep_default_na=False, usecols=["diag_1", "diag_2"])
    sample = every[(every != "?").all(axis=1)].sample(1000, random_state=1)
    column = {"role": "quasi", "ontology": str(codes), "unmapped": "isolate"}
    recipe = {"columns": dict.fromkeys(sample, column), "method": {"name": "noise", "alpha": 0.3}}
    points = kn.compare(sample, recipe, methods=["noise"], alpha=[0.3, 1.0], seed=5).points
    # standard error of a share of 1,000 persons: 1.6 %
    assert points[0].risk == pytest.approx(0.54, abs=0.05)
    assert points[1].risk == pytest.approx(0.36, abs=0.05)
    assert points[0].risk > 0.503 - 0.016
    assert points[1].risk > 0.30
