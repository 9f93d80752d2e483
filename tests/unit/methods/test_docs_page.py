"""All code in docs/methods.md runs."""

import re

import pytest

import pages
from kinonym.demo.records import RECIPE
from kinonym.methods import METHODS
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


def code_of(page):
    """All that a page shows as code, in blocks and between words."""
    text = (pages.ROOT / page).read_text(encoding="utf-8")
    between = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return "\n".join([*between, *(block for _, block in pages.blocks(page))])


CODE = [code_of(page) for page in ("docs/methods.md", "docs/swapping.md", "docs/noise.md")]


@pytest.mark.parametrize("mode", [mode for kind in METHODS.values() for mode in kind.modes()], ids=str)
def test_every_mode_is_documented(mode):
    """Its method, its parameters and their words stand on one page, as code."""
    words = [mode.method.name, *mode.settings, *(value for value in mode.settings.values() if isinstance(value, str))]
    assert any(all(word in code for word in words) for code in CODE), words
