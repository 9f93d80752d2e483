"""Only columns with evidence that they are harmless are drafted `other`."""

import random

import pytest

from kinonym import ontologies
from kinonym.drafting import draft_recipe, guess_table
from kinonym.drafting.profile import Profile
from kinonym.drafting.value_shapes import find_shape
from kinonym.taxonomy import Taxonomy


def guess(name, values, known=None):
    return guess_table({name: values}, known or {}).columns[0]


@pytest.mark.parametrize(
    ("counts", "harmless"),
    [
        ({"a": 25, "b": 25}, True),
        ({"a": 25, "b": 24}, False),  # below 50 rows nothing is frequent
        ({"a": 95, "b": 5}, True),
        ({"a": 96, "b": 4}, False),  # below 5 % of the rows
        ({"a": 9_950, "b": 50}, True),  # 50 rows are enough in a large table
        ({"a": 9_951, "b": 49}, False),
        ({f"v{n}": 60 for n in range(21)}, False),  # not few
    ],
)
def test_harmless_values_are_few_and_frequent(counts, harmless):
    values = [value for value, times in counts.items() for _ in range(times)]
    assert Profile.of(values).harmless is harmless
    assert guess("order_status", values).role.value == ("other" if harmless else "quasi")
    assert guess("x7", values).role.value == "quasi"  # frequent, but nothing says that it is harmless


def test_rows_that_miss_a_value_count_as_rows():
    assert guess("order_status", ["a"] * 60 + ["b"] * 4 + [None] * 36).role.value == "quasi"


def test_places_are_not_harmless():
    known = {name: ontologies.load(name) for name in ("wordnet", "m49")}
    assert guess("order_status", ["Lisbon", "Vienna"] * 40, known).role.value == "quasi"
    assert guess("order_status", ["Peru", "Chile"] * 40, known).role.value == "quasi"
    assert guess("order_status", ["east", "west"] * 40, known).role.value == "other"


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ("j.doe@mail.example.org", "e-mail addresses"),
        ("https://example.org/u/7", "web addresses"),
        ("+34 612 345 678", "telephone numbers"),
        ("0171 2345678", "telephone numbers"),
        ("GB82 WEST 1234 5698 7654 32", "bank accounts"),
        ("GB83 WEST 1234 5698 7654 32", None),  # wrong check digits
        ("4111 1111 1111 1111", "card numbers"),
        ("4111111111111112", None),
        ("12345678Z", "numbers of an identity card"),
        ("RSSMRA85T10A562S", "numbers of an identity card"),
        ("19811228-9874", "numbers of an identity card"),
        ("192.168.7.21", "network addresses"),
        ("2001:db8::7", "network addresses"),
        ("1.2.3", None),
        ("12 High Street", "street addresses"),
        ("Lindenstraße 7a", "street addresses"),
        ("C/ Mayor 3, 2º", "street addresses"),
        ("14 rue de la Paix", "street addresses"),
        ("E11.9", None),
        ("03111000", None),
        ("10:30:00", None),
    ],
)
def test_shapes_that_point_to_people(value, shape):
    assert find_shape(value) == shape


@pytest.mark.parametrize(
    "cells",
    [
        [f"call +49 151 2345{n:04d} after six" for n in range(60)],
        [f"see https://example.org/{n % 4}" for n in range(60)],
        ["none", "none", "write to ann@example.org"] * 20,
        ["seen by Dr. A. Smith", "seen by nurse", "seen by Dr. Okoro, ward 3"] * 30,
        ["Vive con su madre", "Llama mañana sin falta", "No abre la puerta nunca", "Tiene miedo a los perros"] * 2
        + [f"Vuelve el día {n} con su hermano mayor" for n in range(60)],
    ],
)
def test_mixed_cells_and_free_text_are_identifiers(cells):
    assert guess("x7", cells).role.value == "identifier"


def test_texts_that_mask_would_refuse_as_identifiers_are_drafted_so():
    draw = random.Random(3)
    values = ["".join(draw.choices("abcdefghij", k=7)) for _ in range(60)]
    assert guess("municipio", values).role.value == "identifier"


def tree(**leaves_of):
    parents = {"top": []}
    for group, leaves in leaves_of.items():
        parents |= {group: ["top"], **{leaf: [group] for leaf in leaves.split()}}
    return Taxonomy.from_parents(parents)


def test_an_ontology_that_the_user_gave_wins_from_80_percent_and_the_draft_says_what_lost():
    words = "oak ash elm fir yew"
    mine, better = tree(broad="oak ash", needle="fir yew"), tree(all=words)
    values = words.split() * 20
    drafted = guess_table({"x7": values}, {"mine.csv": mine, "better.csv": better}, given=["mine.csv"])
    assert drafted.columns[0].ontology.value == "mine.csv"
    assert "you gave it, so it wins although better.csv covers 5 of 5" in draft_recipe(drafted)
    without = guess_table({"x7": values}, {"mine.csv": mine, "better.csv": better}, given=[])
    assert without.columns[0].ontology.value == "better.csv"
    less = tree(broad="oak ash", needle="fir")
    few = guess_table({"x7": values}, {"mine.csv": less, "better.csv": better}, given=["mine.csv"])
    assert few.columns[0].ontology.value == "better.csv"


@pytest.mark.parametrize(
    ("words", "ontology"),
    [
        ("idea table Tuesday justice spoon anger", None),  # nothing in common but that they are
        ("dog cat horse rabbit canary", "wordnet"),
        ("dog cat horse rabbit canary goose eagle trout justice", "wordnet"),  # one that is something else
    ],
)
def test_no_ontology_for_words_with_nothing_in_common(words, ontology):
    found = guess("x7", words.split() * 20, {"wordnet": ontologies.load("wordnet")})
    assert (found.ontology.value if found.ontology else None) == ontology
