"""Run: start, watch, cancel; a run outlives the page, and an error leads to the screen where it is fixed."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kinonym.errors import KinonymError, UsageError
from kinonym.web.jobs import Job
from kinonym.web.page_request import Fields, PageRequest, Routes
from kinonym.web.pages import go, render, shown_error
from kinonym.web.project import Project
from kinonym.web.wording import text

__all__ = ["job_of", "routes"]

routes = Routes("/p/{key}")


def job_of(project: Project, key: str) -> Job:
    """A job of this project."""
    if key not in project.jobs:
        raise HTTPException(404)
    return project.jobs[key]


@routes.get("/run")
def run(page: PageRequest) -> Response:
    """The latest run, and a way to start one."""
    return _shown(page.project)


def _shown(project: Project, **more: Any) -> Response:  # noqa: ANN401
    jobs = [job for job in reversed(project.jobs.values()) if job.kind == "mask"]
    return render("run.html", project=project, step="run", job=jobs[0] if jobs else None, jobs=jobs, **more)


@routes.post("/run")
def start(page: PageRequest) -> Response:
    """Start; a second click finds the run that the first one started."""
    project, form = page.project, page.form
    try:
        settings = ", ".join(f"{key} = {value}" for key, value in project.state.method.items() if key != "name")
        usual = f"{project.state.method['name']} ({settings})" if settings else str(project.state.method["name"])
        project.new_job("mask", form.get("name").strip()[:80] or usual, _seed(form))
    except KinonymError as error:
        return _shown(project, error=shown_error(error, project))
    return go(project, "run")


def _seed(form: Fields) -> dict[str, object]:
    """The seed of a repeatable run; nothing without one."""
    given = form.get("seed").strip()
    if given and not (given.isascii() and given.isdecimal()):
        raise UsageError(text("run.seed_wrong"), hint=text("run.seed_hint"))
    return {"seed": int(given)} if given else {}


@routes.get("/jobs/{job}/status")
def status(page: PageRequest) -> Response:
    """How far a run is; once it has ended, the page asks no more."""
    project = page.project
    return render("parts/status.html", project=project, job=job_of(project, page.path("job")))


@routes.post("/jobs/{job}/cancel")
def cancel(page: PageRequest) -> Response:
    """Stop a run; nothing of it is left."""
    project = page.project
    running = job_of(project, page.path("job"))
    running.cancel()
    return go(project, "run" if running.kind == "mask" else "explore")
