"""Explore: what each setting costs and risks, and what one run did to the table, before and after."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response

from kinonym.assess import figures_in
from kinonym.comparing import Comparison, Point
from kinonym.errors import KinonymError, UsageError
from kinonym.methods import METHODS
from kinonym.recipe import Recipe
from kinonym.web.jobs import Job
from kinonym.web.outcomes import front_of
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import ShownError, go, render, shown_error
from kinonym.web.project import Project
from kinonym.web.screens.runs import FIXED_IN
from kinonym.web.wording import text

__all__ = ["routes"]

routes = Routes("/p/{key}")
_MOST_STRENGTHS = 12
_USUAL = {"k": "2, 5, 10", "alpha": "0.3", "epsilon": "1"}


@routes.get("/explore")
def explore(page: PageRequest) -> Response:
    """All runs and points; one run in full, and a second one to compare if asked for."""
    return _shown(page.project, page.query("run"), page.query("other"))


def _shown(project: Project, run: str = "", other: str = "", error: ShownError | None = None) -> Response:
    runs = project.runs()
    chosen = next((job for job in runs if job.key == run), runs[0] if runs else None)
    compared = next((job for job in runs if job.key == other), None)
    comparison = _points(project)
    comparing = next((job for job in reversed(project.jobs.values()) if job.kind == "compare"), None)
    return render(
        "explore.html", project=project, step="explore", runs=runs, chosen=chosen, compared=compared, error=error,
        comparison=comparison, front=front_of(comparison), figures_shown=figures_in("terminal"), methods=METHODS,
        comparing=comparing, strengths=_USUAL, fixed_in=FIXED_IN,
    )  # fmt: skip


def _points(project: Project) -> Comparison:
    """The points of every run and of every comparison of this project, each once."""
    points: list[Point] = []
    for job in project.jobs.values():
        points += [point for point in _points_of(job) if point.settings not in [p.settings for p in points]]
    return Comparison(Recipe(columns={}, method={}), tuple(points))


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
    points = _points(project).points
    number = page.form.get("point")
    if not number.isdecimal() or not 1 <= int(number) <= len(points):
        return _shown(project, error=ShownError(message=text("explore.no_point")))
    with project.lock:
        project.change(replace(project.state, method=dict(points[int(number) - 1].settings)))
    return go(project, "protection")
