"""Linkage, class risks and bands against records taken one by one, and by hand."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from kinonym.errors import UsageError
from kinonym.metrics import measure_risk, score
from kinonym.metrics.risk import class_bands
from metrics.cases import plans, records, sports_plan


@given(plans())
def test_exact_linkage_looks_every_masked_record_up(plan):
    every = records(plan)
    originals = [b for b, _ in every]
    chances = []
    for before, masked in every:
        matches = [b for b in originals if b == masked]
        chances.append(1 / len(matches) if before in matches else 0.0)
    assert measure_risk(plan).linkage == pytest.approx(100 * sum(chances) / len(every))


@given(plans())
def test_class_risks_are_those_of_the_records(plan):
    found = measure_risk(plan, sampled=0.5)
    classes = Counter(a for _, a in records(plan) if a is not None)
    chances = [1 / classes[a] for _, a in records(plan) if a is not None]
    assert found.prosecutor == pytest.approx(max(chances, default=0.0))
    assert found.journalist == pytest.approx(max(chances, default=0.0) / 2)
    assert found.marketer == pytest.approx(sum(chances) / len(chances) if chances else 0.0)
    assert found.unique_after == sum(n == 1 for n in classes.values())
    assert sum(band.records_after for band in found.bands) == len(chances)
    assert sum(band.classes_before for band in found.bands) == len(plan.tuples)


def test_by_hand():
    # Of two soccer one stays (its chance is 1/2), one becomes rugby; rugby stays (1/1). RL = (1/2 + 1)/3.
    found = measure_risk(sports_plan([("soccer", "soccer", 1), ("soccer", "rugby", 1), ("rugby", "rugby", 1)]))
    assert found.linkage == pytest.approx(100 * 1.5 / 3)
    assert (found.unique_before, found.unique_after) == (1, 1)
    assert (found.prosecutor, found.marketer) == (1.0, 2 / 3)


def test_bands():
    """Two classes of one record, one of four; after it one of 6 and one of 250."""
    bands = class_bands((np.array([1, 4]), np.array([2, 1])), (np.array([6, 250]), np.array([1, 1])))
    assert [str(band) for band in bands] == ["1", "2", "3–4", "5–9", "10–19", "20–49", "50–99", "100 or more"]
    assert [(b.classes_before, b.records_before) for b in bands][:3] == [(2, 2), (0, 0), (1, 4)]
    assert (bands[3].records_after, bands[-1].records_after) == (6, 250)


@pytest.mark.parametrize("sampled", [0.0, -1.0, 1.5, float("nan")])
def test_an_impossible_share_of_the_population_is_refused(sampled):
    with pytest.raises(UsageError, match="share of the population"):
        measure_risk(sports_plan([("soccer", "soccer", 2)]), sampled=sampled)


def test_score_is_the_weighted_mean():
    assert score(10.0, 20.0, 0.3) == pytest.approx(17.0)
    with pytest.raises(UsageError, match="between 0 and 1"):
        score(1.0, 1.0, 1.1)
