"""Words: what the words of each masked column mean, and what to do with words without a concept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kinonym import ontologies
from kinonym.column_types import COLUMN_TYPES, find_type
from kinonym.domains.concept_sets import SET_DISTANCES
from kinonym.mapping import Mapping
from kinonym.measures import MEASURES
from kinonym.ontologies.from_values import OWN_VALUES
from kinonym.web.column_views import LIKENESS, alike_enough, view, waiting_values
from kinonym.web.page_request import Fields, PageRequest, Routes
from kinonym.web.pages import ShownError, go, render
from kinonym.web.project import Project

__all__ = ["column_named", "routes", "show_columns", "value_numbered"]

routes = Routes("/p/{key}")
_QUEUE = 25
_UNMAPPED = ("error", "isolate", "suppress")
_ASKED = frozenset({"type", "weight", *(key for kind in COLUMN_TYPES.values() for key in kind.form_keys)})
_USUAL = {"measure": "wu-palmer", "unmapped": "error", "set_distance": "average", "weight": 1.0}
_STATES = ("refused", "doubtful", "ready")


def column_named(project: Project, number: int) -> str:
    """A column by its place in the table."""
    if not 0 <= number < len(project.table.columns):
        raise HTTPException(404)
    return project.table.columns[number]


@routes.get("/knowledge")
def knowledge(page: PageRequest) -> Response:
    """All masked columns, and one of them opened: the one asked for, or the first that needs somebody."""
    return show_columns(page.project, page.folder, page.query_number("column"))


def show_columns(
    project: Project, folder: Path | None, column: int | None = None, error: ShownError | None = None
) -> Response:
    """The screen: the columns that need somebody first, and one of them opened."""
    views = sorted((view(project, name) for name in project.word_columns), key=lambda v: _STATES.index(v.attention))
    opened = next((v for v in views if v.number == column), views[0] if views else None)
    mapping = opened.mapping if opened is not None else None
    alike = {} if mapping is None else {percent: len(alike_enough(mapping, percent)) for percent in LIKENESS}
    return render(
        "knowledge.html", project=project, step="knowledge", views=views, opened=opened, error=error,
        queue=[] if mapping is None else waiting_values(mapping, _QUEUE),
        alike={percent: number for percent, number in alike.items() if number},
        types={name: kind.title for name, kind in COLUMN_TYPES.items()}, measures=list(MEASURES),
        ontologies=[*ontologies.NAMES, *sorted(path.name for path in project.files.iterdir())],
        own_values=OWN_VALUES, unmapped=_UNMAPPED, folder=folder, set_distances=list(SET_DISTANCES),
        editable=opened is not None and project.has_csv_hierarchy(opened.name),
    )  # fmt: skip


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
    return show_columns(project, page.folder, number)


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
    return show_columns(project, page.folder, number)


@routes.post("/knowledge/{number:int}/accept")
def accept_suggestions(page: PageRequest) -> Response:
    """Take the first suggestion of every value that is at least this much alike; or the likeliest of all ambiguous."""
    project, number, form = page.project, page.column, page.form
    name = column_named(project, number)
    mapping = project.mapping(name)
    given = form.get("alike")
    if given.isdecimal() and len(given) < 4:
        taken = alike_enough(mapping, int(given))
    else:
        taken = {row.value: row.concept for row in mapping.rows if row.ambiguous and row.concept is not None}
    with project.lock:
        project.change(project.state.deciding(name, {**project.state.decisions.get(name, {}), **taken}))
    return go(project, f"knowledge?column={number}")


@routes.post("/knowledge/undo")
def undo(page: PageRequest) -> Response:
    """Take the last step back and stay on this screen."""
    project = page.project
    with project.lock:
        project.undo()
    return go(project, "knowledge")
