"""Several ontologies for one column: "the ontology that better assess[es] the alikeness" (M, appendix A, 4th paper, 4).

The paper names its two ontologies, WordNet and a hierarchy made for the answers of visitors to a park, but prints
neither the hierarchy nor a distance. The figures here are derived by its equation 2, with depths in nodes
(specification 2), on two small hierarchies of the same kind:

    general                              answers
    entity                               reason
    |- activity                          |- nature
    |  |- sport                          |  |- beach
    |  |  |- swimming                    |  |- walk
    |  |  |- surfing                     |  '- birdwatching
    |  |  '- sailing                     '- sports (sport)
    |  '- leisure                           |- swimming
    |     '- walk                           '- surfing
    '- place
       '- beach
"""

from fractions import Fraction

import pytest

from kinonym.domains import NominalOfSeveral
from kinonym.operators import centroid
from kinonym.taxonomy import JoinedTaxonomy, Taxonomy

GENERAL = Taxonomy.from_parents(
    {
        "entity": [], "activity": "entity", "place": "entity", "sport": "activity", "leisure": "activity",
        "swimming": "sport", "surfing": "sport", "sailing": "sport", "walk": "leisure", "beach": "place",
    }
)  # fmt: skip
ANSWERS = Taxonomy.from_parents(
    {
        "reason": [], "nature": "reason", "sports": "reason", "beach": "nature", "walk": "nature",
        "birdwatching": "nature", "swimming": "sports", "surfing": "sports",
    },
    {"sports": ["sports", "sport"]},
)  # fmt: skip
JOINED = JoinedTaxonomy.join([GENERAL, ANSWERS])


def wu_palmer(depth, first, second):
    """One minus equation 2: depth of the LCS, links from either concept to it."""
    return 1 - Fraction(2 * depth, first + second + 2 * depth)


@pytest.fixture
def domain():
    return NominalOfSeveral(JOINED)


def test_the_ontology_that_judges_two_values_more_alike_decides(domain):
    # swimming and surfing: below sport, depth 3, in the general ontology; below sports, depth 2, among the answers
    assert domain.distance("swimming", "surfing") == pytest.approx(float(wu_palmer(3, 1, 1)))
    assert wu_palmer(3, 1, 1) < wu_palmer(2, 1, 1)
    # beach and walk: only the root, depth 1, against nature, depth 2
    assert domain.distance("beach", "walk") == pytest.approx(float(wu_palmer(2, 1, 1)))
    assert wu_palmer(2, 1, 1) < wu_palmer(1, 2, 3)


def test_in_the_links_of_the_paper_the_same_ontologies_decide():
    # the paper counts the depth of the LCS in links: one less
    assert wu_palmer(2, 1, 1) < wu_palmer(1, 1, 1)
    assert wu_palmer(1, 1, 1) < wu_palmer(0, 2, 3)


def test_a_value_that_one_ontology_knows_is_compared_there(domain):
    assert domain.distance("birdwatching", "beach") == pytest.approx(float(wu_palmer(2, 1, 1)))
    assert domain.distance("sailing", "swimming") == pytest.approx(float(wu_palmer(3, 1, 1)))


def test_values_that_no_ontology_knows_both_meet_at_a_linked_subsumer(domain):
    # sailing is 1 link below sport (depth 3); sports (depth 2) and birdwatching meet at the root, 1 and 2 links up
    expected = wu_palmer(3, 0, 1) + wu_palmer(1, 1, 2)
    assert expected == Fraction(1, 7) + Fraction(3, 5)
    assert domain.distance("sailing", "birdwatching") == pytest.approx(float(expected))
    assert domain.distance("birdwatching", "sailing") == pytest.approx(float(expected))


def test_coverage_weighs_the_distances_of_all_ontologies_that_know_both():
    weighted = NominalOfSeveral(JOINED, combination="coverage", weights=(0.75, 0.5))
    expected = (Fraction(3, 4) * wu_palmer(3, 1, 1) + Fraction(1, 2) * wu_palmer(2, 1, 1)) / Fraction(5, 4)
    assert weighted.distance("swimming", "surfing") == pytest.approx(float(expected))
    assert weighted.distance("birdwatching", "beach") == pytest.approx(float(wu_palmer(2, 1, 1)))


def test_the_centroid_may_be_a_subsumer_of_either_ontology(domain):
    # nature is 1/5 from each: 6 * 1/5; any of the values is 1/3 from the 4 others: 4/3
    assert wu_palmer(2, 0, 1) == Fraction(1, 5)
    assert 6 * wu_palmer(2, 0, 1) < 4 * wu_palmer(2, 1, 1)
    assert centroid(domain, ["beach", "walk", "birdwatching"], [2, 2, 2]) == "nature"
    # sport is 1/7 from each; a value is 1/4 from the 4 others
    assert 6 * wu_palmer(3, 0, 1) < 4 * wu_palmer(3, 1, 1)
    assert centroid(domain, ["swimming", "surfing", "sailing"], [2, 2, 2]) == "sport"
