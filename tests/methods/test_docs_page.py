"""What docs/methods.md shows does run."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from kinonym.cli import main
from kinonym.demo.records import RECIPE
from kinonym.recipe import load_recipe

PAGE = (Path(__file__).parents[2] / "docs" / "methods.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, flags=re.DOTALL)
COMMANDS = [line for _, text in BLOCKS for line in text.splitlines() if line.startswith("kinonym ")]


def test_the_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        more = ["--records", "400"] if command == "kinonym demo" else []
        monkeypatch.setattr(sys, "argv", [*shlex.split(command), *more])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code, (command, capsys.readouterr().err)
    assert {command.split()[1] for command in COMMANDS} == {"demo", "compare", "mask", "verify"}


def test_the_python_runs():
    names = {}
    for language, text in BLOCKS:
        if language == "python":
            exec(text, names)  # noqa: S102  # the page's own code
    assert names["result"].utility.smallest_class >= 2


@pytest.mark.parametrize("text", [text for language, text in BLOCKS if language == "toml"])
def test_the_methods_load(text):
    recipe = load_recipe(RECIPE[: RECIPE.index("[method]")] + text)
    assert recipe.resolved_method.k == 5
