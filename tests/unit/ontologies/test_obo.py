"""The OBO reader on a small file that has one of everything."""

from __future__ import annotations

import pytest

from kinonym.errors import CycleError, DanglingParentError, OntologyError, UsageError
from kinonym.ontologies import load
from ontologies.equality import links
from ontologies.seeds import OBO


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "toy.txt"
    file.write_text(OBO, encoding="utf-8")
    return file


def test_terms_links_and_source(path):
    toy = load(path)
    assert links(toy) == {("T:2", "T:1"), ("T:3", "T:2"), ("T:3", "T:1"), ("T:4", "T:1"), ("T:7", "T:3")}
    assert (toy.source.name, toy.source.version) == ("Toy phenotypes", "toy/2026-01-01")
    assert toy.source.licence == "https://example.org/licence"


def test_labels_exact_before_related(path):
    toy = load(path)
    assert toy.labels("T:2") == ("Ache {dull}", "Aching", "Soreness", "T:22")
    assert toy.glosses[toy.number("T:2")] == 'A "dull" feeling.\nIt stays.'


def test_the_preferred_name_is_the_first_sense(tmp_path):
    file = tmp_path / "a.obo"
    terms = '[Term]\nid: A\nname: x\nsynonym: "pain" RELATED []\n\n[Term]\nid: B\nname: pain\nis_a: A\n'
    file.write_text("format-version: 1.2\n\n" + terms)
    assert load(file).find("pain") == ("B", "A")


def test_parts(path):
    toy = load(path)
    start, parts = toy.part_csr
    head = toy.number("T:4")
    assert [toy.concepts[i] for i in parts[start[head] : start[head + 1]]] == ["T:3"]


def test_retired_ids_lead_to_what_replaces_them(path):
    toy = load(path)
    assert toy.find("T:5") == ("T:3",)
    assert toy.find("T:22") == ("T:2",)
    assert toy.find("T:6") == ()
    assert toy.source.notices == ("3 retired ids, 2 of them mapped to their replacements",)


def test_link_to_a_retired_term_follows_it(path):
    path.write_text(OBO.replace("instance_of: T:3", "instance_of: T:5"))
    assert load(path).parents("T:7") == ("T:3",)


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("is_a: T:2 ! Ache", "is_a: T:9", DanglingParentError, "'T:3'.*'T:9'"),
        ("is_a: T:2 ! Ache", "is_a: T:6", DanglingParentError, "'T:3'.*'T:6'"),
        ("name: All\n", "name: All\nis_a: T:3\n", CycleError, "cycle"),
        ("id: T:4\n", "id: T:3\n", OntologyError, "'T:3' is defined more than once"),
        ("id: T:4\n", "", OntologyError, "has no id"),
        ('"Soreness" RELATED []', '"Soreness', OntologyError, "text in quotes"),
        ("is_a: T:2 ! Ache", "is_a:", OntologyError, "an id is missing"),
        ("name: Head\n", "name Head\n", OntologyError, "not a tag with a value"),
        ("is_a: ", "xref: ", OntologyError, "'T:7'|no is-a link|concepts"),
    ],
)
def test_refused(path, old, new, error, message):
    assert old in OBO
    path.write_text(OBO.replace("instance_of: T:3\n", "") if old == "is_a: " else OBO)
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(error, match=message):
        load(path)


def test_imports_are_refused_or_ignored_never_fetched(path):
    path.write_text(OBO.replace("ontology: toy\n", "ontology: toy\nimport: http://localhost:9/x.obo\n"))
    with pytest.raises(OntologyError, match="imports other ontologies") as caught:
        load(path)
    assert 'imports="ignore"' in caught.value.hint
    assert len(load(path, imports="ignore")) == 5
    with pytest.raises(UsageError, match="'refuse' or 'ignore'"):
        load(path, imports="fetch")
