"""Ontologies without labels: the last part of the IRI is used as the label everywhere."""

import pytest

from kinonym.drafting import guess_columns
from kinonym.mapping import map_values
from kinonym.ontologies import load

OWL = """
@prefix : <http://example.org/onto#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Disease a owl:Class .
:HeartFailure a owl:Class ; rdfs:subClassOf :Disease .
:Asthma a owl:Class ; rdfs:subClassOf :Disease .
:lung_cancer a owl:Class ; rdfs:subClassOf :Disease .
"""
SKOS = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://example.org/c/Disease> a skos:Concept .
<http://example.org/c/HeartFailure> a skos:Concept ; skos:broader <http://example.org/c/Disease> .
<http://example.org/c/Asthma> a skos:Concept ; skos:broader <http://example.org/c/Disease> .
<http://example.org/c/lung_cancer> a skos:Concept ; skos:broader <http://example.org/c/Disease> .
"""


@pytest.fixture(params=[OWL, SKOS], ids=["owl", "skos"])
def bare(request, tmp_path):
    path = tmp_path / "bare.ttl"
    path.write_text(request.param)
    return load(path)


def test_the_last_part_of_the_iri_is_the_label(bare):
    assert sorted(bare.label(concept) for concept in bare.concepts) == [
        "Asthma",
        "Disease",
        "HeartFailure",
        "lung_cancer",
    ]


def test_values_find_such_concepts_however_they_are_written(bare):
    values = ["Asthma", "asthma", "HeartFailure", "heart failure", "Lung Cancer", "lung cancers"]
    mapping = map_values(bare, values)
    assert not mapping.unmapped
    assert [row.label for row in mapping.rows] == ["Asthma", "Asthma", *["HeartFailure"] * 2, *["lung_cancer"] * 2]


def test_init_recognises_ontologies_without_labels(bare):
    values = ["Asthma", "heart failure", "lung cancer", "Disease"]
    assert guess_columns({"diagnosis": values}, {"bare.ttl": bare})[0].ontology.value == "bare.ttl"


def test_search_lists_ids_before_labels_that_mention_them(bare):
    assert bare.label(bare.search("heart")[0]) == "HeartFailure"
    icd = load("icd10cm")
    assert icd.search("I10")[0] == "I10"
    assert icd.search("i11")[:3] == ("I11", "I11.0", "I11.9")
    assert icd.search("E11.9", limit=1) == ("E11.9",)
    assert load("wordnet").search("dog", limit=1) == ("dog.n.01",)
