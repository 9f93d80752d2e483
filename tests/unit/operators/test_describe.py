"""Describing a table: each figure against the operator it comes from, and a text that a person can read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import kinonym as kn
from kinonym.operators import correlation_matrix, describe
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples

SPORTS = kn.Taxonomy.from_parents(
    {
        "s": [],
        "contact": ["s"],
        "water": ["s"],
        "boxing": ["contact"],
        "soccer": ["contact"],
        "surfing": ["water"],
    },
    {"s": "Sport", "contact": "Contact sport", "water": "Water sport"},
)


def sports_and_ages():
    words, ages = ["boxing", "soccer", "surfing", None], ["30", "20", "25", None]
    domains = [kn.Nominal(SPORTS), kn.Numeric()]
    points = np.column_stack([domains[0].encode(words), domains[1].encode(ages)])
    return Tuples.from_points(["sport", "age"], domains, points, np.array([3, 4, 2, 1]))[0]


def test_the_figures_of_a_column_are_those_of_the_operators():
    found = describe(sports_and_ages()).columns[0]
    words, counts = ["boxing", "soccer", "surfing"], [3, 4, 2]
    domain = kn.Nominal(SPORTS)
    assert (found.records, found.missing, found.distinct) == (10, 1, 3)
    assert found.mean == kn.semantic_mean(domain, words, counts)
    assert found.mean_label == SPORTS.label(found.mean)
    assert found.variance == pytest.approx(kn.semantic_variance(domain, words, counts))
    # boxing and soccer are 2/6 apart (LCS at depth 2), surfing is 4/6 from both (LCS the root)
    rao = 2 * (3 * 4 * 2 / 6 + 3 * 2 * 4 / 6 + 4 * 2 * 4 / 6) / 81
    assert found.diversity == pytest.approx(rao, abs=1e-6)
    assert [(p.value, p.count) for p in found.central] == [("soccer", 4), ("boxing", 3), ("surfing", 2)]
    assert found.marginal[0].value == "surfing"
    assert found.marginal[0].distance == pytest.approx((3 + 4) * 4 / 6 / 9, abs=1e-6)


def test_the_text_names_means_values_and_correlations():
    text = repr(describe(sports_and_ages(), places=1))
    lines = text.splitlines()
    assert lines[0] == "sport: 10 records, 1 missing, 3 distinct values"
    assert lines[1].startswith("  mean        ")
    assert any(line.startswith("  marginal    surfing × 2, mean distance 0.5185") for line in lines)
    assert any(line.startswith("age: 10 records") for line in lines)
    assert "distance correlation" in lines
    assert lines[-1].split()[-1] == "1.000"


@given(mixed_tuples())
def test_any_table_can_be_described(tuples):
    found = describe(tuples)
    assert np.array_equal(found.correlation, correlation_matrix(tuples))
    assert [c.name for c in found.columns] == [c.name for c in tuples.columns]
    assert all(c.records == tuples.records for c in found.columns)
    assert repr(found)
