"""The frozen DAG: order, depth, subsumers, LCS, restriction, search and its refusals.

        thing            entity (second root)
       /     \\              |
    plant   animal        spirit
      |     /    \\
     rose  cat   hybrid ← plant
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym import Taxonomy
from kinonym.errors import CycleError, DanglingParentError, OntologyError, UsageError
from kinonym.testing import taxonomies

PARENTS = {
    "rose": ["plant"],
    "hybrid": ["animal", "plant"],
    "cat": "animal",
    "plant": ["thing"],
    "animal": ["thing"],
    "thing": [],
}


@pytest.fixture(scope="module")
def tax():
    return Taxonomy.from_parents(PARENTS, labels={"cat": ["Cat", "house-cat"], "rose": "Rose"})


def test_concepts_come_parents_first(tax):
    assert tax.concepts == ("thing", "animal", "plant", "cat", "hybrid", "rose")
    assert len(tax) == 6
    assert tax.root == "thing"


def test_depth_counts_nodes_on_the_longest_path(tax):
    assert [tax.depth(c) for c in tax.concepts] == [1, 2, 2, 3, 3, 3]
    longer = Taxonomy.from_parents({"r": [], "a": ["r"], "b": ["a", "r"]})
    assert longer.depth("b") == 3  # r, a, b: not the shortcut
    assert longer.links("b", "r") == 1  # but links take it


def test_subsumers_and_lcs(tax):
    assert tax.subsumers("hybrid") == ("thing", "animal", "plant", "hybrid")
    assert tax.lcs("cat", "hybrid") == "animal"
    assert tax.lcs("cat", "hybrid", "rose") == "thing"
    assert tax.lcs("cat", "animal") == "animal"
    assert tax.lcs("rose") == "rose"


def test_lcs_ties_go_to_the_shorter_way_then_to_the_smaller_id():
    # x and y meet at p (one link each) and at q (y by two): same depth, p is nearer.
    shorter = Taxonomy.from_parents({"r": [], "p": "r", "q": "r", "m": "q", "x": ["p", "q"], "y": ["p", "m"]})
    assert shorter.lcs("x", "y") == "p"
    even = Taxonomy.from_parents({"r": [], "q": "r", "p": "r", "x": ["p", "q"], "y": ["p", "q"]})
    assert even.lcs("x", "y") == "p"


def test_several_roots_get_a_virtual_one():
    tax = Taxonomy.from_parents({**PARENTS, "entity": [], "spirit": "entity"})
    assert tax.root == "*"
    assert tax.depth("thing") == 2
    assert tax.source.notices == ("2 roots were put under one virtual root",)


def test_restriction_measures_everything_anew(tax):
    inner = tax.restrict("animal")
    assert inner.concepts == ("animal", "cat", "hybrid")
    assert inner.depth("hybrid") == 2
    assert inner.subsumers("hybrid") == ("animal", "hybrid")  # plant is outside
    assert inner.leaf_counts.tolist() == [2, 0, 0]
    assert inner.labels("cat") == ("Cat", "house-cat")


def test_a_cycle_is_printed():
    with pytest.raises(CycleError, match="b -> c -> b|c -> b -> c") as caught:
        Taxonomy.from_parents({"a": [], "b": ["c", "a"], "c": ["b"]})
    assert sorted(caught.value.cycle) == ["b", "c"]


def test_its_own_parent_is_a_cycle():
    with pytest.raises(CycleError, match="a -> a"):
        Taxonomy.from_parents({"a": ["a"]})


def test_an_unknown_parent_is_named_with_its_child():
    with pytest.raises(DanglingParentError, match="'coma' names the parent 'disorder'"):
        Taxonomy.from_parents({"coma": ["disorder"]})


def test_an_id_twice_is_refused():
    nothing = np.empty(0, dtype=np.int64)
    with pytest.raises(OntologyError, match="'a' is defined more than once"):
        Taxonomy.from_links(["a", "b", "a"], (nothing, nothing), [["a"], ["b"], ["a"]])


def test_no_concepts_is_refused():
    with pytest.raises(OntologyError, match="no concepts"):
        Taxonomy.from_parents({})


def test_search_by_label(tax):
    assert tax.find("HOUSE cat") == ("cat",)
    assert tax.search("ro") == ("rose",)
    assert tax.find("dog") == ()


def test_names_are_ids_then_labels_then_ends_of_iris():
    tax = Taxonomy.from_parents({"http://x.org/a#root": [], "http://x.org/b/leaf": "http://x.org/a#root"}, {})
    assert tax.concepts[tax.resolve("leaf")] == "http://x.org/b/leaf"
    assert tax.concepts[tax.resolve("root")] == "http://x.org/a#root"


def test_an_unknown_name_gets_a_suggestion(tax):
    with pytest.raises(UsageError, match="did you mean: .*hybrid"):
        tax.resolve("hybird")


def test_arrays_are_frozen(tax):
    with pytest.raises(ValueError, match="read-only"):
        tax.depths[0] = 7


def test_deep_and_wide_hierarchies_build_without_recursion():
    deep = Taxonomy.from_parents({"n0": [], **{f"n{i}": [f"n{i - 1}"] for i in range(1, 3000)}})
    assert deep.max_depth == 3000
    wide = Taxonomy.from_parents({"r": [], **{f"n{i}": ["r"] for i in range(100_000)}})
    assert wide.max_depth == 2


@given(taxonomies())
def test_structure_holds_on_random_dags(tax):
    place = {concept: i for i, concept in enumerate(tax.concepts)}
    for concept in tax.concepts:
        above = tax.parents(concept)
        assert all(place[p] < place[concept] for p in above)
        assert tax.depth(concept) == 1 + max((tax.depth(p) for p in above), default=0)
        assert set(tax.subsumers(concept)) == {concept}.union(*(tax.subsumers(p) for p in above))
        for s in tax.subsumers(concept):
            ways = [1 + tax.links(p, s) for p in above if s in tax.subsumers(p)]
            assert tax.links(concept, s) == (0 if s == concept else min(ways))


@given(taxonomies(), st.data())
def test_restriction_is_the_sub_dag(tax, data):
    root = data.draw(st.sampled_from(tax.concepts))
    inner = tax.restrict(root)
    below = {c for c in tax.concepts if root in tax.subsumers(c)}
    assert set(inner.concepts) == below
    for c in below - {root}:
        assert set(inner.parents(c)) == set(tax.parents(c)) & below
