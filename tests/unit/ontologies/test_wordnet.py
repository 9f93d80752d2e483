"""The WordNet nouns inside the package, and the reader of WordNet folders on a toy database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kinonym.errors import DanglingParentError, OntologyError
from kinonym.ontologies import load, stats
from kinonym.ontologies.wordnet import pack, unpack
from ontologies.equality import differences, links
from ontologies.seeds import WORDNET_DATA, WORDNET_INDEX

DEBIAN = Path("/usr/share/wordnet")


@pytest.fixture(scope="module")
def wordnet():
    return load("wordnet")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data.noun").write_text(WORDNET_DATA)
    (tmp_path / "index.noun").write_text(WORDNET_INDEX)
    (tmp_path / "noun.exc").write_text("beings being\nlive_things live_thing\nwings wing\nwings wings\n")
    (tmp_path / "cntlist.rev").write_text("turkey%1:05:00:: 1 7\ngobbler%1:05:00:: 1 2\nrun%2:05:00:: 1 9\n")
    return tmp_path


def test_facts_of_wordnet_3_0(wordnet):
    found = stats(wordnet)
    assert (found.concepts, found.links, found.roots, wordnet.root) == (82_115, 84_427, 1, "entity.n.01")
    assert found.depth == 19 + 1  # 19 links on the longest path, counted in nodes (specification 1)
    assert round(100 * found.several_parents / found.concepts, 1) == 2.7
    assert found.version == "3.0"


def test_names_senses_and_case(wordnet):
    assert wordnet.labels("worker.n.01") == ("worker",)
    assert wordnet.labels("car.n.01") == ("car", "auto", "automobile", "machine", "motorcar")
    assert wordnet.find("car")[:2] == ("car.n.01", "car.n.02")
    assert wordnet.find("Turkey") == ("turkey.n.02",)
    assert wordnet.find("turkey")[0] == "turkey.n.01"
    assert wordnet.find("hong_kong") == wordnet.find("Hong Kong") != ()
    assert wordnet.subsumers("worker.n.01")[0] == "entity.n.01"


def test_irregular_plurals_and_counts(wordnet):
    assert wordnet.irregular["aardwolves"] == ("aardwolf",)
    assert wordnet.irregular["bureaux de change"] == ("bureau de change",)
    assert wordnet.counts[wordnet.number("person.n.01")] > wordnet.counts[wordnet.number("worker.n.01")] > 0


def test_loading_needs_neither_compiler_nor_arrow():
    code = (
        "import sys, kinonym.ontologies as o; o.load('wordnet')\n"
        "print([m for m in ('numba', 'pyarrow', 'pandas', 'pyoxigraph') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_small_enough_to_ship():
    table = Path(__file__).parents[3] / "src" / "kinonym" / "ontologies" / "data" / "wordnet_nouns.xz"
    assert table.stat().st_size < 1_000_000


@pytest.mark.skipif(not DEBIAN.exists(), reason="Debian's wordnet-base is not installed")
def test_table_says_what_the_database_says(wordnet):
    whole = load(DEBIAN)
    assert set(differences(wordnet, whole)) == {"glosses", "part_csr"}
    assert wordnet.irregular == whole.irregular
    assert "finger" in {whole.label(whole.concepts[i]) for i in _parts(whole, "hand.n.01")}


def _parts(taxonomy, concept):
    start, parts = taxonomy.part_csr
    number = taxonomy.number(concept)
    return parts[start[number] : start[number + 1]].tolist()


def test_toy_folder(folder):
    toy = load(folder)
    assert links(toy) == {
        ("being.n.01", "entity.n.01"),
        ("turkey.n.02", "being.n.01"),
        ("turkey.n.01", "being.n.01"),
        ("wing.n.01", "entity.n.01"),
    }
    assert toy.labels("turkey.n.01") == ("turkey", "gobbler")
    assert toy.find("turkey") == ("turkey.n.01",)
    assert toy.find("TURKEY") == ("turkey.n.01", "turkey.n.02")
    assert toy.labels("being.n.01") == ("being", "live thing")
    assert toy.glosses[toy.number("turkey.n.02")] == "a country"
    assert toy.counts[toy.number("turkey.n.01")] == 7 + 2
    assert [toy.concepts[i] for i in _parts(toy, "turkey.n.01")] == ["wing.n.01"]
    assert toy.irregular == {"beings": ("being",), "live things": ("live thing",), "wings": ("wing", "wings")}


def test_packing_keeps_everything_but_glosses_and_parts(folder):
    toy = load(folder)
    assert differences(toy, unpack(pack(toy))) == ["glosses", "part_csr"]


def test_folder_without_index(folder):
    (folder / "index.noun").unlink()
    with pytest.raises(OntologyError, match=r"no file index\.noun"):
        load(folder)


def test_line_cut_short(folder):
    (folder / "data.noun").write_text(WORDNET_DATA[: WORDNET_DATA.index("00000005 n") - 20])
    with pytest.raises(OntologyError, match=r"data\.noun, line 6"):
        load(folder)


def test_unknown_parent_names_both(folder):
    (folder / "data.noun").write_text(WORDNET_DATA.replace("@ 00000002", "@ 00000099"))
    with pytest.raises(DanglingParentError, match=r"'turkey\.n\.01'.*'00000099'"):
        load(folder)
