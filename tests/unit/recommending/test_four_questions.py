"""The four questions: every combination of answers leads to a method, and a method to its answers."""

from itertools import product

import pytest

from kinonym.recipe import make_method
from kinonym.recommending import QUESTIONS, answers_leading_to, propose

USUAL_STRENGTH = {"k": 5, "alpha": 0.3, "epsilon": 1.0}


def all_answers():
    keys = [question.key for question in QUESTIONS]
    for chosen in product(*(question.answers for question in QUESTIONS)):
        yield dict(zip(keys, chosen, strict=True))


def test_every_combination_of_answers_has_a_method_with_a_reason():
    for answers in all_answers():
        proposal = propose(answers)
        assert proposal.reason.startswith("Use it if ")
        if proposal.settings["name"] not in ("exponential", "dp-histogram"):  # they also need public concepts
            strengths = {"noise": "alpha"}
            strength = strengths.get(proposal.settings["name"], "k")
            made = make_method({**proposal.settings, strength: USUAL_STRENGTH[strength]})
            shared = made.traits.promise == "k-anonymity"
            assert shared or answers["shared"] == "no" or proposal.note  # never silently less than was asked for


@pytest.mark.parametrize(
    ("answers", "name"),
    [
        ({}, "sa-mdav"),
        ({"new": "no"}, "recode"),
        ({"new": "broader"}, "generalise"),
        ({"new": "missing"}, "suppress"),
        ({"shared": "no", "exact": "yes"}, "record-swap"),
        ({"shared": "no", "use": "means"}, "noise"),
        ({"shared": "no", "use": "cell"}, "exponential"),
        ({"shared": "no", "use": "release"}, "dp-histogram"),
        ({"shared": "yes", "use": "means"}, "sa-mdav"),
    ],
)
def test_the_methods_of_the_guide(answers, name):
    assert propose(answers).settings["name"] == name


def test_the_answers_are_found_again_from_the_method():
    assert answers_leading_to({"name": "sa-mdav", "refine": True, "k": 7})["new"] == "yes"
    assert answers_leading_to({"name": "suppress", "k": 3})["new"] == "missing"
    assert answers_leading_to({"name": "srs2", "k": 3}) == {}
    for answers in all_answers():
        proposal = propose(answers)
        if not proposal.note:
            assert propose(answers_leading_to(proposal.settings)).settings == proposal.settings
