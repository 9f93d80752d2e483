"""Roles: guessed by init, decided by a person; and how unique the columns make the records."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydantic import ValidationError
from starlette.responses import Response

from kinonym.column_types import ColumnRecipe, make_column
from kinonym.drafting import draft_section
from kinonym.errors import KinonymError
from kinonym.pipeline.role_checks import find_refusals
from kinonym.recipe import Recipe, TableRecipe
from kinonym.web.draft_state import DraftState, Section, keep_valid_links, later_columns
from kinonym.web.page_request import Fields, PageRequest, Routes
from kinonym.web.pages import ShownError, go, render, shown_error
from kinonym.web.project import Project
from kinonym.web.wording import text

__all__ = ["counted", "routes"]

routes = Routes("/p/{key}")
ROLES = ("identifier", "quasi", "confidential", "other")


@routes.get("/roles")
def roles(page: PageRequest) -> Response:
    """Every column with its guess."""
    project = page.project
    return _shown(project, project.state)


def _shown(project: Project, state: DraftState, error: ShownError | None = None) -> Response:
    return render(
        "roles.html", project=project, step="roles", state=state, roles=ROLES, links=_links(state),
        **_warnings(project, state), error=error,
    )  # fmt: skip


def _links(state: DraftState) -> dict[str, list[str]]:
    """Column → what the recipe says about it and another column, in words."""
    links: dict[str, list[str]] = {name: [] for name in state.columns}
    for name, section in state.columns.items():
        if "with" in section:
            links[name].append(text("roles.with", column=section["with"]))
        if later := later_columns(section):
            links[name].append(text("roles.before", column=", ".join(later)))
        if by := (section.get("ontology_by") or {}).get("column"):
            links[name].append(text("roles.ontology_by", column=by))
    if state.person in links:
        links[state.person].append(text("roles.is_person"))
    return links


def _warnings(project: Project, state: DraftState) -> dict[str, Any]:
    """How unique the quasi-identifiers make the records, and the columns that should perhaps not pass."""
    return {**counted(project, state), "doubts": _refusals(project, state)}


def _refusals(project: Project, state: DraftState) -> dict[str, str]:
    """Column → why a run would refuse it unless it is confirmed, whether or not it is."""
    columns = {name: _column(section) for name, section in state.columns.items()}
    recipe = Recipe(table=TableRecipe(person=state.person), columns=columns, method=state.method)
    with suppress(KinonymError):  # a method that is not valid yet
        return dict(find_refusals(project.table.source, recipe))
    usual = project.table.draft.sections["method"]
    return dict(find_refusals(project.table.source, recipe.model_copy(update={"method": usual})))


def _column(section: Section) -> ColumnRecipe:
    """The column as the recipe has it; its role alone if the rest is not valid yet."""
    try:
        return make_column(section)
    except ValidationError:
        return make_column({"role": section["role"]})


def counted(project: Project, state: DraftState) -> dict[str, Any]:
    """The quasi-identifiers and what they make unique: records, or persons if a column identifies them."""
    table, person = project.table, state.person
    return {
        "quasi": state.quasi, "risk": table.risk(state.quasi, person), "records": table.records, "person": person,
        "persons": None if person is None else table.persons(person), "guessed_person": table.guess.person,
    }  # fmt: skip


@routes.post("/roles/live")
def live(page: PageRequest) -> Response:
    """What the roles that are being chosen would mean."""
    project = page.project
    return render("parts/unique.html", project=project, **_warnings(project, _chosen(project, page.form)))


@routes.post("/roles")
def decide(page: PageRequest) -> Response:
    """Take the roles."""
    project = page.project
    state = _chosen(project, page.form)
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
    """The state with the roles of the form; a column that keeps its role keeps all that was decided about it."""
    now, columns = project.state, {}
    asked = _refusals(project, now)
    confirm = [name for name in now.confirm if name not in asked]
    for number, guess in enumerate(project.table.guess.columns):
        name, role = guess.column, form.get(f"role-{number}")
        mask = role == "confidential" and f"mask-{number}" in form
        section = now.columns[name]
        same = role == section["role"] and mask == section.get("mask", False)
        columns[name] = section if same or role not in ROLES else draft_section(guess, role, mask=mask)
        if f"confirm-{number}" in form and name not in confirm:
            confirm.append(name)
    chosen = replace(now, columns=columns).confirming(confirm)
    named = form.get("person")
    chosen = chosen.of_person(named if named in columns else None)
    return replace(chosen, columns=keep_valid_links(chosen.columns, project.table.guess.columns))
