"""Every layout of invented vocabularies is read back as the tree that it was made from."""

import sys

import pytest

import pages
from drawing import fresh_random
from kinonym import ontologies

sys.path.insert(0, str(pages.ROOT / "tools"))
import make_vocabularies

TREES = {
    # layout: file in the folder, vocabulary, name of a concept
    "omop": ("", "Invented", "X{}"),
    "umls": ("", "INV", "X{}"),
    "mesh": ("invented.bin", None, "D{:06d}"),
    "claml": ("invented.xml", None, "X{}"),
    "icd11": ("LinearizationMiniOutput-MMS-en.txt", None, "X{}"),
    "esco": ("", None, "https://example.org/invented/{}"),
    "fhir": ("invented.json", None, "X{}"),
}


def load(layout, folder):
    file, vocabulary, _ = TREES[layout]
    options = {} if vocabulary is None else {"vocabulary": vocabulary}
    return ontologies.load(folder / file, **options)


def made(layout, folder, size, seed):
    concepts = make_vocabularies.make_concepts(size, seed)
    make_vocabularies.LAYOUTS[layout](folder, concepts)
    return concepts


@pytest.mark.parametrize("layout", TREES)
def test_a_layout_is_read_as_the_tree_that_it_shows(layout, tmp_path):
    seed = fresh_random(f"vocabulary {layout}").randrange(1 << 30)
    concepts = made(layout, tmp_path, 400, seed)
    taxonomy = load(layout, tmp_path)
    name = TREES[layout][2].format
    for concept in concepts:
        above = () if concept.parent is None else (name(concept.parent),)
        assert taxonomy.parents(name(concept.number))[: len(above)] == above or (
            layout == "mesh" and concept.parent is None
        )
        assert taxonomy.label(name(concept.number)) == concept.name
        assert layout == "icd11" or concept.synonym in taxonomy.labels(name(concept.number))
    extra = {"mesh": 1}.get(layout, 0)  # the category
    assert len(taxonomy) == len(concepts) + extra


def test_invented_places_are_below_their_country(tmp_path):
    concepts = made("geonames", tmp_path, 100, 3)
    places = ontologies.load(tmp_path)
    for concept in concepts:
        assert places.label(str(concept.number)) == concept.name
        assert places.label(places.subsumers(str(concept.number))[-3]) == concepts[(concept.number - 1) // 20 * 20].name
