"""The bounds on how much a swap leaves in place, against the exact chances of small tables."""

import math

import numpy as np
import pytest

from drawing import fresh_generator, fresh_random
from kinonym.domains import Plain
from kinonym.methods import METHODS
from kinonym.methods.exponential.cell_privacy import private_chance
from kinonym.methods.swap.swapping import plan_from_records
from kinonym.methods.unchanged_values import exchange_chance, permutation_chance
from kinonym.tuples import Plan, Tuples

ROUNDING = 1e-9


def table(number, words, columns, seed):
    """Records with a few words in each column, which are equal or not."""
    draw = fresh_random("swapped", number, words, columns, seed)
    domain = Plain().fit([str(i) for i in range(words)])
    points = np.array([[float(draw.randrange(words)) for _ in range(columns)] for _ in range(number)])
    names = [f"c{j}" for j in range(columns)]
    return Tuples.from_points(names, [domain] * columns, points, np.ones(number, dtype=np.int64))[0]


def outcomes(method, tuples):
    """Every plan that a swap can make of one column, with its exact chance."""
    (factor,) = method.factors(tuples)
    for records, chance in factor.chances.items():
        yield plan_from_records(tuples, np.array(records, dtype=np.int32), ()), float(chance)


def kept(plan):
    own = plan.tuples.columns[0].points[plan.tuples.codes[plan.source, 0]]
    return int(plan.count[own == plan.targets[plan.target, 0]].sum())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["srs1", "srs2", "srs3"])
def test_exchanges_leave_no_more_than_the_bound(name, seed):
    tuples, method = table(6, 2 + seed % 4, 1, seed), METHODS[name](k=2)
    known = [(kept(plan), chance, exchange_chance(plan, 2)) for plan, chance in outcomes(method, tuples)]
    for number, _, bound in known:
        assert math.log(sum(p for other, p, _ in known if other >= number)) <= bound + ROUNDING


@pytest.mark.parametrize("seed", range(6))
def test_permutations_leave_no_more_than_the_bound(seed):
    tuples, method = table(6, 2 + seed % 5, 1, seed), METHODS["data-swap"]()
    every = np.arange(len(tuples))
    rows = every, 0 * every, tuples.counts
    known = [(kept(plan), chance, permutation_chance(plan, rows)) for plan, chance in outcomes(method, tuples)]
    for number, _, bound in known:
        assert math.log(sum(p for other, p, _ in known if other >= number)) <= bound + ROUNDING


def test_a_block_that_stays_has_its_exact_chance():
    """Four different values: 1/4! that none moves, in each of two columns on its own."""
    tuples = table(40, 1, 1, 0)
    assert permutation_chance(Plan.unchanged(tuples), (np.array([0]), np.array([0]), tuples.counts)) == 0.0
    points = np.repeat(np.arange(4.0)[:, None], 2, axis=1)
    domain = Plain().fit("0123")
    tuples = Tuples.from_points("ab", [domain, domain], points, np.ones(4, dtype=np.int64))[0]
    chance = permutation_chance(Plan.unchanged(tuples), (np.arange(4), np.zeros(4, dtype=np.int64), tuples.counts))
    assert chance == pytest.approx(-2 * math.log(24), rel=0.05)


@pytest.mark.parametrize("name", ["srs1", "srs2", "srs3", "record-swap", "data-swap"])
def test_true_plans_meet_no_objection(name):
    """Wrong with a chance of 40 · 10^-12."""
    for seed in range(40):
        tuples = table(20 + 10 * seed, 2 + 3 * seed, 1 + seed % 3, seed)
        method = METHODS[name](**({} if name == "data-swap" else {"k": 2 + seed % 5}))
        assert method.objection(method.plan(tuples, fresh_generator("staying", name, seed))) is None


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0, 8.0])
def test_private_draws_leave_no_more_than_the_bound(epsilon):
    """Randomised response keeps epsilon exactly; of 3 records of each of 3 values every outcome is added up."""
    stays = math.exp(epsilon) / (math.exp(epsilon) + 2)
    records = np.full(3, 3.0)
    for kept in np.ndindex(4, 4, 4):
        chance = math.prod(
            sum(math.comb(3, i) * stays**i * (1 - stays) ** (3 - i) for i in range(number, 4)) for number in kept
        )
        assert math.log(chance) <= private_chance(np.array(kept, dtype=float), records, epsilon) + ROUNDING


def test_no_private_mechanism_keeps_everything():
    """62 values, epsilon 1: at most 62 / (1 + 61/e) = 2.65 of the 62 chances to stay, 0.043 each."""
    once = np.ones(62)
    assert private_chance(once, once, 1.0) == pytest.approx(62 * math.log(1 / (1 + 61 / math.e)), rel=1e-9)
