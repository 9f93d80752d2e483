"""The chances that an attacker knows are those with which a method draws, column by column.

Chi-squared at 1e-7 for each column and value, less than 1e-5 in all; the seeds are fixed.
"""

import math

import numpy as np
import pytest
from scipy.stats import chisquare

from kinonym import Nominal, Taxonomy
from kinonym.domains import Numeric, Ordinal, Plain
from kinonym.methods import METHODS, DataSwap, Exponential, Noise, NoiseNaive, NoiseProbabilistic
from kinonym.privacy.attacks import Linkage, attack, channel_linkage
from kinonym.privacy.attacks.channel import IMPOSSIBLE
from kinonym.random import generator
from kinonym.tuples import Tuples

WORDS = Taxonomy.from_parents(
    {"top": [], "a": "top", "b": "top", "a1": "a", "a2": "a", "b1": "b", "b2": ["b", "a"], "b11": "b1"}
)
NOMINAL = Nominal(WORDS, isolates=(None, "no concept"))
LEVELS = Ordinal(("low", "middle", "high", "top"))
RECORDS = 3000


def table(columns, counts=None):
    """Tuples from columns (domain, values), each tuple often."""
    points = np.column_stack([domain.encode(values) for domain, values in columns])
    times = np.full(len(points), RECORDS) if counts is None else np.array(counts)
    return Tuples.from_points([f"c{j}" for j in range(len(columns))], [d for d, _ in columns], points, times)[0]


TWINS = table([(NOMINAL, ["a1", "b2", "top", "a1"]), (NOMINAL, ["b11", "a", "b", "a2"])])
MIXED = table(
    [
        (NOMINAL, ["a1", None, "no concept", "b", "a2"]),
        (LEVELS, ["low", "middle", None, "top", "high"]),
        (Plain().fit(["x", "y", "z"]), ["x", "y", "z", "x", "x"]),
    ]
)
CASES = {
    "mean": (Noise(alpha=0.5), TWINS),
    "root": (Noise(alpha=1.0, reference="root"), TWINS),
    "pair": (Noise(alpha=0.7, reference="pair"), TWINS),
    "laplace": (Noise(alpha=0.5, correlated=False, noise="laplace"), MIXED),
    "mixed": (Noise(alpha=2.0, correlated=False), MIXED),
    "naive": (NoiseNaive(), MIXED),
    "probabilistic": (NoiseProbabilistic(), MIXED),
    "exponential": (Exponential(epsilon=3.0, public={"c0": "top", "c1": "top"}), TWINS),
    "flip": (Exponential(epsilon=3.0, mechanism="permute-and-flip", public={"c0": "top", "c1": "top"}), TWINS),
    "data-swap": (DataSwap(), MIXED),
}


def agrees(seen, chance):
    """Whether counts may have been drawn with these chances; what is left to 1 never came, since all that came is listed."""
    expected = np.append(chance, max(0.0, 1 - chance.sum())) * RECORDS
    counted = np.append(seen, 0.0)
    rare = expected <= 5
    got, awaited = np.append(counted[~rare], counted[rare].sum()), np.append(expected[~rare], expected[rare].sum())
    possible = awaited > 1e-3 * RECORDS / 10
    if got[~possible].sum() or chance.sum() > 1 + 1e-3:
        return False
    got, awaited = got[possible], awaited[possible]
    return len(got) == 1 or chisquare(got, awaited * got.sum() / awaited.sum()).pvalue > 1e-7


@pytest.mark.parametrize("name", CASES)
def test_values_are_drawn_with_the_chances_of_the_channel(name):
    method, tuples = CASES[name]
    plan = method.plan(tuples, generator(4))
    points = [np.unique(plan.targets[:, j]) for j in range(len(tuples.columns))]
    costs = method.channel(tuples).costs(np.arange(len(tuples)), points)
    first = 0
    for j, released in enumerate(points):
        chances = np.exp(-costs[:, first : first + len(released)])
        for t in range(len(tuples)):
            rows = plan.source == t
            place = np.searchsorted(released, plan.targets[plan.target[rows], j])
            seen = np.bincount(place, weights=plan.count[rows], minlength=len(released))
            assert agrees(seen, chances[t]), (j, t)
        assert not agrees(np.roll(seen, 1), chances[t]) or len(released) == 1 or np.ptp(chances[t]) < 0.1
        first += len(released)


def test_a_number_has_the_chance_of_its_error():
    """Scale 2, alpha times its own variance: density ∝ exp(−(e/σ)²/2)."""
    numbers = Numeric(scale=2.0)
    tuples = table([(numbers, ["0", "4", None])], counts=[1, 1, 1])
    costs = Noise(alpha=0.5).channel(tuples).costs(np.arange(3), [np.array([0.0, 1.0, math.nan])])
    # 0 and 4 are 0 and 2 in units of the scale: variance 1, times alpha 0.5
    assert costs[0, 1] - costs[0, 0] == pytest.approx((1 / 2) ** 2 / 0.5 / 2, abs=1e-3)
    assert costs[1, 1] - costs[1, 0] == pytest.approx(((3 / 2) ** 2 - 2**2) / 0.5 / 2, abs=1e-3)
    missing = int(np.flatnonzero(np.isnan(tuples.columns[0].points[tuples.codes[:, 0]]))[0])
    assert costs[missing].tolist() == [IMPOSSIBLE, IMPOSSIBLE, 0.0]
    assert costs[0, 2] == IMPOSSIBLE


@pytest.mark.parametrize("name", sorted(METHODS))
def test_every_random_method_is_attacked_with_knowledge_of_its_chances(name):
    mode = next(mode for mode in METHODS[name].modes())
    tuples = Tuples.from_points(
        ["a", "b"], [NOMINAL, NOMINAL], np.column_stack([NOMINAL.encode(["a1", "a2", "b1", "b2", "b11", "a"])] * 2),
        np.ones(6, dtype=np.int64),
    )[0]  # fmt: skip
    method, rng = mode.made(), generator(2)
    kinds = {one.kind for one in attack(method, method.plan(tuples, rng), rng)}
    knowing = {"knows-the-chances", "repeats-the-method"} & kinds
    assert bool(knowing) == (method.traits.random and not method.traits.k_anonymous)


def test_a_wide_table_is_attacked_by_a_sample_with_its_interval(monkeypatch):
    monkeypatch.setattr("kinonym.privacy.attacks.channel._PAIRS", 1)
    monkeypatch.setattr("kinonym.privacy.attacks.channel.SAMPLE", 500)
    method, tuples = CASES["mean"]
    plan = method.plan(tuples, generator(4))
    sampled = channel_linkage(plan, method.channel(tuples), generator(5))
    assert isinstance(sampled, Linkage)
    assert sampled.sampled
    monkeypatch.undo()
    every = channel_linkage(plan, method.channel(tuples), generator(5))
    assert not every.sampled
    assert sampled.interval[0] <= every.success <= sampled.interval[1]
