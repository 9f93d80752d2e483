"""What docs/methods.md shows does run."""

import pytest

import pages
from kinonym.demo.records import RECIPE
from kinonym.recipe import load_recipe

PAGE = "docs/methods.md"


def test_the_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    commands = pages.commands(PAGE)
    for command in commands:
        pages.run(command, monkeypatch, capsys)
    assert {command.split()[1] for command in commands} == {"demo", "compare", "mask", "verify"}


def test_the_python_runs():
    names = {}
    for language, text in pages.blocks(PAGE):
        if language == "python":
            exec(text, names)  # noqa: S102  # the page's own code
    assert names["result"].utility.smallest_class >= 2


@pytest.mark.parametrize("text", [text for language, text in pages.blocks(PAGE) if language == "toml"])
def test_the_methods_load(text):
    recipe = load_recipe(RECIPE[: RECIPE.index("[method]")] + text)
    assert recipe.resolved_method.k == 5
