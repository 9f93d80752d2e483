"""Data: how the file was read, and its first rows as text."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from kinonym.errors import KinonymError
from kinonym.recipe import TableRecipe
from kinonym.web.opened_table import DELIMITERS, ENCODINGS, found_settings
from kinonym.web.pages import Form, OwnProject, Shown, go, render, shown_error
from kinonym.web.project import Project

__all__ = ["router"]

router = APIRouter(prefix="/p/{key}")


@router.get("/data")
def data(project: OwnProject) -> Response:
    """Open the table, if it is not open yet, and show it."""
    settings = TableRecipe()
    if not project.opened and project.data is not None:
        settings = found_settings(project.data)
        with project.lock:
            try:
                project.open(settings)
            except KinonymError as error:
                return _shown(project, settings, shown_error(error, project))
    return _shown(project, project.table.settings)


def _shown(project: Project, settings: TableRecipe, error: Shown | None = None) -> Response:
    return render(
        "data.html",
        project=project,
        step="data",
        settings=settings,
        delimiters=DELIMITERS,
        encodings=ENCODINGS,
        error=error,
    )


@router.post("/data")
def read_again(project: OwnProject, form: Form) -> Response:
    """Read the file with other settings, or take other texts for missing."""
    markers = [marker for marker in dict.fromkeys(form.every("missing")) if marker or "empty" in form]
    more = [part.strip() for part in form.get("more_missing").split(",") if part.strip()]
    wanted = [*([""] if "empty" in form else []), *filter(None, markers), *more]
    settings = TableRecipe(delimiter=form.get("delimiter") or None, encoding=form.get("encoding") or "utf-8")
    with project.lock:
        try:
            if not project.opened or _reading(settings) != _reading(project.table.settings):
                project.open(settings)
            elif wanted != list(project.table.settings.missing):
                project.mark_missing(list(dict.fromkeys(wanted)))
        except KinonymError as error:
            return _shown(project, settings, shown_error(error, project))
    return go(project, "data" if "again" in form else "roles")


def _reading(settings: TableRecipe) -> tuple[str | None, str]:
    return settings.delimiter, settings.encoding
