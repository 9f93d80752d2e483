"""Coverage on published tables (issue figures); skipped where the evaluation data are not at hand."""

import csv
import gzip
from collections import Counter

import pytest

from kinonym import ontologies
from kinonym.mapping import map_values


@pytest.fixture(scope="module")
def icd9(data_folder):
    return ontologies.load(data_folder / "ontologies" / "icd9cm_2015.csv")


@pytest.fixture(scope="module")
def encounters(data_folder):
    with gzip.open(data_folder / "diabetes130" / "diabetic_data.csv.gz", "rt") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(("column", "distinct"), [("diag_1", 716), ("diag_2", 748), ("diag_3", 789)])
def test_every_diagnosis_of_diabetes_130_has_a_concept(icd9, encounters, column, distinct):
    counts = Counter(row[column] for row in encounters if row[column] != "?")
    mapping = map_values(icd9, list(counts), list(counts.values()))
    assert len(mapping.rows) == distinct
    assert not mapping.unmapped
    bare = {value.replace(".", ""): concept for value, concept in mapping.concept_of.items()}
    assert all(concept.lstrip("0") == value.lstrip("0") for value, concept in bare.items())


def test_every_diagnosis_of_the_mimic_demo_has_a_concept(icd9, data_folder):
    with (data_folder / "mimic3_demo" / "DIAGNOSES_ICD.csv").open() as file:
        counts = Counter(row["ICD9_CODE"] for row in csv.DictReader(file))
    mapping = map_values(icd9, list(counts), list(counts.values()))
    assert mapping.coverage.records == 1761
    assert not mapping.unmapped


def test_countries_of_adult_are_places_in_wordnet(data_folder):
    with (data_folder / "adult_arx" / "adult.csv").open() as file:
        counts = Counter(row["native-country"] for row in csv.DictReader(file, delimiter=";"))
    mapping = map_values(ontologies.load("wordnet"), list(counts), list(counts.values()), suggestions=0)
    assert {"France": "france.n.01", "China": "china.n.01", "Puerto-Rico": "puerto_rico.n.01"}.items() <= (
        mapping.concept_of.items()
    )
    misspelt = {"Outlying-US(Guam-USVI-etc)", "Trinadad&Tobago", "Hong", "Holand-Netherlands"}
    assert {row.value for row in mapping.unmapped} == misspelt
