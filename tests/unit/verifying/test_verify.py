"""`kn.verify` and `kinonym verify` on two classes counted by hand.

    sport ─┬─ ball ──┬─ soccer       class a: soccer, soccer, rugby     pay 1, 2, 2
           │         └─ rugby        class b: soccer, soccer, swimming  pay 3, 9, 9
           └─ water ─── swimming

Table of hobbies: soccer 4/6, rugby 1/6, swimming 1/6. Table of pay: 1/6 of 1, 2/6 of 2, 1/6 of 3, 2/6 of 9.
"""

import math
import sys

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.cli import main
from kinonym.errors import UsageError
from kinonym.methods.demands import Demands

HOBBY = ["soccer", "rugby", "soccer", "swimming", "soccer", "soccer"]
PAY = ["1", "2", "2", "3", "9", "9"]
TABLE = pa.table({"town": list("aaabbb"), "hobby": HOBBY, "pay": PAY})


@pytest.fixture
def recipe(tmp_path):
    (tmp_path / "sports.csv").write_text(
        "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\n"
    )
    return {
        "columns": {
            "town": {"role": "quasi"},
            "hobby": {"role": "confidential", "ontology": str(tmp_path / "sports.csv")},
            "pay": {"role": "confidential", "type": "numeric"},
        },
        "method": {"name": "sa-mdav", "k": 2},
        "release": {"accept_unique": True},
    }


def test_verify_counts_every_privacy_model(recipe):
    found = kn.verify(TABLE, ["town"], ["hobby", "pay"], recipe=recipe)
    assert (found.k, found.l, found.p) == (3, 2, 2)
    # every class has shares 2/3 and 1/3 in both columns
    assert found.entropy_l == pytest.approx(math.exp(-(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3))))
    assert found.recursive == (2.0,)  # 2 < c·1
    # pay of a: 1 has 1/3 − 1/6 more, 2 has 2/3 − 2/6 more; half the sum of differences is 1/6 + 2/6
    assert found.t == pytest.approx(1 / 2)


def test_one_column_may_be_named_without_a_list(recipe):
    several, one = kn.verify(TABLE, ["town"], ["hobby"]), kn.verify(TABLE, quasi="town", confidential="hobby")
    assert (one.k, one.l, one.classes) == (several.k, several.l, several.classes)


def test_t_on_every_ground(recipe):
    found = kn.verify(TABLE, ["town"], ["hobby", "pay"], recipe=recipe).closeness
    # a has 1/6 too much rugby and 1/6 too little swimming
    assert found["hobby"]["equal"] == pytest.approx(1 / 6)
    # b has 1/6 too much swimming and 1/6 too little rugby, which meet in sport only, the top: 1/6 · 1
    assert found["hobby"]["hierarchical"] == pytest.approx(1 / 6)
    # Wu-Palmer: sport has depth 1, two links each: 1 − 2/(2 + 4)
    assert found["hobby"]["semantic"] == pytest.approx(1 / 6 * 2 / 3)
    # cumulated shares of a less the table's, after 1, 2, 3: 1/6, 3/6, 2/6; the three gaps are 1/3 wide
    assert found["pay"]["ordered"] == pytest.approx((1 / 6 + 3 / 6 + 2 / 6) / 3)
    # by the range 8: gaps 1/8, 1/8, 6/8
    assert found["pay"]["semantic"] == pytest.approx(1 / 6 * 1 / 8 + 3 / 6 * 1 / 8 + 2 / 6 * 6 / 8)
    assert "ordered" not in found["hobby"]
    assert "hierarchical" not in found["pay"]


def test_semantic_diversity_is_the_depth_of_the_common_subsumer(recipe):
    """Class a meets at ball, of depth 2; class b at sport, of depth 1, as the whole column does."""
    found = kn.verify(TABLE, ["town"], ["hobby"], recipe=recipe)
    near = found.semantic_disclosures[0]
    assert (near.depth, near.deepest) == (1, 2)
    assert near.mean_depth == pytest.approx(1.5)
    assert near.homogeneous == pytest.approx(1 / 2)
    figure = dict(found.rows())["hobby, by meaning"]
    assert "meet at depth 2 at most, those of the column at 1" in figure


def test_texts_that_mean_the_same_are_two_values(recipe):
    """The release consists of texts, and readers can distinguish soccer from Soccer."""
    table = TABLE.set_column(1, "hobby", pa.array(["soccer", "Soccer", "SOCCER", "rugby", "ball", "ball"]))
    assert kn.verify(table, ["town"], ["hobby"]).l == kn.verify(table, ["town"], ["hobby"], recipe=recipe).l == 2


def test_a_class_of_a_single_value_has_diversity_one(recipe):
    table = TABLE.set_column(1, "hobby", pa.array(["soccer", "soccer", "soccer", "rugby", "ball", "ball"]))
    found = kn.verify(table, ["town"], ["hobby"], recipe=recipe)
    assert found.l == 1
    assert found.recursive == ()
    assert dict(found.rows())["l, recursive"] == "a class has a single value"


def test_words_without_a_concept_and_missing_values_are_values(recipe):
    table = TABLE.set_column(1, "hobby", pa.array(["soccer", "chess", None, "soccer", "soccer", None]))
    found = kn.verify(table, ["town"], ["hobby"], recipe=recipe)
    assert found.l == 2
    # a: soccer, chess, missing 1/3 each; b: soccer 2/3, missing 1/3; table: 3/6, 1/6, 2/6. Chess is 1 from all.
    assert found.closeness["hobby"]["semantic"] == pytest.approx(1 / 6)


def test_without_a_recipe_only_the_equal_ground_has_a_meaning():
    found = kn.verify(TABLE, ["town"], ["hobby"])
    assert set(found.closeness["hobby"]) == {"equal"}
    with pytest.raises(UsageError, match="column 'hobby' has no taxonomy"):
        kn.verify(TABLE, ["town"], ["hobby"], ground="hierarchical")


DEMANDS = [
    ({"l_diversity": 2}, []),
    ({"l_diversity": 3}, ["l = 2, less than 3"]),
    ({"l_diversity": 1.8, "diversity": "entropy"}, []),
    ({"l_diversity": 2, "diversity": "entropy"}, ["entropy l = 1.8899, less than 2"]),
    ({"l_diversity": 2, "diversity": "recursive", "c": 2.5}, []),
    ({"l_diversity": 2, "diversity": "recursive", "c": 2.0}, ["for l = 2 c must be greater than 2.0000"]),
    ({"l_diversity": 3, "diversity": "recursive", "c": 9.0}, ["l = 2, less than 3"]),
    ({"p_sensitive": 2}, []),
    ({"p_sensitive": 3}, ["2-sensitive, 3 was asked for"]),
    ({"t_closeness": 0.17}, []),
    ({"t_closeness": 0.16}, ["t = 0.1667 (equal), more than 0.16"]),
    ({"t_closeness": 0.12, "ground": "semantic"}, []),
    ({"t_closeness": 0.11, "ground": "semantic"}, ["t = 0.1111 (semantic), more than 0.11"]),
    ({"t_closeness": 0.16, "ground": "hierarchical", "p_sensitive": 3}, ["2-sensitive", "t = 0.1667 (hierarchical)"]),
]


@pytest.mark.parametrize(("demands", "words"), DEMANDS, ids=str)
def test_demands_on_verify_are_checked(recipe, demands, words):
    found = kn.verify(TABLE, ["town"], ["hobby"], recipe=recipe)
    unmet = found.unmet(Demands(**demands), k=3)
    assert len(unmet) == len(words)
    for sentence, word in zip(unmet, words, strict=True):
        assert word in sentence
    assert found.unmet(Demands(**demands), k=4)[0] == "the table has k = 3, less than 4"


@pytest.mark.parametrize(("demands", "words"), DEMANDS, ids=str)
def test_the_command_exits_with_4_if_a_demand_is_not_met(recipe, demands, words, tmp_path, monkeypatch, capsys):
    lines = ["town,hobby", *(f"{town},{hobby}" for town, hobby in zip("aaabbb", HOBBY, strict=True))]
    (tmp_path / "data.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "recipe.toml").write_text(
        '[columns.town]\nrole = "quasi"\n[columns.hobby]\nrole = "confidential"\nontology = "sports.csv"\n'
        '[method]\nname = "sa-mdav"\nk = 2\n'
    )
    monkeypatch.chdir(tmp_path)
    options = [part for key, value in demands.items() for part in (f"--{key.replace('_', '-')}", str(value))]
    arguments = ["verify", "data.csv", "--quasi", "town", "--confidential", "hobby", "-r", "recipe.toml", *options]
    monkeypatch.setattr(sys, "argv", ["kinonym", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert (ended.value.code or 0) == (4 if words else 0)
    assert "smallest class" in shown.out
    for word in words:
        assert word in shown.err


def test_demands_need_a_confidential_column():
    with pytest.raises(UsageError, match="need a confidential column"):
        kn.verify(TABLE, ["town"]).unmet(Demands(l_diversity=2))
    assert kn.verify(TABLE, ["town"]).unmet(Demands(), k=3) == []


def test_a_ground_that_was_not_measured_cannot_be_checked():
    with pytest.raises(UsageError, match="the semantic distance of column 'hobby' was not measured"):
        kn.verify(TABLE, ["town"], ["hobby"]).unmet(Demands(t_closeness=0.1, ground="semantic"))
