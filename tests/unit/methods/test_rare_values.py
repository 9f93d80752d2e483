"""No method in any mode represents a class of a plain column by a text that fewer than k records had."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pytest

import kinonym as kn
from drawing import fresh_random
from kinonym.methods import METHODS
from kinonym.methods.k_anonymous import KAnonymous
from kinonym.random import generator

MODES = [
    mode for kind in METHODS.values() for mode in kind.modes() if mode.made().traits.k_anonymous and not mode.twins
]
K = 3


def table(case):
    """Two common jobs and many rare ones, with a hobby and an age."""
    draw = fresh_random("rare", case)
    jobs = [draw.choice(["nurse", "cook", None, *(f"rare{draw.randint(0, 15)}" for _ in range(3))]) for _ in range(30)]
    ages = [str(draw.randint(20, 29)) for _ in jobs]
    return pa.table({"job": ["nurse", *jobs[1:]], "age": ages})


def recipe(mode):
    columns = {"job": {"role": "quasi", "type": "plain"}, "age": {"role": "quasi", "type": "numeric"}}
    return {"columns": columns, "method": {**mode.recipe, "k": K}}


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_no_centre_is_a_rare_text(mode):
    for case in range(10):
        original = table(f"{mode} {case}")
        result = kn.mask(original, recipe(mode), aligned=True)
        had = Counter(original["job"].to_pylist())
        rows = list(zip(*(result.table[name].to_pylist() for name in ("job", "age")), strict=True))
        assert min(Counter(rows).values(), default=K) >= K
        values = mode.settings.get("form") == "values"  # then each value of a set counts
        jobs = [job for text, _ in rows if text is not None for job in (text.split("|") if values else [text])]
        assert all(had[job] >= K for job in jobs), case
        planned = result.plan.decode_targets()["job"]
        assert values or {job for job, _ in rows} <= set(planned)  # what is measured is what is written


@pytest.mark.parametrize("mode", [mode for mode in MODES if issubclass(mode.method, KAnonymous)], ids=str)
def test_replaced_rare_texts_are_counted_in_a_notice(mode):
    replaced = 0
    for case in range(10):
        original = table(f"{mode} {case}")
        result = kn.mask(original, recipe(mode), aligned=True)
        raw = mode.made(k=K).classes(result.plan.tuples, generator(case))
        had = Counter(original["job"].to_pylist())
        written = raw.decode_targets()["job"]
        replaced += any(had[written[t]] < K for t in raw.target if written[t] is not None)
        found = [notice for notice in result.notices if "fewer than 3 records had" in notice]
        assert all("column 'job': in " in notice for notice in found)
    if not mode.method.traits.random:
        assert replaced


def test_a_text_without_a_concept_is_treated_alike(tmp_path):
    (tmp_path / "sports.csv").write_text("child,parent\nsport,\nball,sport\nsoccer,ball\nrugby,ball\n")
    words = ["soccer", "rugby"] * 3 + [f"my own game {i}" for i in range(6)]
    column = {"role": "quasi", "ontology": str(tmp_path / "sports.csv"), "unmapped": "isolate"}
    result = kn.mask(
        pa.table({"hobby": words}), {"columns": {"hobby": column}, "method": {"name": "mdav", "k": 3}}, aligned=True
    )
    assert not any("own game" in word for word in result.table["hobby"].to_pylist() if word is not None)
    assert any("fewer than 3 records had" in notice for notice in result.notices)
