"""Figures that can be followed by hand, with the arithmetic in the test.

sport ─┬─ contact_sport ─┬─ football ─┬─ soccer
       │                 └─ boxing    └─ rugby
       └─ water_sport ───┬─ swimming
                         └─ surfing
"""

from dataclasses import replace
from math import log, log2

import numpy as np
import pytest

from kinonym import Nominal, Taxonomy
from kinonym.errors import OntologyError, UsageError
from kinonym.measures import measure_named
from kinonym.measures.edge import Path
from kinonym.measures.feature import RodriguezEgenhofer, Tversky
from kinonym.measures.information import JiangConrath, Lin, Resnik

SPORT = Taxonomy.from_parents(
    {
        "sport": [],
        "contact_sport": "sport",
        "water_sport": "sport",
        "football": "contact_sport",
        "boxing": "contact_sport",
        "soccer": "football",
        "rugby": "football",
        "swimming": "water_sport",
        "surfing": "water_sport",
    },
    labels={"soccer": ["soccer", "association football"]},
)


def apart(measure, a, b, taxonomy=SPORT):
    return Nominal(taxonomy, measure=measure).distance(a, b)


# LCS contact_sport at depth 2; soccer is two links below it, boxing one. Greatest depth: 4, concepts: 9.
@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("wu-palmer", 1 - 2 * 2 / (2 * 2 + 2 + 1)),
        ("path", 3 / (2 * (4 - 1))),
        (Path(bounded=False), 3),
        ("leacock-chodorow", log(4) / log(2 * 4)),
        ("subsumers", log2(1 + (5 - 2) / 5)),  # S: soccer football contact_sport sport | boxing contact_sport sport
        ("tversky", 1 - 2 / (2 + 3 / 7 * 1 + 4 / 7 * 2)),  # boxing, depth 3, is the shallower: g = 3 / (3 + 4)
        ("tversky+terms", 1),  # soccer, association football, football | boxing, contact_sport
        ("resnik", 1 - (1 - log(5) / log(9))),  # contact_sport has 4 below it, IC_max is 1
        ("lin", 1 - 2 * (1 - log(5) / log(9)) / (1 + 1)),
        ("jiang-conrath", (1 + 1 - 2 * (1 - log(5) / log(9))) / (2 * 1)),
        (JiangConrath(bounded=False), 1 + 1 - 2 * (1 - log(5) / log(9))),
        ("resnik+sanchez", 1 - (log(6) - log(3 / 2 + 1)) / log(6)),  # 3 of the 5 leaves, 2 subsumers
        (Resnik(ic="sanchez", bounded=False), log(6) - (log(6) - log(3 / 2 + 1))),
        # IC(contact_sport) = (1 − log 5 / log 9)/2 + (log 2 / log 4)/2; soccer 1; boxing 1/2 + (log 3 / log 4)/2
        ("lin+zhou", 1 - 2 * (0.5 * (1 - log(5) / log(9)) + 0.5 * 0.5) / (1 + 0.5 + 0.5 * log(3) / log(4))),
        ("equality", 1),
    ],
)
def test_soccer_and_boxing(measure, expected):
    assert apart(measure, "soccer", "boxing") == pytest.approx(expected, abs=1e-12)
    assert apart(measure, "boxing", "soccer") == pytest.approx(expected, abs=1e-12)


def test_the_thesis_lcs_at_depth_6_with_one_link_each():
    """T sect. 6.2: 1 − 2·6 / (2·6 + 1 + 1) = 1/7."""
    chain = {f"d{i}": [f"d{i - 1}"] if i > 1 else [] for i in range(1, 7)}
    tax = Taxonomy.from_parents(chain | {"x": "d6", "y": "d6"})
    assert apart("wu-palmer", "x", "y", tax) == pytest.approx(1 / 7)


def test_the_health_records_table():
    """E table 1 as specification 10.2 gives it: 0.678, 0.585 and 0.485 by the subsumers."""
    tax = Taxonomy.from_parents(
        {
            "disease": [],
            "degenerative disorder": "disease",
            "X": "disease",
            "M": "degenerative disorder",
            "asbestosis": "degenerative disorder",
            "amyotrophia": "M",
            "myofibrosis": "M",
            "allergy": "X",
            "squint": "X",
        }
    )
    assert apart("subsumers", "asbestosis", "amyotrophia", tax) == pytest.approx(log2(1 + 3 / 5))
    assert apart("subsumers", "allergy", "squint", tax) == pytest.approx(log2(1 + 2 / 4))
    assert apart("subsumers", "amyotrophia", "myofibrosis", tax) == pytest.approx(log2(1 + 2 / 5))


def test_the_deepest_common_subsumer_counts_not_the_nearest():
    # x and y meet at deep (depth 3, three links each) and at near (depth 2, one link each).
    tax = Taxonomy.from_parents(
        {
            "r": [], "near": "r", "a": "r", "deep": "a",
            "x2": "deep", "x1": "x2", "y2": "deep", "y1": "y2",
            "x": ["x1", "near"], "y": ["y1", "near"],
        }
    )  # fmt: skip
    assert apart("wu-palmer", "x", "y", tax) == pytest.approx(6 / (2 * 3 + 6))
    assert apart(Path(bounded=False), "x", "y", tax) == 2


def test_a_concept_with_several_parents_counts_shared_subsumers_once():
    # S(x) = x a b r, S(y) = y a b r: three shared, r through both parents.
    tax = Taxonomy.from_parents({"r": [], "a": "r", "b": "r", "x": ["a", "b"], "y": ["a", "b"]})
    assert apart("subsumers", "x", "y", tax) == pytest.approx(log2(1 + 2 / 5))


def test_the_content_of_the_common_subsumer_is_the_greatest_not_that_of_the_deepest():
    # x and y meet at "wide" (depth 3, many below) and at "rare" (depth 2, only x and y): IC by Seco says rare.
    below = {f"w{i}": "wide" for i in range(5)}
    tax = Taxonomy.from_parents(
        {"r": [], "m": "r", "wide": "m", "rare": "r", "x": ["wide", "rare"], "y": ["wide", "rare"], **below}
    )
    assert apart("lin", "x", "y", tax) == pytest.approx(1 - (1 - log(3) / log(11)))


def test_wu_palmer_violates_the_triangle_inequality_on_a_dag():
    # a and b meet only at the root; c is below both.
    tax = Taxonomy.from_parents({"r": [], "a1": "r", "a": "a1", "b1": "r", "b": "b1", "c": ["a", "b"]})
    assert apart("wu-palmer", "a", "b", tax) > apart("wu-palmer", "a", "c", tax) + apart("wu-palmer", "c", "b", tax)


def glossed(**glosses):
    return replace(SPORT, glosses=tuple(glosses.get(c, "") for c in SPORT.concepts))


def test_x_similarity():
    tax = glossed(soccer="a game of kicking a ball", boxing="a game of two", football="Kicking!")
    # words: {a game of kicking ball} and {a game of two}: 3 of 6; neighbourhoods share no label
    assert apart("x-similarity", "soccer", "boxing", tax) == pytest.approx(1 - 3 / 6)
    # {kicking} of 5 words is less than the neighbourhoods' {soccer, association football, football} of
    # {football, contact_sport, soccer, association football, rugby}: 3 of 5
    assert apart("x-similarity", "soccer", "football", tax) == pytest.approx(1 - 3 / 5)


def test_x_similarity_is_full_where_labels_meet():
    tax = Taxonomy.from_parents({"r": [], "a": "r", "b": "r"}, labels={"a": ["bank"], "b": ["bank", "shore"]})
    assert apart("x-similarity", "a", "b", replace(tax, glosses=("x", "", ""))) == 0


def test_rodriguez_egenhofer_without_parts():
    # labels: none shared; neighbourhoods {soccer, football} and {rugby, football}: 1 / (1 + 1/2 + 1/2) = 1/2
    measure = RodriguezEgenhofer(labels=1, parts=0, neighbourhood=1)
    assert apart(measure, "soccer", "rugby") == pytest.approx(1 - (0.5 * 0 + 0.5 * 0.5))
    # radius 2: {soccer football rugby contact_sport} for both, and each is in the other's
    assert apart(replace(measure, radius=2), "soccer", "rugby") == pytest.approx(1 - (0.5 * 0 + 0.5 * 1))


@pytest.mark.parametrize("weights", [(-1, 1, 1), (0, 0, 0), (float("nan"), 1, 1), (float("inf"), 1, 1)])
def test_wrong_weights_are_refused(weights):
    with pytest.raises(UsageError, match="weights"):
        RodriguezEgenhofer(labels=weights[0], parts=weights[1], neighbourhood=weights[2])


def test_a_negative_radius_is_refused():
    with pytest.raises(UsageError, match="radius"):
        RodriguezEgenhofer(radius=-1)


def test_names_and_variants():
    assert measure_named("lin+seco") == measure_named("lin") == Lin()
    assert measure_named("lin+sanchez") == Lin(ic="sanchez")
    assert measure_named("tversky+terms") == Tversky(features="terms")
    assert Lin(ic="corpus").name == "lin+corpus"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("wu-palmr", "did you mean 'wu-palmer'"),
        ("lin+secco", "lin+seco"),
        ("path+seco", "it has none"),
        ("qqq", "measures: wu-palmer"),
        ("lin+", "lin+seco"),
    ],
)
def test_an_unknown_name_is_refused_with_a_hint(name, hint):
    with pytest.raises(UsageError) as raised:
        measure_named(name)
    assert hint in raised.value.hint


def test_unknown_options_are_refused():
    with pytest.raises(UsageError, match="information content"):
        Lin(ic="idf")
    with pytest.raises(UsageError, match="features"):
        Tversky(features="colours")


def test_one_concept_alone():
    alone = Taxonomy.from_parents({"only": []})
    for name in (
        "wu-palmer",
        "path",
        "leacock-chodorow",
        "subsumers",
        "tversky",
        "resnik+zhou",
        "lin",
        "jiang-conrath",
    ):
        assert apart(name, "only", "only", alone) == 0


def test_more_subsumers_than_the_table_holds():
    """A chain of 1,100: the last two concepts share 1,099 of 1,100 subsumers."""
    names = [f"n{i:04d}" for i in range(1100)]
    chain = Taxonomy.from_parents({c: names[i - 1 : i] for i, c in enumerate(names)})
    assert apart("subsumers", names[-1], names[-2], chain) == pytest.approx(log2(1 + 1 / 1100))
    assert apart("wu-palmer", names[-1], names[0], chain) == pytest.approx(1099 / (2 + 1099))


def test_a_taxonomy_too_deep_for_the_packed_keys_is_refused_not_miscounted():
    too_deep = replace(SPORT, depths=np.full(len(SPORT), 20_000))
    with pytest.raises(OntologyError, match="20,000 levels deep"):
        Nominal(too_deep, measure="wu-palmer").distances(["soccer"], ["boxing"])
