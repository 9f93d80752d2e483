"""What the README tells a newcomer to type does work, in an empty folder."""

import re
import shlex
import sys
from pathlib import Path

import pandas as pd
import pytest

from kinonym.cli import main
from kinonym.demo.records import RECIPE, discharges
from kinonym.random import generator

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, flags=re.DOTALL)
COMMANDS = [
    line.partition("  #")[0].strip() for _, text in BLOCKS for line in text.splitlines() if line.startswith("kinonym ")
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    columns = discharges(400, generator(1))
    pd.DataFrame(columns).to_csv("data.csv", index=False)
    Path("recipe.toml").write_text(RECIPE)
    return tmp_path


def test_the_commands_run(folder, monkeypatch, capsys):
    assert len(COMMANDS) >= 6
    for command in COMMANDS:
        words = shlex.split(command.partition(">")[0])
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        assert not ended.value.code, (command, shown.err)


def test_the_python_runs(folder):
    names = {"table": pd.read_csv("data.csv", dtype=str)}
    for language, text in BLOCKS:
        if language == "python":
            exec(text, names)  # noqa: S102  # the README's own code
    assert names["result"].utility.smallest_class >= 5


def test_the_recipe_loads(folder):
    from kinonym.recipe import load_recipe

    text = next(text for language, text in BLOCKS if language == "toml")
    assert load_recipe(text).masked == ["occupation"]
