"""Protection: four questions lead to a method with its reason; experts choose one and its settings themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from starlette.responses import HTMLResponse, Response

from kinonym.errors import KinonymError
from kinonym.methods import METHODS
from kinonym.methods.demands import Demands
from kinonym.recipe import find_method_class
from kinonym.recommending import CHOICES, QUESTIONS, Proposal, answers_leading_to, propose
from kinonym.web.method_forms import first_sentence, method_parameters, parameter_errors, read_method
from kinonym.web.page_request import Fields, PageRequest, Routes
from kinonym.web.pages import ShownError, go, percent, render, shown_error
from kinonym.web.project import Project
from kinonym.web.screens.roles import counted
from kinonym.web.wording import text, texts

__all__ = ["routes"]

routes = Routes("/p/{key}")
_QUESTION = "question-"


@routes.get("/protection")
def protection(page: PageRequest) -> Response:
    """The present method, and the answers that lead to it."""
    project = page.project
    return _shown(project, dict(project.state.method), {})


def _shown(
    project: Project, section: dict[str, Any], errors: dict[str, ShownError], error: ShownError | None = None
) -> Response:
    answers = answers_leading_to(section)
    proposal = propose(answers) if answers else None
    return render(
        "protection.html", project=project, step="protection", error=error, questions=QUESTIONS, answers=answers,
        **counted(project, project.state), **_method(project, section, errors, proposal),
    )  # fmt: skip


def _method(
    project: Project, section: dict[str, Any], errors: dict[str, ShownError], proposal: Proposal | None = None
) -> dict[str, Any]:
    kind = find_method_class(section["name"])
    return {
        "section": section, "errors": errors, "kind": kind, "sentence": first_sentence(kind), "methods": METHODS,
        "parameters": method_parameters(section["name"]), "masked": project.word_columns,
        "choice": CHOICES.get(section["name"]), "proposal": proposal, "meaning": _meaning(project, section),
    }  # fmt: skip


def _meaning(project: Project, section: Mapping[str, Any]) -> str:
    """What the strength means for this table; nothing for a method without k, or for a k that is not valid."""
    k = section.get("k", next((p.default for p in method_parameters(section["name"]) if p.name == "k"), None))
    facts = counted(project, project.state)
    risk, person = facts["risk"], facts["person"]
    if not isinstance(k, int) or isinstance(k, bool) or k < 2 or risk is None:
        return ""
    units = facts["persons"] if person is not None else facts["records"]
    of = text("protection.persons" if person is not None else "protection.records", number=f"{units:,}")
    if k > units:
        return text("protection.too_great", of=of)
    said = {
        "k-anonymity": texts()["protection"]["means_groups"],
        "swap": texts()["protection"]["means_swap"],
        "record-swap": texts()["protection"]["means_record_swap"],
    }.get(find_method_class(section["name"]).traits.promise, "")
    return str(said).format(k=k, of=of, alone=f"{risk.unique_before:,}", chance=percent(1 / k))


@routes.get("/protection/meaning")
def meaning(page: PageRequest) -> Response:
    """What another k would mean."""
    given = page.query("k").strip()
    k = int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else None
    name = page.query("name", "sa-mdav")
    return HTMLResponse(_meaning(page.project, {"name": name if name in METHODS else "sa-mdav", "k": k}))


@routes.get("/protection/method")
def one_method(page: PageRequest) -> Response:
    """The form of another method, with its usual strength."""
    project = page.project
    return render("parts/method.html", project=project, **_method(project, {"name": page.query("name", "sa-mdav")}, {}))


@routes.post("/protection/propose")
def proposed_method(page: PageRequest) -> Response:
    """The method that the answers lead to, with the strength and the demands that were chosen before."""
    project, form = page.project, page.form
    answers = {question.key: form.get(_QUESTION + question.key) for question in QUESTIONS}
    proposal = propose({key: answer for key, answer in answers.items() if answer})
    section = {**proposal.settings, **_kept(form, str(proposal.settings["name"]))}
    return render("parts/method.html", project=project, **_method(project, section, {}, proposal))


def _kept(form: Fields, name: str) -> dict[str, Any]:
    """What the form says of strength and demands, as far as the proposed method takes it."""
    now = read_method(form.get("name"), form) if form.get("name") in METHODS else {}
    shared = {"k", *(field.name for field in fields(Demands))}
    taken = {parameter.name for parameter in method_parameters(name)}
    return {key: value for key, value in now.items() if key in shared & taken}


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
