"""The risk of a release is never below the success of any attack that was tried, whatever the method."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kinonym.methods import METHODS
from kinonym.metrics import measure_risk
from kinonym.metrics.risk import risk_of_classes
from kinonym.privacy.attacks import (
    Linkage,
    attack,
    attackers,
    every_attack,
    nearest_linkage,
    semantic_linkage,
    strongest,
)
from kinonym.random import generator
from kinonym.testing import mixed_tuples, twin_tuples
from kinonym.testing.plans import families

pytestmark = pytest.mark.usefixtures("few_repetitions")

MODES = [mode for kind in METHODS.values() for mode in kind.modes()]


@pytest.mark.parametrize("mode", MODES, ids=str)
@settings(max_examples=8, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(data=st.data())
def test_no_attack_beats_the_reported_risk(mode, data):
    tuples = data.draw(twin_tuples() if mode.twins else mixed_tuples(sets=True))
    k = data.draw(st.integers(2, 5))
    assume(tuples.records > k)
    rng = generator(1)
    method = mode.made(k=k) if mode.method.traits.strength == "k" else mode.made()
    plan = method.plan(tuples, rng)
    attacks = every_attack(plan, attack(method, plan, rng), generator)
    found = attackers(measure_risk(plan), attacks, classes_known=method.traits.k_anonymous)
    reported = strongest(found).chance
    tried = [semantic_linkage(plan, rng).success, nearest_linkage(plan, rng).success, measure_risk(plan).linkage / 100]
    assert reported >= max(*tried, *(attack.success for attack in attacks)) - 1e-12
    if method.traits.k_anonymous and len(plan.class_sizes):
        assert reported <= 1 / plan.class_sizes.min() + 1e-12


def test_a_sampled_estimate_is_cut_at_the_bound_of_the_groups():
    # Two classes of 5 of 10 records: nobody links more than 2/10 on average, whatever a sample of persons suggests.
    risk = risk_of_classes(np.full(10, 1), np.array([5, 5]), linkage=0.0)
    lucky = Linkage(kind="nearest-in-meaning", success=0.3, certain=0.0, persons=4, sampled=True,
                    interval=(0.1, 0.6))  # fmt: skip
    known = attackers(risk, [lucky], classes_known=True)
    assert [one.chance for one in known] == [0.0, 0.2, 0.2]
    assert known[2].interval == (0.1, 0.2)
    assert strongest(known).name == "knows the groups"
    assert strongest(attackers(risk, [lucky], classes_known=False)).chance == 0.3


@pytest.mark.parametrize(
    ("kind", "detail", "name", "who"),
    [
        ("nearest-in-meaning", "", "nearest in meaning", "knows all original values and the ontology; compares by semantic distance"),
        ("nearest-values", "", "nearest values", "knows all original values; compares words by equality"),
        ("knows-the-window", "every record's block", "knows the method", "knows all original values, the method, k and every record's block"),
        ("knows-the-chances", "", "knows the chances", "knows all original values, the method and its parameters, hence how likely each value becomes each other"),
        ("repeats-the-method", "20", "repeats the method", "knows all original values, the method and its parameters, and repeated it 20 times"),
        ("follows-every-course", "", "follows every course", "knows all original values, the method and k, and weighs every course the swap can have taken"),
    ],
)  # fmt: skip
def test_an_attacker_is_named_by_its_kind(kind, detail, name, who):
    linkage = Linkage(kind=kind, detail=detail, success=0.5, certain=0.0, persons=2, sampled=False, interval=(0.5, 0.5))
    assert (linkage.name, linkage.attacker) == (name, who)
    attacker = attackers(risk_of_classes(np.full(2, 1), np.array([2]), linkage=0.0), [linkage], classes_known=False)[-1]
    assert (attacker.kind, attacker.name, attacker.who, attacker.chance) == (kind, name, who, 0.5)


def test_an_attacker_by_equality_is_added_once():
    """An attacker who compares by equality is added to every release, unless one was already tried."""
    tuples = families(6)
    plan = METHODS["data-swap"]().plan(tuples, generator(1))
    meaning, values = semantic_linkage(plan, generator(1)), nearest_linkage(plan, generator(1))
    assert [one.kind for one in every_attack(plan, [meaning], generator)] == ["nearest-in-meaning", "nearest-values"]
    assert every_attack(plan, [values, meaning], generator) == (values, meaning)
