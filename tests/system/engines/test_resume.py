"""A run resumes after an interruption from the stored plan, and only for the same input and recipe."""

from __future__ import annotations

import stat

import pytest

import kinonym as kn
from connections.hospital import read, recipe, rows, write_table
from kinonym.errors import KinonymError
from kinonym.methods import SaMdav
from kinonym.pipeline import sinks

METHOD = {"name": "sa-mdav", "k": 3}


def interrupted(*_, **__):
    raise KeyboardInterrupt


@pytest.fixture
def stopped(tmp_path, monkeypatch):
    """A run that was interrupted after its plan was made; returns the kept plan."""
    write_table(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(sinks, "write_release", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path)
    (kept,) = tmp_path.glob(".kinonym*")
    return kept


def run(folder, method=None, **options):
    data = recipe(folder, method or METHOD)
    return kn.mask_file(folder / "data.csv", data, folder / "out.csv", **{"resume": True, **options})


def planned(monkeypatch):
    """Counts how often a plan is made."""
    made = []
    plan = SaMdav.plan

    def counted(self, *given):
        made.append(self)
        return plan(self, *given)

    monkeypatch.setattr(SaMdav, "plan", counted)
    return made


def test_a_run_resumes_from_its_plan_and_removes_it(tmp_path, stopped, monkeypatch):
    assert stat.S_IMODE(stopped.stat().st_mode) == 0o600
    made = planned(monkeypatch)
    result = run(tmp_path)
    taken_up = sorted(read(tmp_path / "out.csv")[1])
    attacked = len(made)  # an attacker plans too
    assert "the run resumed with the plan of an interrupted run" in result.notices
    assert not list(tmp_path.glob(".kinonym*"))
    again = run(tmp_path)
    assert len(made) == 2 * attacked + 1
    assert sorted(read(tmp_path / "out.csv")[1]) == taken_up
    assert list(map(str, again.claims)) == list(map(str, result.claims))
    assert (again.plan.target == result.plan.target).all()


@pytest.mark.parametrize("change", ["input", "recipe", "ontology", "damage", "not asked for"])
def test_a_plan_for_another_input_or_recipe_is_not_used(tmp_path, stopped, change):
    method, options = METHOD, {}
    if change == "input":
        write_table(tmp_path, rows(61))
    elif change == "recipe":
        method = {**METHOD, "k": 4}
    elif change == "ontology":
        taxonomy = tmp_path / "sports.csv"
        taxonomy.write_text(taxonomy.read_text() + "chess,top\n")
    elif change == "damage":
        stopped.write_bytes(stopped.read_bytes()[:100])
    else:
        options = {"resume": False}
    result = run(tmp_path, method, **options)
    assert not any("the run resumed" in notice for notice in result.notices)


def test_an_error_leaves_no_plan(tmp_path, stopped, monkeypatch):
    def fails(*_, **__):
        msg = "planted"
        raise KinonymError(msg)

    monkeypatch.setattr(sinks, "write_release", fails)
    with pytest.raises(KinonymError, match="planted"):
        run(tmp_path)
    assert not stopped.exists()


def gone_on(folder, monkeypatch, recipe):
    """A run that is interrupted after its plan was made, and the one that goes on from it."""
    with monkeypatch.context() as patched:
        patched.setattr(sinks, "write_release", interrupted)
        with pytest.raises(KeyboardInterrupt):
            kn.mask_file(folder / "data.csv", recipe, folder / "out.csv", resume=True)
    return kn.mask_file(folder / "data.csv", recipe, folder / "out.csv", resume=True)


def test_a_plan_is_kept_for_persons(tmp_path, monkeypatch):
    write_table(tmp_path, [[f"p{i % 30}", *row[1:]] for i, row in enumerate(rows())])
    by_person = recipe(tmp_path, METHOD, table={"person": "id"})
    del by_person["columns"]["id"]
    result = gone_on(tmp_path, monkeypatch, by_person)
    assert any("the run resumed" in notice for notice in result.notices)
    assert "different persons in the written file" in str(result.claims[0])


def test_a_plan_is_kept_for_cells_of_several_concepts(tmp_path, monkeypatch):
    """Each run numbers the sets that are not cells of the table anew: the stored plan has their members."""
    write_table(tmp_path, [[row[0], f"{row[1]}|{row[2]}", *row[2:]] for row in rows()])
    of_sets = recipe(tmp_path, METHOD)
    of_sets["columns"]["a"] = {**of_sets["columns"]["a"], "separator": "|"}
    whole = kn.mask_file(tmp_path / "data.csv", of_sets, tmp_path / "whole.csv")
    result = gone_on(tmp_path, monkeypatch, of_sets)
    assert any("the run resumed" in notice for notice in result.notices)
    assert list(map(str, result.claims)) == list(map(str, whole.claims))
    assert sorted(read(tmp_path / "out.csv")[1]) == sorted(read(tmp_path / "whole.csv")[1])
