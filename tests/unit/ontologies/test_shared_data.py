"""The real ontologies of the evaluation data, where they are; each figure is counted here by other code."""

from __future__ import annotations

import csv
import gzip
import re

import pytest

from kinonym.ontologies import load, stats
from ontologies.equality import links


@pytest.mark.parametrize(
    ("column", "levels"),
    [("occupation", 3), ("native-country", 3), ("education", 4), ("age", 5)]
    + [(name, None) for name in ("marital-status", "race", "salary-class", "sex", "workclass")],
)
def test_arx_hierarchies(shared_data, column, levels):
    path = shared_data / "adult_arx" / f"adult_hierarchy_{column}.csv"
    rows = [line.split(";") for line in path.read_text().splitlines()]
    taxonomy = load(path)
    assert taxonomy.root == "*"
    assert taxonomy.max_depth == (levels or len(rows[0]))
    distinct = {(level, text) for row in rows for level, text in enumerate(row)}
    assert len(taxonomy) == len(distinct)
    assert all(taxonomy.depth(row[0]) == len(row) for row in rows)


def test_icd9cm(shared_data):
    path = shared_data / "ontologies" / "icd9cm_2015.csv"
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    taxonomy = load(path)
    assert len(taxonomy) == len(rows) == 17_727
    assert links(taxonomy) == {(row["code"], row["parent"]) for row in rows if row["parent"]}
    assert taxonomy.label("25000").startswith("Diabetes mellitus without mention of complication")


def test_hpo(shared_data):
    path = shared_data / "ontologies" / "hp-2026-02-16.obo.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    terms = [frame for frame in text.split("\n[Term]\n")[1:] if "is_obsolete: true" not in frame]
    found = stats(load(path))
    assert found.concepts == len(terms) > 19_000
    assert found.links == sum(len(re.findall(r"^is_a: ", frame, re.MULTILINE)) for frame in terms)
    assert found.version == "hp/releases/2026-02-16"
    assert "hpo.jax.org" in found.licence


def test_disease_ontology_is_the_same_in_obo_and_owl(shared_data):
    pytest.importorskip("pyoxigraph", reason="the extra owl is not installed")
    obo = load(shared_data / "ontologies" / "DO_cancer_slim.obo")
    owl = load(shared_data / "ontologies" / "DO_cancer_slim.owl")

    def short(concept):
        return concept.rpartition("/")[2].replace("_", ":")

    assert {(short(child), short(parent)) for child, parent in links(owl)} == links(obo)
    labels = {short(c): set(owl.labels(c)) - {short(c)} for c in owl.concepts if c != owl.root}
    assert labels == {c: set(obo.labels(c)) for c in obo.concepts if c != obo.root}


def test_m49_of_the_evaluation_data_is_what_is_shipped(shared_data):
    given, shipped = load(shared_data / "ontologies" / "un_m49.csv"), load("m49")
    assert given.concepts == shipped.concepts
    assert links(given) == links(shipped)
