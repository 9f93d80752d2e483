"""Wordnets of other languages: Open Multilingual Wordnet tables and WN-LMF files, attached to the shipped WordNet."""

import gzip
import os

import pyarrow as pa
import pytest
from typer.testing import CliRunner

import kinonym as kn
from kinonym import ontologies
from kinonym.cli.app import app
from kinonym.errors import KinonymError, OntologyError, UsageError
from kinonym.languages import LANGUAGES, find_language
from kinonym.ontologies.translated import offset_of_ili
from kinonym.ontologies.wordnet import read_offsets

# dog, canine, cat, feline, carnivore, animal, and the root, by their offsets in WordNet 3.0; canine has no word.
TABLE = (
    "# Prova\tcat\thttps://example.org\tCC0\n"
    "00001740-n\tcat:lemma\tentitat\n"
    "00001930-n\tcat:lemma\tentitat física\n"
    "00002684-n\tcat:lemma\tobjecte\n"
    "00004258-n\tcat:lemma\tésser viu\n"
    "00004475-n\tcat:lemma\torganisme\n"
    "00015388-n\tcat:lemma\tanimal\n"
    "00015388-n\tcat:lemma\tbèstia\n"
    "02075296-n\tcat:lemma\tcarnívor\n"
    "02084071-n\tcat:lemma\tgos\n"
    "02084071-n\tcat:lemma\tca\n"
    "02084071-n\tcat:def\tmamífer domèstic\n"
    "02120997-n\tcat:lemma\tfelí\n"
    "02121620-n\tcat:lemma\tgat\n"
    "09411430-n\tcat:lemma\triu\n"
    "03092883-n\tcat:lemma\tl'hospital_general\n"
    "00001740-v\tcat:lemma\trespirar\n"
)
LMF = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">
<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">
  <Lexicon id="prova" label="Prova" language="{language}" email="a@example.org" license="CC0" version="1.0">
    <LexicalEntry id="e1"><Lemma writtenForm="gos" partOfSpeech="n"/><Form writtenForm="gossos"/>
      <Sense id="s1" synset="{dog}"><Count>3</Count></Sense></LexicalEntry>
    <LexicalEntry id="e2"><Lemma writtenForm="ca" partOfSpeech="n"/><Sense id="s2" synset="{dog}"/></LexicalEntry>
    <LexicalEntry id="e3"><Lemma writtenForm="animal" partOfSpeech="n"/><Sense id="s3" synset="{animal}"/></LexicalEntry>
    <LexicalEntry id="e4"><Lemma writtenForm="córrer" partOfSpeech="v"/><Sense id="s4" synset="prova-3-v"/></LexicalEntry>
    <LexicalEntry id="e5"><Lemma writtenForm="gat" partOfSpeech="n"/><Sense id="s5" synset="{cat}"/></LexicalEntry>
    <Synset id="{dog}" ili="i46360" partOfSpeech="n" members="e1 e2"><Definition>un animal</Definition>{links}</Synset>
    <Synset id="{animal}" ili="i35563" partOfSpeech="n"/>
    <Synset id="{cat}" ili="i46593" partOfSpeech="n">{links}</Synset>
    <Synset id="prova-3-v" ili="in" partOfSpeech="v"/>
  </Lexicon>
</LexicalResource>
"""
IDS = {"dog": "prova-1-n", "animal": "prova-2-n", "cat": "prova-4-n"}
IS_A = '<SynsetRelation relType="hypernym" target="prova-2-n"/>'


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "wn-data-cat.tab"
    path.write_text(TABLE)
    return path


@pytest.fixture
def folder(table, monkeypatch):
    monkeypatch.setenv("KINONYM_WORDNETS", str(table.parent))
    return table.parent


def write_lmf(path, *, links="", language="ca", **ids):
    path.write_text(LMF.format(links=links, language=language, **{**IDS, **ids}))
    return path


def test_the_offsets_are_those_of_wordnet_3_0():
    wordnet, offsets = ontologies.load("wordnet"), read_offsets()
    assert len(set(offsets.tolist())) == len(wordnet)
    for concept, offset in {"entity.n.01": 1740, "dog.n.01": 2084071, "cat.n.01": 2121620}.items():
        assert offsets[wordnet.number(concept)] == offset


def test_nouns_of_the_interlingual_index_follow_their_offsets():
    offsets = sorted(read_offsets().tolist())
    assert offset_of_ili("i35545", offsets) == 1740  # entity, the first noun
    assert offset_of_ili("i46360", offsets) == 2084071  # dog
    assert offset_of_ili(f"i{35545 + len(offsets) - 1}", offsets) == offsets[-1]
    assert offset_of_ili("i117659", offsets) == offsets[-1]  # the index has 117,659 synsets of WordNet 3.0
    assert [offset_of_ili(ili, offsets) for ili in ("i35544", "i117660", "in", "")] == [None] * 4


def test_a_table_gives_the_concepts_its_words_and_leaves_out_the_others(table):
    catalan = ontologies.load(table)
    assert catalan.source.language == "ca"
    assert catalan.source.name == "Prova"
    assert catalan.source.licence == "CC0"
    assert set(catalan.labels("dog.n.01")) == {"gos", "ca"}
    assert "canine.n.02" not in catalan  # between dog and carnivore, without a word
    assert catalan.parents("dog.n.01") == ("carnivore.n.01",)
    assert catalan.lcs("dog.n.01", "cat.n.01") == "carnivore.n.01"
    assert catalan.root == "entity.n.01"
    assert catalan.counts is not None
    assert catalan.irregular is None


def test_a_compressed_table_and_one_without_a_prefix_of_the_language_are_the_same(table, tmp_path):
    packed = tmp_path / "packed.tab.gz"
    packed.write_bytes(gzip.compress(TABLE.replace("cat:", "").encode()))
    assert ontologies.load(packed).label_texts == ontologies.load(table).label_texts


def test_unknown_synsets_are_counted_and_a_broken_line_is_named(table):
    table.write_text(TABLE + "99999999-n\tcat:lemma\tres\n")
    assert ontologies.load(table).source.notices == ("1 synsets that WordNet 3.0 does not have were left out",)
    table.write_text(TABLE + "00001740-n cat:lemma\n")
    with pytest.raises(OntologyError, match="line 18"):
        ontologies.load(table)
    table.write_text("# Prova\tcat\t\t\n99999999-n\tcat:lemma\tres\n")
    with pytest.raises(OntologyError, match="no words for concepts"):
        ontologies.load(table)


def test_the_language_may_be_confirmed_but_not_contradicted(table):
    assert len(ontologies.load(table, language="cat")) == len(ontologies.load(table))
    with pytest.raises(UsageError, match="Catalan, not in French"):
        ontologies.load(table, language="fr")
    table.write_text(TABLE.split("\n", 1)[1])
    with pytest.raises(OntologyError, match="does not say its language"):
        ontologies.load(table)
    assert ontologies.load(table, language="ca").source.language == "ca"


def test_wordnet_in_another_language_comes_from_the_folder_of_wordnets(folder):
    assert ontologies.load("wordnet", language="ca").label("cat.n.01") == "gat"
    assert len(ontologies.load("wordnet", language="en")) == 82_115
    with pytest.raises(OntologyError, match="no wordnet for French") as caught:
        ontologies.load("wordnet", language="fr")
    assert "wn-data-fra.tab" in caught.value.hint


def test_junk_in_the_folder_of_wordnets_is_ignored(folder):
    (folder / "notes.txt").write_text("nothing")
    (folder / "a.tab").write_bytes(os.urandom(200))
    (folder / "link").symlink_to(folder / "absent")
    assert ontologies.load("wordnet", language="ca").label("cat.n.01") == "gat"


def test_a_wordnet_with_links_is_an_ontology_of_its_own(tmp_path):
    wordnet = ontologies.load(write_lmf(tmp_path / "prova.xml", links=IS_A))
    assert set(wordnet.concepts) == set(IDS.values())
    assert wordnet.parents("prova-1-n") == ("prova-2-n",)
    assert wordnet.labels("prova-1-n") == ("gos", "ca", "gossos")
    assert wordnet.counts[wordnet.number("prova-1-n")] == 3
    assert wordnet.glosses[wordnet.number("prova-1-n")] == "un animal"
    assert (wordnet.source.language, wordnet.source.name, wordnet.source.version) == ("ca", "Prova", "1.0")


def test_a_wordnet_without_links_takes_those_of_wordnet(tmp_path):
    by_ili = ontologies.load(write_lmf(tmp_path / "ili.xml"))
    assert by_ili.labels("dog.n.01") == ("gos", "ca")
    ids = {"dog": "omw-ca-02084071-n", "animal": "omw-ca-00015388-n", "cat": "omw-ca-02121620-n"}
    path = write_lmf(tmp_path / "ids.xml", **ids)
    path.write_text(path.read_text().replace("i46360", "").replace("i35563", "").replace("i46593", ""))
    by_id = ontologies.load(path)
    assert by_id.concepts == by_ili.concepts
    assert by_id.label_texts == by_ili.label_texts


def test_irregular_forms_of_an_english_wordnet_become_its_morphology(tmp_path):
    text = LMF.replace("gossos", "geese").replace('"gos"', '"goose"')
    path = tmp_path / "english.xml"
    path.write_text(text.format(links=IS_A, language="en", **IDS))
    assert ontologies.load(path).irregular == {"geese": ("goose",)}


def test_several_lexicons_are_chosen_by_language(tmp_path):
    path = write_lmf(tmp_path / "two.xml", links=IS_A)
    lexicon = path.read_text().split("<Lexicon", 1)[1].rsplit("</Lexicon>", 1)[0]
    spanish = lexicon.replace('language="ca"', 'language="es"').replace("gossos", "perros").replace("prova-", "otra-")
    path.write_text(path.read_text().replace("</LexicalResource>", f"<Lexicon{spanish}</Lexicon></LexicalResource>"))
    with pytest.raises(OntologyError, match="several lexicons") as caught:
        ontologies.load(path)
    assert "ca, es" in caught.value.hint
    assert "otra-1-n" in ontologies.load(path, language="es")
    with pytest.raises(OntologyError, match="no lexicon"):
        ontologies.load(path, language="fr")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace('1.1.dtd">', '1.1.dtd" [<!ENTITY a "b">]>'),
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('synset="prova-1-n"', ""),
        lambda text: text.replace("<Count>3", "<Count>three"),
        lambda text: text.replace('language="ca"', 'language="klingon"'),
        lambda text: text.replace('partOfSpeech="n"', 'partOfSpeech="v"'),
        lambda text: text.replace('target="prova-2-n"', 'target="prova-1-n"', 1),
    ],
)
def test_a_damaged_or_hostile_wordnet_is_rejected(tmp_path, change):
    path = write_lmf(tmp_path / "prova.xml", links=IS_A)
    path.write_text(change(path.read_text()))
    with pytest.raises(KinonymError):
        ontologies.load(path)


def test_every_language_is_found_by_both_codes():
    for language in LANGUAGES.values():
        assert find_language(language.code) == find_language(language.long_code.upper()) == language
    with pytest.raises(UsageError, match="not the code"):
        find_language("klingon")


def test_a_column_keeps_its_words_and_new_ones_are_of_the_same_language(folder):
    table = {"animal": ["gos", "Gats", "el gat", "gos", "riu", "riu"]}
    recipe = {
        "columns": {"animal": {"role": "quasi", "ontology": "wordnet", "language": "ca"}},
        "method": {"name": "sa-mdav", "k": 3},
    }
    result = kn.mask(pa.table(table), recipe)
    words = set(ontologies.load("wordnet", language="ca").label_texts) | set(table["animal"])
    assert set(result.table.column("animal").to_pylist()) <= words


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"language": "klingon"}, "not the code"),
        ({"ontology": "paths", "path_separator": "|", "language": "ca"}, "named ontologies"),
    ],
)
def test_a_language_that_cannot_apply_is_rejected(change, message):
    column = {"role": "quasi", "ontology": "wordnet", **change}
    with pytest.raises(KinonymError, match=message):
        kn.mask(pa.table({"a": ["x"] * 4}), {"columns": {"a": column}, "method": {"name": "sa-mdav", "k": 2}})


@pytest.mark.usefixtures("folder")
def test_the_command_lists_what_is_installed_and_what_is_recognised(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    shown = CliRunner().invoke(app, ["concepts", "--list"])
    assert shown.exit_code == 0
    assert "WordNet in Catalan" in shown.stdout
    assert all(name in shown.stdout for name in (*ontologies.NAMES, *ontologies.FORMATS))


@pytest.mark.usefixtures("folder")
def test_the_command_shows_the_words_of_a_language():
    shown = CliRunner().invoke(app, ["concepts", "--language", "ca", "wordnet", "search", "gos"])
    assert "dog.n.01" in shown.stdout


ROWS = [
    (60, "gos"),
    (50, "gat"),
    (40, "Gats"),
    (30, "felí"),
    (30, "carnívor"),
    (20, "animal"),
    (20, "bèsties"),
    (20, "el gat"),
]


@pytest.mark.usefixtures("folder")
def test_a_draft_finds_the_language_of_the_values():
    animals = [word for count, word in ROWS for _ in range(count)]
    column = kn.draft(pa.table({"mascota": animals, "edat": [str(20 + i % 40) for i in range(len(animals))]})).columns[
        "mascota"
    ]
    assert (column.ontology, column.language) == ("wordnet", "ca")
