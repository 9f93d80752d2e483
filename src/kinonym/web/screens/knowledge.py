"""Knowledge: what the words of each masked column mean, and what to do with words without a concept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response

from kinonym import ontologies
from kinonym.column_types import COLUMN_TYPES, find_type
from kinonym.domains.concept_sets import SET_DISTANCES
from kinonym.errors import KinonymError
from kinonym.files.private_files import create
from kinonym.mapping import Mapping, MappingRow, MappingTable
from kinonym.measures import MEASURES
from kinonym.ontologies.from_values import OWN_VALUES
from kinonym.web.draft_state import file_name
from kinonym.web.folder_paths import below, folder_below
from kinonym.web.page_request import Fields, PageRequest, Routes
from kinonym.web.pages import ShownError, render, shown_error
from kinonym.web.project import Project
from kinonym.web.screens.start import safe_name
from kinonym.web.uploads import receive

__all__ = ["column_named", "routes", "value_numbered"]

routes = Routes("/p/{key}")
_QUEUE = 25
_LARGEST = 500_000_000
_UNMAPPED = ("error", "isolate", "suppress")
_ASKED = frozenset({"type", "weight", *(key for kind in COLUMN_TYPES.values() for key in kind.form_keys)})
_USUAL = {"measure": "wu-palmer", "unmapped": "error", "set_distance": "average", "weight": 1.0}


@dataclass(frozen=True, kw_only=True)
class ColumnView:
    """A masked column on this screen."""

    number: int
    name: str
    section: dict[str, Any]
    mapping: Mapping | None
    error: ShownError | None

    @property
    def kind(self) -> str:
        """The type of the column, or what its other keys imply."""
        return find_type(self.section) or str(self.section["type"])

    @property
    def by(self) -> str | None:
        """The column that says which code system a value belongs to."""
        return (self.section.get("ontology_by") or {}).get("column")

    @property
    def left(self) -> int:
        """Values that somebody should look at."""
        return len(self.mapping.unmapped) if self.mapping is not None else 0

    @property
    def ready(self) -> bool:
        """Whether the column is ready for a run."""
        return self.error is None and (not self.left or self.section.get("unmapped", "error") != "error")


def column_named(project: Project, number: int) -> str:
    """A column by its place in the table."""
    if not 0 <= number < len(project.table.columns):
        raise HTTPException(404)
    return project.table.columns[number]


def view(project: Project, name: str) -> ColumnView:
    """A column with its mapping, or with what is wrong with it."""
    section, number = project.state.columns[name], project.table.columns.index(name)
    section = {"type": find_type(section), **section}
    try:
        recipe = project.column_recipe(name)
        column = recipe.columns[name]
        mapping = project.mapping(name) if column.maps_values and column.ontology_by is None else None
    except KinonymError as error:
        return ColumnView(number=number, name=name, section=section, mapping=None, error=shown_error(error, project))
    return ColumnView(number=number, name=name, section=section, mapping=mapping, error=None)


@routes.get("/knowledge")
def knowledge(page: PageRequest) -> Response:
    """All masked columns, and one of them opened: the one asked for, or the first that needs somebody."""
    return _shown(page.project, page.folder, page.query_number("column"))


def _shown(
    project: Project, folder: Path | None, column: int | None = None, error: ShownError | None = None
) -> Response:
    views = [view(project, name) for name in project.word_columns]
    wanting = next((v for v in views if not v.ready), views[0] if views else None)
    opened = next((v for v in views if v.number == column), wanting)
    return render(
        "knowledge.html", project=project, step="knowledge", views=views, opened=opened, error=error,
        queue=_queue(opened.mapping) if opened and opened.mapping else [],
        types={name: kind.title for name, kind in COLUMN_TYPES.items()}, measures=list(MEASURES),
        ontologies=[*ontologies.NAMES, *sorted(path.name for path in project.files.iterdir())],
        own_values=OWN_VALUES, unmapped=_UNMAPPED, folder=folder,
        set_distances=list(SET_DISTANCES),
    )  # fmt: skip


def _queue(mapping: Mapping) -> list[tuple[int, MappingRow]]:
    """What has no concept, then what may mean something else, the most frequent first; each with its number."""
    rows = [(i, row) for i, row in enumerate(mapping.rows) if row.concept is None or row.ambiguous]
    return sorted(rows, key=lambda numbered: (numbered[1].concept is not None, -numbered[1].count))[:_QUEUE]


def value_numbered(mapping: Mapping, number: str) -> str:
    """A value by its number, so that none stands in an address; empty for no number."""
    known = number.isdecimal() and int(number) < len(mapping.rows)
    return mapping.rows[int(number)].value if known else ""


@routes.post("/knowledge/{number:int}")
def say_meaning(page: PageRequest) -> Response:
    """Take the type, ontology, root and measure of a column."""
    project, number, form = page.project, page.column, page.form
    name = column_named(project, number)
    now = project.state.columns[name]
    same = form.get("type") == find_type(now)
    kept = {key: value for key, value in now.items() if key in ("role", "mask") or (same and key not in _ASKED)}
    section = kept | _meaning(form)
    if "ontology" in section:
        section.pop("ontology_by", None)
    elif same and isinstance(now.get("ontology"), list):  # the page has no field for several ontologies
        section["ontology"] = now["ontology"]
    with project.lock:
        changed = section.get("ontology") != now.get("ontology")
        state = project.state.with_columns({name: section})
        state = state if same else state.without_links_to(name)
        project.change(state.deciding(name, {}) if changed else state)
    return _shown(project, page.folder, number)


def _meaning(form: Fields) -> dict[str, Any]:
    """The section that the form asks for; empty fields say nothing."""
    kind = form.get("type")
    section: dict[str, Any] = {}
    if kind in COLUMN_TYPES:
        typed = {
            key: read(form.get(key).strip())
            for key, read in COLUMN_TYPES[kind].form_keys.items()
            if form.get(key).strip()
        }
        section = {"type": kind, **{key: value for key, value in typed.items() if value is not None}}
    if form.get("weight").strip():
        section["weight"] = _number(form.get("weight").strip())
    return {key: value for key, value in section.items() if _USUAL.get(key) != value}


def _number(text: str) -> float | str:
    """A number; any other text as it is, for the recipe's own check to refuse."""
    try:
        return float(text)
    except ValueError:
        return text


@routes.post("/knowledge/{number:int}/map")
def map_value(page: PageRequest) -> Response:
    """Give a value a concept, or none: then the column must say what becomes of such values."""
    project, number, form = page.project, page.column, page.form
    name = column_named(project, number)
    value = value_numbered(project.mapping(name), form.get("value"))
    if not value:
        raise HTTPException(404)
    with project.lock:
        decisions = {**project.state.decisions.get(name, {}), value: form.get("concept")}
        state = project.state.deciding(name, decisions)
        section = state.columns[name]
        if not form.get("concept") and section.get("unmapped", "error") == "error":
            state = state.with_columns({name: {**section, "unmapped": "suppress"}})
        project.change(state)
    return _shown(project, page.folder, number)


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
        place = draft.rename(_free_name(project.files, draft.name))
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
        return _shown(project, folder, number, shown_error(error, project))
    place = _free_name(project.files, safe_name(path.name))
    if inner is not None:
        place.symlink_to(inner, target_is_directory=True)
    else:
        with create(place) as file:
            file.write(path.read_bytes())
    _use_ontology(project, number, place)
    return _shown(project, folder, number)


def _free_name(folder: Path, name: str) -> Path:
    """A name that no other upload has: what was found with an older file stays what it was."""
    names = (name, *(f"{number}-{name}" for number in range(2, 1000)))
    return next(folder / each for each in names if not (folder / each).exists())


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
