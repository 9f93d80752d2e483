"""OWL and SKOS: RDF/XML, Turtle and N-Triples, languages, individuals, what is refused."""

from __future__ import annotations

import gzip
import socket
import time

import pytest

from kinonym.errors import DanglingParentError, OntologyError
from kinonym.ontologies import load
from ontologies.equality import differences, links
from ontologies.seeds import RDF, SKOS

pytest.importorskip("pyoxigraph", reason="the extra owl is not installed")

NS = "http://example.org/toy#"


def write(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_owl(tmp_path):
    toy = load(write(tmp_path, RDF, "toy.owl"))
    assert links(toy) == {(NS + "cancer", NS + "disease"), (NS + "mine", NS + "cancer")}
    assert toy.labels(NS + "cancer")[:4] == ("cancer", "cancer (fr)", "malignant tumour", "growth")
    assert toy.glosses[toy.number(NS + "cancer")] == "It grows."
    assert (toy.source.name, toy.source.version) == ("Toy diseases", "7")
    assert toy.source.licence == "http://example.org/licence"


def test_owl_retired_ids(tmp_path):
    toy = load(write(tmp_path, RDF, "toy.owl"))
    assert toy.find(NS + "old") == toy.find("T:9") == (NS + "cancer",)


def test_last_part_of_the_iri_is_enough(tmp_path):
    toy = load(write(tmp_path, RDF, "toy.owl"))
    assert toy.concepts[toy.resolve("disease")] == NS + "disease"


def test_slash_namespace(tmp_path):
    toy = load(write(tmp_path, RDF.replace('"#', '"http://example.org/toy/'), "toy.owl"))
    assert toy.parents("http://example.org/toy/cancer") == ("http://example.org/toy/disease",)


def test_skos_links_both_ways_and_notation(tmp_path):
    toy = load(write(tmp_path, SKOS, "work.ttl"))
    assert links(toy) == {(NS + "nurse", NS + "work"), (NS + "baker", NS + "work")}
    assert toy.labels(NS + "nurse") == ("nurse", "infirmier", "carer", "22")
    assert toy.find("22") == (NS + "nurse",)
    assert toy.source.name == "Work"


def test_skos_in_a_language(tmp_path):
    path = write(tmp_path, SKOS, "work.ttl")
    assert load(path, language="fr").labels(NS + "nurse") == ("infirmier", "22")
    english = load(path, language=["en"])
    assert english.labels(NS + "nurse") == ("nurse", "carer", "22")
    assert english.label(NS + "baker") == "boulanger"
    assert english.source.notices == ("1 of 3 concepts have no label in en",)


def test_no_label_in_the_language_asked_for(tmp_path):
    with pytest.raises(OntologyError, match=r"no labels in de, nl") as caught:
        load(write(tmp_path, SKOS, "work.ttl"), language=["de", "nl"])
    assert caught.value.hint == "its languages are fr, en, en-gb"


def test_the_same_in_every_syntax(tmp_path):
    from pyoxigraph import DefaultGraph, RdfFormat, Store

    store = Store()
    store.load(SKOS.encode(), RdfFormat.TURTLE)
    want = load(write(tmp_path, SKOS, "work.ttl"))
    for syntax in (RdfFormat.RDF_XML, RdfFormat.N_TRIPLES, RdfFormat.TURTLE):
        path = tmp_path / "again.data"
        path.write_bytes(gzip.compress(store.dump(format=syntax, from_graph=DefaultGraph())))
        again = load(path)
        assert set(differences(want, again)) <= {"label_texts", "label_ranks"}  # a store keeps no order
        assert [set(again.labels(c)) for c in again.concepts] == [set(want.labels(c)) for c in want.concepts]


def test_unknown_parent_names_both(tmp_path):
    with pytest.raises(DanglingParentError, match="toy#nurse.*toy#labour"):
        load(write(tmp_path, SKOS.replace("broader ex:work", "broader ex:labour"), "work.ttl"))


def test_no_links_at_all(tmp_path):
    text = SKOS.replace("skos:broader", "skos:related").replace("skos:narrower", "skos:related")
    with pytest.raises(OntologyError, match="3 concepts but no is-a link"):
        load(write(tmp_path, text, "work.ttl"))


@pytest.mark.parametrize("cut", [200, 700, 1500, len(RDF) - 20])
def test_cut_short(tmp_path, cut):
    with pytest.raises(OntologyError, match=r"toy\.owl"):
        load(write(tmp_path, RDF[:cut], "toy.owl"))


def test_imports_open_no_connection(tmp_path, monkeypatch):
    def refuse(*_):
        pytest.fail("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    text = RDF.replace("<owl:versionInfo>", '<owl:imports rdf:resource="http://localhost:9/x"/><owl:versionInfo>')
    path = write(tmp_path, text, "toy.owl")
    with pytest.raises(OntologyError, match="imports other ontologies, which are not fetched"):
        load(path)
    assert len(load(path, imports="ignore")) == 3


LAUGHS = '<!DOCTYPE rdf:RDF [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {b} "{10 * f"&{a};"}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "prolog",
    [
        LAUGHS + "]>",
        "<!DOCTYPE rdf:RDF>",
        "<!-- comment --> \n<?pi x?><!DOCTYPE rdf:RDF SYSTEM 'file:///etc/passwd'>",
        "<!ENTITY x 'y'>",
    ],
)
def test_document_type_and_entities_are_refused_at_once(tmp_path, prolog):
    path = write(tmp_path, RDF.replace('<?xml version="1.0"?>', '<?xml version="1.0"?>' + prolog), "toy.owl")
    started = time.perf_counter()
    with pytest.raises(OntologyError, match="document type or entities"):
        load(path)
    with pytest.raises(OntologyError, match="document type or entities"):
        load(path, format="rdfxml")
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_xml_in_wide_characters_is_refused(tmp_path, encoding):
    path = tmp_path / "toy.owl"
    path.write_bytes(RDF.encode(encoding))
    with pytest.raises(OntologyError, match="UTF-8|UTF-16"):
        load(path, format="rdfxml")


def test_xml_that_declares_another_encoding_is_refused(tmp_path):
    path = write(tmp_path, RDF.replace('version="1.0"', 'version="1.0" encoding="UTF-7"'), "toy.owl")
    with pytest.raises(OntologyError, match="another encoding"):
        load(path)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('<?xml version="1.0"?><Ontology xmlns="http://www.w3.org/2002/07/owl#"/>', "not RDF"),
        ("Prefix(:=<http://x/>)\nOntology(<http://x>)", "functional"),
        ("Prefix: : <http://x/>\nOntology: <http://x>", "Manchester"),
        ('{"@context": {}}', "JSON"),
    ],
)
def test_other_syntaxes_are_named(tmp_path, text, name):
    with pytest.raises(OntologyError, match=name):
        load(write(tmp_path, text, "toy.owl"))
