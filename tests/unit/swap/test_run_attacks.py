"""The attacks that every release of a swap meets, and the exact worst case of small tables."""

from fractions import Fraction

import numpy as np
import pytest

from drawing import fresh_generator
from kinonym.errors import UsageError
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.methods.swap.swap_courses import MOST_COURSES, every_outcome, permutation
from kinonym.privacy.attacks import attack, exact_worst_case, most_certain, simulate_worst_case, strongest, worst_case
from kinonym.random import generator
from swap import tables

# 0 1 2 3 5 on a line, k = 2: the record at 5 is the most marginal.
LINE = tables.numbers([[0], [1], [2], [3], [5]])


def test_exact_worst_case_of_srs1_as_published_by_hand():
    # Ranking from 5: 5 3 2 1 0. 5 takes 3 or 2. After 3 (1/2): 2 takes 1 or 0, and the other stays. After 2 (1/2): 3
    # takes 1 (0 is three ranks away), and 0 stays. So 0 keeps its value with 1/2 · 1/2 + 1/2.
    worst = exact_worst_case(LINE, Srs1(k=2, published=True).factors(LINE))
    assert worst.chance == pytest.approx(3 / 4)
    assert worst.runs == 0
    assert worst.column == "column 0"


def test_exact_worst_case_of_srs2_as_published_by_hand():
    # tests/unit/swap/test_cluster_bounds.py follows it: 0 and 1 exchange with 3/4.
    assert exact_worst_case(LINE, Srs2(k=2, published=True).factors(LINE)).chance == pytest.approx(3 / 4)


@pytest.mark.parametrize("method", [Srs1(k=2), Srs2(k=2), Srs3(k=2), RecordSwap(k=2), DataSwap()], ids=repr)
def test_exact_worst_case_of_repaired_swaps_is_at_most_1_over_k(method):
    rng = fresh_generator("worst case", method)
    for n in (3, 4, 5, 6):
        tuples = tables.numbers(rng.integers(0, 6, (n, 1)))
        assert exact_worst_case(tuples, method.factors(tuples)).chance <= 1 / 2 + 1e-12


@pytest.mark.parametrize("method", [Srs1, Srs2, Srs3])
def test_the_simulation_finds_the_exact_worst_case(method):
    rng = fresh_generator("simulation", method)
    one = method(k=2, published=True)
    exact = exact_worst_case(LINE, one.factors(LINE)).chance
    found = simulate_worst_case(LINE, lambda: one.plan(LINE, rng), runs=2000)
    assert abs(found.chance - exact) < 5 * np.sqrt(exact * (1 - exact) / 1000)


def test_worst_case_of_a_run_is_exact_where_it_can_be():
    rng = generator(6)
    method = Srs3(k=2, published=True)
    assert worst_case(method, method.plan(LINE, rng), rng).runs == 0
    longer = tables.numbers([[i] for i in range(12)])
    assert worst_case(method, method.plan(longer, rng), rng).runs == 200
    assert worst_case(Srs3(k=2), Srs3(k=2).plan(LINE, rng), rng) is None


def test_six_records_are_attacked_with_every_course():
    rng = generator(7)
    method = Srs1(k=2)
    tuples = tables.numbers([[i, 3 * i % 7] for i in range(6)])
    attacks = attack(method, method.plan(tuples, rng), rng)
    assert any(one.kind == "follows-every-course" for one in attacks)
    assert any("repeated it 400 times" in one.attacker for one in attacks)
    assert strongest(attacks).success == max(one.success for one in attacks)
    assert most_certain(attacks).certain == max(one.certain for one in attacks)
    seven = tables.numbers([[i, 3 * i % 7] for i in range(7)])
    assert not any(one.kind == "follows-every-course" for one in attack(method, method.plan(seven, rng), rng))


def test_a_swap_with_too_many_courses_is_attacked_without_enumerating_them():
    # n = 6 < 2k: each of three columns is permuted, 720³ outcomes.
    rng = generator(8)
    tuples = tables.numbers([[i, 3 * i % 7, 5 * i % 7] for i in range(6)])
    method = Srs3(k=4)
    assert not any(one.kind == "follows-every-course" for one in attack(method, method.plan(tuples, rng), rng))


def test_too_many_courses_are_refused():
    def swap(choose):
        source = list(range(8))
        permutation(range(8), source, choose)
        return (tuple(source),)

    assert MOST_COURSES < 40320  # 8!
    with pytest.raises(UsageError, match="more than"):
        every_outcome(swap)


def test_every_permutation_of_four_is_followed():
    def swap(choose):
        source = list(range(4))
        permutation(range(4), source, choose)
        return (tuple(source),)

    assert set(every_outcome(swap).values()) == {Fraction(1, 24)}


def test_other_methods_are_not_repeated():
    rng = generator(9)
    plan = DataSwap().plan(LINE, rng)
    assert not any(one.kind == "repeats-the-method" for one in attack(DataSwap(), plan, rng))
