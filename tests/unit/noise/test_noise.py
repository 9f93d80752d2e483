"""The method as a whole: plans, facts, references, mixed columns, bad input, baselines, recommendation, streams."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinonym as kn
from kinonym.errors import DataError, UsageError
from kinonym.measures.edge import Path
from kinonym.methods.drawn_records import record_blocks
from kinonym.methods.noise import Noise, NoiseNaive, NoiseProbabilistic, recommend_noise
from kinonym.methods.noise.spread import draw_errors, measure_spread
from kinonym.operators import covariance_matrix
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.tuples import tuple_points

WORDS = kn.Taxonomy.from_parents(
    {"root": [], **{f"g{i}": ["root"] for i in range(4)}, **{f"c{i}{j}": [f"g{i}"] for i in range(4) for j in range(5)}}
)


def grouped(domains, rows, counts=None):
    points = np.column_stack([d.encode([row[j] for row in rows]) for j, d in enumerate(domains)])
    names = [f"column {j}" for j in range(len(domains))]
    return Tuples.from_points(names, domains, points, np.ones(len(rows), int) if counts is None else np.array(counts))[
        0
    ]


def two_columns(records=400, seed=0):
    rng = np.random.default_rng(seed)
    leaves = [c for c in WORDS.concepts if c.startswith("c")]
    a = rng.choice(leaves, records)
    b = [x if rng.random() < 0.7 else rng.choice(leaves) for x in a]
    return grouped([kn.Nominal(WORDS)] * 2, list(zip(a.tolist(), [str(x) for x in b], strict=True)))


@given(
    mixed_tuples(sets=True), st.sampled_from(["mean", "root"]), st.booleans(), st.sampled_from(["normal", "laplace"])
)
def test_plans_of_any_columns_account_for_every_record(tuples, reference, correlated, noise):
    method = Noise(alpha=0.7, reference=reference, correlated=correlated, noise=noise)
    plan = method.plan(tuples, np.random.default_rng(0))
    assert plan.count.sum() == tuples.records  # Plan itself checks every tuple
    original = tuple_points(tuples)[plan.source]
    masked = plan.targets[plan.target]
    for j, column in enumerate(tuples.columns):
        missing = column.domain.encode([None])[0]
        same = np.isnan(original[:, j]) if math.isnan(missing) else original[:, j] == missing
        gone = np.isnan(masked[:, j]) if math.isnan(missing) else masked[:, j] == missing
        assert np.array_equal(same, gone)  # what was missing stays missing, and nothing else becomes so
        column.domain.decode(masked[:, j])


@given(mixed_tuples(sets=True), st.sampled_from([NoiseNaive(), NoiseProbabilistic()]))
def test_baselines_offer_only_what_occurs(tuples, method):
    plan = method.plan(tuples, np.random.default_rng(0))
    for j, column in enumerate(tuples.columns):
        masked = np.unique(plan.targets[:, j])
        known = np.unique(column.points)
        assert np.isin(masked[~np.isnan(masked)], known).all()


def test_naive_is_uniform_and_probabilistic_follows_the_frequencies():
    tuples = grouped([kn.Nominal(WORDS)], [("c00",), ("c01",)], [9_000, 1_000])
    for method, share in ((NoiseNaive(), 1 / 2), (NoiseProbabilistic(), 9 / 10)):
        plan = method.plan(tuples, np.random.default_rng(5))
        target = plan.targets[plan.target, 0] == WORDS.number("c00")
        assert plan.count[target].sum() / 10_000 == pytest.approx(share, abs=0.025)


def test_facts_are_those_of_the_records():
    tuples = two_columns()
    plan = Noise(alpha=0.5).plan(tuples, np.random.default_rng(1))
    original, masked = tuple_points(tuples)[plan.source], plan.targets[plan.target]
    for j, column in enumerate(tuples.columns):
        made = column.domain.between(original[:, j], masked[:, j])
        actual = math.sqrt(plan.count @ made**2 / tuples.records)
        assert plan.facts[f"rmse_actual:{column.name}"] == pytest.approx(actual, abs=1e-6)
        target = math.sqrt(0.5 * covariance_matrix(tuples)[j, j])
        assert plan.facts[f"rmse_target:{column.name}"] == pytest.approx(target, rel=0.2)
        assert plan.facts[f"missing:{column.name}"] == 0


def test_a_single_column_takes_its_semantic_variance():
    tuples = grouped([kn.Nominal(WORDS)], [("c00",), ("c01",), ("c12",)])
    spread = measure_spread(tuples, correlated=True)
    assert spread.covariance[0, 0] == pytest.approx(kn.semantic_variance(kn.Nominal(WORDS), ["c00", "c01", "c12"]))


def test_correlated_errors_take_the_distance_covariances():
    tuples = two_columns()
    assert np.array_equal(measure_spread(tuples, correlated=True).covariance, covariance_matrix(tuples))
    single = measure_spread(tuples, correlated=False).covariance
    assert single[0, 1] == 0


def test_numbers_keep_their_ordinary_covariance():
    rows = [("1", "2"), ("2", "1"), ("4", "7"), ("9", "3")]
    domains = [kn.Numeric().fit([r[j] for r in rows]) for j in range(2)]
    spread = measure_spread(grouped(domains, rows), correlated=True)
    scaled = np.array(rows, dtype=float) / [d.scale for d in domains]
    assert spread.covariance == pytest.approx(np.cov(scaled.T, bias=True))


def test_additive_noise_on_numbers_has_its_textbook_effect():
    """Var* = (1 + alpha)·Var, mean kept, within 5 standard errors of 40,000 draws."""
    rng = np.random.default_rng(2)
    values = [str(round(x, 3)) for x in rng.normal(50, 10, 40_000)]
    domain = kn.Numeric().fit(values)
    plan = Noise(alpha=0.5).plan(grouped([domain], [(v,) for v in values]), rng)
    masked = np.repeat(plan.targets[plan.target, 0], plan.count)
    original = np.array(values, dtype=float)
    assert masked.mean() == pytest.approx(original.mean(), abs=5 * 10 / 200)
    assert masked.var() == pytest.approx(1.5 * original.var(), rel=0.05)


def test_levels_move_at_least_by_the_error_up_to_the_last_level():
    domain = kn.Ordinal(("a", "b", "c", "d", "e"))
    plan = Noise(alpha=0.2).plan(grouped([domain], [("a",), ("c",), ("e",)], [500] * 3), np.random.default_rng(0))
    assert plan.facts["truncations:column 0"] > 300  # half of the errors at either end point outwards
    assert plan.facts["rmse_actual:column 0"] > 0
    assert set(plan.targets[:, 0]) <= {0, 1, 2, 3, 4}


@pytest.mark.parametrize("noise", ["normal", "laplace"])
@pytest.mark.parametrize("covariance", [np.diag([0.2, 0.5]), np.array([[0.2, 0.15], [0.15, 0.5]])])
def test_errors_have_the_covariance_asked_for(noise, covariance):
    errors = draw_errors(covariance, noise, 200_000, np.random.default_rng(4))
    assert np.cov(errors.T) == pytest.approx(covariance, abs=0.015)
    kurtosis = (errors**4).mean(axis=0) / (errors**2).mean(axis=0) ** 2
    assert kurtosis == pytest.approx({"normal": 3, "laplace": 6}[noise], abs=0.5)


def test_a_matrix_that_is_not_semidefinite_is_repaired_with_a_notice(monkeypatch):
    bad = np.array([[1.0, 0.9, 0.0], [0.9, 1.0, 0.9], [0.0, 0.9, 1.0]])
    monkeypatch.setattr("kinonym.methods.noise.spread.covariance_matrix", lambda _: bad)
    tuples = grouped([kn.Nominal(WORDS)] * 3, [("c00", "c01", "c02"), ("c10", "c11", "c12")])
    spread = measure_spread(tuples, correlated=True)
    assert np.linalg.eigvalsh(spread.covariance).min() >= -1e-12
    assert "semidefinite" in spread.notices[0]


def test_a_constant_column_stays_with_a_notice():
    tuples = grouped([kn.Nominal(WORDS)] * 2, [("c00", "c01"), ("c00", "c11"), ("c00", "c21")])
    for correlated in (True, False):
        plan = Noise(alpha=1, correlated=correlated).plan(tuples, np.random.default_rng(0))
        assert set(plan.targets[:, 0]) == {WORDS.number("c00")}
        assert "'column 0' is constant" in plan.notices[0]


def test_texts_without_a_concept_become_a_random_concept():
    """An isolated text is 1 from every concept: all are as near, and the text itself is not written."""
    domain = kn.Nominal(WORDS, isolates=(None, "unheard of"))
    tuples = grouped([domain], [("c00",), ("c11",), ("unheard of",)], [5, 5, 50])
    plan = Noise(alpha=0.3).plan(tuples, np.random.default_rng(0))
    assert plan.targets.max() < len(WORDS)


def test_records_are_drawn_in_blocks(monkeypatch):
    counts = np.array([3, 0, 5, 1])
    assert [b.tolist() for b in record_blocks(counts, 4)] == [[0, 0, 0, 2], [2, 2, 2, 2], [3]]
    monkeypatch.setattr("kinonym.methods.drawn_records.BLOCK", 7)
    tuples = two_columns(100)
    shares = []
    plan = Noise(alpha=0.5).plan(tuples, np.random.default_rng(0), shares.append)
    assert plan.count.sum() == 100
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(distinct_rows(plan.targets)[0]) == len(plan.targets)


def test_a_seed_repeats_the_plan_and_no_seed_does_not():
    tuples = two_columns()
    first, again, other = (Noise(alpha=0.5).plan(tuples, generator(s)) for s in (1, 1, None))
    assert np.array_equal(first.targets, again.targets)
    assert not np.array_equal(first.targets, other.targets)


@pytest.mark.parametrize("alpha", [0, -1, math.nan, math.inf, True, "0.3", None])
def test_alpha_must_be_a_positive_number(alpha):
    with pytest.raises(UsageError, match="alpha"):
        Noise(alpha=alpha)


@pytest.mark.parametrize("wrong", [{"reference": "mode"}, {"noise": "cauchy"}, {"pairs": (("a", "b"),)}])
def test_other_parameters_are_checked(wrong):
    with pytest.raises(UsageError):
        Noise(alpha=0.3, **wrong)


def test_an_unbounded_measure_is_refused():
    domain = kn.Nominal(WORDS, measure=Path(bounded=False))
    with pytest.raises(UsageError, match="unbounded"):
        Noise(alpha=0.3).plan(grouped([domain], [("c00",), ("c01",)]), np.random.default_rng(0))


def test_pairs_need_one_taxonomy_and_an_even_number():
    other = kn.Taxonomy.from_parents({"top": [], "x": ["top"], "y": ["top"]})
    mixed = grouped([kn.Nominal(WORDS), kn.Nominal(other)], [("c00", "x"), ("c01", "y")])
    method = Noise(alpha=0.3, reference="pair")
    with pytest.raises(UsageError, match="do not share one taxonomy") as caught:
        method.plan(mixed, np.random.default_rng(0))
    assert "root" in caught.value.hint
    odd = grouped([kn.Nominal(WORDS)] * 3, [("c00", "c01", "c02")])
    with pytest.raises(UsageError, match="even number"):
        method.plan(odd, np.random.default_rng(0))
    rooted = grouped([kn.Nominal(WORDS, "g0"), kn.Nominal(WORDS)], [("c00", "c01"), ("c01", "c02")])
    with pytest.raises(UsageError, match="do not share"):
        method.plan(rooted, np.random.default_rng(0))


def test_pairs_are_given_or_found_by_correlation():
    rng = np.random.default_rng(0)
    leaves = [c for c in WORDS.concepts if c.startswith("c")]
    rows = [(a, b, a, b) for a, b in (rng.choice(leaves, 2).tolist() for _ in range(80))]
    tuples = grouped([kn.Nominal(WORDS)] * 4, rows)
    found = [r.column for r in Noise(alpha=0.3, reference="pair").fit(tuples).references]
    assert found == [2, 3, 0, 1]
    given_pairs = (("column 0", "column 3"), ("column 1", "column 2"))
    found = [r.column for r in Noise(alpha=0.3, reference="pair", pairs=given_pairs).fit(tuples).references]
    assert found == [3, 2, 1, 0]
    with pytest.raises(UsageError, match="exactly once"):
        Noise(alpha=0.3, reference="pair", pairs=(("column 0", "column 1"),)).fit(tuples)


def test_pairs_are_found_within_each_taxonomy():
    other = kn.Nominal(kn.Taxonomy.from_parents({"top": [], "x": ["top"], "y": ["top"]}))
    words = kn.Nominal(WORDS)
    tuples = grouped([words, other, words, other], [("c00", "x", "c00", "x"), ("c11", "y", "c12", "y")])
    assert [r.column for r in Noise(alpha=0.3, reference="pair").fit(tuples).references] == [2, 3, 0, 1]
    lone = grouped([words, words, words, other], [("c00", "c00", "c00", "x"), ("c11", "c12", "c13", "y")])
    with pytest.raises(UsageError, match="no other column"):
        Noise(alpha=0.3, reference="pair").fit(lone)


def test_recommendation_follows_the_thesis_table_6_1():
    words = kn.Nominal(WORDS)
    other = kn.Nominal(kn.Taxonomy.from_parents({"top": []}))
    chosen = {
        ("one", "mean"): recommend_noise([words]),
        ("same", "mean"): recommend_noise([words, words]),
        ("same", "correlation"): recommend_noise([words, words], "correlation"),
        ("different", "mean"): recommend_noise([words, other]),
        ("different", "correlation"): recommend_noise([words, other], "correlation"),
        ("more", "mean"): recommend_noise([words] * 3),
        ("more", "correlation"): recommend_noise([words] * 3, "correlation", alpha=0.1),
    }
    assert {key: (m.correlated, m.reference) for key, m in chosen.items()} == {
        ("one", "mean"): (False, "mean"),
        ("same", "mean"): (True, "mean"),
        ("same", "correlation"): (True, "pair"),
        ("different", "mean"): (True, "mean"),
        ("different", "correlation"): (True, "root"),
        ("more", "mean"): (True, "mean"),
        ("more", "correlation"): (True, "root"),
    }
    assert chosen["more", "correlation"].alpha == 0.1
    for wrong in (([], "mean"), ([words], "speed")):
        with pytest.raises(UsageError):
            recommend_noise(*wrong)


SAMPLE = {"word": ["c00", "c01", "c10", "c11"], "kind": ["c00", "c02", "c10", "c12"]}


def fit(**settings):
    words = kn.Nominal(WORDS)
    return Noise(alpha=0.3, **settings).fit(SAMPLE, {"word": words, "kind": words}, seed=1)


@pytest.mark.parametrize("settings", [{}, {"reference": "pair"}, {"reference": "root", "noise": "laplace"}])
def test_a_stream_masks_records_one_at_a_time(settings):
    stream = fit(**settings)
    masked = stream.apply({"word": "c23", "kind": None, "note": "kept"})  # c23 was not in the sample
    assert masked["note"] == "kept"
    assert masked["kind"] is None
    assert masked["word"] in WORDS
    assert masked["word"] != "c23"
    batch = stream.apply([{"word": "c00", "kind": "c00"}] * 3)
    assert [set(record) for record in batch] == [{"word", "kind"}] * 3
    assert stream.apply([]) == []


def test_a_stream_draws_as_the_plan_does():
    """The plan is the stream applied to every record: the same sample and seed give the same multiset."""
    words = kn.Nominal(WORDS)
    rows = [tuple(pair) for pair in zip(*SAMPLE.values(), strict=True)]
    tuples = grouped([words, words], rows)
    fitted = Noise(alpha=0.3).fit(tuples, seed=9)
    masked = fitted.mask_points(tuple_points(tuples), generator(9))
    plan = Noise(alpha=0.3).plan(tuples, generator(9))
    assert sorted(map(tuple, plan.targets[plan.target].tolist())) == sorted(map(tuple, masked.tolist()))


def test_a_stream_names_the_column_of_a_wrong_value_but_not_the_value():
    with pytest.raises(DataError, match="'word' has a value outside") as caught:
        fit().apply({"word": "secret word", "kind": None})
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None
    with pytest.raises(DataError, match="no column 'kind'"):
        fit().apply({"word": "c00"})


def test_fit_checks_its_sample():
    words = kn.Nominal(WORDS)
    for sample, domains in (({"a": ["c00"]}, {}), ({"a": ["c00"], "b": ["c00", "c01"]}, {"a": words, "b": words})):
        with pytest.raises(UsageError, match="sample"):
            Noise(alpha=1).fit(sample, domains)
    weighted = Noise(alpha=1).fit({"a": ["c00", "c10"]}, {"a": words}, [9, 1])
    assert weighted.covariance[0, 0] == pytest.approx(kn.semantic_variance(words, ["c00", "c10"], [9, 1]))
