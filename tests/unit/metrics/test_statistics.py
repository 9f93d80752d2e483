"""Distance covariance and correlation against dcor on the expanded records; means and variances naively."""

import numpy as np
import pytest
from hypothesis import assume, given

from kinonym.metrics import measure_statistics
from kinonym.metrics import statistics as module
from kinonym.metrics.plan_changes import find_masked_tuples
from kinonym.metrics.statistics import moments
from metrics.cases import named, plans, records, sports_plan, value_distance
from plain_dcor import dcor


def dcor_covariance(first, second):
    """dcor's own double centring and mean of products, from given distance matrices."""
    return dcor().mean_product(dcor().double_centered(first), dcor().double_centered(second))


def expanded(plan, column, side, j):
    values = [pair[side][j] for pair in records(plan) if pair[side] is not None]
    return np.array([[value_distance(column, a, b) for b in values] for a in values])


@given(plans(removing=False, max_rows=6, max_count=3))
def test_covariances_are_those_of_dcor(plan):
    found = measure_statistics(plan, alpha=0.5)
    columns = plan.tuples.columns
    matrices = [[expanded(plan, c, side, j) for j, c in enumerate(columns)] for side in (0, 1)]

    def covariance(side, i, j):
        return max(0.0, dcor_covariance(matrices[side][i], matrices[side][j])) ** 0.5

    def correlation(side, i, j):
        product = covariance(side, i, i) * covariance(side, j, j)
        return covariance(side, i, j) / product**0.5 if product > 1e-12 else 0.0

    at = {column.name: j for j, column in enumerate(columns)}
    for name, one in found.columns.items():
        assert one.distance_variance_before == pytest.approx(covariance(0, at[name], at[name]), abs=1e-7)
        assert one.distance_variance_after == pytest.approx(covariance(1, at[name], at[name]), abs=1e-7)
    for pair in found.pairs:
        i, j = (at[name] for name in pair.columns)
        before, masked = covariance(0, i, j), covariance(1, i, j)
        assert pair.covariance_before == pytest.approx(before, abs=1e-7)
        assert pair.covariance_error == pytest.approx(abs(masked - 1.5 * before), abs=1e-6)
        assert pair.correlation_error == pytest.approx(abs(correlation(1, i, j) - correlation(0, i, j)), abs=1e-4)


def test_dcor_itself_agrees_on_numbers():
    rng = np.random.default_rng(1)
    x, y = rng.random(20), rng.random(20)
    apart = [np.abs(v[:, None] - v[None, :]) for v in (x, y)]
    assert dcor_covariance(*apart) == pytest.approx(dcor().distance_covariance_sqr(x, y))


@given(plans(max_rows=8, max_count=3))
def test_means_and_variances_are_those_of_the_records(plan):
    assume((plan.target >= 0).any())
    found = moments(find_masked_tuples(plan)[0])
    for j, column in enumerate(plan.tuples.columns):
        missing = named(column.domain.encode([None]))[0]
        values = [a[j] for _, a in records(plan) if a is not None and a[j] != missing]
        if not values:
            continue
        mean = named([found.means[j]])[0]
        squares = [value_distance(column, v, mean) ** 2 for v in values]
        assert found.variances[j] == pytest.approx(sum(squares) / len(values))


def test_by_hand():
    # Before: two soccer, two rugby. Both lie 1/7 from football, 2 links apart below depth 3: 1 − 6/8 = 1/4.
    # Sums: football 4/7, soccer 2/4: soccer and rugby tie, equally deep; rugby has the smaller id.
    plan = sports_plan([("soccer", "football", 2), ("rugby", "football", 2)])
    column = measure_statistics(plan, alpha=0.1).columns["sport"]
    assert (column.mean_before, column.mean_after) == ("rugby", "football")
    assert column.mean_distance == pytest.approx(1 / 7)
    assert column.variance_before == pytest.approx(2 * (1 / 4) ** 2 / 4)
    assert column.variance_after == 0.0
    assert column.variance_error == pytest.approx(1.1 * column.variance_before)
    # Double-centred distances of two equal halves are ±(1/4)/2: sdVar = 1/8; afterwards nothing varies.
    assert column.distance_variance_error == pytest.approx(1 / 8)


def test_a_release_without_records_has_no_statistics():
    assert measure_statistics(sports_plan([("soccer", None, 3)])) is None


def test_many_values_are_sampled_with_a_notice(monkeypatch):
    monkeypatch.setattr(module, "VALUES_LIMIT", 2)
    plan = sports_plan([(name, name, 5) for name in ("soccer", "rugby", "boxing")])
    assert "sample of 2 records" in measure_statistics(plan).notices[0]
