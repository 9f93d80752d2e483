"""The demo's records: every word is in its ontology and fits its record; many records are unique."""

import tomllib
from collections import Counter

import numpy as np
import pytest

from kinonym import ontologies
from kinonym.demo.records import RECIPE, discharges
from kinonym.demo.tables import COMORBIDITIES, OCCUPATIONS, PRINCIPALS, REGIONS
from kinonym.errors import UsageError

QUASI = ["principal_diagnosis", "secondary_diagnosis", "occupation", "region", "age"]


@pytest.fixture(scope="module")
def table() -> dict[str, list[str]]:
    return discharges(5000, np.random.default_rng(7))


def test_every_diagnosis_is_a_code_of_icd_10_cm_that_may_be_reported():
    icd = ontologies.load("icd10cm")  # read from simple_icd_10_cm
    codes = {p.code for p in PRINCIPALS}.union(COMORBIDITIES.split(), *(p.secondary.split() for p in PRINCIPALS))
    assert codes <= set(icd.concepts)
    assert [code for code in sorted(codes) if icd.children(code)] == []


def test_the_table_of_principal_diagnoses_is_sound():
    assert len({p.code for p in PRINCIPALS}) == len(PRINCIPALS) >= 60
    for p in PRINCIPALS:
        low, mode, high = p.ages
        assert 0 <= low <= mode <= high
        assert p.weight > 0 < p.days
        assert 0 <= p.deaths < 0.5
        assert p.code not in p.secondary.split()


def test_every_occupation_has_one_sense_below_person_and_is_its_first_name(table):
    wordnet = ontologies.load("wordnet")
    for word in {*OCCUPATIONS, *table["occupation"]}:
        senses = [concept for concept in wordnet.find(word) if "person.n.01" in wordnet.subsumers(concept)]
        assert [wordnet.label(concept) for concept in senses] == [word]


def test_every_region_is_a_label_of_m49():
    m49 = ontologies.load("m49")
    assert [name for name in REGIONS if name not in {m49.label(concept) for concept in m49.concepts}] == []


def test_the_values_of_a_record_are_consistent(table):
    of = {p.code: p for p in PRINCIPALS}
    rows = zip(*(table[column] for column in (*QUASI, "length_of_stay")), strict=True)
    for code, secondary, occupation, _, age, days in rows:
        low, _, high = of[code].ages
        assert low <= int(age) <= high
        assert secondary in of[code].secondary.split() or secondary in COMORBIDITIES.split()
        assert secondary != code
        assert int(days) >= 1
        assert (occupation == "neonate") == code.startswith("Z38")
        assert occupation != "pensioner" or int(age) >= 60


def test_babies_are_born_to_the_young_and_hips_break_in_the_old(table):
    ages: dict[str, list[int]] = {}
    for code, age in zip(table["principal_diagnosis"], table["age"], strict=True):
        ages.setdefault(code, []).append(int(age))
    assert set(ages["Z38.00"]) == {0}
    assert np.median(ages["O80"]) < 40
    assert np.median(ages["S72.001A"]) > 70


def test_some_patients_come_back(table):
    records = Counter(table["patient_id"])
    assert 0.1 < 1 - len(records) / 5000 < 0.2
    assert max(records.values()) >= 5
    known: dict[str, set[tuple[str, ...]]] = {}
    lasting = [table[column] for column in ("principal_diagnosis", "occupation", "region", "age")]
    for patient, *row in zip(table["patient_id"], *lasting, strict=True):
        known.setdefault(patient, set()).add(tuple(row))
    assert all(len(rows) == 1 for rows in known.values())  # the same person, for the same reason
    died = {p for p, outcome in zip(table["patient_id"], table["outcome"], strict=True) if outcome == "died"}
    assert all(records[patient] == 1 for patient in died)


def test_many_records_are_unique_and_a_few_are_frequent(table):
    counts = Counter(zip(*(table[column] for column in QUASI), strict=True))
    assert sum(n == 1 for n in counts.values()) > 0.5 * 5000
    assert max(counts.values()) > 20
    regions = Counter(table["region"])
    assert regions["Spain"] > 0.5 * 5000
    assert min(regions.values()) < 5


def test_the_generator_alone_decides(table):
    assert discharges(5000, np.random.default_rng(7)) == table
    assert discharges(5000, np.random.default_rng(8)) != table


def test_as_many_records_as_asked_for_each_with_its_own_id(table):
    assert {len(column) for column in table.values()} == {5000}
    assert len(set(table["record_id"])) == 5000
    assert {len(column) for column in discharges(0, np.random.default_rng(1)).values()} == {0}
    with pytest.raises(UsageError, match="negative"):
        discharges(-1, np.random.default_rng(1))


def test_the_recipe_gives_every_column_a_role(table):
    recipe = tomllib.loads(RECIPE)
    assert list(recipe["columns"]) == list(table)
    roles = {column: entry["role"] for column, entry in recipe["columns"].items()}
    assert [column for column, role in roles.items() if role == "quasi"] == QUASI
    assert roles["record_id"] == "identifier"
    assert roles["outcome"] == "confidential"
    assert recipe["method"] == {"name": "sa-mdav", "k": 5}
