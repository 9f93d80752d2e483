"""Data: how the file was read, and its first rows as text."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import Response

from kinonym.errors import KinonymError
from kinonym.files.layout import DELIMITERS
from kinonym.files.recognising import input_files, sheets_of
from kinonym.recipe import TableRecipe
from kinonym.web.opened_table import ENCODINGS
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import ShownError, go, render, shown_error
from kinonym.web.project import Project

__all__ = ["routes"]

routes = Routes("/p/{key}")


@routes.get("/data")
def data(page: PageRequest) -> Response:
    """Open the table, if it is not open yet, and show it."""
    project = page.project
    if not project.opened and project.data is not None:
        with project.lock:
            try:
                project.open(TableRecipe())
            except KinonymError as error:
                return _shown(project, TableRecipe(), shown_error(error, project))
    return _shown(project, project.table.settings)


def _shown(project: Project, settings: TableRecipe, error: ShownError | None = None) -> Response:
    return render(
        "data.html",
        project=project,
        step="data",
        settings=settings,
        delimiters=DELIMITERS,
        encodings=dict.fromkeys([*ENCODINGS, *filter(None, [settings.encoding])]),
        sheets=_sheets(project),
        layout=project.table.opened.layout if project.opened else None,
        error=error,
    )


def _sheets(project: Project) -> dict[str, bool]:
    """The sheets of a workbook, and which of them is read."""
    try:
        names = sheets_of(project.data) if project.data is not None else []
    except KinonymError:
        return {}
    return {name: str(project.data).endswith(f"#{name}") for name in names}


@routes.post("/data")
def read_again(page: PageRequest) -> Response:
    """Read the file with other settings, or take other texts for missing."""
    project, form = page.project, page.form
    markers = [marker for marker in dict.fromkeys(form.every("missing")) if marker or "empty" in form]
    more = [part.strip() for part in form.get("more_missing").split(",") if part.strip()]
    wanted = [*([""] if "empty" in form else []), *filter(None, markers), *more]
    names = tuple(name.strip() for name in form.get("names").split(",")) if form.get("names").strip() else ()
    settings = TableRecipe(delimiter=form.get("delimiter") or None, encoding=form.get("encoding") or None, names=names)
    with project.lock:
        try:
            if _take_sheet(project, form.get("sheet")) or not project.opened or _differs(settings, project):
                project.open(settings)
            elif wanted != list(project.table.settings.missing):
                project.mark_missing(list(dict.fromkeys(wanted)))
        except KinonymError as error:
            return _shown(project, settings, shown_error(error, project))
    return go(project, "data" if "again" in form else "roles")


def _take_sheet(project: Project, sheet: str) -> bool:
    """Read another sheet of the workbook from now on; False if it is the same."""
    if not sheet or project.data is None or sheet not in _sheets(project):
        return False
    named = Path(f"{input_files(project.data)[0]}#{sheet}")
    changed, project.data = named != project.data, named
    return changed


def _differs(wanted: TableRecipe, project: Project) -> bool:
    """Whether a text is to be read with other settings; what is left open is detected as before."""
    layout = project.table.opened.layout
    if layout is None:
        return False
    now = (layout.delimiter, layout.encoding, project.table.settings.names)
    return (wanted.delimiter or layout.delimiter, wanted.encoding or layout.encoding, wanted.names) != now
