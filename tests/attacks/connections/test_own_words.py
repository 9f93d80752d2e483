"""A release speaks the table's own words: what keeps its concept keeps its text."""

from __future__ import annotations

import re
from collections import Counter

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.mapping import map_values
from kinonym.mapping.data_spelling import spelling_from_data
from kinonym.methods import METHODS

TAXONOMY = (
    "id,label,parent\ntop,any sport,\nb1,ball game,top\nw1,water sport,top\ns1,association football,b1\nr1,rugby,b1\n"
    "t1,tennis,b1\nsw,swimming,w1\nsu,surfing,w1\nro,rowing,w1\n"
)
OWN = {"Soccer": "s1", "Rugby!": "r1", "Tennis": "t1", "Swimming": "sw", "Board": "su", "Rowing": "ro"}
MODES = [mode for method in METHODS.values() for mode in method.modes() if mode.settings.get("form") != "values"]
"""A class that is written as the set of its values has no text of one concept."""


@pytest.fixture
def sports(tmp_path):
    (tmp_path / "sports.csv").write_text(TAXONOMY)
    (tmp_path / "map.csv").write_text("value,concept\n" + "".join(f"{v},{c}\n" for v, c in OWN.items()))
    return {
        "role": "quasi",
        "ontology": str(tmp_path / "sports.csv"),
        "mapping": str(tmp_path / "map.csv"),
        "root": "top",
    }


def table(times=(9, 1, 4, 2, 6, 2)):
    words = [word for word, n in zip(OWN, times, strict=True) for _ in range(n)]
    return pa.table({"row": list(range(len(words))), "a": words, "b": words[::-1]})


def recipe(sports, method, **changes):
    return {
        "columns": {"row": {"role": "other"}, "a": {**sports, **changes}, "b": sports},
        "method": method,
        "release": {"accept_unique": True},
    }


def concept_of(text):
    """The concept of what this table's releases write."""
    new = {"Any sport": "top", "Ball game": "b1", "Water sport": "w1"}
    return None if text is None else {**OWN, **new}[text]


@pytest.mark.parametrize("mode", [mode for mode in MODES if not mode.method.traits.masked_only], ids=str)
def test_a_value_with_an_unchanged_concept_has_an_unchanged_text(sports, mode):
    before = table()
    result = kn.mask(before, recipe(sports, dict(mode.recipe)), seed=1, aligned=True)
    old = {row["row"]: row for row in before.to_pylist()}
    for row in result.table.to_pylist():
        for name in "ab":
            own = old[row["row"]][name]
            if concept_of(row[name]) == concept_of(own):
                assert row[name] == own
    assert result.assessment.texts_changed == pytest.approx(result.utility.values_changed)


def test_new_concepts_are_written_in_the_spelling_of_the_column(sports):
    written = kn.mask(table(), recipe(sports, {"name": "generalise", "k": 5}), seed=1, aligned=True).table.to_pydict()
    assert {*written["a"], *written["b"]} <= {"Any sport", "Ball game", "Water sport", *OWN}
    assert {*written["a"], *written["b"]} & {"Any sport", "Ball game", "Water sport"}


@pytest.mark.parametrize(("write", "soccer"), [("label", "association football"), ("code", "s1"), (None, "Soccer")])
def test_label_and_code_stay_a_choice(sports, write, soccer):
    written = kn.mask(
        table((9, 0, 0, 9, 0, 0)), recipe(sports, {"name": "suppress", "k": 2}, write=write), aligned=True
    ).table
    assert soccer in written["a"].to_pylist()


def test_the_commonest_spelling_stands_for_all_and_the_report_counts_it(tmp_path, sports):
    (tmp_path / "map.csv").write_text("value,concept\nsoccer,s1\nFutbol,s1\nrowing,ro\n")
    words = ["soccer"] * 6 + ["Futbol"] * 2 + ["rowing"] * 8
    result = kn.mask(
        pa.table({"a": words}), {"columns": {"a": sports}, "method": {"name": "suppress", "k": 2}}, aligned=True
    )
    assert Counter(result.table["a"].to_pylist()) == {"soccer": 8, "rowing": 8}
    assert result.utility.values_changed == 0
    assert result.assessment.texts_changed == 2 / 16
    assert "texts changed" in result.report.text()


def test_no_two_concepts_are_written_alike(tmp_path):
    (tmp_path / "o.csv").write_text("id,label,parent\nt,Thing,\nx,light,t\ny,Light,t\nz,NA,t\na,ray,x\nb,beam,y\n")
    (tmp_path / "m.csv").write_text("value,concept\nlight,y\nray,a\nbeam,b\n")
    column = {"role": "quasi", "ontology": str(tmp_path / "o.csv"), "mapping": str(tmp_path / "m.csv"), "root": "t"}
    source = pa.table({"a": ["light", "ray", "beam"] * 4})
    given = {"table": {"missing": ["NA"]}, "columns": {"a": column}, "method": {"name": "sa-mdav", "k": 2}}
    domain = kn.mask(source, given, aligned=True).plan.tuples.columns[0].domain
    texts = dict(zip(domain.tau.concepts, domain.spelling.list_texts(domain.tau), strict=True))
    # `light` is y's own; x may not be written so, and the column's lower case would do it: the broader concept tells them apart.
    assert texts["y"] == "light"
    assert texts["x"] == "light (thing)"
    assert texts["z"] == "NA (thing)"  # NA means missing
    assert len(set(texts.values())) == len(texts)


def test_no_concept_id_is_written_and_the_text_is_read_back(tmp_path):
    """Two craftsmen in one hierarchy: the second is written with a synonym or a broader concept, and found again by it."""
    (tmp_path / "o.csv").write_text(
        "id,label,parent\n1,person,\n2,skilled worker,1\n3,creator,1\n4,craftsman,2\n5,craftsman,3\n6,potter,4\n7,maker,5\n"
    )
    column = {"role": "quasi", "ontology": str(tmp_path / "o.csv"), "root": "1"}
    given = {"columns": {"a": column}, "method": {"name": "sa-mdav", "k": 2}}
    domain = kn.mask(pa.table({"a": ["potter", "maker"] * 4}), given).plan.tuples.columns[0].domain
    texts = dict(zip(domain.tau.concepts, domain.spelling.list_texts(domain.tau), strict=True))
    assert texts["4"] == "craftsman"
    assert texts["5"] == "craftsman (creator)"
    found = map_values(
        kn.ontologies.load(tmp_path / "o.csv"), ["craftsman (creator)", "Craftsmen (skilled worker)", "maker"]
    )
    assert [row.concept for row in found.rows] == ["5", "4", "7"]


def test_every_word_that_wordnet_may_write_is_different_and_without_an_id():
    taxonomy = kn.ontologies.load("wordnet")
    mapping = map_values(taxonomy, ["Craftsman", "Potter", "Driver", "Nurse"])
    texts = spelling_from_data(mapping, "label", ()).list_texts(taxonomy)
    assert len(set(texts)) == len(texts)
    shown = [text for text in texts if re.search(r"\.n\.\d", text)]
    assert shown == []
    again = [text for text in texts if text.startswith("Craftsman (")]
    back = map_values(taxonomy, again)
    assert [row.concept for row in back.rows] == [taxonomy.concepts[texts.index(text)] for text in again]


def test_codes_without_dots_are_released_without_dots(tmp_path):
    codes = ["Z87891", "Z87898", "E1165", "E1169"]
    column = {"role": "quasi", "ontology": "icd10cm"}
    given = {"columns": {"a": column}, "method": {"name": "sa-mdav", "k": 3}}
    masked = (
        kn.mask(pa.table({"a": [code for code in codes for _ in range(2)]}), given, aligned=True).table["a"].to_pylist()
    )
    assert not any("." in text for text in masked)
    assert {text[:3] for text in masked} == {"Z87", "E11"}


READ_BACK = [mode for mode in MODES if mode.method.name in ("generalise", "sa-mdav", "noise")]


@pytest.mark.parametrize("mode", READ_BACK, ids=str)
def test_verify_reads_a_release_with_the_same_spellings(tmp_path, sports, mode):
    before, given = table(), recipe(sports, dict(mode.recipe))
    result = kn.mask(before, given, seed=1, aligned=True)
    against = kn.verify(result.table, ["a", "b"], original=before, recipe=given, aligned=True).against
    assert against.utility.values_changed == pytest.approx(result.utility.values_changed)
    assert against.texts_changed == pytest.approx(result.assessment.texts_changed)


@pytest.mark.parametrize("mode", READ_BACK, ids=str)
def test_spellings_of_a_word_without_a_concept_count_as_one_value(sports, mode):
    """`Quidditch`, `quidditch` and `Quidditches` are one value of eight records, written as the commonest of them."""
    words = ["Soccer"] * 8 + ["Rowing"] * 8 + ["Quidditch"] * 4 + ["quidditch"] * 2 + ["Quidditches"] * 2
    given = {"columns": {"a": {**sports, "unmapped": "isolate"}, "b": sports}, "method": dict(mode.recipe)}
    result = kn.mask(pa.table({"a": words, "b": ["Soccer", "Rowing"] * 12}), given, seed=1)
    assert not {"quidditch", "Quidditches"} & set(result.table["a"].to_pylist())
    assert "2 values have no concept and the spelling of another one" in " ".join(result.notices)


HOMONYMS = (
    "id,label,parent\ntop,person,\nrich,capitalist,top\nbanker,banker,rich\nowner,owner,rich\n"
    "thinker,thinker,top\nbeliever,capitalist,thinker\nsmith,follower of Smith,believer\nmill,follower of Mill,believer\n"
)


def test_a_centre_that_shares_its_label_is_released_with_a_broader_one(tmp_path):
    (tmp_path / "people.csv").write_text(HOMONYMS)
    column = {"role": "quasi", "ontology": str(tmp_path / "people.csv"), "root": "top"}
    words = pa.table({"a": [*["banker", "owner"] * 3, *["follower of Smith", "follower of Mill"] * 3]})
    method = {"name": "mdav", "k": 6, "centroid": "lcs"}
    result = kn.mask(words, {"columns": {"a": column}, "method": method}, seed=1)
    assert set(result.table["a"].to_pylist()) == {"capitalist", "capitalist (thinker)"}


def test_every_text_that_a_column_may_write_is_known_to_name_its_concept():
    """Each homonym in WordNet's persons, for a column that has none of their words."""
    from kinonym.release.plan_check import _names

    wordnet = kn.ontologies.load("wordnet")
    mapping = map_values(wordnet.restrict("person.n.01"), {"nurse": 3})
    domain = kn.Nominal(wordnet, "person.n.01", spelling=spelling_from_data(mapping, "label", ()))
    texts = domain.spelling.list_texts(domain.tau)
    assert sum("(" in text for text in texts) > 100
    assert [text for i, text in enumerate(texts) if not _names(domain, text, i)] == []
    swapped = [(text, (i + 1) % len(texts)) for i, text in enumerate(texts) if "(" in text]
    assert sum(_names(domain, text, i) for text, i in swapped) < len(swapped) / 10
