"""Odd but usable inputs (second list in section 5 of docs/privacy.md) are accepted, and the report mentions them."""

from __future__ import annotations

import json

import pytest

from audit.starting import DATA, RECIPE, TREE

MASK = ("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--report", "out.json")
PLAIN = RECIPE.replace('ontology = "sports.csv"', 'type = "plain"')


def lonely(tree):
    return tree.replace("water,sport\n", "water,\n")


CASES = {
    "byte order mark": ("\ufeff" + DATA, RECIPE, TREE, "byte order mark"),
    "several roots": (DATA, RECIPE, lonely(TREE), "2 roots were put under one virtual root"),
    "single value": (DATA.replace("rugby", "soccer").replace("swimming", "soccer").replace("surfing", "soccer")
                     .replace("ball", "soccer"), RECIPE, TREE, "column 'hobby' has a single value"),
    "fewer than 2k": (DATA, RECIPE.replace("k = 2", "k = 3"), TREE, "fewer than 2k = 6"),
    "isolated": (DATA.replace("rugby", "chess"), RECIPE.replace('"sports.csv"', '"sports.csv"\nunmapped = "isolate"'), TREE,
                 "20.0% of the records are isolated"),
    "variants": (DATA.replace("rugby", "Soccer "), PLAIN, TREE, "2 values differ from another only in case"),
    "look-alikes": (DATA.replace("rugby", "s\u043eccer"), PLAIN, TREE, "1 values mix letters of several scripts"),
    "missing": (DATA.replace("rugby", ""), RECIPE, TREE, "1 rows miss a quasi-identifier"),
    "rare texts": (DATA, PLAIN, TREE, "fewer than 2 records had"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_odd_is_noticed_in_the_report(name, kinonym, folder):
    data, recipe, tree, notice_part = CASES[name]
    (folder / "data.csv").write_text(data, encoding="utf-8")
    (folder / "recipe.toml").write_text(recipe)
    (folder / "sports.csv").write_text(tree)
    ran = kinonym(*MASK)
    assert ran.code == 0, ran.err
    notices = json.loads((folder / "out.json").read_text())["notices"]
    assert any(notice_part in notice for notice in notices), notices
    assert notice_part in ran.out
    assert not any("data.csv" in notice for notice in notices)


def test_a_retired_concept_is_followed_to_its_replacement(kinonym, folder):
    terms = "".join(
        f"[Term]\nid: {a}\nname: {a}\n" + (f"is_a: {b}\n" if b else "") + "\n"
        for a, b in (line.split(",") for line in TREE.splitlines()[1:])
    )
    retired = "[Term]\nid: footy\nname: footy\nis_obsolete: true\nreplaced_by: soccer\n\n"
    (folder / "sports.obo").write_text("format-version: 1.2\n\n" + terms + retired)
    (folder / "recipe.toml").write_text(RECIPE.replace("sports.csv", "sports.obo"))
    (folder / "data.csv").write_text(DATA.replace("rugby", "footy"))
    ran = kinonym(*MASK)
    assert ran.code == 0, ran.err
