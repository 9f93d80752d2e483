"""Distances of several taxonomies, compared with the sentence that defines them (specification 15)."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinonym.domains import Nominal, NominalOfSeveral, Numeric
from kinonym.methods import METHODS
from kinonym.taxonomy import JoinedTaxonomy, Taxonomy
from kinonym.testing.strategies import taxonomies
from kinonym.tuples import Tuples

MEASURES = ("wu-palmer", "subsumers", "lin", "path", "equality")


@st.composite
def renamed_taxonomies(draw):
    """Taxonomies that share some concepts, and have others alone."""
    parts = []
    for o in range(draw(st.integers(2, 3))):
        part, alone = draw(taxonomies(max_size=10)), draw(st.integers(0, 4))
        names = {c: f"{c}{'abc'[o]}" if i % 5 < alone else c for i, c in enumerate(part.concepts)}
        parts.append(Taxonomy.from_parents({names[c]: [names[p] for p in part.parents(c)] for c in part.concepts}))
    return parts


def naive(domain, a, b):
    """The distance by its definition, concept by concept."""
    joined = domain.joined

    def judged(x, y):
        found = []
        for o, (part, number) in enumerate(zip(joined.parts, joined.numbers, strict=True)):
            if number[x] >= 0 and number[y] >= 0:
                names = part.concepts[number[x]], part.concepts[number[y]]
                found.append((Nominal(part, None, domain.measure).distance(*names), (domain.weights or (1, 1, 1))[o]))
        if not found:
            return None
        if domain.combination == "best":
            return min(distance for distance, _ in found)
        return sum(distance * weight for distance, weight in found) / sum(weight for _, weight in found)

    if a == b:
        return 0.0
    direct = judged(a, b)
    if direct is not None:
        return direct
    over = {*joined.above(a).tolist(), *joined.above(b).tolist()}
    linked = [c for c in over if sum(number[c] >= 0 for number in joined.numbers) > 1]
    ways = [(judged(a, c), judged(c, b)) for c in linked]
    return min([1.0, *(one + two for one, two in ways if one is not None and two is not None)])


@settings(max_examples=150, deadline=None)
@given(renamed_taxonomies(), st.sampled_from(MEASURES), st.sampled_from(["best", "coverage"]))
def test_distances_are_those_of_the_definition(parts, measure, combination):
    joined = JoinedTaxonomy.join(parts)
    weights = (0.5, 0.75, 1.0)[: len(parts)]
    domain = NominalOfSeveral(joined, None, measure, combination=combination, weights=weights)
    every = np.arange(len(joined) + 1, dtype=np.float64)
    table = domain.point_distances(every, every)
    expected = np.array([[naive(domain, a, b) for b in range(len(joined))] for a in range(len(joined))])
    assert table[:-1, :-1] == pytest.approx(expected, abs=1e-12)
    assert (table[-1, :-1] == 1).all()
    assert (table == table.T).all()
    assert table.min() >= 0
    assert table.max() <= 1
    assert domain.between(every, every[::-1]) == pytest.approx(np.diag(table[:, ::-1]))


def test_the_triangle_inequality_does_not_hold():
    one = Taxonomy.from_parents({"r": [], "p": "r", "q": "p", "a": "q", "b": "q", "c": "r"})
    two = Taxonomy.from_parents({"s": [], "t": "s", "u": "t", "b": "u", "c": "u", "a": "s"})
    domain = NominalOfSeveral(JoinedTaxonomy.join([one, two]))
    # near each other in one ontology, or in the other: 1 - 2*3/(1 + 1 + 2*3)
    assert domain.distance("a", "b") == domain.distance("b", "c") == pytest.approx(1 / 4)
    # in both only the root subsumes both: 1 - 2*1/(3 + 1 + 2*1)
    assert domain.distance("a", "c") == pytest.approx(2 / 3)


K_ANONYMOUS = sorted(name for name, method in METHODS.items() if method.traits.k_anonymous)


@pytest.mark.parametrize("name", K_ANONYMOUS)
def test_methods_that_form_classes_keep_their_contract(name):
    modes = [mode for mode in METHODS[name].modes() if mode.made().traits.k_anonymous]

    @settings(max_examples=8, deadline=None)
    @given(renamed_taxonomies(), st.randoms(use_true_random=False), st.integers(2, 4))
    def check(parts, draw, k):
        domain = NominalOfSeveral(JoinedTaxonomy.join(parts), write="code")
        values = [draw.randrange(len(domain.tau) + 1) for _ in range(20)]
        ages = [float(draw.randrange(5)) for _ in values]
        points = np.column_stack([values, ages]).astype(np.float64)
        domains = [domain, Numeric().fit([str(age) for age in ages])]
        tuples, _ = Tuples.from_points(["word", "age"], domains, points, np.ones(len(points), dtype=np.int64))
        assume(tuples.records > k)
        for mode in modes:
            method = mode.made(k=k)
            plan = method.plan(tuples, np.random.default_rng(1))
            assert plan.class_units.min(initial=k) >= k
            assert method.objection(plan) is None, (mode, method.objection(plan))
            if plan.texts:
                continue  # sets of values are no concepts
            texts = [None if text is None else str(text) for text in plan.decode_targets()["word"]]
            assert (domain.encode(texts) == plan.targets[:, 0]).all()

    check()


def test_a_centre_of_one_ontology_that_another_value_betters_is_refused():
    one = Taxonomy.from_parents({"top": [], "p": "top", "a": "p", "b": "p", "o": "top"})
    two = Taxonomy.from_parents({"root": [], "q": "root", "a": "q", "b": "q", "c": "q"})
    domain = NominalOfSeveral(JoinedTaxonomy.join([one, two]))
    points = domain.encode(["a", "b", "c"] * 2)
    tuples, _ = Tuples.from_points(["word"], [domain], points[:, None], np.ones(6, dtype=np.int64))
    method = METHODS["sa-mdav"](k=6)
    plan = method.plan(tuples, np.random.default_rng(1))
    assert domain.names(plan.targets[:, 0]) == ["q"]  # 1 - 2*2/(0 + 1 + 2*2) from each; a, b and c are 1/3 apart
    assert method.objection(plan) is None
    for wrong in ("p", "o", "top", "root"):
        assert method.objection(replace(plan, targets=domain.encode([wrong])[:, None])) is not None


def test_a_domain_needs_its_taxonomies():
    plain = Taxonomy.from_parents({"r": []})
    domain = replace(NominalOfSeveral(JoinedTaxonomy.join([plain, plain])), taxonomy=plain)
    with pytest.raises(Exception, match="joined taxonomy"):
        domain.distance("r", "r")
