"""Scenarios in a draft: comments that become a working recipe without their marks."""

import random
import tomllib

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.drafting.draft import draft_table
from kinonym.drafting.scenario_drafts import FEWEST_COLUMNS, guess_scenarios
from kinonym.engines import open_table

NAMES = {
    "English": ("age", "sex", "region", "occupation", "education", "born_in"),
    "Spanish": ("edad", "sexo", "provincia", "profesion", "estudios", "pais_nacimiento"),
    "German": ("alter", "geschlecht", "bundesland", "beruf", "schulabschluss", "geburtsland"),
}
KNOWN = {0: {"neighbour", "colleague"}, 1: {"neighbour", "colleague"}, 2: {"neighbour"}, 3: {"colleague"}}


def make_table(names, rows=200):
    draw = random.Random(32)
    values = (
        [str(x) for x in range(20, 80)], ["f", "m"], [f"r{i}" for i in range(9)],
        ["nurse", "plumber", "welder", "teacher", "lawyer"], ["primary", "secondary", "university"],
        ["Spain", "France", "Italy"],
    )  # fmt: skip
    cells = {name: [draw.choice(own) for _ in range(rows)] for name, own in zip(names, values, strict=True)}
    return pa.table({**cells, "note": [str(draw.random()) for _ in range(rows)]})


def uncomment(text):
    """The recipe with the drafted scenarios in force."""
    head, _, rest = text.partition("# [[scenario]]")
    lines = ("# [[scenario]]" + rest).splitlines()
    drafted = [line.removeprefix("# ") if line.startswith(("# [[", "# name", "# knows")) else line for line in lines]
    return head + "\n".join(drafted)


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_draft_proposes_attackers_with_reasons_in_every_language(names):
    draft = draft_table(open_table(make_table(names)).source)
    scenarios = guess_scenarios(draft.guess)
    assert {"neighbour", "colleague"} <= {scenario.name for scenario in scenarios}
    for place, attackers in KNOWN.items():
        knowing = {scenario.name for scenario in scenarios if names[place] in scenario.knows}
        assert attackers <= knowing
    masked = {column.column for column in draft.guess.columns if column.masked}
    assert {name for scenario in scenarios for name in scenario.knows} == masked
    assert draft.text.count("# name = ") == len(scenarios)
    assert all(scenario.reason in draft.text for scenario in scenarios)


def test_drafted_scenarios_are_comments_until_somebody_decides(tmp_path):
    table = make_table(NAMES["English"])
    draft = draft_table(open_table(table).source)
    assert "scenario" not in tomllib.loads(draft.text)
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(uncomment(draft.text) + "\n[release]\naccept_unique = true\n")
    result = kn.mask(table, recipe)
    claims = [str(claim) for claim in result.claims if claim.guarantee]
    assert [claim.split(":")[0] for claim in claims] == [
        f"Scenario {scenario.name}" for scenario in guess_scenarios(draft.guess)
    ]


def test_few_masked_columns_get_no_scenarios():
    table = make_table(NAMES["English"])
    few = table.select(table.column_names[: FEWEST_COLUMNS - 1])
    assert "[[scenario]]" not in draft_table(open_table(few).source).text
