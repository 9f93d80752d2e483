from dataclasses import replace

import numpy as np
import pytest

from kinonym.domains import Nominal
from kinonym.errors import UsageError
from kinonym.mapping import MappingTable, map_values
from kinonym.mapping.senses import settle_by_context
from kinonym.taxonomy import Taxonomy


def row(mapping, value):
    return next(r for r in mapping.rows if r.value == value)


def test_each_step_of_the_order_finds_its_value(zoo):
    table = MappingTable.of({"doggo": "dog"})
    values = ["doggo", "dog", "Dog", "DOMESTIC_dog", "Domestic-Dogs", "Kraken"]
    found = {r.value: (r.concept, r.how) for r in map_values(zoo, values, table=table).rows}
    assert found == {
        "doggo": ("dog", "table"),
        "dog": ("dog", "id"),
        "Dog": ("dog", "label"),
        "DOMESTIC_dog": ("dog", "folded"),
        "Domestic-Dogs": ("dog", "stem"),
        "Kraken": (None, None),
    }


def test_an_earlier_step_wins_over_a_later_one():
    parents = {"top": [], "a": ["top"], "b": ["top"], "c": ["top"]}
    tax = Taxonomy.from_parents(parents, {"a": "x", "b": "a", "c": "A"})
    how = {r.value: (r.concept, r.how) for r in map_values(tax, ["a", "A"]).rows}
    assert how == {"a": ("a", "id"), "A": ("c", "label")}
    listed = map_values(tax, ["a"], table=MappingTable.of({"a": "c"}))
    assert (listed.rows[0].concept, listed.rows[0].how) == ("c", "table")


def test_a_sense_inside_the_root_wins(zoo):
    inside = row(map_values(zoo, ["bat", "hammer"], root="animal"), "bat")
    assert (inside.concept, inside.settled) == ("bat.mammal", "root")


def test_a_root_may_be_named_by_its_label():
    tax = Taxonomy.from_parents({"1": [], "2": ["1"]}, {"1": "disease", "2": "coma"})
    assert map_values(tax, ["coma"], root="disease").root == "1"


def test_a_concept_outside_the_root_is_no_concept(zoo):
    left = map_values(zoo, ["hammer", "dog"], root="animal").unmapped
    assert [(r.value, r.reason, r.alternatives) for r in left] == [("hammer", "outside the root", ("hammer",))]


def test_a_later_step_is_asked_when_an_earlier_one_finds_only_outside_the_root():
    """`Cook` is first of all a captain's name; among occupations it is a cook."""
    parents = {"entity": [], "captain": ["entity"], "work": ["entity"], "cook.job": ["work"]}
    tax = Taxonomy.from_parents(parents, {"captain": "Cook", "cook.job": "cook"})
    assert map_values(tax, ["Cook"]).rows[0].concept == "captain"
    assert map_values(tax, ["Cook"], root="work").rows[0].concept == "cook.job"


def test_context_takes_the_sense_of_least_total_distance(zoo):
    """With root depth 1, Wu-Palmer: sd = 1 − 2·depth(L) / (2·depth(L) + links + links).

    To dog (depth 4): bat.mammal shares mammal (depth 3, 1 + 1 links): 1 − 6/8 = 1/4;
    bat.club shares thing (depth 1, 2 + 3 links): 1 − 2/7 = 5/7. With hammer: 5/7 and 1 − 4/6 = 1/3.
    """
    dog, hammer = {"mammal": 1 / 4, "club": 5 / 7}, {"mammal": 5 / 7, "club": 1 / 3}
    for dogs, hammers in [(3, 1), (1, 3)]:
        totals = {sense: dogs * dog[sense] + hammers * hammer[sense] for sense in dog}
        nearest = min(totals, key=totals.get)
        found = row(map_values(zoo, ["bat", "dog", "hammer"], [9, dogs, hammers]), "bat")
        assert (found.concept, found.settled) == (f"bat.{nearest}", "context")
        assert set(found.alternatives) == {"bat.club", "bat.mammal"} - {found.concept}


def test_ambiguous_values_do_not_vote(zoo):
    """Bat and crane are both ambiguous; only hammer speaks, however many bats there are."""
    mapping = map_values(zoo, ["bat", "crane", "hammer"], [1000, 1000, 1])
    assert [r.concept for r in mapping.rows] == ["bat.club", "crane.machine", "hammer"]


def test_without_context_the_first_sense_is_taken(zoo):
    senses = zoo.find("bat")
    found = map_values(zoo, ["bat"]).rows[0]
    assert (found.concept, found.settled, found.alternatives) == (senses[0], "first sense", senses[1:])


def test_sense_order_follows_the_ranks_of_the_source(zoo):
    ranks = zoo.label_ranks or [0] * len(zoo.label_texts)
    later = [1 if i == zoo.label_start[zoo.number(zoo.find("bat")[0])] else r for i, r in enumerate(ranks)]
    turned = replace(zoo, label_ranks=np.array(later))
    assert map_values(turned, ["bat"]).rows[0].concept == zoo.find("bat")[1]


def test_a_tie_of_distances_goes_to_the_first_sense(zoo):
    domain = Nominal(zoo, measure="equality")
    bats = [zoo.number(c) for c in zoo.find("bat")]
    assert settle_by_context(domain, [bats], {zoo.number("dog"): 1}) == [(bats[0], False)]


def test_counts_are_added_up_and_shown_as_coverage(zoo):
    mapping = map_values(zoo, ["dog", "Kraken", "dog"], [2, 5, 3])
    assert [(r.value, r.count) for r in mapping.rows] == [("dog", 5), ("Kraken", 5)]
    assert mapping.coverage.of_values == 1 / 2
    assert mapping.coverage.of_records == 5 / 10
    assert mapping.concept_of == {"dog": "dog"}
    assert "1 value has no concept" in mapping.notices


def test_values_of_one_concept_are_announced_as_one(zoo):
    assert map_values(zoo, ["dog", "Dog", "DOG", "hammer"]).notices == (
        "2 values have the concept of another value, so both count as one",
    )


def test_no_values_are_wholly_covered(zoo):
    assert map_values(zoo, []).coverage.of_values == 1.0


def test_coverage_says_100_percent_only_when_nothing_is_left(zoo):
    mapping = map_values(zoo, ["dog", "Kraken"], [99_999, 1])
    assert "99.9 % of the records" in str(mapping.coverage)


def test_a_value_stays_out_of_the_repr(zoo):
    assert "Kraken" not in repr(map_values(zoo, ["Kraken"]))


@pytest.mark.parametrize(("values", "counts", "words"), [(["a"], [1, 2], "2 counts"), ([None], None, "NoneType")])
def test_wrong_calls_are_refused(zoo, values, counts, words):
    with pytest.raises(UsageError, match=words):
        map_values(zoo, values, counts)


def test_an_unknown_root_is_refused(zoo):
    with pytest.raises(UsageError, match="no concept"):
        map_values(zoo, ["dog"], root="galaxy")
