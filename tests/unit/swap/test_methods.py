"""What every swap preserves, refuses and reports."""

import numpy as np
import pytest
from hypothesis import assume, given, settings

from drawing import fresh_generator, scale_count
from kinonym.errors import PrivacyError, UsageError
from kinonym.kernels.swapping.rank_walk import start_walk, walk
from kinonym.methods import METHODS
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.operators.centres import mean_point, variance_about
from kinonym.operators.samples import column_sample
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples
from swap import tables

SWAPS = [
    *(method(k=3, published=published) for method in (Srs1, Srs2, Srs3) for published in (False, True)),
    RecordSwap(k=3),
    RecordSwap(k=3, partition="mdav"),
    DataSwap(),
]


def masked_tuples(plan):
    columns = plan.tuples.columns
    names, domains = [c.name for c in columns], [c.domain for c in columns]
    return Tuples.from_points(names, domains, plan.targets[plan.target], plan.count)[0]


@pytest.mark.drawn
@pytest.mark.parametrize("method", SWAPS, ids=repr)
def test_columns_keep_their_values_in_random_tables(method):
    rng = fresh_generator("values", method)
    for _ in range(scale_count(100)):
        tuples = tables.mixed(rng, int(rng.integers(4, 30)))
        for before, after in zip(*tables.multisets(method.plan(tuples, rng)), strict=True):
            np.testing.assert_array_equal(before, after)


@pytest.mark.parametrize("method", SWAPS, ids=repr)
@given(tuples=mixed_tuples(sets=True))
@settings(max_examples=15)
def test_any_kind_of_column_keeps_its_values(method, tuples):
    assume(tuples.records > 3)
    for before, after in zip(*tables.multisets(method.plan(tuples, generator(3))), strict=True):
        np.testing.assert_array_equal(before, after)


@pytest.mark.parametrize("method", SWAPS, ids=repr)
def test_semantic_mean_and_variance_stay_exactly(method):
    rng = fresh_generator("means", method)
    for _ in range(20):
        tuples = tables.words(rng, int(rng.integers(4, 60)))
        before = column_sample(tuples, 0)
        after = column_sample(masked_tuples(method.plan(tuples, rng)), 0)
        assert mean_point(before) == mean_point(after)
        assert variance_about(before, mean_point(before)) == variance_about(after, mean_point(after))


@pytest.mark.parametrize("method", SWAPS, ids=repr)
def test_a_seed_repeats_the_plan_and_another_does_not(method):
    tuples = tables.numbers([[i, 7 * i % 101] for i in range(101)])
    first, again, other = (tables.released(method.plan(tuples, generator(seed))) for seed in (5, 5, 6))
    assert first == again != other


@pytest.mark.parametrize("method", SWAPS, ids=repr)
def test_progress_ends_at_one_and_never_falls(method):
    seen = []
    method.plan(tables.mixed(generator(1), 300), generator(2), seen.append)
    assert seen[-1] == 1.0
    assert seen == sorted(seen)


@pytest.mark.parametrize("name", ["srs1", "srs2", "srs3", "record-swap"])
@pytest.mark.parametrize("k", [1, 0, -3, 2.0, True, "5"])
def test_k_below_2_is_refused(name, k):
    with pytest.raises(UsageError, match="at least 2"):
        METHODS[name](k=k)


@pytest.mark.parametrize("name", ["srs1", "srs2", "srs3", "record-swap"])
@pytest.mark.parametrize("k", [6, 7])
def test_k_of_n_and_more_is_refused_and_the_largest_named(name, k):
    with pytest.raises(PrivacyError) as error:
        METHODS[name](k=k).plan(tables.numbers([[1], [2], [3], [4], [5], [6]]), generator(1))
    assert "largest possible k is 5" in error.value.hint


def test_two_records_cannot_be_swapped():
    with pytest.raises(PrivacyError) as error:
        Srs1(k=2).plan(tables.numbers([[1], [2]]), generator(1))
    assert "at least 3 records" in error.value.hint


@pytest.mark.parametrize("name", ["srs1", "srs2", "srs3", "record-swap"])
def test_fewer_than_2k_records_are_one_permutation(name):
    tuples = tables.numbers([[1], [2], [3]])
    plans = [METHODS[name](k=2).plan(tuples, generator(seed)) for seed in range(60)]
    assert any("fewer than 2k = 4" in notice for notice in plans[0].notices)
    assert len({tables.released(plan) for plan in plans}) == 6


@pytest.mark.parametrize("method", SWAPS, ids=repr)
def test_a_column_of_one_value_gets_a_notice(method):
    plan = method.plan(tables.numbers([[i, 7] for i in range(12)]), generator(1))
    assert any("'column 1' has one value" in notice for notice in plan.notices)
    assert (plan.targets[:, 1] == 7).all()


def test_published_forms_say_how_many_found_no_partner():
    plan = Srs1(k=2, published=True).plan(tables.numbers([[i] for i in range(9)]), generator(1))
    assert sum(plan.count[plan.tuples.codes[plan.source, 0] == plan.targets[plan.target, 0]]) >= 1
    assert any("found no partner" in notice for notice in plan.notices)


def test_repaired_forms_never_leave_a_value_without_partner():
    tuples = tables.numbers([[i, 7 * i % 101] for i in range(101)])
    for method in (Srs1(k=3), Srs2(k=3), Srs3(k=3)):
        assert not method.plan(tuples, generator(1)).notices


def test_srs1_says_where_a_missing_value_leaves_nothing_to_rank():
    words = [[p] for p in tables.NOMINAL.encode(["a1", "a2", "b1", "b2", "c", "a", None])]
    plan = Srs1(k=2).plan(tables.table([tables.NOMINAL], np.array(words)), generator(1))
    assert any("nothing limits" in notice for notice in plan.notices)
    plan = Srs1(k=2).plan(tables.table([tables.NOMINAL], np.array(words[:-1])), generator(1))
    assert not plan.notices


def test_record_swap_refuses_an_unknown_partition():
    with pytest.raises(UsageError, match="sa-mdav or mdav"):
        RecordSwap(k=3, partition="random")


@pytest.mark.parametrize("n", [1, 2, 3, 64, 65, 100])
def test_a_swap_gives_each_record_to_one_receiver(n):
    state = start_walk(n)
    while walk(state, 2, published=True, rng=generator(n), budget=7):
        pass
    assert sorted(state.source.tolist()) == list(range(n))
    assert state.counters[1] == 0
