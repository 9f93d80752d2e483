"""Defects planted between the plan and the engines. What is written and what is expected come from one assignment, so
the assignment itself is compared with the recipe, the seed and the plan."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from connections import hospital
from connections.test_planted_defects import METHODS
from kinonym.errors import KinonymError, PrivacyError
from kinonym.pipeline import assigning, planning, steps
from kinonym.pipeline.run import Run


def every(written, change):
    return {name: change(texts) for name, texts in written.items()}


def rolled(texts):
    return [*texts[1:], texts[0]]


DEFECTS = {
    "identifiers stay": lambda made: replace(made, drop=()),
    "a kept column goes": lambda made: replace(made, drop=(*made.drop, "note")),
    "another column goes": lambda made: replace(made, drop=("note",)),
    "no mark of a test": lambda made: replace(made, mark=None),
    "another mark": lambda made: replace(made, mark="ready"),
    "a masked column stays": lambda made: replace(made, written={"a": made.written["a"]}),
    "a kept column is masked": lambda made: replace(
        made, written={**made.written, "illness": ["w"] * len(made.written["a"])}
    ),
    "texts slip": lambda made: replace(made, written=every(made.written, rolled)),
    "texts of a column slip": lambda made: replace(made, written={**made.written, "a": rolled(made.written["a"])}),
    "combinations slip": lambda made: replace(made, planned_of_counted=np.roll(made.planned_of_counted, 1)),
    "a combination is left out": lambda made: replace(made, planned_of_counted=np.r_[-1, made.planned_of_counted[1:]]),
    "targets slip": lambda made: replace(made, target=np.roll(made.target, 1)),
    "all become the same": lambda made: replace(made, target=np.zeros_like(made.target)),
    "some records are left out": lambda made: replace(made, target=np.r_[-1, made.target[1:]]),
    "sources slip": lambda made: replace(made, source=np.roll(made.source, 1)),
    "persons come from another column": lambda made: replace(made, person="note"),
}
MADE = assigning.make_assignment


def plant(patch, defect):
    patch.setattr(assigning, "make_assignment", lambda run, **options: defect(MADE(run, **options)))


@pytest.mark.parametrize("method", METHODS)
def test_a_planted_assignment_is_refused(tmp_path, monkeypatch, method):
    data, recipe = hospital.write_table(tmp_path), hospital.recipe(tmp_path, METHODS[method])
    for label, defect in DEFECTS.items():
        with monkeypatch.context() as patch:
            plant(patch, defect)
            with pytest.raises(KinonymError) as refused:
                pytest.fail(f"{label}: {kn.mask_file(data, recipe, tmp_path / 'out.csv', seed=1)}")
        assert "nothing was released" in refused.value.message, label
        assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "sports.csv"]


@pytest.mark.parametrize("defect", [name for name in DEFECTS if "mark" not in name])
def test_a_planted_assignment_is_refused_in_memory(tmp_path, monkeypatch, defect):
    data, recipe = hospital.write_table(tmp_path), hospital.recipe(tmp_path, METHODS["noise"])
    table = pd.read_csv(data, dtype=str)
    assert list(kn.mask(table, recipe).table) == hospital.COLUMNS[1:]
    plant(monkeypatch, DEFECTS[defect])
    with pytest.raises(PrivacyError):
        kn.mask(table, recipe)


@pytest.mark.parametrize("defect", ["no mark of a test", "another mark", "texts slip", "targets slip"])
def test_a_planted_assignment_is_refused_with_whole_histories(tmp_path, monkeypatch, defect):
    content = [[f"p{i % 20}", *row[1:]] for i, row in enumerate(hospital.rows(60))]
    left = {name: {"role": "identifier"} for name in ("b", "age", "illness", "note")}
    table = {"person": "id", "gather": ["a"]}
    data = hospital.write_table(tmp_path, content)
    recipe = hospital.recipe(tmp_path, METHODS["sa-mdav"], table=table, columns=left)
    plant(monkeypatch, DEFECTS[defect])
    with pytest.raises(PrivacyError):
        kn.mask_file(data, recipe, tmp_path / "out.csv", seed=1)


def test_a_forgotten_seed_is_refused(tmp_path, monkeypatch):
    """Whether a run is a test follows from its key, not only from what the run says about itself."""
    data, recipe = hospital.write_table(tmp_path), hospital.recipe(tmp_path, METHODS["sa-mdav"])
    monkeypatch.setattr(planning, "Run", lambda **facts: Run(**{**facts, "seeded": False}))
    with pytest.raises(PrivacyError, match="not those that the recipe releases"):
        kn.mask_file(data, recipe, tmp_path / "out.csv", seed=1)


# --- after the assignment was verified: the gate reads the columns from the recipe, not from the assignment

LATER = {name: defect for name, defect in DEFECTS.items() if "column" in name or "identifiers" in name}
LATER |= {name: DEFECTS[name] for name in ("no mark of a test", "another mark", "targets slip", "texts slip")}


def plant_later(patch, defect):
    """Change the assignment after `assign_plan` has verified it."""
    assign = assigning.assign_plan
    patch.setattr(steps, "assign_plan", lambda *given, **named: defect(assign(*given, **named)))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", [None, 1])
def test_a_defect_after_the_assignment_is_refused(tmp_path, monkeypatch, method, seed):
    data, recipe = hospital.write_table(tmp_path), hospital.recipe(tmp_path, METHODS[method])
    for label, defect in LATER.items():
        if label == "no mark of a test" and seed is None:
            continue
        with monkeypatch.context() as patch:
            plant_later(patch, defect)
            with pytest.raises(KinonymError, match="nothing was released"):
                pytest.fail(f"{label}: {kn.mask_file(data, recipe, tmp_path / 'out.csv', seed=seed)}")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "sports.csv"], label


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("label", ["identifiers stay", "no mark of a test", "another mark"])
def test_the_gate_alone_refuses_other_columns(tmp_path, monkeypatch, method, label):
    """Even if nobody verifies the assignment, the columns of the file are those of the recipe."""
    data, recipe = hospital.write_table(tmp_path), hospital.recipe(tmp_path, METHODS[method])
    for module in (steps, assigning):
        monkeypatch.setattr(module, "verify_assignment", lambda *_, **__: None)
    plant_later(monkeypatch, DEFECTS[label])
    with pytest.raises(PrivacyError, match="columns are not those of the release"):
        kn.mask_file(data, recipe, tmp_path / "out.csv", seed=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "sports.csv"]


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_a_run_that_fails_before_its_result_is_made_leaves_no_file(tmp_path, monkeypatch, engine):
    data, recipe = hospital.write_table(tmp_path), hospital.recipe(tmp_path, METHODS["sa-mdav"])

    def fail(*_, **__):
        raise KeyError

    monkeypatch.setattr(steps.Result, "of", fail)
    with pytest.raises(KeyError):
        kn.mask_file(data, recipe, tmp_path / "out.csv", engine=engine)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "sports.csv"]
