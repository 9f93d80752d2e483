"""Divergence, frequencies and information content against scipy and against records taken one by one."""

from collections import Counter
from itertools import combinations
from math import log

import pytest
from hypothesis import assume, given
from scipy import stats

from kinonym.metrics import measure_distribution, measure_generality
from kinonym.metrics.plan_changes import find_masked_tuples
from metrics.cases import plans, records, sports_plan


def measured(plan):
    return measure_distribution(plan.tuples, find_masked_tuples(plan)[0])


@given(plans(removing=False))
def test_divergence_is_that_of_scipy(plan):
    found = measured(plan)
    before = Counter(b for b, _ in records(plan))
    masked = Counter(a for _, a in records(plan))
    union = sorted({*before, *masked}, key=repr)
    added = 1 if any(masked[t] == 0 for t in before) else 0
    assert found.smoothed == bool(added)
    expected = stats.entropy([before[t] for t in union], [masked[t] + added for t in union])
    assert found.divergence == pytest.approx(expected, abs=1e-12)


@given(plans())
def test_marginals_pairs_and_entropy_are_those_of_the_records(plan):
    kept = [a for _, a in records(plan) if a is not None]
    assume(kept)
    found = measured(plan)
    names = [column.name for column in plan.tuples.columns]
    every = [b for b, _ in records(plan)]
    for j, name in enumerate(names):
        old, new = Counter(b[j] for b in every), Counter(a[j] for a in kept)
        assert found.marginals[name] == pytest.approx(variation(old, new))
        entropies = stats.entropy(list(old.values())), stats.entropy(list(new.values()))
        assert found.entropy[name] == pytest.approx(entropies, abs=1e-12)
        assert found.ic_loss[name] == pytest.approx(entropies[0] - entropies[1], abs=1e-12)
    for i, j in combinations(range(len(names)), 2):
        old, new = Counter((b[i], b[j]) for b in every), Counter((a[i], a[j]) for a in kept)
        assert found.pairs[names[i], names[j]] == pytest.approx(variation(old, new))


def variation(old, new):
    keys = {*old, *new}
    return sum(abs(old[x] / old.total() - new[x] / new.total()) for x in keys) / 2


def test_divergence_by_hand():
    # f = (3/4, 1/4) over soccer and boxing; f* = (1/2, 1/2).
    plan = sports_plan([("soccer", "soccer", 2), ("soccer", "boxing", 1), ("boxing", "boxing", 1)])
    assert measured(plan).divergence == pytest.approx(3 / 4 * log(3 / 2) + 1 / 4 * log(1 / 2))
    # boxing vanishes: one record more for soccer, boxing and rugby, so f* = (3/7, 1/7, 3/7).
    gone = sports_plan([("soccer", "soccer", 2), ("soccer", "rugby", 1), ("boxing", "rugby", 1)])
    assert measured(gone).smoothed
    assert measured(gone).divergence == pytest.approx(3 / 4 * log((3 / 4) / (3 / 7)) + 1 / 4 * log((1 / 4) / (1 / 7)))


def test_generality_by_hand():
    # Five leaves: soccer, rugby, boxing, swimming, surfing. football covers 2 of them, contact_sport 3.
    plan = sports_plan([("soccer", "football", 2), ("boxing", "contact_sport", 1), ("surfing", "surfing", 1)])
    before, masked = measure_generality(plan.tuples)["sport"], measure_generality(find_masked_tuples(plan)[0])["sport"]
    assert (before.lm, before.ncp) == (0.0, 0.0)
    assert masked.lm == pytest.approx((2 * (2 - 1) / (5 - 1) + (3 - 1) / (5 - 1)) / 4)
    assert masked.ncp == pytest.approx((2 * 2 / 5 + 3 / 5) / 4)


def test_a_missing_value_is_as_general_as_the_root():
    plan = sports_plan([("soccer", None, 1), ("boxing", "boxing", 1)])
    blank = sports_plan([("soccer", "sport", 1), ("boxing", "boxing", 1)])
    domain = plan.tuples.columns[0].domain
    blanked = type(plan)(plan.tuples, blank.source, blank.target, blank.count, domain.encode([None, "boxing"])[:, None])
    masked = measure_generality(find_masked_tuples(blanked)[0])["sport"]
    root = measure_generality(find_masked_tuples(blank)[0])["sport"]
    assert masked == root
    assert masked.lm == pytest.approx(1 / 2)
