"""A taxonomy in a notebook: the top of the tree, cut where it grows too wide or too deep."""

import re

from kinonym import Taxonomy
from kinonym.taxonomy.tree_view import tree_html


def test_the_largest_branches_stand_first_and_the_rest_is_counted():
    parents = {"root": [], **{f"leaf{i:02d}": ["root"] for i in range(20)}, "big": ["root"], "deep": ["big"]}
    shown = tree_html(Taxonomy.from_parents(parents), children=5)
    assert shown.index("big") < shown.index("leaf00")
    assert "and 16 more" in shown
    assert "22 below" in shown
    assert shown.count("<details") == shown.count("</details>") == 2


def test_levels_are_cut():
    chain = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"]}
    shown = re.sub("<[^>]+>", " ", tree_html(Taxonomy.from_parents(chain), levels=2))
    assert " b " in shown
    assert " c " not in shown


def test_labels_are_escaped():
    shown = tree_html(Taxonomy.from_parents({"r": []}, labels={"r": "<b>root</b>"}))
    assert "<b>" not in shown
