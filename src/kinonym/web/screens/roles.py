"""Roles: guessed by init, decided by a person; and how unique the columns make the records."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError
from starlette.responses import Response

from kinonym.column_types import ColumnRecipe, make_column
from kinonym.drafting import draft_section
from kinonym.errors import KinonymError
from kinonym.pipeline.role_checks import find_refusals
from kinonym.recipe import Recipe, TableRecipe
from kinonym.release.uniqueness import Uniqueness
from kinonym.web.draft_state import DraftState, Section, keep_valid_links, later_columns
from kinonym.web.opened_table import ColumnSummary
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


@dataclass(frozen=True, kw_only=True)
class ColumnRow:
    """A column in the table of the roles."""

    number: int
    summary: ColumnSummary
    section: Section
    links: list[str]


def _shown(project: Project, state: DraftState, error: ShownError | None = None) -> Response:
    warnings = _warnings(project, state)
    undecided = [name for name in warnings["doubts"] if name not in state.confirm]
    return render(
        "roles.html", project=project, step="roles", state=state, roles=ROLES, error=error, undecided=undecided,
        groups=_groups(project, state, undecided), live=False, **warnings,
    )  # fmt: skip


def _groups(project: Project, state: DraftState, undecided: list[str]) -> dict[str, list[ColumnRow]]:
    """The columns by how much they need a person: those to check first, each group in the order of the table."""
    groups: dict[str, list[ColumnRow]] = {"low": [], "medium": [], "high": []}
    links = _links(state)
    for number, summary in enumerate(project.table.summaries):
        name = summary.name
        row = ColumnRow(number=number, summary=summary, section=state.columns[name], links=links[name])
        groups["low" if name in undecided else summary.guess.role.confidence].append(row)
    return {confidence: rows for confidence, rows in groups.items() if rows}


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
    """How unique the columns make the records, and the columns that should perhaps not pass."""
    recipe = _recipe_of(project, state)
    return {
        **counted(project, state), "remaining": _remaining(project, state, recipe), "masked": len(recipe.covered),
        "released": len(recipe.covered) + len(recipe.unmasked),
        "doubts": dict(find_refusals(project.table.source, recipe)),
    }  # fmt: skip


def _recipe_of(project: Project, state: DraftState) -> Recipe:
    """The roles as a recipe in which nothing is confirmed; with the usual method while the chosen one is not valid."""
    columns = {name: _column(section) for name, section in state.columns.items()}
    recipe = Recipe(table=TableRecipe(person=state.person), columns=columns, method=state.method)
    with suppress(KinonymError):
        assert recipe.resolved_method  # noqa: S101
        return recipe
    return recipe.model_copy(update={"method": project.table.draft.sections["method"]})


def _remaining(project: Project, state: DraftState, recipe: Recipe) -> Uniqueness | None:
    """How unique the unmasked columns alone leave the rows; None if every released column is masked, or none is.

    With scenarios, k does not hold for all masked columns together, and only a run shows what is left.
    """
    return project.table.remaining(recipe) if recipe.covered and not state.scenario else None


def _refusals(project: Project, state: DraftState) -> dict[str, str]:
    """Column → why a run would refuse it unless it is confirmed, whether or not it is."""
    return dict(find_refusals(project.table.source, _recipe_of(project, state)))


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
        "person_reason": table.guess.person_reason,
    }  # fmt: skip


@routes.post("/roles/live")
def live(page: PageRequest) -> Response:
    """What the roles that are being chosen would mean, and the doubts that come or go with them."""
    project = page.project
    state = _chosen(project, page.form)
    warnings = _warnings(project, state)
    changed = _changed_doubts(project, page.form, warnings["doubts"])
    return render("parts/roles_live.html", project=project, state=state, changed=changed, live=True, **warnings)


def _changed_doubts(project: Project, form: Fields, doubts: Mapping[str, str]) -> dict[int, str]:
    """Number → name of the columns that show a doubt and no longer have one, or the other way round."""
    numbered = enumerate(project.table.columns)
    return {number: name for number, name in numbered if (name in doubts) != (f"doubted-{number}" in form)}


@routes.post("/roles")
def decide(page: PageRequest) -> Response:
    """Take the roles; stay here while a column needs a decision without which a run would be refused."""
    project = page.project
    state = _chosen(project, page.form)
    if not state.quasi:
        try:
            state.recipe(project.folder / "live", project.files)
        except KinonymError as error:
            return _shown(project, state, shown_error(error))
    with project.lock:
        project.change(state)
        project.roles_confirmed = True
    if any(name not in state.confirm for name in _refusals(project, state)):
        return _shown(project, state)
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
