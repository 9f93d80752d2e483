"""The compiled recoding, with its lazy queue, against one that looks at everything again in every step."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import chisquare

from drawing import ERROR_RATE, fresh_generator
from kinonym.domains import Plain
from kinonym.errors import UsageError
from kinonym.kernels.clusters.recoding import recode, start_recoding
from kinonym.methods.recode import Recode
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples
from reference import naive

pytestmark = pytest.mark.drawn


@given(mixed_tuples(), st.integers(2, 9), st.sampled_from([2, 3]), st.booleans())
def test_recode_is_the_algorithm_of_the_paper(tuples, k, heuristics, weighted):
    assume(tuples.records >= k)
    plan = Recode(k=k, heuristics=heuristics, weighted=weighted).plan(tuples, generator(0))
    rank = generator(0).permutation(len(tuples))
    expected = naive.recode(tuples, k, rank, heuristics=heuristics, weighted=weighted)
    assert plan.target.tolist() == expected


@given(mixed_tuples(), st.integers(2, 9), st.booleans())
def test_without_meaning_all_that_differs_is_equally_far(tuples, k, weighted):
    """E sect. 4.2: the same algorithm, with 0 for equal values and 1 for others."""
    assume(tuples.records >= k)
    plan = Recode(k=k, distance="equality", weighted=weighted).plan(tuples, generator(0))
    rank = generator(0).permutation(len(tuples))
    assert plan.target.tolist() == naive.recode(tuples, k, rank, weighted=weighted, distance="equality")


@given(mixed_tuples(), st.integers(2, 9), st.integers(0, 9))
def test_discernibility_leads_to_the_sizes_that_raise_it_least(tuples, k, seed):
    """M sect. 5.3: ties are drawn, but the sizes of the classes do not depend on them."""
    assume(tuples.records >= k)
    plan = Recode(k=k, distance="discernibility").plan(tuples, generator(seed))
    sizes = np.bincount(plan.target, weights=plan.count).astype(int)
    assert sorted(sizes[sizes > 0].tolist()) == naive.sizes_by_discernibility(tuples.counts.tolist(), k)


def test_discernibility_does_not_look_at_meaning():
    """1, 1, 2, 5 records, k = 2: 1 with 1 adds 2, 1 with 2 adds 4; then all have two."""
    for seed in range(10):
        plan = Recode(k=2, distance="discernibility").plan(letters(1, 1, 2, 5), generator(seed))
        assert sorted(plan.class_sizes.tolist()) == [2, 2, 5]


@given(mixed_tuples(), st.integers(2, 5), st.integers(0, 9))
def test_rare_tuples_are_replaced_by_originally_frequent_ones(tuples, k, seed):
    assume(tuples.counts.max() >= k)
    plan = Recode(k=k, only_frequent=True).plan(tuples, generator(seed))
    assert plan.target.tolist() == naive.recode_to_frequent(tuples, k)


def test_frequent_tuples_alone_take_rare_ones_by_hand():
    """On a line: 0 (1 record), 1 (1 record), 10 (5 records), k = 2. As a rule 0 and 1 meet; here both become 10."""
    from kinonym.domains import Numeric

    tuples, _ = Tuples.from_points(["x"], [Numeric()], np.array([[0.0], [1.0], [10.0]]), np.array([1, 1, 5]))
    assert sorted(Recode(k=2).plan(tuples, generator(0)).class_sizes.tolist()) == [2, 5]
    assert Recode(k=2, only_frequent=True).plan(tuples, generator(0)).target.tolist() == [2, 2, 2]


@given(mixed_tuples(max_count=2), st.integers(3, 9), st.integers(0, 5))
def test_recoding_a_table_without_frequent_tuples(tuples, k, seed):
    assume(tuples.records >= k)
    plan = Recode(k=k, only_frequent=True).plan(tuples, generator(seed))
    assert plan.class_sizes.min() >= k
    if tuples.counts.max() < k:
        assert plan.target.tolist() == Recode(k=k).plan(tuples, generator(seed)).target.tolist()


def test_a_random_frequent_tuple_is_the_baseline():
    """M appendix, first paper: a rare value is replaced by a random one that k records have."""
    plans = [Recode(k=2, only_frequent=True, heuristics=0).plan(letters(1, 1, 5, 5), generator(s)) for s in range(40)]
    assert {tuple(plan.target.tolist()) for plan in plans} == {(a, b, 2, 3) for a in (2, 3) for b in (2, 3)}


@pytest.mark.parametrize(
    "settings",
    [
        {"distance": "discernibility", "heuristics": 2},
        {"distance": "discernibility", "weighted": True},
        {"distance": "discernibility", "only_frequent": True},
        {"only_frequent": True, "weighted": True},
        {"distance": "taste"},
    ],
    ids=str,
)
def test_incompatible_settings_are_refused(settings):
    with pytest.raises(UsageError):
        Recode(k=2, **settings)


@given(mixed_tuples(max_rows=25, max_count=3), st.integers(2, 9))
def test_the_third_heuristic_changes_the_order_but_not_the_result(tuples, k):
    """A tuple with only heavier neighbours has no equal among its nearest tuples, so no tuple waits for it."""
    assume(tuples.records >= k)
    second = Recode(k=k, heuristics=2).plan(tuples, generator(1))
    third = Recode(k=k, heuristics=3).plan(tuples, generator(1))
    assert second.target.tolist() == third.target.tolist()


@given(mixed_tuples(), st.integers(2, 9), st.sampled_from([2, 3]), st.booleans())
def test_local_recoding_is_the_algorithm_on_every_column_alone(tuples, k, heuristics, weighted):
    """M appendix 1; afterwards every value of a column occurs at least k times."""
    assume(tuples.records >= k)
    plan = Recode(k=k, heuristics=heuristics, weighted=weighted, local=True).plan(tuples, generator(0))
    rng = generator(0)
    for j, column in enumerate(tuples.columns):
        counts = np.bincount(tuples.codes[:, j], weights=tuples.counts).astype(np.int64)
        alone = Tuples(np.arange(len(counts), dtype=np.int32)[:, None], counts, (column,))
        goal = naive.recode(alone, k, rng.permutation(len(counts)), heuristics=heuristics, weighted=weighted)
        np.testing.assert_array_equal(plan.targets[:, j], column.points[np.array(goal)[tuples.codes[:, j]]])
        kept = np.bincount(np.array(goal), weights=counts)
        assert kept[kept > 0].min() >= k


@given(mixed_tuples(max_rows=20, max_count=4), st.integers(2, 9), st.sampled_from([0, 1]), st.integers(0, 9))
def test_random_replacement_goes_in_the_order_of_the_heuristic(tuples, k, heuristics, seed):
    """Without heuristics tuples below k are replaced in their order, with the first one the rarest come first.

    Step by step: what is replaced stands no more, and its records go to another tuple that stands.
    """
    assume(tuples.records >= k)
    rng = generator(seed)
    rank = np.arange(len(tuples)) if heuristics == 0 else rng.permutation(len(tuples))
    state = start_recoding(tuples.kernel_columns, tuples.codes, tuples.counts, rank, k, heuristics, weighted=False)
    weight = tuples.counts.tolist()
    more = True
    while more:
        before = state.replaced_by.tolist()
        more = recode(tuples.kernel_columns, tuples.codes, state, k, heuristics, False, rng, 1)
        changed = [t for t, (a, b) in enumerate(zip(before, state.replaced_by.tolist(), strict=True)) if a != b]
        if not changed:
            continue
        assert len(changed) == 1
        t, goal = changed[0], int(state.replaced_by[changed[0]])
        waiting = [u for u, w in enumerate(weight) if 0 < w < k]
        assert t == min(waiting, key=lambda u: (weight[u] if heuristics else 0, rank[u]))
        assert weight[goal] > 0
        assert goal != t
        weight[goal] += weight[t]
        weight[t] = 0
        assert state.weight.tolist() == weight
    assert all(w == 0 or w >= k for w in weight)
    plan = Recode(k=k, heuristics=heuristics).plan(tuples, generator(seed))
    end = state.replaced_by.tolist()
    for t in range(len(end)):
        while end[end[t]] != end[t]:
            end[t] = end[end[t]]
    assert plan.target.tolist() == end


def letters(*counts):
    domain = Plain().fit([chr(97 + i) for i in range(len(counts))])
    return Tuples.from_points(["x"], [domain], np.arange(len(counts))[:, None].astype(float), np.array(counts))[0]


@pytest.mark.parametrize("heuristics", [0, 1])
def test_any_other_tuple_is_equally_likely(heuristics):
    """One rare tuple and four others: each of the four is its replacement with chance 1/4."""
    tuples = letters(1, 5, 5, 5, 5)
    drawn = Counter(
        int(Recode(k=2, heuristics=heuristics).plan(tuples, fresh_generator("replacement", seed)).target[0])
        for seed in range(400)
    )
    assert set(drawn) == {1, 2, 3, 4}
    assert chisquare([drawn[t] for t in (1, 2, 3, 4)]).pvalue > ERROR_RATE


def test_two_rare_tuples_are_merged_by_hand():
    """a and b with one record, c with nine, all equally far apart: the rarest go to the lightest of the nearest."""
    plan = Recode(k=2).plan(letters(1, 1, 9), generator(0))
    assert sorted(plan.class_sizes.tolist()) == [2, 9]


def test_weighting_lets_rare_tuples_find_each_other():
    """On a line: a at 0 (1 record), b at 2 (9 records), c at 3 (1 record), k = 2.

    Nearest to c is b at distance 1; by count times distance b scores 9·1 and a 1·3.
    """
    from kinonym.domains import Numeric

    points = np.array([[0.0], [2.0], [3.0]])
    tuples, _ = Tuples.from_points(["x"], [Numeric()], points, np.array([1, 9, 1]))
    plain = Recode(k=2).plan(tuples, generator(0))
    weighted = Recode(k=2, weighted=True).plan(tuples, generator(0))
    assert plain.target.tolist() == [1, 1, 1]
    assert sorted(weighted.class_sizes.tolist()) == [2, 9]
