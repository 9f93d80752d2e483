"""The files of a column's meaning: mapping tables, and ontologies that are uploaded or opened from the folder."""

from __future__ import annotations

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, JSONResponse, Response

from kinonym import ontologies
from kinonym.errors import KinonymError
from kinonym.files.private_files import create
from kinonym.mapping import MappingTable
from kinonym.web.draft_state import file_name
from kinonym.web.folder_paths import below, folder_below
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import shown_error
from kinonym.web.project import Project
from kinonym.web.screens.knowledge import column_named, show_columns
from kinonym.web.screens.start import safe_name
from kinonym.web.uploads import receive

__all__ = ["routes"]

routes = Routes("/p/{key}")
_LARGEST = 500_000_000


@routes.get("/knowledge/{number:int}/mapping.csv")
def export_mapping(page: PageRequest) -> Response:
    """The mapping as the table that `kinonym map` writes."""
    project = page.project
    name = column_named(project, page.column)
    place = project.folder / "live" / f"{file_name(name)}.export.csv"
    place.parent.mkdir(mode=0o700, exist_ok=True)
    MappingTable.write(place, project.mapping(name))
    return FileResponse(place, media_type="text/csv", filename=f"{file_name(name)}.map.csv")


@routes.put("/knowledge/{number:int}/mapping")
async def import_mapping(page: PageRequest) -> Response:
    """Take a mapping table, if it fits the column's ontology."""
    project, number = page.project, page.column
    column, place = column_named(project, number), project.incoming / safe_name(page.query("name", "mapping.csv"))
    place.unlink(missing_ok=True)
    try:
        await receive(page.request, place, largest=_LARGEST)
        table = MappingTable.read(place)
        mapping = await run_in_threadpool(project.mapping, column)
        table.concepts(mapping.taxonomy, mapping.root)
    except KinonymError as error:
        return _refused(error, project)
    finally:
        place.unlink(missing_ok=True)
    with project.lock:
        project.change(project.state.deciding(column, {entry.value: entry.concept for entry in table.entries}))
    return JSONResponse({"location": f"/p/{project.key}/knowledge?column={number}"}, 201)


@routes.put("/knowledge/{number:int}/ontology")
async def upload_ontology(page: PageRequest) -> Response:
    """Take an ontology for a column; one that cannot be read is refused in the command's words."""
    project = page.project
    draft = project.incoming / safe_name(page.query("name"))
    draft.unlink(missing_ok=True)
    try:
        await receive(page.request, draft, largest=_LARGEST)
        await run_in_threadpool(ontologies.load, draft)
        place = draft.rename(project.free_file(draft.name))
    except KinonymError as error:
        return _refused(error, project)
    finally:
        draft.unlink(missing_ok=True)
    return _use_ontology(project, page.column, place)


@routes.post("/knowledge/{number:int}/path")
def ontology_by_path(page: PageRequest) -> Response:
    """Take an ontology of the given folder: a copy of a file as it is now, a folder where it lies."""
    project = page.project
    number = page.column
    folder = page.folder
    name = page.form.get("path")
    inner = folder_below(folder, name)
    try:
        path = inner or below(folder, name)
        ontologies.load(path)
    except KinonymError as error:
        return show_columns(project, folder, number, shown_error(error, project))
    place = project.free_file(safe_name(path.name))
    if inner is not None:
        place.symlink_to(inner, target_is_directory=True)
    else:
        with create(place) as file:
            file.write(path.read_bytes())
    _use_ontology(project, number, place)
    return show_columns(project, folder, number)


def _use_ontology(project: Project, number: int, place: Path) -> Response:
    name = column_named(project, number)
    now = project.state.columns[name]
    section = {key: now[key] for key in ("role", "mask", "with", "before") if key in now} | {
        "type": "nominal",
        "ontology": place.name,
    }
    with project.lock:
        project.change(project.state.with_columns({name: section}).deciding(name, {}))
    return JSONResponse({"location": f"/p/{project.key}/knowledge?column={number}"}, 201)


def _refused(error: KinonymError, project: Project) -> Response:
    shown = shown_error(error, project)
    return JSONResponse({"message": shown.message, "hint": shown.hint}, 422)
