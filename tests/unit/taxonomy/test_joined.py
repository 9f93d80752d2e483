"""Several taxonomies as one: which concepts are linked, what subsumes what, and the domain root of each."""

import numpy as np
from hypothesis import given, settings

from kinonym.mapping import map_values
from kinonym.taxonomy import JoinedTaxonomy, Source, Taxonomy
from kinonym.testing.strategies import taxonomies

HEART = Taxonomy.from_parents(
    {"d": [], "h": "d", "mi": "h"},
    {"d": ["disease", "disorder"], "h": ["heart disease"], "mi": ["heart attack", "infarction"]},
    source=Source(name="first"),
)


def join(*parents, given=()):
    return JoinedTaxonomy.join(
        [HEART, *(Taxonomy.from_parents(p, source=Source(name="second")) for p in parents)], given
    )


def known(joined, concept):
    return [int(number[joined.number(concept)]) for number in joined.numbers]


def test_a_label_that_both_have_once_links_two_concepts():
    joined = join({"Disorder": [], "Heart_Attack": "Disorder", "flu": "Disorder"})
    assert known(joined, "mi")[1] >= 0
    assert joined.subsumers("flu") == ("d", "flu")
    assert joined.labels("mi") == ("heart attack", "infarction", "Heart_Attack")


def test_codes_of_every_part_find_a_linked_concept():
    # "mi" of the first part and I21 of the second have one label; the joined concept is called mi.
    second = Taxonomy.from_parents({"r": [], "I21": "r"}, {"r": ["chapter"], "I21": ["heart attack"]})
    joined = JoinedTaxonomy.join([HEART, second])
    assert joined.labels("mi") == ("heart attack", "infarction", "I21")
    mapped = map_values(joined, ["I21", "infarction", "r"], suggestions=0)
    assert dict(mapped.concept_of) == {"I21": "mi", "infarction": "mi", "r": "r"}


def test_a_label_of_two_concepts_links_nothing():
    second = Taxonomy.from_parents({"x": [], "y": "x"}, {"x": ["infarction", "x"], "y": ["infarction", "y"]})
    joined = JoinedTaxonomy.join([HEART, second])
    assert known(joined, "mi") == [2, -1]


def test_equal_codes_with_other_labels_are_two_concepts():
    second = Taxonomy.from_parents({"r": [], "h": "r"}, {"r": ["root"], "h": ["herpes"]}, source=Source(name="other"))
    joined = JoinedTaxonomy.join([HEART, second])
    assert joined.labels("h") == ("heart disease",)
    assert joined.labels("h (other)") == ("herpes",)


def test_equal_codes_of_which_one_has_no_label_are_one_concept():
    assert known(join({"r": [], "h": "r"}), "h") == [1, 1]


def test_given_pairs_come_before_labels():
    joined = join({"x": [], "heart attack": "x", "infarct": "x"}, given=[((0, 2), (1, 2))])
    assert "infarct" in joined.labels("mi")
    assert joined.number("heart attack") != joined.number("mi")


def test_links_that_contradict_the_hierarchies_are_dropped():
    joined = join({"heart attack": [], "heart disease": "heart attack"})
    assert len(joined) == 6  # three, two, and a root above both
    assert "2 links" in joined.source.notices[0]


def test_each_ontology_gets_its_own_root():
    second = {"all": [], "lung": "all", "asthma": "lung", "heart disease": "all", "angina": "heart disease"}
    joined = join(second)
    used = np.array([joined.number("mi"), joined.number("angina")])
    below = joined.below_roots(used)
    # neither knows the value of the other: the nearest linked subsumer stands for it
    assert [part.root for part in below.parts] == ["h", "heart disease"]
    assert below.concepts == ("h", "angina", "mi")


def test_a_named_root_is_that_of_the_ontologies_that_know_it():
    joined = join({"all": [], "heart attack": "all", "angina": "all"})
    used = np.array([joined.number("mi")])
    below = joined.below_roots(used, joined.number("h"))
    assert [part.root for part in below.parts] == ["h", "heart attack"]


@settings(max_examples=100, deadline=None)
@given(taxonomies(), taxonomies(), taxonomies(max_size=8))
def test_every_part_is_found_again(first, second, third):
    joined = JoinedTaxonomy.join([first, second, third])
    for part, number in zip(joined.parts, joined.numbers, strict=True):
        own = np.flatnonzero(number >= 0)
        assert sorted(number[own].tolist()) == list(range(len(part)))
        place = dict(zip(number[own].tolist(), own.tolist(), strict=True))
        for i in range(len(part)):
            assert {place[int(above)] for above in part.above(i)} <= set(joined.above(place[i]).tolist())
    used = np.flatnonzero((np.array(joined.numbers) >= 0).any(axis=0))[-4:]
    below = joined.below_roots(used)
    assert {joined.concepts[i] for i in used} <= set(below.concepts)


def test_a_named_root_that_does_not_subsume_a_known_value_is_not_the_root_there():
    first = Taxonomy.from_parents({"top": [], "r": "top", "x": "top", "v": "x"})
    second = Taxonomy.from_parents({"r": [], "x": "r"})
    joined = JoinedTaxonomy.join([first, second])
    assert "r" in joined.subsumers("v")  # by way of x in the second one
    below = joined.below_roots(np.array([joined.number("v")]), joined.number("r"))
    assert below.parts[0].root == "v"
    assert "v" in below.concepts
