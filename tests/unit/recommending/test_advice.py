"""`kinonym recommend`: every aim is answered with what was tried on the table, in the words of one table."""

import json

import pandas as pd
import pytest

from command import runner
from kinonym import recommend
from kinonym.engines import open_table
from kinonym.methods import METHODS
from kinonym.methods.refine import QUICKLY_REFINED
from kinonym.recipe import load_recipe, make_method
from kinonym.recommending import CHOICES
from kinonym.recommending.advice import to_mind
from kinonym.recommending.choosing import AIMS
from kinonym.recommending.table_facts import facts_of

JOBS = ("nurse", "midwife", "plumber", "carpenter", "welder", "surgeon", "dentist", "electrician")
RECIPE = """
[columns.patient]
role = "identifier"
[columns.job]
role = "quasi"
ontology = "wordnet"
root = "person.n.01"
[columns.age]
role = "quasi"
type = "numeric"
[columns.illness]
role = "confidential"
[method]
name = "sa-mdav"
k = 4
"""


@pytest.fixture
def table():
    rows = 90
    return pd.DataFrame(
        {
            "patient": [f"p{i // 2}" for i in range(rows)],
            "job": [JOBS[i * 5 % 8] for i in range(rows)],
            "age": [str(20 + i * 7 % 40) for i in range(rows)],
            "illness": ["wxyz"[i % 4] for i in range(rows)],
        }
    )


@pytest.fixture
def advice(table):
    return recommend(table, RECIPE, seed=1)


def test_every_method_has_its_advice_texts():
    assert set(CHOICES) == set(METHODS)


def test_every_aim_is_answered_and_measured(advice):
    answered = [suggestion.wish for suggestion in advice.suggestions] + [wish for wish, _ in advice.refused]
    assert answered[: len(AIMS)] == [aim.wish for aim in AIMS]
    for suggestion in advice.suggestions:
        assert suggestion.point.loss is not None
        assert suggestion.why == CHOICES[suggestion.settings["name"]].take


def test_the_first_is_the_grouping_that_loses_least(advice, table):
    from kinonym import compare

    first = advice.suggestions[0]
    tried = compare(table, RECIPE, methods=AIMS[0].offers(advice.facts), seed=1)
    assert first.point.loss == min(point.loss for point in tried.points)
    assert first.settings["k"] == 4  # the recipe's own


def mind(table, recipe):
    loaded = load_recipe(recipe)
    return " ".join(to_mind(facts_of(open_table(table, loaded.table).source, loaded)))


def test_warnings_of_an_advice_follow_from_the_table(advice, table):
    printed = " ".join(advice.mind)
    assert printed == mind(table, RECIPE)
    assert "have in common in illness" in printed
    assert "patient repeats" in printed
    assert "needs to change for" not in printed
    assert "needs to change for" in mind(pd.concat([table.head(8)] * 6), RECIPE)
    assert "repeats" not in mind(table, '[table]\nperson = "patient"\n' + RECIPE)


def test_demands_of_the_recipe_are_tried_with_methods_that_can_meet_them(table):
    loaded = load_recipe(RECIPE + "l_diversity = 2\n")
    facts = facts_of(open_table(table, loaded.table).source, loaded)
    offered = [setting for aim in AIMS for setting in aim.offers(facts)]
    assert {setting["name"] for setting in offered if setting.get("l_diversity") == 2} >= {"sa-mdav", "mdav"}
    demanding = [setting for setting in offered if "l_diversity" in setting]
    assert all(make_method(setting).traits.takes_demands for setting in demanding)
    assert {"name": "generalise", "scheme": "local", "k": 4, "l_diversity": 2} in demanding
    assert not [setting for setting in demanding if "suppress_share" in setting]
    assert "in common" not in " ".join(to_mind(facts))


def test_one_column_has_no_correlations_to_keep(table):
    alone = RECIPE.replace('[columns.age]\nrole = "quasi"\ntype = "numeric"', '[columns.age]\nrole = "other"')
    refused = dict(recommend(table, alone, seed=1).refused)
    assert refused["correlations between columns, record by record"] == "it needs several masked columns"
    assert "name the public concepts" in refused["each cell private, whatever an attacker knows"]
    assert "dp-histogram" in refused["a synthetic table with a proof for each record"]
    assert "shuffle needs several masked columns" in " ".join(refused.values())


def test_newer_methods_are_tried_where_their_traits_suit_the_table(advice, table):
    tried = {setting["name"] for aim in AIMS for setting in aim.offers(advice.facts)}
    assert {"k-ward", "shuffle", "pram"} <= tried
    ages = table.assign(age=[str(i) for i in range(len(table))])
    refused = dict(recommend(ages, RECIPE, seed=1).refused)
    assert "pram suits columns of at most 50 distinct values" in refused.values()


def test_a_table_of_very_many_combinations_is_tried_on_some_of_its_rows():
    rows = QUICKLY_REFINED + 1
    table = pd.DataFrame({"a": [str(i) for i in range(rows)], "b": ["x"] * rows})
    recipe = (
        '[columns.a]\nrole = "quasi"\ntype = "numeric"\n[columns.b]\nrole = "other"\n[method]\nname = "mdav"\nk = 3'
    )
    advice = recommend(table, recipe, seed=1)
    assert advice.facts.records == rows
    assert "on a sample" in advice.suggestions[0].measured
    assert any("only numbers" in sentence for sentence in advice.mind)


@pytest.fixture
def kinonym(table, tmp_path, monkeypatch, capsys):
    table.to_csv(tmp_path / "data.csv", index=False)
    (tmp_path / "recipe.toml").write_text(RECIPE)
    return runner(tmp_path, monkeypatch, capsys)


def test_the_command_prints_writes_and_picks(kinonym, tmp_path):
    printed = kinonym("recommend", "data.csv", "-r", "recipe.toml", "--report", "advice.json", "--seed", "1")
    assert printed.code == 0, printed.err
    assert "take it if" in printed.out
    assert "not if" in printed.out
    text = (tmp_path / "advice.json").read_text()
    assert json.loads(text)["suggestions"][0]["method"] in ("sa-mdav", "mdav")
    assert not {"nurse", "midwife"} & set(text.split('"'))
    picked = kinonym("recommend", "data.csv", "-r", "recipe.toml", "--pick", "2")
    assert 'name = "recode"' in picked.out


def test_bad_input_is_refused(kinonym):
    given = ("recommend", "data.csv", "-r", "recipe.toml")
    report = kinonym(*given, "--report", "x.html")
    assert report.code == 2
    assert "ends in .json" in report.err
    pick = kinonym(*given, "--pick", "99")
    assert pick.code == 2
    assert "from 1 to" in pick.err
