from dataclasses import replace

import numpy as np
import pytest

from kinonym.errors import UsageError
from kinonym.mapping import MappingTable, map_values
from kinonym.mapping.senses import find_shared_concept
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
    how = {r.value: (r.concept, r.how) for r in map_values(tax, ["a", "X"]).rows}
    assert how == {"a": ("a", "id"), "X": ("a", "folded")}
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


def test_exact_and_folded_labels_compete_as_equals():
    """`A` is letter for letter the label of one concept only, but the other has the earlier sense."""
    tax = Taxonomy.from_parents({"top": [], "b": ["top"], "c": ["top"]}, {"b": "a", "c": "A"})
    upper, lower = map_values(tax, ["A"]).rows[0], map_values(tax, ["a"]).rows[0]
    assert (upper.concept, upper.how) == ("b", "label")
    assert (lower.concept, lower.how) == ("b", "label")
    assert upper.alternatives == ("c",)


def test_the_domain_is_where_nearly_all_words_have_a_sense(zoo):
    """Bat, crane and hammer can all be tools, whatever bat and crane are first of all."""
    mapping = map_values(zoo, ["bat", "crane", "hammer"], [1000, 1000, 1])
    assert [r.concept for r in mapping.rows] == ["bat.club", "crane.machine", "hammer"]
    words = [[zoo.number(c) for c in zoo.find(w)] for w in ("bat", "crane", "hammer")]
    assert zoo.concepts[find_shared_concept(zoo, words)] == "tool"


def test_one_word_in_ten_may_lie_outside_the_domain():
    """Nine birds make the domain; `bat`, which is none, keeps its sense nearest to it: the animal."""
    birds = [f"bird {i}" for i in range(8)]
    parents = {
        "thing": [],
        "animal": ["thing"],
        "bird": ["animal"],
        "club": ["thing"],
        "beast": ["animal"],
        "crane.m": ["thing"],
        "crane.b": ["bird"],
        **dict.fromkeys(birds, "bird"),
    }
    tax = Taxonomy.from_parents(parents, {"club": "bat", "beast": "bat", "crane.m": "crane", "crane.b": "crane"})
    assert tax.find("bat")[0] == "club"
    found = map_values(tax, [*birds, "crane", "bat"])
    assert (row(found, "crane").concept, row(found, "crane").settled) == ("crane.b", "domain")
    assert row(found, "bat").concept == "beast"


def test_the_other_values_speak_for_a_sense_with_what_they_have_in_common(zoo):
    """Two values prove little: bat among a dog and a hammer keeps its first sense, the club, and is ambiguous.

    With ten mammals and two tools the root is still the domain (11 of 13 words are below mammal, less than 90 %). Each
    of the 25 concepts' two branches has 11 below it: IC = 1 − log 12 / log 25 = 0.228. Of 12 + 20 voices ten speak for
    the mammal, 0.228 · (10/32)^0.4 = 0.143, and two for the club, 0.228 · (2/32)^0.4 = 0.075. With the order of the
    senses: log(0.343) − 0.2 log 2 = −1.21 is more than log(0.275) = −1.29, though not by 0.25.
    """
    bat = row(map_values(zoo, ["bat", "dog", "hammer"]), "bat")
    assert (bat.concept, bat.settled, bat.ambiguous) == ("bat.club", "first sense", True)
    mammals, tools = [f"mammal {n}" for n in range(10)], [f"tool {n}" for n in range(10)]
    parents = {"thing": [], "mammal": ["thing"], "tool": ["thing"], "bat.club": ["tool"], "bat.mammal": ["mammal"]}
    parents |= {name: ["mammal"] for name in mammals} | {name: ["tool"] for name in tools}
    large = Taxonomy.from_parents(parents, {"bat.club": "bat", "bat.mammal": "bat"})
    bat = row(map_values(large, ["bat", *mammals, *tools[:2]]), "bat")
    assert (bat.concept, bat.settled, bat.alternatives, bat.ambiguous) == (
        "bat.mammal",
        "context",
        ("bat.club",),
        True,
    )


def test_a_choice_that_could_as_well_fall_otherwise_is_listed_as_ambiguous(zoo):
    """Crane the bird shares bird (2 below) with goose, bat aside; bat the mammal mammal (2 below) with dog."""
    parents = {"thing": [], "animal": ["thing"], "tool": ["thing"], "dog": ["animal"], "saw": ["tool"]}
    parents |= {"bat.a": ["animal"], "bat.t": ["tool"]}
    tax = Taxonomy.from_parents(parents, {"bat.a": "bat", "bat.t": "bat"})
    mapping = map_values(tax, ["bat", "dog", "saw"])
    bat = row(mapping, "bat")
    assert (bat.concept, bat.settled, bat.ambiguous) == ("bat.a", "first sense", True)
    assert bat.alternatives == ("bat.t",)
    assert any("1 value has several meanings that fit" in notice for notice in mapping.notices)
    assert mapping.by_context


def test_names_stay_out_of_a_column_of_common_words():
    """`Cook` is first of all a captain; beside bakers and smiths, in any case of letters, it is a cook."""
    jobs = ["baker", "smith", "miner"]
    parents = {
        "person": [],
        "captain": ["person"],
        "work": ["person"],
        "z.cook": ["work"],
        **dict.fromkeys(jobs, "work"),
    }
    tax = Taxonomy.from_parents(parents, {"captain": ["Cook", "James Cook"], "z.cook": "cook"})
    for change in (str.lower, str.title, str.upper):
        values = [change(word) for word in ["cook", *jobs]]
        assert map_values(tax, values).rows[0].concept == "z.cook"


def test_without_context_the_first_sense_is_taken(zoo):
    senses = zoo.find("bat")
    found = map_values(zoo, ["bat"]).rows[0]
    assert (found.concept, found.settled, found.alternatives) == (senses[0], "first sense", senses[1:])


def test_sense_order_follows_the_ranks_of_the_source(zoo):
    ranks = zoo.label_ranks or [0] * len(zoo.label_texts)
    later = [1 if i == zoo.label_start[zoo.number(zoo.find("bat")[0])] else r for i, r in enumerate(ranks)]
    turned = replace(zoo, label_ranks=np.array(later))
    assert map_values(turned, ["bat"]).rows[0].concept == zoo.find("bat")[1]


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
