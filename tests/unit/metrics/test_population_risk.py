"""Risk of a sample towards its population: published examples, and naive sums."""

import math

import numpy as np
import pytest

from kinonym.domains import Plain
from kinonym.metrics.population_risk import (
    expected_uniques,
    individual_risk,
    match_probability,
    measure_population_risk,
)
from kinonym.metrics.special_uniques import choose_largest_set, find_special_uniques, score_special_unique
from kinonym.tuples import Plan, Population, Tuples

PEOPLE = [
    ("urban", "female", "secondary incomplete", "employed"),
    ("urban", "female", "secondary incomplete", "employed"),
    ("urban", "female", "primary incomplete", "non-lf"),
    ("urban", "male", "secondary complete", "employed"),
    ("rural", "female", "secondary complete", "unemployed"),
    ("urban", "male", "secondary complete", "employed"),
    ("urban", "female", "primary complete", "non-lf"),
    ("urban", "male", "post-secondary", "unemployed"),
    ("urban", "female", "secondary incomplete", "non-lf"),
    ("urban", "female", "secondary incomplete", "non-lf"),
]
"""The example of the guide "Statistical Disclosure Control for Microdata" of the World Bank (tables 4.4 and 4.5)."""
WEIGHTS = [180, 180, 215, 76, 186, 76, 180, 215, 186, 76]


def people():
    """The example as tuples, the tuple of each record, and the summed weights."""
    columns = list(zip(*PEOPLE, strict=True))
    domains = [Plain(tuple(sorted(set(column)))) for column in columns]
    points = np.column_stack([d.encode(c) for d, c in zip(domains, columns, strict=True)])
    tuples, place = Tuples.from_points(["residence", "gender", "education", "labour"], domains, points, np.ones(10))
    return tuples, place, np.bincount(place, weights=WEIGHTS)


def sum_naively(f, p, terms=200_000):
    """The mean of 1/F where F − f failures come before the f-th success with the chance p, term by term."""
    h = np.arange(f, f + terms, dtype=np.float64)
    logs = [math.lgamma(x) - math.lgamma(f) - math.lgamma(x - f + 1) for x in h[:50_000]]
    h = h[:50_000]
    return float(np.sum(np.exp(np.array(logs) + f * math.log(p) + (h - f) * math.log1p(-p)) / h))


@pytest.mark.parametrize("f", [1, 2, 3, 5, 9, 10, 25, 100])
@pytest.mark.parametrize("p", [0.01, 0.1, 0.4, 0.5, 0.6, 0.95])
def test_individual_risk_is_the_mean_of_one_over_the_population_frequency(f, p):
    assert individual_risk(np.array([float(f)]), np.array([f / p]))[0] == pytest.approx(sum_naively(f, p), rel=1e-6)


def test_individual_risk_of_the_published_example():
    # Table 4.4: f = 1 with weights 215, 186, 180; f = 2 with weights 152 and 262 together.
    risk = individual_risk(np.array([1.0, 1, 1, 2, 2]), np.array([215.0, 186, 180, 152, 262]))
    assert risk.round(4).tolist() == [0.0251, 0.0282, 0.029, 0.0126, 0.0074]


def test_whole_population_has_the_risk_of_its_class():
    assert individual_risk(np.array([1.0, 4.0]), np.array([1.0, 4.0])).tolist() == [1.0, 0.25]
    assert individual_risk(np.array([3.0]), np.array([2.0]))[0] == pytest.approx(1 / 3)  # weights below 1


def test_scores_of_the_published_example():
    # Table 4.5: the four sample uniques have the scores 6, 12, 6 and 10 with sets of up to 3 of 4 columns.
    tuples, place, _ = people()
    special = find_special_uniques(tuples)
    assert special.largest == 3
    assert special.scores[place].tolist() == [0, 0, 6, 0, 12, 0, 6, 10, 0, 0]
    # Record 5: {rural}, and three pairs of the other columns.
    assert sorted(special.minimal[place[4]]) == [(0,), (1, 2), (1, 3), (2, 3)]


def test_minimal_sample_uniques_of_random_tables_are_those_of_a_naive_search():
    from itertools import combinations

    rng = np.random.default_rng(32)
    for _ in range(60):
        columns, rows = int(rng.integers(2, 6)), int(rng.integers(3, 25))
        cells = rng.integers(0, 4, (rows, columns))
        domains = [Plain(tuple("abcd"))] * columns
        tuples, place = Tuples.from_points(
            [f"c{j}" for j in range(columns)], domains, cells.astype(float), np.ones(rows)
        )
        special = find_special_uniques(tuples)
        for row in range(rows):
            unique = [
                set(known)
                for size in range(1, special.largest + 1)
                for known in combinations(range(columns), size)
                if sum((cells[:, list(known)] == cells[row, list(known)]).all(axis=1)) == 1
            ]
            minimal = [known for known in unique if not any(other < known for other in unique)]
            assert sorted(map(sorted, minimal)) == sorted(map(list, special.minimal.get(place[row], [])))
            score = sum(score_special_unique(len(known), columns, special.largest) for known in minimal)
            assert special.scores[place[row]] == score


def test_wide_tables_are_searched_in_smaller_sets():
    assert choose_largest_set(30_000, 9) == 3
    assert choose_largest_set(5_000, 40) == 2
    assert choose_largest_set(100, 1) == 1


def test_expected_uniques_and_matches():
    # Three uniques of one, two and four persons each, and two pairs: π = 7/28.
    sample, population = np.array([1.0, 1, 1, 2, 2]), np.array([1.0, 2, 4, 9, 12])
    assert expected_uniques(sample, population, known=True) == 1.0
    assert expected_uniques(sample, population, known=False) == 1.75
    assert match_probability(sample, 28.0) == pytest.approx(0.25 * 3 / (0.25 * 3 + 2 * 0.75 * 2))
    assert match_probability(np.array([2.0]), 10.0) == 0.0


def test_masking_lowers_the_risk_towards_the_population():
    tuples, _, weights = people()
    sampled = Tuples(tuples.codes, tuples.counts, tuples.columns, population=Population(weights, known=False))
    one = np.zeros(len(tuples), dtype=np.int64)
    targets = np.array([[column.points[0] for column in tuples.columns]])
    plan = Plan(sampled, np.arange(len(tuples)), one, tuples.counts, targets)
    risk = measure_population_risk(plan)
    assert risk.size == sum(WEIGHTS)
    assert risk.before.fewest == 152
    assert risk.before.greatest_risk == pytest.approx(0.0290, abs=5e-5)
    assert risk.before.uniques == pytest.approx(1 / 215 + 1 / 186 + 1 / 180 + 1 / 215)
    assert risk.after.fewest == sum(WEIGHTS)
    assert risk.after.uniques == 0
    assert risk.after.mean_risk == pytest.approx(individual_risk(np.array([10.0]), np.array([float(sum(WEIGHTS))]))[0])
    assert measure_population_risk(Plan.unchanged(tuples)) is None


def test_loss_by_weights_counts_each_record_for_its_persons():
    # Two values far apart: one record with weight 30 stays, one with weight 10 becomes the other; centre: the first.
    domain = Plain(("a", "b"))
    tuples, _ = Tuples.from_points(["c"], [domain], np.array([[0.0], [0.0], [1.0]]), np.ones(3))
    sampled = Tuples(
        tuples.codes, tuples.counts, tuples.columns, population=Population(np.array([30.0, 10.0]), known=False)
    )
    plan = Plan(sampled, np.arange(2), np.zeros(2, dtype=np.int64), tuples.counts, np.array([[0.0]]))
    assert measure_population_risk(plan).weighted_loss == 100.0
    assert measure_population_risk(Plan.unchanged(sampled)).weighted_loss == 0.0
