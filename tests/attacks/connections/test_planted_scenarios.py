"""Scenarios from the recipe to the claim: what the gate checks, and defects between the plan and the written bytes."""

import csv
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import kinonym as kn
from connections import hospital
from connections.test_planted_defects import after
from kinonym.errors import KinonymError, PrivacyError, UniqueRowsError
from kinonym.methods.contract import Method
from kinonym.methods.k_anonymous import KAnonymous
from kinonym.methods.scenarios import Satisfying, staged
from kinonym.methods.scenarios.staged import _Staging
from kinonym.release.scenario_checks import KnownColumns
from kinonym.tuples import Persons

K = 4
QUASI = {"age": {"role": "quasi", "type": "numeric"}, "note": {"role": "quasi", "type": "plain"}}
SCENARIOS = [{"name": "neighbour", "knows": ["age", "a"]}, {"name": "colleague", "knows": ["age", "b", "note"], "k": 5}]
METHODS = {
    "sa-mdav": {"name": "sa-mdav", "k": K},
    "mdav": {"name": "mdav", "k": K},
    "recode": {"name": "recode", "k": K},
    "generalise": {"name": "generalise", "k": K, "scheme": "local"},
}


def mask(folder, method="sa-mdav", **changes):
    data = hospital.write_table(folder, returning())
    settings = METHODS.get(method) or {"name": method, "k": K}
    recipe = hospital.recipe(folder, settings, columns=QUASI, scenario=SCENARIOS, **changes)
    return kn.mask_file(data, recipe, folder / "out.csv", seed=1)


def returning():
    """Persons with several visits."""
    return [[f"p{i % 40}", *row[1:]] for i, row in enumerate(hospital.rows(120))]


def rarest(path, columns):
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return min(Counter(tuple(row[name] for name in columns) for row in rows).values())


@pytest.mark.parametrize("by_person", [False, True], ids=["records", "persons"])
@pytest.mark.parametrize("method", [*METHODS, "suppress"])
def test_each_scenario_is_checked_and_claimed(tmp_path, method, by_person):
    result = mask(tmp_path, method, table={"person": "id"} if by_person else {})
    checks = [check for check in result.written.checks if isinstance(check, KnownColumns)]
    expected = [(s["name"], persons) for s in SCENARIOS for persons in ([False, True] if by_person else [False])]
    assert [(check.scenario.name, check.by_person) for check in checks] == expected
    assert all(check.columns == ("a", "b", "age", "note") for check in checks)
    claims = [str(claim) for claim in result.claims if str(claim).startswith("Scenario")]
    assert [claim.split(":")[0] for claim in claims] == ["Scenario neighbour", "Scenario colleague"]
    found = [rarest(tmp_path / "out.csv", s["knows"]) for s in SCENARIOS]
    assert found[0] >= K
    assert found[1] >= 5
    if not by_person:
        for number, claim in zip(found, claims, strict=True):
            assert f"occurs at least {number} times in the written file" in claim
    elif method in METHODS:
        assert all("different persons" in claim for claim in claims)


def test_rows_that_are_unique_in_all_columns_must_be_accepted(tmp_path):
    columns = {"illness": {"role": "identifier"}}
    data = hospital.write_table(tmp_path, returning())
    recipe = hospital.recipe(tmp_path, METHODS["sa-mdav"], columns=QUASI | columns, scenario=SCENARIOS)
    with pytest.raises(UniqueRowsError, match="not for all 4 columns; with all 4 together"):
        kn.mask_file(data, recipe | {"release": {}}, tmp_path / "out.csv")


# --- defects of the plan


def groups_are_forgotten(patch):
    patch.setattr(staged, "_list_groups", lambda group: [np.arange(len(group))])


def k_is_too_small(patch):
    real = Method.with_k
    patch.setattr(Method, "with_k", lambda method, k: real(method, 2))


def a_scenario_is_forgotten(patch):
    after(patch, staged, "order_stages", lambda stages, _: [replace(stage, context=()) for stage in stages])


def a_value_slips(patch):
    def shifted(plan, *_):
        targets = plan.targets.copy()
        targets[:, -2] = np.roll(targets[:, -2], 1)
        return replace(plan, targets=targets)

    after(patch, _Staging, "plan", shifted)


DEFECTS = [groups_are_forgotten, k_is_too_small, a_scenario_is_forgotten, a_value_slips]


def refuse(tmp_path, monkeypatch, *defects, **changes):
    (tmp_path / "out.csv").write_text("old")
    with monkeypatch.context() as patch:
        for defect in defects:
            defect(patch)
        with pytest.raises(KinonymError) as error:
            mask(tmp_path, **changes)
    assert (tmp_path / "out.csv").read_text() == "old"
    return error.value


def own_checks_are_removed(patch):
    patch.setattr(Satisfying, "_find_rare", lambda *_: None)


def nothing_objects(patch):
    patch.setattr(Satisfying, "objection", lambda *_: None)


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__.replace("_", " "))
def test_a_defect_of_the_plan_ends_the_run(tmp_path, monkeypatch, defect):
    error = refuse(tmp_path, monkeypatch, defect)
    if defect in DEFECTS[:3]:
        assert error.message == "sa-mdav made a plan that does not satisfy every scenario"


def test_masked_values_that_no_stage_has_are_refused(tmp_path, monkeypatch):
    def all_become_equal(plan, *_):
        targets = plan.targets.copy()
        targets[:, -2] = targets[0, -2]
        return replace(plan, targets=targets)

    error = refuse(tmp_path, monkeypatch, lambda patch: after(patch, _Staging, "plan", all_become_equal))
    assert "a stage does not lead to its masked values" in error.message


def plan_is_not_checked_when_it_is_made(patch):
    real = Satisfying.plan
    found = Satisfying._find_rare

    def plan(method, *given):
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(Satisfying, "_find_rare", lambda *_: None)
            return real(method, *given)

    patch.setattr(Satisfying, "plan", plan)
    assert Satisfying._find_rare is found


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__.replace("_", " "))
def test_the_plan_is_verified_before_it_is_applied(tmp_path, monkeypatch, defect):
    error = refuse(tmp_path, monkeypatch, defect, plan_is_not_checked_when_it_is_made)
    assert isinstance(error, PrivacyError)
    assert "sa-mdav cannot have made this plan" in error.message


@pytest.mark.parametrize("defect", DEFECTS[:3], ids=lambda defect: defect.__name__.replace("_", " "))
@pytest.mark.parametrize("method", ["sa-mdav", "mdav"])
def test_the_gate_counts_each_scenario_in_the_bytes(tmp_path, monkeypatch, defect, method):
    error = refuse(tmp_path, monkeypatch, defect, own_checks_are_removed, nothing_objects, method=method)
    assert isinstance(error, PrivacyError)
    assert re.search(
        r"scenario '(neighbour|colleague)': a combination of age, (a|b, note) has \d records", error.message
    )


def nobody_is_a_person(patch):
    patch.setattr(staged, "Persons", OneRecordEach)


class OneRecordEach:
    """Every record counts as a person."""

    @staticmethod
    def from_cells(tuple_of, person_of, counts, tuples):
        return Persons.from_cells(tuple_of, np.full_like(person_of, -1), counts, tuples)


def test_the_gate_counts_the_persons_of_each_scenario(tmp_path, monkeypatch):
    content = [[f"p{i % 7}", *row[1:]] for i, row in enumerate(hospital.rows(120))]
    monkeypatch.setattr("connections.test_planted_scenarios.returning", lambda: content)
    defects = nobody_is_a_person, own_checks_are_removed, nothing_objects
    error = refuse(tmp_path, monkeypatch, *defects, table={"person": "id"})
    assert isinstance(error, PrivacyError)
    assert "persons where" in error.message


def test_a_stage_of_another_method_is_refused(tmp_path, monkeypatch):
    def off_centre(plan, *_):
        targets = plan.targets.copy()
        targets[:, 0] = targets[0, 0]
        return replace(plan, targets=targets)

    def one_value_for_all(patch):
        after(patch, KAnonymous, "plan_within", off_centre)

    error = refuse(tmp_path, monkeypatch, one_value_for_all)
    assert "is not its centre" in error.message
