"""Makes and verifies the assignment: a plan with everything that an engine needs to apply it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kinonym.engines.contract import Assignment
from kinonym.files.output_form import Form
from kinonym.pipeline.run import Run
from kinonym.recipe import Recipe
from kinonym.release.checks import refuse
from kinonym.release.policy import TEST_MARK

__all__ = ["assign_plan", "list_released", "list_released_columns", "make_assignment", "verify_assignment"]


def list_released_columns(run: Run, columns: Sequence[str], *, marked: bool) -> tuple[str, ...]:
    """Return the columns of a release, by the roles of the recipe; the column that marks a seed comes first."""
    return list_released(run.recipe, columns, marked=marked and run.key.seed is not None)


def list_released(recipe: Recipe, columns: Sequence[str], *, marked: bool) -> tuple[str, ...]:
    """List the columns of a release by the roles of a recipe; ``marked``: the first one marks a test."""
    roles, person = recipe.columns, recipe.table.person
    released = (name for name in columns if name != person and roles[name].role != "identifier")
    return (*((TEST_MARK,) if marked else ()), *released)


def make_assignment(run: Run, *, marked: bool = False, form: Form | None = None) -> Assignment:
    """Return what an engine needs to apply a run's plan.

    ``marked``: whether a column of the table shows a seed. ``form``: how a file is written; None for a table.
    """
    return Assignment(
        counted=run.prepared.counted,
        planned_of_counted=run.prepared.planned_of_counted,
        source=run.plan.source,
        target=run.plan.target,
        count=run.plan.count,
        written=run.written if form is None else form.written(run.written),
        drop=tuple(run.recipe.with_role("identifier")),
        person=run.recipe.table.person,
        mark=TEST_MARK if run.seeded and marked else None,
    )


def assign_plan(run: Run, columns: Sequence[str], *, marked: bool = False, form: Form | None = None) -> Assignment:
    """Make the run's assignment and verify it: the writer and the gate both depend on it.

    Raises
    ------
    PrivacyError
        If it drops, keeps, marks or masks other columns than the recipe, or differs from the plan.
    """
    assignment = make_assignment(run, marked=marked, form=form)
    verify_assignment(run, assignment, columns, marked=marked, form=form)
    return assignment


def verify_assignment(
    run: Run, assignment: Assignment, columns: Sequence[str], *, marked: bool = False, form: Form | None = None
) -> None:
    """Raise `PrivacyError` unless an assignment follows the recipe, the key and the plan."""
    plan, recipe = run.plan, run.recipe
    if assignment.released(columns) != list_released_columns(run, columns, marked=marked):
        refuse("the columns to be released are not those that the recipe releases")
    if assignment.person != recipe.table.person or set(assignment.written) != {*run.names, *recipe.followers}:
        refuse("the columns to be masked are not those that the recipe masks")
    texts = run.written if form is None else form.written(run.written)
    planned = (run.prepared.planned_of_counted, plan.source, plan.target, plan.count)
    settled = (assignment.planned_of_counted, assignment.source, assignment.target, assignment.count)
    same = all(np.array_equal(ours, theirs) for ours, theirs in zip(settled, planned, strict=True))
    if not same or any(assignment.written[name] != texts[name] for name in texts):
        refuse("the values to be written differ from the plan")
