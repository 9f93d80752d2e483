"""Recipes with scenarios: mistakes, the order of stages, and one scenario of all columns."""

import re
from itertools import combinations

import pytest

import kinonym as kn
from drawing import fresh_random, scale_count
from kinonym.errors import KinonymError, RecipeError
from kinonym.methods.scenarios import KnownSet, Scenario, list_known_sets
from kinonym.methods.scenarios.stages import order_stages
from kinonym.recipe import load_recipe

COLUMNS = {
    "id": {"role": "identifier"},
    "age": {"role": "quasi", "type": "numeric"},
    "job": {"role": "quasi", "ontology": "wordnet"},
    "town": {"role": "quasi", "type": "plain"},
    "illness": {"role": "confidential"},
}
NEIGHBOUR = {"name": "neighbour", "knows": ["age", "job"]}
POSTMAN = {"name": "postman", "knows": ["age", "town"]}


def recipe(*scenarios, method=None, columns=None, **parts):
    method = {"name": "sa-mdav", "k": 5} | (method or {})
    return {"columns": COLUMNS | (columns or {}), "method": method, "scenario": list(scenarios), **parts}


MISTAKES = {
    "no columns": (recipe({"name": "x"}), "does not say what the attacker knows"),
    "empty list": (recipe({"name": "x", "knows": []}), "scenario.0.knows is not valid"),
    "no name": (recipe({"knows": ["age"]}), "lacks scenario.0.name"),
    "empty name": (recipe({"name": "", "knows": ["age"]}), "scenario.0.name is not valid"),
    "unprintable name": (recipe({"name": "a\nb", "knows": ["age"]}), "cannot be printed"),
    "long name": (recipe({"name": "a" * 61, "knows": ["age"]}), "more than 60 characters"),
    "same name": (recipe(NEIGHBOUR, NEIGHBOUR | {"knows": ["town"]}), "two scenarios have the name 'neighbour'"),
    "unknown column": (recipe(NEIGHBOUR | {"knows": ["agee"]}), "names the column 'agee'"),
    "column twice": (recipe(NEIGHBOUR | {"knows": ["age", "age"]}), "names the column 'age' twice"),
    "confidential": (recipe(NEIGHBOUR | {"knows": ["illness"]}), "which is not masked (role confidential)"),
    "identifier": (recipe(NEIGHBOUR | {"knows": ["id"]}), "which is not masked (role identifier)"),
    "unknown to all": (recipe(NEIGHBOUR), "columns.town is masked, but no scenario knows it"),
    "too many": (recipe({"name": "x", "knows_any": 4}), "it has only 3 columns"),
    "none": (recipe({"name": "x", "knows_any": 0}), "scenario.0.knows_any is not valid"),
    "k": (recipe(NEIGHBOUR | {"k": 1}, POSTMAN), "scenario.0.k is not valid"),
    "misspelt key": (recipe(NEIGHBOUR | {"know": ["age"]}), "unknown key: scenario.0.know"),
    "swap": (recipe(NEIGHBOUR, POSTMAN, method={"name": "srs3"}), "srs3 cannot satisfy scenarios"),
    "items": (recipe(NEIGHBOUR, POSTMAN, method={"name": "generalise-items"}), "generalise-items cannot satisfy"),
    "local": (recipe(NEIGHBOUR, POSTMAN, method={"name": "recode", "local": True}), "method.local cannot be"),
    "share": (
        recipe(NEIGHBOUR, POSTMAN, method={"name": "generalise", "suppress_share": 0.1}),
        "method.suppress_share cannot be combined with",
    ),
    "demand": (
        recipe(NEIGHBOUR, POSTMAN, method={"l_diversity": 2}),
        "l_diversity, p_sensitive, t_closeness and k_map cannot",
    ),
    "gather": (
        recipe(NEIGHBOUR, POSTMAN, table={"person": "id", "gather": ["job"]}),
        "table.gather cannot be combined with",
    ),
    "whole groups": (recipe(NEIGHBOUR, POSTMAN, release={"whole_groups": True}), "release.whole_groups (--plan)"),
    "reuse": (recipe(NEIGHBOUR, POSTMAN, release={"reuse": "x.plan"}), "release.reuse (--previous)"),
}


@pytest.mark.parametrize(("given", "says"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_rejected(given, says):
    with pytest.raises(RecipeError, match=re.escape(says)) as error:
        load_recipe(given)
    assert error.value.hint


def test_a_section_that_is_no_list_is_rejected():
    with pytest.raises(RecipeError, match="scenario") as error:
        load_recipe(recipe() | {"scenario": NEIGHBOUR})
    assert "[[scenario]]" in error.value.hint


def test_too_many_sets_are_rejected():
    columns = {f"c{j}": {"role": "quasi", "type": "plain"} for j in range(40)}
    with pytest.raises(RecipeError, match="91,390 sets of columns; at most 20,000"):
        load_recipe(
            {"columns": columns, "method": {"name": "suppress", "k": 5}, "scenario": [{"name": "x", "knows_any": 4}]}
        )


def test_a_recipe_keeps_its_scenarios_in_toml():
    loaded = load_recipe(recipe(NEIGHBOUR | {"k": 7}, {"name": "any", "knows_any": 2}))
    assert load_recipe(loaded.to_toml()) == loaded


def test_files_of_groups_and_plans_are_rejected_before_any_work(tmp_path):
    (tmp_path / "data.csv").write_text("age,job,town,illness,id\n1,nurse,a,x,p1\n")
    given = recipe(NEIGHBOUR, POSTMAN)
    for options, says in [({"plan": tmp_path / "a.plan"}, "--plan saves classes"), ({"resume": True}, "--resume")]:
        with pytest.raises(KinonymError, match=says):
            kn.mask_file(tmp_path / "data.csv", given, tmp_path / "out.csv", **options)


def test_a_plan_for_other_tables_is_rejected():
    with pytest.raises(RecipeError, match="scenarios cannot be learnt from a training table"):
        kn.fit({}, recipe(NEIGHBOUR, POSTMAN))


def write_rows(path, seed=3):
    draw = fresh_random("one scenario", seed)
    jobs = ["nurse", "midwife", "plumber", "welder", "teacher"]
    rows = [f"{draw.randint(18, 80)},{draw.choice(jobs)},t{draw.randint(1, 6)},{draw.choice('xyz')}" for _ in range(90)]
    path.write_text("\n".join(["age,job,town,illness", *rows]) + "\n")
    return path


METHODS = [
    {"name": "sa-mdav"}, {"name": "mdav", "refine": True}, {"name": "k-ward"}, {"name": "recode"}, {"name": "resample"},
    {"name": "generalise"}, {"name": "generalise", "scheme": "local"}, {"name": "suppress"},
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS, ids=str)
@pytest.mark.parametrize("knows", [["age", "job", "town"], ["town", "age", "job"], None], ids=str)
def test_one_scenario_of_all_columns_changes_no_byte(tmp_path, method, knows):
    data = write_rows(tmp_path / "data.csv")
    columns = {name: column for name, column in COLUMNS.items() if name != "id"}
    whole = {"columns": columns, "method": {**method, "k": 4}, "release": {"accept_unique": True}}
    scenario = {"name": "colleague", **({"knows_any": 3} if knows is None else {"knows": knows})}
    lesser = {"name": "neighbour", "knows": ["age"], "k": 2}
    kn.mask_file(data, whole, tmp_path / "whole.csv", seed=5)
    named = whole | {"scenario": [scenario, lesser], "method": {**method, "k": 4}}
    result = kn.mask_file(data, named, tmp_path / "named.csv", seed=5)
    assert (tmp_path / "whole.csv").read_bytes() == (tmp_path / "named.csv").read_bytes()
    assert any(str(claim).startswith("Scenario colleague") for claim in result.claims)


def test_the_greatest_k_decides_for_all_columns(tmp_path):
    data = write_rows(tmp_path / "data.csv")
    columns = {name: column for name, column in COLUMNS.items() if name != "id"}
    whole = {"columns": columns, "method": {"name": "sa-mdav", "k": 9}, "release": {"accept_unique": True}}
    kn.mask_file(data, whole, tmp_path / "whole.csv", seed=5)
    scenario = {"name": "colleague", "knows": ["age", "job", "town"], "k": 9}
    named = whole | {"scenario": [scenario], "method": {"name": "sa-mdav", "k": 4}}
    kn.mask_file(data, named, tmp_path / "named.csv", seed=5)
    assert (tmp_path / "whole.csv").read_bytes() == (tmp_path / "named.csv").read_bytes()


def test_stages_cover_every_set_and_each_context_was_masked_together():
    for case in range(scale_count(300)):
        draw = fresh_random("stages", case)
        columns = draw.randint(1, 8)
        sets = [
            KnownSet(tuple(sorted(draw.sample(range(columns), draw.randint(1, columns)))), draw.randint(2, 6))
            for _ in range(draw.randint(1, 6))
        ]
        stages = order_stages(sets)
        assert sorted(j for stage in stages for j in stage.columns) == sorted(
            {j for known in sets for j in known.columns}
        )
        together = []
        for stage in stages:
            assert not stage.context or any(set(stage.context) <= done and stage.k <= k for done, k in together)
            together.append((set(stage.context) | set(stage.columns), stage.k))
        for known in sets:
            assert any(set(known.columns) <= done and known.k <= k for done, k in together), (sets, stages)
        shared = {j for stage in stages for j in stage.context}
        assert all(stage.shared == bool(shared & set(stage.columns)) for stage in stages)


def test_known_sets_leave_out_what_follows_from_others():
    for case in range(scale_count(200)):
        draw = fresh_random("known sets", case)
        names = [f"c{j}" for j in range(draw.randint(1, 6))]
        scenarios = []
        for number in range(draw.randint(1, 4)):
            known = tuple(draw.sample(names, draw.randint(1, len(names))))
            some = draw.choice([None, draw.randint(1, len(known))])
            scenarios.append(Scenario(name=str(number), columns=known, k=draw.randint(2, 5), known=some))
        found = list_known_sets(scenarios, names)
        every = [
            (set(map(names.index, chosen)), s.k)
            for s in scenarios
            for chosen in combinations(s.columns, len(s.columns) if s.known is None else s.known)
        ]
        for known, k in every:
            assert any(known <= set(columns) and k <= least for columns, least in found)
        for columns, k in found:
            assert (set(columns), k) in every
            others = [other for other in found if other != (columns, k)]
            assert not any(set(columns) <= set(other) and k <= least for other, least in others)
