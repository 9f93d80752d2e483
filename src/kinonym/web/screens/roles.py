"""Roles: what each column is to a stranger, as init guesses and a person decides; what singles people out is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from kinonym.errors import KinonymError
from kinonym.pipeline.preparing import doubts
from kinonym.recipe import ColumnRecipe, Recipe
from kinonym.web.draft_state import DraftState, with_role
from kinonym.web.pages import Fields, Form, OwnProject, Shown, go, render, shown_error
from kinonym.web.project import Project

__all__ = ["ROLES", "counted", "router"]

router = APIRouter(prefix="/p/{key}")
ROLES = ("identifier", "quasi", "confidential", "other")


@router.get("/roles")
def roles(project: OwnProject) -> Response:
    """Every column with its guess."""
    return _shown(project, project.state)


def _shown(project: Project, state: DraftState, error: Shown | None = None) -> Response:
    return render(
        "roles.html", project=project, step="roles", state=state, roles=ROLES, **_warnings(project, state), error=error
    )


def _warnings(project: Project, state: DraftState) -> dict[str, Any]:
    """How unique the quasi-identifiers make the records, and the columns that should perhaps not pass."""
    others = {name: ColumnRecipe(role=section["role"]) for name, section in state.columns.items()}
    unsure = dict(doubts(project.table.source, Recipe(columns=others, method={})))
    return {**counted(project, state), "doubts": unsure}


def counted(project: Project, state: DraftState) -> dict[str, Any]:
    """The quasi-identifiers and what they make unique: records, or persons if a column says whose they are."""
    table, person = project.table, state.person
    return {
        "quasi": state.quasi, "risk": table.risk(state.quasi, person), "records": table.records, "person": person,
        "persons": None if person is None else table.persons(person), "guessed_person": table.guess.person,
    }  # fmt: skip


@router.post("/roles/live")
def live(project: OwnProject, form: Form) -> Response:
    """What the roles that are being chosen would mean."""
    return render("parts/unique.html", project=project, **_warnings(project, _chosen(project, form)))


@router.post("/roles")
def decide(project: OwnProject, form: Form) -> Response:
    """Take the roles."""
    state = _chosen(project, form)
    if not any(section["role"] == "quasi" for section in state.columns.values()):
        try:
            state.recipe(project.folder / "live", project.files)
        except KinonymError as error:
            return _shown(project, state, shown_error(error))
    with project.lock:
        project.change(state)
        project.roles_confirmed = True
    return go(project, "knowledge")


def _chosen(project: Project, form: Fields) -> DraftState:
    """The state with the roles of the form; a column whose role stays keeps all that was decided about it."""
    columns = {}
    confirm = []
    for number, guess in enumerate(project.table.guess.columns):
        name = guess.column
        role = form.get(f"role-{number}")
        mask = role == "confidential" and f"mask-{number}" in form
        now = project.state.columns[name]
        same = role == now["role"] and mask == now.get("mask", False)
        columns[name] = now if same or role not in ROLES else with_role(guess, role, mask=mask)
        if f"confirm-{number}" in form and columns[name]["role"] == "other":
            confirm.append(name)
    chosen = replace(project.state, columns=columns, confirm=tuple(confirm))
    named = form.get("person")
    return chosen.of_person(named if named in columns else None)
