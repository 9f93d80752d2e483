"""Differential privacy per cell: the channel in exact rationals, the sampler draw by draw, and what is refused."""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import kinonym as kn
from kinonym.errors import DataError, UsageError
from kinonym.kernels.noise.exponential_draws import accepts, draw_exponential, draw_permute_and_flip
from kinonym.measures.edge import Path
from kinonym.methods.exponential import Exponential, PublicSet, certify, chances, expected_unchanged, public_set
from kinonym.methods.exponential.certified_channel import MARGIN
from kinonym.methods.exponential.exact_draws import Sampler
from kinonym.methods.noise import Noise
from kinonym.methods.noise.recovery import outcome_chances
from kinonym.random import generator
from kinonym.testing import taxonomies
from kinonym.tuples import Column, Tuples
from noise.exact import exp_bounds, exponential_bounds, permute_and_flip

MECHANISMS = ("exponential", "permute-and-flip")
TREE = kn.Taxonomy.from_parents(
    {"root": [], "a": ["root"], "b": ["root"], "c": ["a"], "d": ["a"], "e": ["a"], "f": ["b"], "g": ["b"]}
)


def whole(taxonomy, **settings):
    domain = kn.Nominal(taxonomy, **settings)
    return PublicSet("word", domain, np.arange(len(taxonomy), dtype=float))


def tuples_of(domain, values, counts=None):
    points = domain.encode(values)[:, None]
    weights = np.ones(len(values), dtype=int) if counts is None else np.array(counts)
    return Tuples.from_points(["word"], [domain], points, weights)[0]


EPSILONS = st.sampled_from(["0.1", "0.5", "1", "2.5", "8", "20"])


@settings(max_examples=40)
@given(taxonomies(max_size=7), EPSILONS, st.sampled_from(["wu-palmer", "subsumers"]))
def test_the_exponential_mechanism_keeps_epsilon_in_exact_rationals(tax, epsilon, measure):
    public = whole(tax, measure=measure)
    scores, width = public.keys(public.points).tolist(), public.sensitivity
    if width == 0:
        return
    exact = [exponential_bounds(row, Fraction(epsilon), width) for row in scores]
    limit = exp_bounds(Fraction(epsilon))[0]
    for y in range(len(tax)):
        most, least = max(row[y][1] for row in exact), min(row[y][0] for row in exact)
        assert most / least <= limit
    computed = chances(np.array(scores), float(epsilon), width, "exponential")
    assert computed == pytest.approx(np.array([[float(low) for low, _ in row] for row in exact]), abs=1e-12)


@settings(max_examples=40)
@given(taxonomies(max_size=6), EPSILONS)
def test_permute_and_flip_keeps_epsilon_in_exact_rationals(tax, epsilon):
    public = whole(tax)
    scores, width = public.keys(public.points).tolist(), public.sensitivity
    if width == 0:
        return
    exact = [permute_and_flip(row, Fraction(epsilon), width) for row in scores]
    assert all(abs(sum(row) - 1) < Fraction(1, 10**30) for row in exact)
    limit = exp_bounds(Fraction(epsilon))[0]
    for y in range(len(tax)):
        assert max(row[y] for row in exact) / min(row[y] for row in exact) <= limit
    computed = chances(np.array(scores), float(epsilon), width, "permute-and-flip")
    assert computed == pytest.approx(np.array([[float(p) for p in row] for row in exact]), abs=1e-11)


@given(taxonomies(max_size=12), st.floats(0.05, 30), st.sampled_from(MECHANISMS))
def test_the_certificate_is_the_worst_ratio_of_the_channel(tax, epsilon, mechanism):
    public = whole(tax)
    channel = chances(public.keys(public.points), epsilon, public.sensitivity, mechanism)
    assert channel.sum(axis=1) == pytest.approx(np.ones(len(tax)), abs=1e-9)
    found = certify(public, epsilon, mechanism)
    worst = max(math.log(a / b) for y in channel.T for a in y for b in y)
    assert found.holds
    assert found.worst == pytest.approx(worst, abs=1e-8)
    assert expected_unchanged(public, epsilon, mechanism) == pytest.approx(float(np.diag(channel).mean()))


@given(taxonomies(max_size=12), st.floats(0.05, 30))
def test_permute_and_flip_is_never_farther_on_average(tax, epsilon):
    public = whole(tax)
    keys = public.keys(public.points)
    means = [(chances(keys, epsilon, public.sensitivity, m) * keys).sum(axis=1) for m in MECHANISMS]
    assert (means[1] <= means[0] + 1e-6 * (1 << 24)).all()


def test_sensitivity_is_the_greatest_difference_of_distances():
    """c against f: 4/6, and d(c, c) = 0; with missing as a value it is 1."""
    assert whole(TREE).sensitivity == round(4 / 6 * 2**24)
    column = Column("word", kn.Nominal(TREE), np.array([0.0]))
    assert public_set(column, {"word": "root"}, missing=True).sensitivity == 2**24
    assert whole(kn.Taxonomy.from_parents({"alone": []})).sensitivity == 0


def test_coins_have_the_chance_of_the_exponential():
    words = np.random.default_rng(1).integers(0, 2**64 - 1, 4_000_000, dtype=np.uint64, endpoint=True)
    for numerator, denominator in ((0, 7), (1, 3), (1, 1), (7, 3), (5, 1)):
        state = np.zeros(2, dtype=np.int64)
        flips = 100_000
        heads = sum(accepts(np.uint64(numerator), np.uint64(denominator), words, state) for _ in range(flips))
        chance = math.exp(-numerator / denominator)
        assert not state[1]
        assert abs(heads - flips * chance) <= 5 * math.sqrt(flips * chance * (1 - chance)) + 1e-9


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_million_draws_fit_the_exact_probabilities(mechanism):
    public = whole(TREE)
    sampler = Sampler(public, Fraction(4), mechanism)
    start = TREE.number("c")
    draws = sampler.draw(np.full(10**6, start), generator(20))
    expected = chances(public.keys(public.points[[start]]), 4.0, public.sensitivity, mechanism)[0]
    assert chisquare(np.bincount(draws, minlength=len(TREE)), expected * 10**6).pvalue > 1e-6


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("epsilon", ["7/2", "2.3"])
def test_draws_fit_the_exact_probabilities_of_a_broken_epsilon(mechanism, epsilon):
    public, start = whole(TREE), TREE.number("f")
    draws = Sampler(public, Fraction(epsilon), mechanism).draw(np.full(10**5, start), generator(21))
    expected = chances(public.keys(public.points[[start]]), float(Fraction(epsilon)), public.sensitivity, mechanism)[0]
    assert chisquare(np.bincount(draws, minlength=len(TREE)), expected * 10**5).pvalue > 1e-6


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_where_all_values_are_alike_each_is_drawn(mechanism):
    """With sensitivity 0 every value of the public set is as likely as any other, the first one included."""
    public = dataclasses.replace(whole(TREE), points=np.full(4, TREE.number("c"), dtype=float))
    assert public.sensitivity == 0
    draws = Sampler(public, Fraction(1), mechanism).draw(np.zeros(4_000, dtype=np.int64), generator(22))
    assert chisquare(np.bincount(draws, minlength=4)).pvalue > 1e-6


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_certified_ratio_has_a_margin_for_rounding(mechanism):
    public = whole(TREE)
    logs = np.log(chances(public.keys(public.points), 3.0, public.sensitivity, mechanism))
    computed = (logs.max(axis=0) - logs.min(axis=0)).max()
    assert certify(public, 3.0, mechanism).worst == pytest.approx(computed + MARGIN, abs=MARGIN / 100)
    assert 1000 * np.finfo(float).eps < MARGIN


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_refilled_buffer_of_random_words_does_not_change_a_draw(mechanism):
    """The same words, given at once or a few at a time, give the same values."""
    keys = whole(TREE).keys(np.array([3.0]))[0]
    words = np.random.default_rng(8).integers(0, 2**64 - 1, 20_000, dtype=np.uint64, endpoint=True)
    given_at_once, piece_by_piece = [], []
    for pieces, found in ((1, given_at_once), (400, piece_by_piece)):
        out = np.empty(300, dtype=np.int64)
        deck, swaps = np.arange(len(keys)), np.empty(len(keys), dtype=np.int64)
        buffered, state, done = np.empty(0, dtype=np.uint64), np.zeros(2, dtype=np.int64), 0
        for piece in np.array_split(words, pieces):
            buffered, state = np.concatenate([buffered[state[0] :], piece]), np.zeros(2, dtype=np.int64)
            given = (keys, np.uint64(6), np.uint64(2 << 23), buffered, state, out, done)
            done = (
                draw_exponential(*given) if mechanism == "exponential" else draw_permute_and_flip(*given, deck, swaps)
            )
            if done == len(out):
                break
        assert done == len(out)
        found.extend(out.tolist())
    assert given_at_once == piece_by_piece


def test_a_plan_states_its_epsilon_and_what_to_expect():
    domain = kn.Nominal(TREE)
    method = Exponential(epsilon=2, public={"word": "root"})
    tuples = tuples_of(domain, ["c", "d"], [60, 40])
    plan = method.plan(tuples, generator())
    assert plan.count.sum() == 100
    facts = plan.facts
    assert (facts["epsilon:word"], facts["epsilon_total"], facts["public_values:word"]) == (2, 2, 8)
    assert facts["sensitivity:word"] == pytest.approx(4 / 6)
    assert facts["worst_log_ratio:word"] <= 2
    assert "8 public values" in plan.notices[0]
    assert method.preview(tuples) == plan.notices
    assert method.traits.promise == "differential-privacy"


def test_epsilon_is_counted_once_for_each_column():
    domain = kn.Nominal(TREE)
    points = np.column_stack([domain.encode(["c", "f"])] * 2)
    tuples, _ = Tuples.from_points(["a", "b"], [domain] * 2, points, np.array([5, 5]))
    plan = Exponential(epsilon=1.5, public={"a": "root", "b": ("c", "d", "f")}).plan(tuples, generator())
    assert plan.facts["epsilon_total"] == 3
    assert {TREE.concepts[int(p)] for p in plan.targets[:, 1]} <= {"c", "d", "f"}


def test_missing_may_be_a_public_value():
    domain = kn.Nominal(TREE)
    tuples = tuples_of(domain, ["c", None], [50, 50])
    with pytest.raises(DataError, match="outside its public set") as caught:
        Exponential(epsilon=1, public={"word": "root"}).plan(tuples, generator())
    assert "missing = true" in caught.value.hint
    plan = Exponential(epsilon=1, public={"word": "root"}, missing=True).plan(tuples, generator())
    assert plan.facts["public_values:word"] == 9


def test_levels_are_public_by_themselves():
    domain = kn.Ordinal(("low", "middle", "high"))
    plan = Exponential(epsilon=1).plan(tuples_of(domain, ["low", "high"], [20, 20]), generator())
    assert plan.facts["public_values:word"] == 3
    missing = Exponential(epsilon=1, missing=True).plan(tuples_of(domain, ["low", None], [20, 20]), generator())
    assert missing.facts["public_values:word"] == 4


@pytest.mark.parametrize(
    ("domain", "values", "public", "message"),
    [
        (kn.Nominal(TREE), ["c"], {}, "must not come from the data"),
        (kn.Nominal(TREE, "a"), ["c", "d"], {"word": "root"}, "depend on the data"),  # a: the LCS of the values
        (kn.Nominal(TREE, "a"), ["c", "d"], {"word": ("c", "d", "f")}, "depend on the data"),
        (kn.Nominal(TREE), ["c"], {"word": ()}, "is empty"),
        (kn.Nominal(TREE), ["c"], {"word": "root", "other": "root"}, "not masked: other"),
        (kn.Plain(("c", None)), ["c"], {"word": ("c",)}, "no public set"),
        (kn.Numeric(), ["1"], {"word": ("1",)}, "no public set"),
        (kn.Nominal(TREE, measure=Path(bounded=False)), ["c"], {"word": "root"}, "unbounded"),
    ],
)
def test_a_set_that_is_not_public_is_refused(domain, values, public, message):
    with pytest.raises(UsageError, match=message):
        Exponential(epsilon=1, public=public).plan(tuples_of(domain, values), generator())


def test_values_outside_the_public_set_are_refused_without_being_shown():
    domain = kn.Nominal(TREE, isolates=(None, "unheard of"))
    with pytest.raises(DataError, match="1 distinct values outside") as caught:
        Exponential(epsilon=1, public={"word": "root"}).plan(tuples_of(domain, ["c", "unheard of"]), generator())
    assert "unheard" not in str(caught.value)


@pytest.mark.parametrize("epsilon", [0, -1, math.nan, math.inf, True, "1", None])
def test_epsilon_must_be_a_positive_number(epsilon):
    with pytest.raises(UsageError, match="epsilon"):
        Exponential(epsilon=epsilon)


def test_a_mechanism_must_be_known_and_epsilon_exact():
    with pytest.raises(UsageError, match="mechanism"):
        Exponential(epsilon=1, mechanism="laplace")
    with pytest.raises(UsageError, match="too many digits"):
        Exponential(epsilon=1 / 3)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_tight_spends_what_the_certificate_leaves(mechanism):
    tuples = tuples_of(kn.Nominal(TREE), ["c", "f"], [50, 50])
    plain, tight = (
        Exponential(epsilon=4, mechanism=mechanism, public={"word": "root"}, tight=t).plan(tuples, generator()).facts
        for t in (False, True)
    )
    assert plain["rate:word"] == 4 < tight["rate:word"] <= 8
    assert plain["worst_log_ratio:word"] < tight["worst_log_ratio:word"] <= 4
    assert plain["expected_unchanged:word"] < tight["expected_unchanged:word"]
    public = whole(TREE)
    step = 4 / 64
    assert tight["rate:word"] == 8 or not certify(public, 4, mechanism, rate=tight["rate:word"] + step).holds


def test_tight_needs_a_set_that_can_be_enumerated():
    wide = kn.Taxonomy.from_parents({"root": [], **{f"leaf{i}": ["root"] for i in range(4_096)}})
    method = Exponential(epsilon=1, public={"word": "root"}, tight=True)
    with pytest.raises(UsageError, match="4,097 public values"):
        method.plan(tuples_of(kn.Nominal(wide), ["leaf1"]), generator())


def test_a_small_epsilon_is_noticed_as_nearly_uniform():
    star = kn.Taxonomy.from_parents({"root": [], **{f"leaf{i}": ["root"] for i in range(100)}})
    tuples = tuples_of(kn.Nominal(star), ["leaf1"])
    assert "nearly a uniform draw" in Exponential(epsilon=1, public={"word": "root"}).preview(tuples)[0]
    assert "nearly" not in Exponential(epsilon=30, public={"word": "root"}).preview(tuples)[0]


def test_laplace_noise_on_a_distance_is_not_private():
    """Privacy 1.5: errors of scale Δ/epsilon, yet some outcome of one value is impossible for another."""
    domain = kn.Nominal(TREE)
    tuples = tuples_of(domain, list(TREE.concepts))
    fitted = Noise(alpha=1, noise="laplace").fit(tuples)
    channel = np.array([row for _, row in outcome_chances(fitted, tuples, 0, np.arange(len(TREE)))])
    most, least = channel.max(axis=0), channel.min(axis=0)
    assert (most[least == 0] > 0.01).any()
