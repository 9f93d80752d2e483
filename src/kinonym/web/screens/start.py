"""The first page: projects, and the three ways to a table: the demo's, an upload, a path below the given folder."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from kinonym.demo.records import discharges, discharges_csv
from kinonym.errors import KinonymError, UsageError
from kinonym.files.output import write_document
from kinonym.random import generator
from kinonym.release.release_ledger import LEDGER_HEADER, ReleaseLedger, ledger_rows
from kinonym.web.folder_paths import MOST_LISTED, below, listed
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import ShownError, go, render, shown_error
from kinonym.web.sessions import Session
from kinonym.web.uploads import receive
from kinonym.web.wording import text
from kinonym.web.work_folder import private_folder

__all__ = ["routes"]

routes = Routes()
_DEMO = 5000


def _home(session: Session, folder: Path | None, *, status: int = 200, error: ShownError | None = None) -> Response:
    files = listed(folder) if folder is not None else None
    return render(
        "start.html", projects=session.projects.values(), files=files, status=status, error=error,
        folder=folder, most_listed=MOST_LISTED, ledger=_ledger(), ledger_header=LEDGER_HEADER,
    )  # fmt: skip


def _ledger() -> list[tuple[str, ...]]:
    """The releases that were made on this machine; none if the ledger cannot be read."""
    try:
        return ledger_rows(ReleaseLedger().releases())
    except KinonymError:
        return []


@routes.get("/")
def start(page: PageRequest) -> Response:
    """Projects and ways to begin."""
    return _home(page.session, page.folder)


@routes.post("/demo")
def demo(page: PageRequest) -> Response:
    """A project with the records of `kinonym demo`."""
    project = page.session.new_project(text("start.demo_name"))
    project.data = project.folder / "discharges.csv"
    write_document(project.data, discharges_csv(discharges(_DEMO, generator(None))), private=True)
    return go(project, "data")


@routes.post("/open")
def open_path(page: PageRequest) -> Response:
    """A project with a file of the given folder."""
    session, folder = page.session, page.folder
    try:
        path = below(folder, page.form.get("path"))
    except UsageError as error:
        return _home(session, folder, status=400, error=shown_error(error))
    project = session.new_project(path.name)
    project.data, project.saves_to = path, path.parent
    return go(project, "data")


@routes.put("/upload")
async def upload(page: PageRequest) -> Response:
    """A project with what the browser sends, written to disk as it comes."""
    session = page.session
    shown = safe_name(page.query("name"))
    try:
        project = session.new_project(shown)
    except UsageError as error:
        return JSONResponse({"message": error.message, "hint": error.hint}, 409)
    try:
        project.data = await receive(page.request, private_folder(project.folder / "data") / shown)
    except KinonymError as error:
        session.drop(project.key)
        return JSONResponse({"message": error.message, "hint": error.hint}, 413)
    except BaseException:
        session.drop(project.key)
        raise
    return JSONResponse({"location": f"/p/{project.key}/data"}, 201)


@routes.post("/p/{key}/delete")
def delete(page: PageRequest) -> Response:
    """Forget a project and everything it holds."""
    session, key = page.session, page.path("key")
    if key not in session.projects:
        raise HTTPException(404)
    session.drop(key)
    return RedirectResponse("/", 303)


def safe_name(name: str) -> str:
    """The name of an upload as a file of this machine: its last part, plain characters only.

    >>> safe_name("../../etc/pass wd.csv"), safe_name("..")
    ('pass_wd.csv', 'table.csv')
    """
    kept = re.sub(r"[^\w.-]+", "_", re.split(r"[/\\\\]", name)[-1])[-100:].lstrip(".-_")
    return kept or "table.csv"
