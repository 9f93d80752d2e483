"""The recipe behind the page: to read, download, replace, take steps back in, keep under names and compare."""

from __future__ import annotations

import tomllib
from pathlib import Path

from starlette.responses import JSONResponse, Response

from kinonym.errors import KinonymError, RecipeError
from kinonym.pipeline.column_checks import check_columns
from kinonym.recipe import Recipe, load_recipe
from kinonym.web.draft_state import DraftState
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import ShownError, go, recipe_error, render, shown_error
from kinonym.web.project import Project, Version
from kinonym.web.wording import text

__all__ = ["routes"]

routes = Routes("/p/{key}")
_LARGEST = 1 << 20
_READING = ("delimiter", "encoding", "names")
"""The keys of [table] that were decided when the table was opened."""


@routes.get("/recipe")
def recipe(page: PageRequest) -> Response:
    """The recipe, its versions, and what differs between two."""
    return _shown(page.project, page.query("first"), page.query("second"))


def _shown(project: Project, first: str = "", second: str = "", error: ShownError | None = None) -> Response:
    try:
        lines = project.diff(first, second) if first != second else []
    except KinonymError as wrong:
        lines, error = [], shown_error(wrong)
    return render("recipe.html", project=project, first=first, second=second, lines=lines, error=error)


@routes.get("/recipe.toml")
def download(page: PageRequest) -> Response:
    """The recipe as the command reads it."""
    headers = {"content-disposition": 'attachment; filename="recipe.toml"'}
    return Response(page.project.state.to_toml(), media_type="application/toml", headers=headers)


@routes.put("/recipe")
async def replace_recipe(page: PageRequest) -> Response:
    """Take a recipe that somebody wrote or kept; one that does not fit is refused in the command's words."""
    project = page.project
    body = await page.request.body()
    try:
        if len(body) > _LARGEST:
            raise RecipeError(text("recipe.too_large"), hint=text("recipe.too_large_hint"))
        state = _state_of(body.decode("utf-8", "replace"), project.state)
        check_columns(project.table.source, state.recipe(project.folder / "live", project.files))
    except KinonymError as error:
        shown = recipe_error(error, project)
        return JSONResponse({"message": shown.message, "hint": shown.hint}, 422)
    with project.lock:
        project.change(state)
        project.roles_confirmed = True
    return JSONResponse({"location": f"/p/{project.key}/recipe"}, 201)


def _state_of(toml: str, now: DraftState) -> DraftState:
    """The state that a recipe describes; the table stays read as it is, mapping tables are asked for on the page."""
    loaded: Recipe = load_recipe(toml if "\n" in toml else f"{toml}\n")
    written = tomllib.loads(toml)
    columns = {
        name: {key: value for key, value in section.items() if key != "mapping"}
        for name, section in written["columns"].items()
    }
    for section in columns.values():
        named = section.get("ontology", "")
        if isinstance(named, list):
            section["ontology"] = [Path(name).name if "/" in name else name for name in named]
        elif "/" in named:
            section["ontology"] = Path(named).name
    reading = {key: now.table[key] for key in _READING if key in now.table}
    kept = {key: value for key, value in written.get("table", {}).items() if key not in _READING}
    table = {**reading, **kept, "missing": list(loaded.table.missing)}
    return DraftState(
        table=table, columns=columns, method=dict(loaded.method), release=written.get("release", {}),
        scenario=tuple(written.get("scenario", ())),
    )  # fmt: skip


@routes.post("/undo")
def undo(page: PageRequest) -> Response:
    """Take the last step back."""
    project = page.project
    with project.lock:
        project.undo()
    return go(project, "recipe")


@routes.post("/versions")
def keep(page: PageRequest) -> Response:
    """Keep the present state under a name."""
    project = page.project
    name = page.form.get("name").strip()[:80]
    with project.lock:
        if not name or name in [version.name for version in project.versions]:
            return _shown(
                project, error=ShownError(message=text("recipe.name_taken"), hint=text("recipe.name_taken_hint"))
            )
        project.versions.append(Version(name=name, state=project.state))
    return go(project, "recipe")


@routes.post("/versions/restore")
def restore(page: PageRequest) -> Response:
    """Go on from a version."""
    project = page.project
    with project.lock:
        for version in project.versions:
            if version.name == page.form.get("name"):
                project.change(version.state)
    return go(project, "recipe")
