"""The walk through a taxonomy in which near concepts stand together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.preorder import preorder


def places(tau):
    start, parents = tau.parent_csr
    return preorder(start, parents, tau.depths)


def test_a_tree_is_walked_family_by_family():
    tau = Taxonomy.from_parents({"r": [], "a": ["r"], "b": ["r"], "b1": ["b"], "a1": ["a"], "a2": ["a"]})
    walk = [tau.concepts[i] for i in np.argsort(places(tau))]
    assert walk == ["r", "a", "a1", "a2", "b", "b1"]


@given(st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=3), min_size=1, max_size=30))
def test_what_lies_below_a_concept_is_one_run(parents):
    """With several parents, below the deepest one (ties: the last)."""
    links = {"0": []} | {str(i): sorted({str(p % i) for p in row}) for i, row in enumerate(parents, 1)}
    tau = Taxonomy.from_parents(links)
    place = places(tau)
    assert sorted(place.tolist()) == list(range(len(tau)))
    start, parent = tau.parent_csr
    above = {c: int(parent[start[c] : start[c + 1]].max()) for c in range(1, len(tau))}
    for top in range(len(tau)):
        below = [c for c in range(len(tau)) if top in _line(c, above)]
        found = sorted(place[c] for c in below)
        assert found == list(range(int(place[top]), int(place[top]) + len(below)))


def _line(concept, above):
    yield concept
    while concept in above:
        concept = above[concept]
        yield concept
