"""ICD-10-CM, WHO's ICD-10 and UN M49, against the packages they come from."""

from __future__ import annotations

import csv
from collections import Counter
from importlib.resources import files

import pytest

from kinonym.ontologies import load, stats


@pytest.fixture(scope="module")
def icd10cm():
    return load("icd10cm")


def test_icd10cm_has_the_codes_of_its_package(icd10cm):
    package = pytest.importorskip("simple_icd_10_cm")
    codes = package.get_all_codes()
    assert len(icd10cm) == len(codes) + 1  # the virtual root
    shared = {code for code, times in Counter(codes).items() if times > 1}
    assert len(shared) == 39
    assert set(icd10cm.concepts) == {"*", *codes, *(f"{code}-{code}" for code in shared)}
    sample = codes[:: len(codes) // 500]
    assert [icd10cm.label(code) for code in sample] == [package.get_description(code) for code in sample]


def test_the_chapters_of_icd10cm_are_meant_to_be_many(icd10cm):
    found = stats(icd10cm)
    assert (found.roots, found.notices) == (22, ())
    assert stats(icd10cm.restrict("E08-E13")).roots == 1


def test_icd10cm_structure(icd10cm):
    assert icd10cm.label(icd10cm.root) == "any condition"
    assert icd10cm.subsumers("E11.9") == ("*", "4", "E08-E13", "E11", "E11.9")
    assert icd10cm.parents("B10") == ("B10-B10",)
    assert icd10cm.parents("B10-B10") == ("1",)
    assert "Cholera eltor" in icd10cm.labels("A00.1")


def test_icd10cm_seventh_characters(icd10cm):
    assert icd10cm.parents("S52.021A") == ("S52.021",)
    assert icd10cm.label("S52.021A").endswith(", initial encounter for closed fracture")
    assert icd10cm.parents("T36.0X1A") == ("T36.0X1",)
    assert "E11.9XXA" not in icd10cm


def test_icd10_of_the_who():
    package = pytest.importorskip("simple_icd_10", reason="the extra icd10 is not installed")
    taxonomy = load("icd10")
    assert set(taxonomy.concepts) == {"*", *package.get_all_codes()}
    assert taxonomy.parents("E11.9") == (package.get_parent("E11.9"),)


def test_m49():
    taxonomy = load("m49")
    found = stats(taxonomy)
    assert (found.concepts, found.links, found.roots) == (278, 277, 1)
    assert taxonomy.subsumers("250") == ("001", "150", "155", "250")
    assert taxonomy.labels("250") == ("France", "FRA")
    assert taxonomy.find("FRA") == ("250",)
    table = files("kinonym.ontologies").joinpath("data", "m49.csv").read_text(encoding="utf-8")
    assert {row["code"] for row in csv.DictReader(table.splitlines())} == set(taxonomy.concepts)
