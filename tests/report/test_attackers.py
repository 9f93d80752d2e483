"""The risk of a release is never below the success of any attack that was tried, whatever the method."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kinonym.errors import KinonymError
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
from kinonym.recipe import make_method
from kinonym.testing import mixed_tuples


def settings_of(name, k):
    return {"name": name, **({"k": k} if "k" in METHODS[name].__dataclass_fields__ else {}), **EXTRA.get(name, {})}


EXTRA = {"noise": {"alpha": 0.5}, "exponential": {"epsilon": 1.0}}


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=20, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(tuples=mixed_tuples(), k=st.integers(2, 5))
def test_no_attack_beats_the_reported_risk(name, tuples, k):
    assume(tuples.records > k)
    rng = generator(1)
    try:
        method = make_method(settings_of(name, k))
        plan = method.plan(tuples, rng)
    except KinonymError:
        assume(False)
    attacks = every_attack(plan, attack(method, plan, rng), rng)
    found = attackers(measure_risk(plan), attacks, classes_known=method.traits.k_anonymous)
    reported = strongest(found).chance
    tried = [semantic_linkage(plan, rng).success, nearest_linkage(plan, rng).success, measure_risk(plan).linkage / 100]
    assert reported >= max(*tried, *(attack.success for attack in attacks)) - 1e-12
    if method.traits.k_anonymous and len(plan.class_sizes):
        assert reported <= 1 / plan.class_sizes.min() + 1e-12


def test_a_sampled_estimate_is_cut_at_the_bound_of_the_groups():
    # Two classes of 5 of 10 records: nobody links more than 2/10 on average, whatever a sample of persons says.
    risk = risk_of_classes(np.full(10, 1), np.array([5, 5]), linkage=0.0)
    lucky = Linkage(kind="nearest-in-meaning", success=0.3, certain=0.0, persons=4, sampled=True,
                    interval=(0.1, 0.6))  # fmt: skip
    known = attackers(risk, [lucky], classes_known=True)
    assert [one.chance for one in known] == [0.0, 0.2, 0.2]
    assert known[2].interval == (0.1, 0.2)
    assert strongest(known).name == "knows the groups"
    assert strongest(attackers(risk, [lucky], classes_known=False)).chance == 0.3
