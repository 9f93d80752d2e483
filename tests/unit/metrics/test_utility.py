"""SSE, SST, L, changes, quality, discernibility and C_avg against records taken one by one, and by hand."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from kinonym.domains import Plain
from kinonym.metrics import measure_utility
from kinonym.metrics.utility import total_squares
from kinonym.tuples import Plan, Tuples
from metrics.cases import plans, record_distance, records, sports_plan, value_distance
from reference import naive


@given(plans())
def test_sums_of_squares_are_those_of_the_records(plan):
    found = measure_utility(plan)
    every = records(plan)
    distances = [record_distance(plan, before, after) for before, after in every]
    assert found.sse == pytest.approx(sum(d * d for d in distances))
    space = naive.Naive(plan.tuples)
    middle = space.centroid(list(zip(space.points, space.counts, strict=True)))
    squares = [n * space.mean_distance(p, middle) ** 2 for p, n in zip(space.points, space.counts, strict=True)]
    assert total_squares(plan.tuples) == pytest.approx(sum(squares))
    assert found.loss == pytest.approx(100 * found.sse / sum(squares) if sum(squares) else 0.0)


@given(plans())
def test_shares_quality_and_rmse_are_those_of_the_records(plan):
    found = measure_utility(plan)
    every = records(plan)
    for j, column in enumerate(plan.tuples.columns):
        moved = [1.0 if a is None else value_distance(column, b[j], a[j]) for b, a in every]
        one = found.columns[column.name]
        assert one.changed == pytest.approx(sum(d > 0 for d in moved) / len(every))
        assert one.distance == pytest.approx(sum(moved) / len(every))
        assert one.rmse == pytest.approx((sum(d * d for d in moved) / len(every)) ** 0.5)
    similar = [
        1 - min(1.0, value_distance(c, x, y))
        for b, a in every
        if a is not None
        for c, x, y in zip(plan.tuples.columns, b, a, strict=True)
    ]
    assert found.quality == pytest.approx(sum(similar) / (len(every) * len(plan.tuples.columns)))
    assert found.removed == sum(a is None for _, a in every)


@given(plans())
def test_discernibility_and_average_class_count_the_classes(plan):
    found = measure_utility(plan, k=3)
    classes = Counter(after for _, after in records(plan) if after is not None)
    removed = sum(after is None for _, after in records(plan))
    expected = sum(n * n for n in classes.values()) + removed * plan.tuples.records
    assert found.discernibility == expected
    if classes:
        assert found.average_class == pytest.approx(sum(classes.values()) / len(classes) / 3)
    else:
        assert np.isnan(found.average_class)


def test_a_case_by_hand():
    # soccer → football: depth 3, one link: sd = 1 − 6/7 = 1/7. boxing stays.
    found = measure_utility(sports_plan([("soccer", "football", 2), ("boxing", "boxing", 2)]), k=2)
    assert found.sse == pytest.approx(2 / 49)
    assert found.columns["sport"].rmse == pytest.approx((2 / 49 / 4) ** 0.5)
    assert found.quality == pytest.approx((2 * 6 / 7 + 2) / 4)
    assert found.discernibility == 2**2 + 2**2
    assert found.average_class == 4 / 2 / 2
    # SST: the centroid is one of contact_sport, football, boxing, soccer. contact_sport: soccer 2 links below
    # depth 2, sd 1 − 4/6; boxing 1 link, sd 1 − 4/5. Sum 2·(1/3 + 1/5) = 1.07. soccer: sd to boxing, LCS
    # contact_sport, 3 links: 1 − 4/7 = 3/7, sum 2·3/7 = 0.86, the same for boxing. football: to soccer 1/7,
    # to boxing 1 − 4/6: sum 2·(1/7 + 1/3) = 0.95. soccer and boxing tie: the deeper one, soccer.
    assert found.sst == pytest.approx(2 * (3 / 7) ** 2)
    assert found.loss == pytest.approx(100 * (2 / 49) / (2 * 9 / 49))


def test_a_removed_record_costs_a_whole_distance():
    found = measure_utility(sports_plan([("soccer", None, 1), ("boxing", "boxing", 3)]))
    assert (found.sse, found.removed, found.values_changed) == (1.0, 1, 0.25)


def test_loss_without_weights_and_column_by_column():
    """Two columns of weight 3 and 1: only the second moves, all of it to its centre."""
    points = np.array([[0.0, 0.0], [0.0, 2.0], [1.0, 0.0], [1.0, 2.0]])
    domains = [Plain().fit(["x", "y"]), Plain().fit(["p", "q", "r"])]
    tuples, _ = Tuples.from_points(["a", "b"], domains, points, np.ones(4, dtype=np.int64), weights=[3.0, 1.0])
    targets = points.copy()
    targets[:, 1] = 0.0
    plan = Plan(tuples, np.arange(4), np.arange(4), tuples.counts, targets)
    utility = measure_utility(plan)
    assert utility.columns["a"].loss == 0.0
    assert utility.columns["b"].loss == 100.0
    # Squares over the four records. Weighted: moved 2 · (1/4)²; to the centre (0, 0) in all: (1/4)² + (3/4)² + 1².
    assert utility.loss == pytest.approx(100 * (2 / 16) / (1 / 16 + 9 / 16 + 1))
    # Equal weights: moved 2 · (1/2)²; to the centre: (1/2)² + (1/2)² + 1².
    assert utility.unweighted_loss == pytest.approx(100 * (2 / 4) / (1 / 4 + 1 / 4 + 1))
