"""The ICD-9-CM diagnoses that ship with the package, and when a draft tries them."""

from pathlib import Path

from kinonym import ontologies
from kinonym.drafting import guess_columns, guess_table
from kinonym.mapping.finding import map_values

DATA = Path(ontologies.__file__).parent / "data" / "icd9cm.xz"


def icd9cm():
    return ontologies.load_shared("icd9cm")


def test_the_table_is_compact():
    assert DATA.stat().st_size < 300_000


def test_the_hierarchy_is_that_of_the_printed_classification():
    taxonomy = icd9cm()
    assert len(taxonomy.concepts) == 17_726 + 1  # with the root
    assert taxonomy.label("250.01").startswith("Diabetes mellitus without mention of complication, type I ")
    way = ["250.01"]
    while taxonomy.parents(way[-1]):
        way.append(taxonomy.parents(way[-1])[0])
    assert way == ["250.01", "250.0", "250", "249-259", "240-279", taxonomy.root]
    assert taxonomy.lcs("E812.0", "E819.9") == "E810-E819"
    assert {taxonomy.parents(code)[0] for code in ("V27.0", "V27.9")} == {"V27"}


def test_codes_are_found_with_and_without_the_point():
    found = map_values(icd9cm(), ["25000", "401.9", "v270", "E8120"], [1, 1, 1, 1]).concept_of
    assert found == {"25000": "250.00", "401.9": "401.9", "v270": "V27.0", "E8120": "E812.0"}


CODES = ["250.00", "250.01", "401.1", "401.9", "486", "493.90", "493.92", "540.9", "V27.0", "E812.0"]


def drafted(column, values):
    known = {name: ontologies.load_shared(name) for name in ("wordnet", "icd10cm", "icd9cm", "m49")}
    (guess,) = guess_columns({column: values}, known)
    return None if guess.ontology is None else guess.ontology.value


def test_a_draft_tries_it_on_codes_of_diagnoses_only():
    assert drafted("diag_1", CODES * 30) == "icd9cm"
    assert drafted("diag_1", [code.replace(".", "") for code in CODES] * 30) == "icd9cm"
    assert drafted("branch", [f"{number:03}" for number in range(1, 40)] * 10) != "icd9cm"
    assert drafted("department_code", [str(number) for number in range(101, 140)] * 10) != "icd9cm"
    assert drafted("diagnosis", ["Cholera", "Asthma", "Tetanus", "Measles", "Gout", "Mumps"] * 30) != "icd9cm"


def test_versions_of_codes_get_an_ontology_each():
    new = ["E11.9", "I10", "J18.9", "J45.909", "K35.80", "N39.0", "F32.9", "M54.50", "C50.911", "S72.001A"]
    sample = {"icd_code": [*CODES, *new] * 30, "icd_version": [*["9"] * 10, *["10"] * 10] * 30}
    known = {name: ontologies.load_shared(name) for name in ("wordnet", "icd10cm", "icd9cm", "m49")}
    guess = guess_table(sample, known).columns[0]
    assert guess.systems == (("column", "icd_version"), ("10", "icd10cm"), ("9", "icd9cm"))
