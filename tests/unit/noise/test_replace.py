"""Replacing values: every outcome is allowed by the definition and has the chance of the definition."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import kinonym as kn
from kinonym.methods.noise import Noise, measure_recovery
from kinonym.methods.noise.recovery import outcome_chances
from kinonym.methods.noise.replace import Fixed, replace_concepts
from kinonym.testing import taxonomies
from kinonym.tuples import Tuples
from noise.naive import NaiveNoise

#        root
#      ┌──┴──┐
#      a     b
#    ┌─┼─┐  ┌┴─┐
#    c d e  f  g      depths 1, 2, 3
TREE = kn.Taxonomy.from_parents(
    {"root": [], "a": ["root"], "b": ["root"], "c": ["a"], "d": ["a"], "e": ["a"], "f": ["b"], "g": ["b"]}
)
MEASURES = ("wu-palmer", "subsumers", "path")


@st.composite
def columns(draw):
    tax = draw(taxonomies(max_size=14))
    domain = kn.Nominal(tax, measure=draw(st.sampled_from(MEASURES)))
    rows = draw(st.integers(1, 25))
    values, partners = (draw(st.lists(st.sampled_from(tax.concepts), min_size=rows, max_size=rows)) for _ in range(2))
    errors = draw(
        st.lists(st.sampled_from([0.0, 1e-9, 0.2, 0.5, 2.0]) | st.floats(-1.2, 1.2), min_size=rows, max_size=rows)
    )
    return domain, values, partners, np.array(errors)


def check(domain, values, references, errors, asked, replaced):
    truncations = drops = 0
    squares = 0.0
    for x, ref, e, ask, point in zip(values, references, errors, asked, replaced.points, strict=True):
        allowed, truncated, dropped = NaiveNoise(domain, x, ref, asked=ask).admissible(e)
        chosen = domain.tau.concepts[int(point)]
        assert chosen in allowed
        truncations += truncated
        drops += dropped
        squares += domain.distance(x, chosen) ** 2
    assert (replaced.truncations, replaced.side_drops) == (truncations, drops)
    assert replaced.squares == pytest.approx(squares, abs=1e-5)


@given(columns(), st.integers(0, 2**32))
def test_about_the_mean_and_the_root(case, seed):
    domain, values, _, errors = case
    uniform = np.random.default_rng(seed).random(len(values))
    mean = kn.semantic_mean(domain, values)
    for reference, free in ((mean, True), (domain.tau.root, False)):
        fixed = Fixed.at(domain, float(domain.tau.number(reference)), free=free)
        replaced = replace_concepts(domain, domain.encode(values), errors, uniform, fixed)
        asked = [not (free and x == mean) for x in values]
        check(domain, values, [reference] * len(values), errors, asked, replaced)


@given(columns(), st.integers(0, 2**32))
def test_about_the_pair(case, seed):
    domain, values, partners, errors = case
    uniform = np.random.default_rng(seed).random(len(values))
    reference = (domain, domain.encode(partners))
    replaced = replace_concepts(domain, domain.encode(values), errors, uniform, reference)
    check(domain, values, partners, errors, [True] * len(values), replaced)


def test_by_hand():
    """From c: d and e at 2/6, a at 1/5, root 2/4, b 3/5, f and g 4/6. About the root, farther than 2/4 is nothing."""
    domain = kn.Nominal(TREE)
    fixed = Fixed.at(domain, 0.0, free=False)
    errors = np.array([0.1, -0.1, -0.21, -0.51, -0.9, 0.0])
    found = replace_concepts(domain, domain.encode(["c"] * 6), errors, np.zeros(6), fixed)
    names = [TREE.concepts[int(p)] for p in found.points]
    # +0.1: no side left, nearest at least 0.1 away; −0.1: a is nearer to the root; −0.21: the root, as d, e are
    # as far from it as c; −0.51: b, at depth 2; −0.9: b is the farthest on that side
    assert names == ["a", "a", "root", "b", "b", "c"]
    assert (found.truncations, found.side_drops) == (1, 1)


def test_ties_are_drawn_with_equal_chances():
    """From c with an error of 0.3 and no side asked: d and e are tied at 2/6."""
    domain = kn.Nominal(TREE)
    draws = 20_000
    rng = np.random.default_rng(7)
    fixed = Fixed.at(domain, float(TREE.number("c")), free=True)
    found = replace_concepts(domain, domain.encode(["c"] * draws), np.full(draws, 0.3), rng.random(draws), fixed)
    counts = Counter(TREE.concepts[int(p)] for p in found.points)
    assert set(counts) == {"d", "e"}
    assert abs(counts["d"] - draws / 2) < 5 * np.sqrt(draws) / 2


@given(taxonomies(max_size=10), st.floats(0.05, 3.0), st.sampled_from(["mean", "root", "pair"]), st.data())
def test_outcome_chances_are_those_of_the_definition(tax, alpha, reference, data):
    domain = kn.Nominal(tax)
    rows = data.draw(st.lists(st.tuples(*[st.sampled_from(tax.concepts)] * 2), min_size=2, max_size=6, unique=True))
    points = np.column_stack([domain.encode([row[j] for row in rows]) for j in range(2)])
    tuples, _ = Tuples.from_points(["a", "b"], [domain] * 2, points, np.arange(1, len(rows) + 1))
    fitted = Noise(alpha=alpha, reference=reference).fit(tuples)
    assume(fitted.covariance[0, 0] > 0)
    deviation = float(np.sqrt(fitted.covariance[0, 0]))
    mean = kn.semantic_mean(domain, [row[0] for row in rows], list(range(1, len(rows) + 1)))
    values = tuples.columns[0].points
    for i, chances in outcome_chances(fitted, tuples, 0, np.arange(len(values))):
        x = tax.concepts[int(values[i])]
        partners = Counter({row[1]: n for n, row in enumerate(rows, 1) if row[0] == x})
        references = {"mean": {mean: 1}, "root": {tax.root: 1}, "pair": partners}[reference]
        expected = dict.fromkeys(tax.concepts, 0.0)
        for ref, n in references.items():
            naive = NaiveNoise(domain, x, ref, asked=not (reference == "mean" and x == mean))
            for c, chance in naive.chances(deviation).items():
                expected[c] += chance * n / sum(references.values())
        assert chances == pytest.approx([expected[c] for c in tax.concepts], abs=1e-9)


def test_draws_follow_the_exact_chances():
    domain = kn.Nominal(TREE)
    records = 40_000
    tuples, _ = Tuples.from_points(["a"], [domain], domain.encode(["c", "f"])[:, None], np.array([records, records]))
    method = Noise(alpha=0.5)
    plan = method.plan(tuples, np.random.default_rng(3))
    fitted = method.fit(tuples)
    for i, chances in outcome_chances(fitted, tuples, 0, np.arange(2)):
        mine = plan.source == i
        seen = np.bincount(plan.targets[plan.target[mine], 0].astype(int), plan.count[mine], len(TREE))
        assert chances.sum() == pytest.approx(1)
        spread = 5 * np.sqrt(records * chances * (1 - chances)) + 1e-9
        assert (np.abs(seen - records * chances) <= spread).all()


def test_recovery_is_the_best_guess():
    """Errors without end: c, the mean, goes to f or g; d goes there for e > 0, and for e < 0 to c, the farthest nearer one.

    Seeing f or g the attacker names c (3 of 4); seeing c it can only have been d: 3/4 + 1/4 · 1/2.
    """
    domain = kn.Nominal(TREE)
    tuples, _ = Tuples.from_points(["a"], [domain], domain.encode(["c", "d"])[:, None], np.array([3, 1]))
    blind = measure_recovery(Noise(alpha=1e9).fit(tuples), tuples)["a"]
    assert (blind.before, blind.after) == (0.75, pytest.approx(0.75 + 0.25 / 2, abs=1e-3))
    clear = measure_recovery(Noise(alpha=1e-9).fit(tuples), tuples)["a"]
    assert clear.unchanged == 0  # a normal error is never 0: every value moves at least to its nearest kin
    assert clear.after >= 0.75
