"""What the README tells a newcomer to type does work, in an empty folder."""

from pathlib import Path

import pandas as pd
import pytest

import pages
from kinonym.demo.records import RECIPE, discharges
from kinonym.random import generator

PAGE = "README.md"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    columns = discharges(400, generator(1))
    pd.DataFrame(columns).to_csv("data.csv", index=False)
    Path("recipe.toml").write_text(RECIPE)
    return tmp_path


def test_the_commands_run(folder, monkeypatch, capsys):
    commands = pages.commands(PAGE)
    assert len(commands) >= 6
    for command in commands:
        pages.run(command, monkeypatch, capsys)


def test_the_python_runs(folder):
    names = {"table": pd.read_csv("data.csv", dtype=str)}
    for language, text in pages.blocks(PAGE):
        if language == "python":
            exec(text, names)  # noqa: S102  # the README's own code
    assert names["result"].utility.smallest_class >= 5


def test_the_recipe_loads(folder):
    from kinonym.recipe import load_recipe

    text = next(text for language, text in pages.blocks(PAGE) if language == "toml")
    assert load_recipe(text).masked == ["occupation"]
