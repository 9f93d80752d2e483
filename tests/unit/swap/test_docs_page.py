"""The code of docs/swapping.md runs, and the sentences that it quotes are those of the claims table."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
import pages
from kinonym.methods import METHODS
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.random import generator
from kinonym.recipe import load_recipe

PAGE = "docs/swapping.md"
TEXT = (pages.ROOT / PAGE).read_text(encoding="utf-8")
RECIPE = next(text for language, text in pages.blocks(PAGE) if language == "toml")


def test_the_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("swap.toml").write_text(RECIPE)
    shown = {command.split()[1]: pages.run(command, monkeypatch, capsys) for command in pages.commands(PAGE)}
    assert list(shown) == ["demo", "mask", "compare"]
    assert Path("swapped.csv").exists()
    assert "Probabilistic k-anonymity over" in shown["mask"]


@pytest.mark.parametrize("line", re.findall(r"^# (\w+ = .*?)\s{2,}#", RECIPE, flags=re.MULTILINE))
def test_the_settings_in_comments_are_settings(line):
    name = "record-swap" if "partition" in line else "srs2"
    changed = RECIPE.replace('"record-swap"', f'"{name}"').replace(f"# {line}", line)
    assert load_recipe(changed).resolved_method != load_recipe(RECIPE).resolved_method


def test_every_swap_is_on_the_page():
    swaps = [name for name, method in METHODS.items() if method in (DataSwap, RecordSwap, Srs1, Srs2, Srs3)]
    assert [name for name in swaps if f"| `{name}` |" not in TEXT] == []


def sentences(method):
    column = {"role": "quasi", "type": "numeric"}
    roles = {"column 0": {**column, "role": "confidential", "mask": True}, "column 1": column}
    table = pd.DataFrame({"column 0": np.arange(30), "column 1": generator(2).permutation(30)})
    recipe = {
        "columns": roles,
        "method": {"name": method.name, **method.settings()},
        "release": {"accept_unique": True},
    }
    return [claim.sentence for claim in kn.mask(table, recipe).claims]


def test_the_quoted_sentences_are_the_claims():
    page = " ".join(TEXT.split())
    for method in (Srs1(k=3), RecordSwap(k=3)):
        said = sentences(method)
        quoted = said[0].replace("column 0, column 1", "{columns}").replace("1/3", "1/k").replace("b ≥ 3", "b ≥ k")
        assert quoted in page
        own = next(s for s in said if s.startswith("Each value"))
        assert own.replace("column 0", "{columns}").replace("1/3", "1/k").replace("1/b", "1/k") in page
