"""Each step of the pipeline is written in one place, and the plan is verified before anything is applied."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

import kinonym as kn
from connections import hospital
from kinonym.engines.memory.source import MemorySource
from kinonym.errors import PrivacyError
from kinonym.pipeline import run as planned_run

SOURCE = Path(__file__).parents[3] / "src" / "kinonym"

STEPS = {
    # step: the modules that use it, besides the one that defines it
    "check_before_planning": {"pipeline/steps.py", "pipeline/blockwise/masking_blocks.py"},
    "shift_person_dates": {"pipeline/steps.py"},
    "gather_histories": {"pipeline/planned_table.py"},
    "plan_run": {"pipeline/steps.py"},
    "plan_tuples": {"pipeline/planning.py", "comparing/sweep.py", "pipeline/blockwise/block_plan.py"},
    "verify_plan": {"pipeline/steps.py", "pipeline/run.py", "pipeline/blockwise/block_plan.py"},
    "verify_followers": {"pipeline/run.py"},
    "assign_plan": {"pipeline/steps.py"},
    "make_assignment": {"pipeline/assigning.py"},
    "apply": {"pipeline/steps.py"},
    "make_release": {"pipeline/steps.py"},
    "expect": {"release/gate.py"},
    "write_release": {"pipeline/sinks.py", "pipeline/blockwise/masking_blocks.py"},
    "verify_shuffled": {"pipeline/sinks.py"},
    "count_by_person": {"pipeline/sinks.py"},
    "checks_for": {"pipeline/run.py"},
    "claims_for": {"pipeline/run.py", "pipeline/blockwise/masking_blocks.py"},
}
OBJECTS = {"apply": "source", "expect": "source"}
"""The class of a step's method, where other objects have one of the same name."""


@cache
def find_calls():
    """Step → the module of each of its calls."""
    calls = defaultdict(list)
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (step := name_of(node.func)) in STEPS:
                owner = getattr(getattr(node.func, "value", None), "id", None)
                if OBJECTS.get(step, owner) == owner:
                    calls[step].append(file.relative_to(SOURCE).as_posix())
    return calls


def name_of(function):
    return getattr(function, "id", None) or getattr(function, "attr", None)


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_written_in_one_place(step):
    places = find_calls()[step]
    assert set(places) == STEPS[step]
    assert len(places) == len(set(places)), "a module runs this step twice"


@pytest.mark.parametrize("as_file", [False, True])
@pytest.mark.parametrize("gather", [False, True])
def test_nothing_is_applied_before_the_plan_is_verified(tmp_path, monkeypatch, as_file, gather):
    content = [[f"p{i % 20}", *row[1:]] for i, row in enumerate(hospital.rows(60))]
    data = hospital.write_table(tmp_path, content)
    changes = {}
    if gather:
        changes["columns"] = {name: {"role": "identifier"} for name in ("b", "age", "illness", "note")}
        changes["table"] = {"person": "id", "gather": ["a"]}
    recipe = hospital.recipe(tmp_path, {"name": "sa-mdav", "k": 3}, **changes)

    def refuse(planned):
        message = "the plan was refused"
        raise PrivacyError(message, hint="none")

    def apply(*_, **__):
        raise AssertionError

    monkeypatch.setattr(planned_run, "verify_plan", refuse)
    monkeypatch.setattr(MemorySource, "apply", apply)
    given = (data, recipe, tmp_path / "out.csv") if as_file else (pd.read_csv(data, dtype=str), recipe)
    with pytest.raises(PrivacyError, match="the plan was refused"):
        (kn.mask_file if as_file else kn.mask)(*given)
