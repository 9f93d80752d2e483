"""Explore: what each setting costs and risks, and what one run did to the table, before and after."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from starlette.responses import Response

from kinonym.assess import figures_in
from kinonym.comparing import Comparison, Point
from kinonym.errors import KinonymError, UsageError
from kinonym.methods import METHODS
from kinonym.recipe import Recipe
from kinonym.web.draft_state import DraftState
from kinonym.web.fronts import columns_of, point_key
from kinonym.web.jobs import Job
from kinonym.web.outcomes import front_of
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import ShownError, go, render, shown_error
from kinonym.web.project import Project
from kinonym.web.wording import text

__all__ = ["routes"]

routes = Routes("/p/{key}")
_MOST_STRENGTHS = 12
_LEAST_FRONT = 3
"""Fewer points are not shown while more are being measured."""
_USUAL = {"k": "2, 5, 10", "alpha": "0.3", "epsilon": "1"}


@routes.get("/explore")
def explore(page: PageRequest) -> Response:
    """All runs and points; one run in full, and a second one to compare if asked for."""
    return _shown(page.project, page.query("run"), page.query("other"))


def _shown(project: Project, run: str = "", other: str = "", error: ShownError | None = None) -> Response:
    runs = project.runs()
    chosen = next((job for job in runs if job.key == run), runs[0] if runs else None)
    compared = next((job for job in runs if job.key == other), None)
    comparing = next((job for job in reversed(project.jobs.values()) if job.kind == "compare"), None)
    return render(
        "explore.html", project=project, step="explore", runs=runs, chosen=chosen, compared=compared, error=error,
        methods=METHODS, comparing=comparing, strengths=_USUAL, **_front(project, chosen),
    )  # fmt: skip


def _front(project: Project, chosen: Job | None) -> dict[str, Any]:
    """The points with the columns of a run, their picture, and the comparison that is still drawing it."""
    state = project.state if chosen is None else chosen.state
    comparison = _points(project, state)
    trying = next((job for job in _of_columns(project.fronts.values(), state) if job.running), None)
    alone = trying is not None and len(comparison.points) < _LEAST_FRONT
    return {
        "comparison": comparison, "front": None if alone else front_of(comparison), "trying": trying,
        "figures_shown": figures_in("terminal"), "point_key": point_key, "of_run": "" if chosen is None else chosen.key,
    }  # fmt: skip


@routes.get("/explore/front")
def front(page: PageRequest) -> Response:
    """The front again, while it is being drawn in the background."""
    project = page.project
    chosen = next((job for job in project.runs() if job.key == page.query("run")), None)
    shown = _front(project, chosen)
    template = "parts/trying.html" if shown["trying"] is not None else "parts/front.html"
    return render(template, project=project, swapped=True, **shown)


def _of_columns(jobs: Iterable[Job], state: DraftState) -> list[Job]:
    return [job for job in jobs if columns_of(job.state) == columns_of(state)]


def _points(project: Project, state: DraftState) -> Comparison:
    """The points of every run and comparison with the columns of a state, each setting once."""
    points: dict[str, Point] = {}
    for job in _of_columns((*project.jobs.values(), *project.fronts.values()), state):
        for point in _points_of(job):
            points.setdefault(point_key(point.settings), point)
    ordered = sorted(points.values(), key=lambda point: str(point.settings["name"]))
    return Comparison(Recipe(columns={}, method={}), tuple(sorted(ordered, key=_strength)))


def _strength(point: Point) -> float:
    """The points of a method are joined in this order."""
    return float(next((point.settings[key] for key in _USUAL if key in point.settings), 0))


def _points_of(job: Job) -> list[Point]:
    if job.outcome is None:
        return []
    parts = [job.outcome["point"]] if job.kind == "mask" else job.outcome["points"]
    return [Point(**part) for part in parts]


@routes.post("/compare")
def start_comparison(page: PageRequest) -> Response:
    """Try several methods and strengths; nothing is written."""
    project, form = page.project, page.form
    try:
        methods = [name for name in form.every("method") if name in METHODS]
        task = {
            "methods": methods,
            **{key: _numbers(form.get(key), whole=key == "k") for key in _USUAL},
        }
        project.new_job("compare", text("explore.comparison"), task)
    except KinonymError as error:
        return _shown(project, error=shown_error(error, project))
    return go(project, "explore")


def _numbers(given: str, *, whole: bool) -> list[float]:
    try:
        numbers = [int(part) if whole else float(part) for part in given.replace(";", ",").split(",") if part.strip()]
    except ValueError:
        raise UsageError(text("explore.numbers"), hint=text("explore.numbers_hint")) from None
    return numbers[:_MOST_STRENGTHS]


@routes.post("/adopt")
def adopt(page: PageRequest) -> Response:
    """Take the settings of a point as the method."""
    project = page.project
    jobs = (*project.jobs.values(), *project.fronts.values())
    known = {point_key(point.settings): point.settings for job in jobs for point in _points_of(job)}
    settings = known.get(page.form.get("point"))
    if settings is None:
        return _shown(project, error=ShownError(message=text("explore.no_point")))
    with project.lock:
        project.change(replace(project.state, method=dict(settings)))
    return go(project, "protection")
