"""Protection: what is promised, by which method, with which strength; every word about a method is the method's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.responses import Response

from kinonym.errors import KinonymError
from kinonym.methods import METHODS
from kinonym.recipe import find_method_class
from kinonym.recommending import CHOICES
from kinonym.web.method_forms import first_sentence, method_parameters, parameter_errors, read_method
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import ShownError, go, render, shown_error
from kinonym.web.project import Project
from kinonym.web.screens.roles import counted

__all__ = ["routes"]

routes = Routes("/p/{key}")


@routes.get("/protection")
def protection(page: PageRequest) -> Response:
    """The present method."""
    project = page.project
    return _shown(project, dict(project.state.method), {})


def _shown(
    project: Project, section: dict[str, Any], errors: dict[str, ShownError], error: ShownError | None = None
) -> Response:
    return render(
        "protection.html", project=project, step="protection", methods=METHODS, error=error,
        **counted(project, project.state), **_method(project, section, errors),
    )  # fmt: skip


def _method(project: Project, section: dict[str, Any], errors: dict[str, ShownError]) -> dict[str, Any]:
    kind = find_method_class(section["name"])
    return {
        "section": section, "errors": errors, "kind": kind, "sentence": first_sentence(kind),
        "parameters": method_parameters(section["name"]), "masked": project.word_columns,
        "choice": CHOICES.get(section["name"]),
    }  # fmt: skip


@routes.get("/protection/method")
def one_method(page: PageRequest) -> Response:
    """The form of another method, with its usual strength."""
    project = page.project
    return render("parts/method.html", project=project, **_method(project, {"name": page.query("name", "sa-mdav")}, {}))


@routes.post("/protection")
def decide(page: PageRequest) -> Response:
    """Take the method, or show at each field what is wrong with it."""
    project, form = page.project, page.form
    name = form.get("name")
    try:
        section = read_method(name, form, project.word_columns)
        errors = parameter_errors(section)
        if errors:
            return _shown(project, section, errors)
        state = replace(project.state, method=section)
        state.recipe(project.folder / "live", project.files)
    except KinonymError as error:
        return _shown(project, {"name": name if name in METHODS else "sa-mdav"}, {}, shown_error(error, project))
    with project.lock:
        project.change(state)
    return go(project, "run")
