import pytest

from kinonym import ontologies
from kinonym.mapping import map_values
from kinonym.mapping.inflection import base_forms
from kinonym.mapping.stems import stemmer


@pytest.fixture(scope="module")
def wordnet():
    return ontologies.load("wordnet")


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("dogs", "dog"),
        ("glasses", "glass"),
        ("boxes", "box"),
        ("quizzes", "quizz"),
        ("churches", "church"),
        ("bushes", "bush"),
        ("women", "woman"),
        ("ladies", "lady"),
        ("spoonsful", "spoonful"),
    ],
)
def test_noun_suffixes(plural, singular):
    assert base_forms(plural, {}, {singular}.__contains__) == (singular,)


@pytest.mark.parametrize("word", ["as", "boss", "s"])
def test_short_words_and_double_s_stay(word):
    assert base_forms(word, {}, lambda _: True) == ()


def test_exceptions_come_before_suffixes():
    assert base_forms("axes", {"axes": ("ax", "axis")}, lambda _: True) == ("ax", "axis")


def test_only_known_forms_count():
    assert base_forms("dogs", {}, {"cat"}.__contains__) == ()


def test_many_words_stay_cheap():
    assert base_forms(" ".join(["boxes"] * 40), {}, lambda _: False) == ()


@pytest.mark.parametrize(
    ("value", "concept"),
    [
        ("Oncologists", "oncologist.n.01"),
        ("mice", "mouse.n.01"),
        ("Swimming-Pools", "swimming_pool.n.01"),
        ("heart diseases", "heart_disease.n.01"),
        ("sons-in-law", "son-in-law.n.01"),
        ("passers by", "passerby.n.01"),
    ],
)
def test_inflected_words_find_wordnets_concepts(wordnet, value, concept):
    found = map_values(wordnet, [value]).rows[0]
    assert found.how == "morphology"
    assert concept in {found.concept, *found.alternatives}


def test_stems_of_every_word():
    stem = stemmer()
    assert stem("heart failures, congestive") == stem("hearts failure congestive")
    assert stem("--") == ""
