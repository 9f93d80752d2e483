"""Attackers: what they find in cases worked out by hand, and that their windows never exclude the truth."""

import numpy as np
import pytest

from drawing import fresh_generator
from kinonym.domains import Plain
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.privacy.attacks import (
    Linkage,
    likelihood_linkage,
    measure_cells,
    most_certain,
    nearest_linkage,
    posterior_linkage,
    semantic_linkage,
    simulate_worst_case,
    strongest,
    window_linkage,
)
from kinonym.privacy.attacks.linkage import wilson
from kinonym.random import generator
from kinonym.tuples import Plan
from swap import tables


def rotated(tuples, values):
    """A plan that gives the records, one per tuple, these rows of points."""
    every = np.arange(len(tuples))
    return Plan(tuples, every, every, tuples.counts, np.array(values, dtype=np.float64))


def words_of(texts):
    names = ["root", "a", "b", "c", "a1", "a2", "b1", "b2"]
    return tables.table([tables.NOMINAL], tables.NOMINAL.encode([t for t in texts if t in names])[:, None])


def test_semantic_linkage_by_hand():
    # a1 and a2 exchange, and b1 and b2. sd(a1, a2) = 1 − 4/6 = 1/3, sd(a1, b1) = 1 − 2/6 = 2/3: the nearest released
    # record of everyone is the own old value, which belongs to the other of the pair. Nobody is linked.
    tuples = words_of(["a1", "a2", "b1", "b2"])
    own = tuples.columns[0].points
    swapped = rotated(tuples, own[[1, 0, 3, 2]][:, None])
    assert semantic_linkage(swapped, generator(1)).success == 0
    # Had they all stayed, everyone is found.
    assert semantic_linkage(rotated(tuples, own[:, None]), generator(1)).success == 1


def test_nearest_linkage_does_not_know_the_ontology():
    # Everyone becomes c, then all four are equally unlike: one in four. With the ontology it is the same.
    tuples = words_of(["a1", "a2", "b1", "b2"])
    c = tables.NOMINAL.encode(["c"])[0]
    assert nearest_linkage(rotated(tuples, [[c]] * 4), generator(1)).success == 0.25
    # a1 → a, b1 → b, the others stay: by equality a1 and b1 see four unlike records each, the others find themselves;
    # by meaning a1 has a at 1/5 but a2 at 1/3, so that everyone is found.
    names = [tables.WORDS.concepts[int(p)] for p in tuples.columns[0].points]
    becomes = tables.NOMINAL.encode([{"a1": "a", "b1": "b"}.get(name, name) for name in names])[:, None]
    plan = rotated(tuples, becomes)
    assert nearest_linkage(plan, generator(1)).success == pytest.approx((1 + 1 + 1 / 4 + 1 / 4) / 4)
    assert semantic_linkage(plan, generator(1)).success == 1


def test_distance_attackers_are_never_certain():
    tuples = tables.numbers([[1], [2], [3]])
    assert semantic_linkage(Plan.unchanged(tuples), generator(1)).certain == 0


def test_records_of_a_tuple_share_the_chance():
    tuples = tables.numbers([[1], [1], [1], [5]])
    assert semantic_linkage(Plan.unchanged(tuples), generator(1)).success == pytest.approx((3 / 3 + 1) / 4)


STRICT = [
    *(method(k=3, published=True) for method in (Srs1, Srs2, Srs3)),
    Srs1(k=3),
    RecordSwap(k=3),
    RecordSwap(k=3, partition="mdav"),
]


@pytest.mark.parametrize("method", STRICT, ids=repr)
def test_strict_windows_never_exclude_the_truth(method):
    rng = fresh_generator("windows", method)
    for n in (7, 12, 25, 40):
        for tuples in (tables.mixed(rng, n), tables.numbers(rng.permutation(n)[:, None])):
            window = method.window(tuples)
            assert window.strict
            for _ in range(10):
                plan = method.plan(tuples, rng)
                flags = window.out_of_reach(plan.source)
                for j, column in enumerate(tuples.columns):
                    received = np.searchsorted(column.points, plan.targets[plan.target, j])
                    assert not flags[j][np.arange(len(plan.source)), received].any()


def test_labels_without_order_give_a_rank_window_nothing():
    # 20 labels of two records each: all are equally marginal, and equally far from each other.
    labels = Plain().fit([str(i) for i in range(20)])
    tuples = tables.table([labels], np.repeat(np.arange(20.0), 2)[:, None])
    method = Srs1(k=3)
    assert not method.window(tuples).out_of_reach(np.arange(20))[0].any()
    plan = method.plan(tuples, generator(1))
    assert window_linkage(plan, method.window(tuples), generator(1)).success == pytest.approx(1 / 40)


@pytest.mark.parametrize("method", [Srs2(k=3), Srs3(k=3)], ids=repr)
def test_windows_of_repaired_clusters_are_not_strict(method):
    tuples = tables.mixed(generator(1), 30)
    plan = method.plan(tuples, generator(2))
    assert not method.window(tuples).strict
    assert window_linkage(plan, method.window(tuples), generator(3)).certain == 0


@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("method", [Srs1, Srs2, Srs3])
def test_no_attacker_beats_the_exact_posterior(method, published):
    rng = generator(41)
    one = method(k=2, published=published)
    exact, others = [], []
    for _ in range(25):
        tuples = tables.numbers(rng.integers(0, 7, (6, 2)))
        plan = one.plan(tuples, rng)
        exact.append(posterior_linkage(plan, one.factors(tuples)).success)
        found = [
            window_linkage(plan, one.window(tuples), rng),
            semantic_linkage(plan, rng),
            likelihood_linkage(plan, lambda one=one, t=tuples: one.plan(t, rng), rng, runs=30),
        ]
        others.append([attack.success for attack in found])
    margin = 2 * np.std(exact) / np.sqrt(len(exact))
    assert np.mean(exact) + margin >= np.mean(others, axis=0).max()


def test_the_posterior_refuses_large_tables():
    tuples = tables.numbers([[i] for i in range(9)])
    assert Srs1(k=2).factors(tuples) is None


def test_one_column_alone_is_linked_with_at_most_1_over_k():
    rng = generator(51)
    tuples = tables.numbers([[i] for i in range(301)])
    for method in (Srs1(k=5), Srs2(k=5), Srs3(k=5)):
        successes = []
        for _ in range(15):
            plan = method.plan(tuples, rng)
            successes.append(likelihood_linkage(plan, lambda m=method: m.plan(tuples, rng), rng).success)
        assert np.mean(successes) <= 1 / 5 + 4 * np.std(successes) / np.sqrt(len(successes))


def test_published_srs2_is_linked_more_often_than_claimed():
    # On one column 0..300 as published: a value is unchanged if all its neighbours are already swapped.
    rng = generator(52)
    tuples = tables.numbers([[i] for i in range(301)])
    method = Srs2(k=5, published=True)
    worst = simulate_worst_case(tuples, lambda: method.plan(tuples, rng), runs=400)
    assert worst.interval[0] > 1 / 5
    assert worst.runs == 400
    assert worst.column == "column 0"


def test_the_simulated_worst_case_is_not_the_luck_of_the_luckiest():
    rng = generator(53)
    tuples = tables.numbers([[i] for i in range(40)])
    worst = simulate_worst_case(tuples, lambda: DataSwap().plan(tuples, rng), runs=200)
    assert worst.interval[0] <= 1 / 40 <= worst.interval[1]


def test_the_simulated_worst_case_keeps_its_time():
    tuples = tables.numbers([[i] for i in range(40)])
    worst = simulate_worst_case(tuples, lambda: DataSwap().plan(tuples, generator(1)), seconds=0.0)
    assert worst.runs == 2


def test_more_than_20000_records_are_sampled():
    rng = generator(61)
    tuples = tables.numbers(rng.permutation(20_001)[:, None])
    attack = semantic_linkage(Plan.unchanged(tuples), rng)
    assert attack.sampled
    assert attack.persons == 2000
    assert attack.interval[0] < attack.success == attack.interval[1] == 1.0
    assert not semantic_linkage(Plan.unchanged(tables.numbers([[1], [2]])), rng).sampled


def test_wilson_by_hand():
    # 0 of 100: z²/(n + z²) with z = 1.96 is 3.84/103.84.
    low, high = wilson(0.0, 100)
    assert low == 0.0
    assert high == pytest.approx(3.8415 / 103.8415, abs=1e-5)
    assert wilson(0.3, 50)[0] < 0.3 < wilson(0.3, 50)[1]


def test_strongest_is_the_most_successful():
    attacks = [linkage(0.1), linkage(0.5), linkage(0.5, sampled=True)]
    assert strongest(attacks) == linkage(0.5)  # of equals the one that is not an estimate
    assert strongest(reversed(attacks)) == linkage(0.5)


def test_the_most_certain_attacker_is_the_best_informed():
    assert most_certain([linkage(0.5), linkage(0.1, certain=0.1)]) == linkage(0.1, certain=0.1)


def linkage(success, *, certain=0.0, sampled=False):
    return Linkage(kind="nearest-values", success=success, certain=certain, persons=1, sampled=sampled, interval=(0, 1))


def test_cells_by_hand():
    # Values 1 1 1 1 2 3; one 1 and the 2 exchange, 3 stays. Released 1s: three of four are true. 2: not. 3: true.
    tuples = tables.numbers([[1], [1], [1], [1], [2], [3]])
    points = np.array([[1.0], [2.0], [3.0]])
    plan = Plan(tuples, np.array([0, 0, 1, 2]), np.array([0, 1, 0, 2]), np.array([3, 1, 1, 1]), points)
    (column,) = measure_cells(plan, rare_below=3)
    assert column.unchanged == pytest.approx(4 / 6)
    assert (column.rare_records, column.rare, column.common) == (2, 1 / 2, 3 / 4)
    (column,) = measure_cells(plan, rare_below=1)
    assert column.rare is None
