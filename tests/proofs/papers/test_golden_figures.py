"""Specification 10, figures 1-3, derived by hand: A example 3, E table 1 and its centroid, T sect. 6.2."""

from __future__ import annotations

import math

import pytest

import kinonym as kn
from kinonym.operators.samples import take

#  sport ─┬─ contact_sport ─┬─ football ─┬─ soccer      depth 1 ─ 2 ─ 3 ─ 4
#         │                 └─ boxing     └─ rugby
#         └─ water_sport ───┬─ swimming
#                           └─ surfing
SPORTS = kn.Taxonomy.from_parents(
    {
        "sport": [],
        "contact_sport": ["sport"],
        "water_sport": ["sport"],
        "football": ["contact_sport"],
        "boxing": ["contact_sport"],
        "soccer": ["football"],
        "rugby": ["football"],
        "swimming": ["water_sport"],
        "surfing": ["water_sport"],
    }
)
SPORT_COUNTS = {"boxing": 1, "soccer": 2, "rugby": 2, "contact_sport": 1, "swimming": 1, "surfing": 3}

#  disease ─┬─ degenerative disorder ─┬─ asbestosis
#           │                         └─ M ─┬─ amyotrophia
#           │                               └─ myofibrosis
#           └─ X ─┬─ allergy
#                 └─ squint
DISEASES = kn.Taxonomy.from_parents(
    {
        "disease": [],
        "degenerative disorder": ["disease"],
        "asbestosis": ["degenerative disorder"],
        "M": ["degenerative disorder"],
        "amyotrophia": ["M"],
        "myofibrosis": ["M"],
        "X": ["disease"],
        "allergy": ["X"],
        "squint": ["X"],
    }
)
DISEASE_COUNTS = {
    "asbestosis": 3,
    "degenerative disorder": 2,
    "amyotrophia": 2,
    "myofibrosis": 2,
    "allergy": 3,
    "squint": 1,
}


def weighted_sum(domain, candidate, counts):
    return sum(n * domain.distance(candidate, value) for value, n in counts.items())


def test_wu_palmer_sums_of_adaptive_example_3():
    """1 − 2·d/(2·d + links): from *football* boxing is 2/6, its children 1/7, contact_sport 1/5, water's children 4/6."""
    domain = kn.Nominal(SPORTS)
    football = 1 * 2 / 6 + (2 + 2) * 1 / 7 + 1 * 1 / 5 + (1 + 3) * 4 / 6
    contact = 1 * 1 / 5 + (2 + 2) * 2 / 6 + 1 * 0 + (1 + 3) * 3 / 5
    sport = 1 * 2 / 4 + (2 + 2) * 3 / 5 + 1 * 1 / 3 + (1 + 3) * 2 / 4
    for candidate, expected in (("football", football), ("contact_sport", contact), ("sport", sport)):
        assert weighted_sum(domain, candidate, SPORT_COUNTS) == pytest.approx(expected)
    assert [round(x, 2) for x in (sport, contact, football)] == [5.23, 3.93, 3.77]


@pytest.mark.parametrize("find", [kn.centroid, kn.semantic_mean])
def test_the_centroid_of_adaptive_example_3_is_football(find):
    """The paper prints contact_sport, 3.93; its own definition gives football, 3.77."""
    assert find(kn.Nominal(SPORTS), list(SPORT_COUNTS), list(SPORT_COUNTS.values())) == "football"


def test_lcs_and_mode_are_baselines():
    domain, values, counts = kn.Nominal(SPORTS), list(SPORT_COUNTS), list(SPORT_COUNTS.values())
    assert kn.centroid(domain, values, counts, rule="lcs") == "sport"
    assert kn.centroid(domain, values, counts, rule="mode") == "surfing"  # 3 records


def test_subsumer_distances_of_the_health_record_table_1():
    """log2(1 + (|S1 ∪ S2| − |S1 ∩ S2|) / |S1 ∪ S2|)."""
    domain = kn.Nominal(DISEASES, measure="subsumers")
    expected = {
        # S(asbestosis) = 3 concepts, S(amyotrophia) = 4; 2 in common of 5
        ("asbestosis", "amyotrophia"): math.log2(1 + 3 / 5),
        # {disease, X, allergy} and {disease, X, squint}: 2 in common of 4
        ("allergy", "squint"): math.log2(1 + 2 / 4),
        # 3 in common of 5
        ("amyotrophia", "myofibrosis"): math.log2(1 + 2 / 5),
    }
    for (a, b), distance in expected.items():
        assert domain.distance(a, b) == pytest.approx(distance)
    assert [round(x, 3) for x in expected.values()] == [0.678, 0.585, 0.485]


def test_centroid_sums_of_the_health_record_paper():
    """The text gives asbestosis a count of 2; its own sums need 3."""
    domain = kn.Nominal(DISEASES, measure="subsumers")
    log = math.log2
    # from degenerative disorder: asbestosis 1 of 3, M's children 2 of 4, X's children 3 of 4 not shared
    degenerative = 3 * log(1 + 1 / 3) + 4 * log(1 + 2 / 4) + 4 * log(1 + 3 / 4)
    assert weighted_sum(domain, "degenerative disorder", DISEASE_COUNTS) == pytest.approx(degenerative)
    sums = [weighted_sum(domain, c, DISEASE_COUNTS) for c in ("degenerative disorder", "asbestosis", "allergy")]
    assert [round(x, 2) for x in sums] == [6.81, 6.93, 8.24]
    values, counts = list(DISEASE_COUNTS), list(DISEASE_COUNTS.values())
    assert kn.centroid(domain, values, counts) == "degenerative disorder"
    assert take(domain, values, counts).total == 13


def test_wu_palmer_of_the_thesis_section_6_2():
    """Gingivitis and gastritis: LCS at depth 6, one link each: 1 − 2·6/(2·6 + 1 + 1) = 1/7."""
    chain = {f"d{i}": [f"d{i - 1}"] if i > 1 else [] for i in range(1, 7)}
    tax = kn.Taxonomy.from_parents({**chain, "gingivitis": ["d6"], "gastritis": ["d6"]})
    domain = kn.Nominal(tax)
    assert domain.distance("gingivitis", "gastritis") == pytest.approx(1 / 7)
    assert round(1 / 7, 2) == 0.14
    assert domain.distance("gastritis", "gastritis") == 0
