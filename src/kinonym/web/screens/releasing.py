"""Release: a checklist that a person confirms, then the verified file, its report and its recipe; not before."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from kinonym.errors import KinonymError
from kinonym.files.output import reserved
from kinonym.files.recognising import input_files
from kinonym.release.release_ledger import ReleaseLedger, read_record
from kinonym.web.jobs import Job
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import ShownError, render, shown_error
from kinonym.web.project import HIERARCHY, Project
from kinonym.web.wording import text

__all__ = ["routes"]

routes = Routes("/p/{key}")
_MAPPING = ".map.csv"


@routes.get("/release")
def release(page: PageRequest) -> Response:
    """The checklist of a run, or its downloads."""
    return _shown(page.project, page.query("run"))


def _shown(
    project: Project,
    run: str = "",
    *,
    errors: Mapping[str, ShownError] | None = None,
    ticked: Collection[str] = (),
    saved: Sequence[str] = (),
) -> Response:
    """The release of a run; each error stands at the control with its name."""
    runs = project.runs()
    chosen = next((job for job in runs if job.key == run), runs[0] if runs else None)
    files = _files(chosen) if chosen is not None and chosen.key in project.released else []
    return render(
        "release.html", project=project, step="release", runs=runs, chosen=chosen, files=files, errors=errors or {},
        ticked=ticked, saved=saved, repeat_command="" if chosen is None else _command(chosen),
    )  # fmt: skip


def _command(job: Job) -> str:
    """The command that makes the release of a run again, from the downloaded recipe."""
    data, output = (shlex.quote(name) for name in (job.data.name, str((job.outcome or {})["output"])))
    return f"kinonym mask {data} -r recipe.toml -o {output} --report report.html"


def must_accept(job: Job) -> bool:
    """Whether a person must accept that many rows are unique."""
    return bool(((job.outcome or {}).get("uniqueness") or {}).get("exceeds"))


def _files(job: Job) -> list[str]:
    """The files to download: the released one first, then the report, the recipe and its private tables."""
    named = {section.get("ontology") for section in job.state.columns.values()}
    tables = sorted(path.name for path in job.folder.glob("*.csv") if _is_table(path.name))
    private = [name for name in tables if name.endswith(_MAPPING) or name in named]
    return [str((job.outcome or {})["output"]), "report.html", "recipe.toml", *private]


def _is_table(name: str) -> bool:
    """Whether a file is a mapping table or a hierarchy that was made here: the recipe names it, and it has values."""
    return name.endswith((_MAPPING, HIERARCHY))


def _passed(project: Project, run: str) -> Job:
    """A run that went through the gate, with its checklist confirmed; nothing of any other."""
    job = next((job for job in project.runs() if job.key == run and run in project.released), None)
    if job is None:
        raise HTTPException(403)
    return job


@routes.post("/release")
def confirm(page: PageRequest) -> Response:
    """Confirm the checklist of a run."""
    project, form = page.project, page.form
    run = form.get("run")
    job = next((job for job in project.runs() if job.key == run), None)
    asked = ["read", *(["unique"] if job is not None and must_accept(job) else [])]
    errors = {name: _unticked(name) for name in asked if name not in form}
    if errors:
        return _shown(project, run, errors=errors, ticked=[name for name in asked if name in form])
    if job is not None and must_accept(job):
        job.state = job.state.accept_unique_rows()
        with project.lock:
            project.change(project.state.accept_unique_rows())
    if project.roles_confirmed and job is not None and run not in project.released:
        project.released.add(run)
        _enter(job)
    return _shown(project, run)


def _unticked(name: str) -> ShownError:
    """The error at a box that must be ticked."""
    if name == "read":
        return ShownError(message=text("release.unread"), hint=text("release.unread_hint"))
    return ShownError(message=text("release.unique_unread"), hint=text("release.unique_unread_hint"))


def _enter(job: Job) -> None:
    """Enter a confirmed release in the ledger; the run has already reported a ledger that cannot be used."""
    record = (job.outcome or {}).get("record")
    if record is not None:
        with suppress(KinonymError, OSError):
            ReleaseLedger().add(read_record(record))


@routes.get("/release/{run}/{name}")
def download(page: PageRequest) -> Response:
    """One file of a release."""
    name = page.path("name")
    job = _passed(page.project, page.path("run"))
    if name not in _files(job):
        raise HTTPException(404)
    return FileResponse(job.folder / name, media_type="application/octet-stream", filename=name)


@routes.post("/release/{run}/save")
def save(page: PageRequest) -> Response:
    """Also save the files next to the data, each complete or not at all; the data themselves are never overwritten."""
    project, run = page.project, page.path("run")
    job = _passed(project, run)
    if project.saves_to is None or project.data is None:
        raise HTTPException(404)
    stem = Path(str((job.outcome or {})["output"])).stem
    names = [name if name.startswith(stem) or _is_table(name) else f"{stem}.{name}" for name in _files(job)]
    for name, own in zip(names, _files(job), strict=True):
        if _is_table(name) and _differs(project.saves_to / name, job.folder / own):
            edited = ShownError(message=text("release.edited", name=name), hint=text("release.edited_hint"))
            return _shown(project, run, errors={"save": edited})
    try:
        with reserved([project.saves_to / name for name in names], input_files(project.data)) as outputs:
            for output, name in zip(outputs, _files(job), strict=True):
                output.write_bytes((job.folder / name).read_bytes(), private=_is_table(name))
    except KinonymError as error:
        return _shown(project, run, errors={"save": shown_error(error, project)})
    return _shown(project, run, saved=names)


def _differs(place: Path, own: Path) -> bool:
    """Whether there is another table already, which a person may have edited."""
    return place.is_file() and place.read_bytes() != own.read_bytes()


@routes.get("/summary/{run}")
def summary(page: PageRequest) -> Response:
    """A page to print for the data protection officer."""
    project = page.project
    job = next((job for job in project.runs() if job.key == page.path("run")), None)
    if job is None:
        raise HTTPException(404)
    return render("summary.html", project=project, chosen=job, toml=job.state.to_toml())
