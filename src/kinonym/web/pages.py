"""What every screen shares: templates, and errors in the words of the command."""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kinonym._version import __version__
from kinonym.errors import KinonymError
from kinonym.files.recognising import titles
from kinonym.templating import make_environment
from kinonym.web.page_errors import ShownError, explain
from kinonym.web.project import Project
from kinonym.web.wording import text, texts

__all__ = ["ShownError", "go", "recipe_error", "render", "shown_error"]

STEPS = ("data", "roles", "knowledge", "protection", "run", "explore", "release")
_HIDDEN = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]")


def shown_error(error: KinonymError, project: Project | None = None) -> ShownError:
    """The error in words of the page; a file of the project by its name alone."""
    return explain(error.code, _without_paths(error.message, project), error.hint)


def recipe_error(error: KinonymError, project: Project) -> ShownError:
    """The error in the words of the command, for a person who uploads a recipe."""
    return ShownError(message=_without_paths(error.message, project), hint=error.hint)


def _without_paths(message: str, project: Project | None) -> str:
    if project is None:
        return message
    if project.data is not None:
        message = message.replace(str(project.data), project.data.name)
    return message.replace(f"{project.folder}/", "")


def plain(value: object) -> str:
    """A value of the data as text in which no control or direction mark is at work."""
    return _HIDDEN.sub("\N{REPLACEMENT CHARACTER}", str(value))


def plain_lines(value: object) -> str:
    """The same for a text of several lines."""
    return "\n".join(map(plain, str(value).split("\n")))


@cache
def _environment() -> Environment:
    environment = make_environment("kinonym.web")
    environment.globals.update(
        t=texts(), text=text, version=__version__, report_section=report_section, file_formats=titles(files=True)
    )
    environment.filters.update(
        plain=plain,
        plain_lines=plain_lines,
        percent=percent,
        thousands="{:,}".format,
        duration=duration,
        file_size=file_size,
        explained=lambda failure: explain(failure.code, failure.message, failure.hint),
    )
    return environment


def report_section(name: str, section: dict[str, Any] | None) -> Markup:
    """A section as the report shows it."""
    from kinonym.release.report.rendering import render as render_section

    return render_section(name, section)


def percent(share: float) -> str:
    """A share as the report writes it."""
    from kinonym.assess.figure import percent as written

    return written(share)


def duration(seconds: float | None) -> str:
    """Seconds in words.

    >>> duration(4.2), duration(95.0)
    ('4 s', '1 min 35 s')
    """
    if seconds is None:
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def file_size(size: int) -> str:
    """The size of a file in words.

    >>> file_size(900), file_size(2_400_000)
    ('1 KB', '2.4 MB')
    """
    if size < 1_000_000:
        return text("start.kilobytes", number=f"{max(1, round(size / 1000)):,}")
    return text("start.megabytes", number=f"{size / 1_000_000:,.1f}")


def render(template: str, *, project: Project | None = None, status: int = 200, **shown: Any) -> Response:  # noqa: ANN401
    """A page, or a part of one."""
    shared = {"project": project, "steps": STEPS, "step": None, "error": None, **_same(project), **shown}
    return HTMLResponse(_environment().get_template(template).render(shared), status)


def _same(project: Project | None) -> dict[str, Any]:
    """The recipe and the command that do the same."""
    if project is None or not project.opened or project.data is None:
        return {"recipe_text": "", "command": ""}
    name = shlex.quote(project.data.name)
    command = f"kinonym mask {name} -r recipe.toml -o masked.csv --report report.html"
    return {"recipe_text": project.state.to_toml(), "command": command}


def go(project: Project, step: str) -> Response:
    """On to another screen, after a form was sent."""
    return RedirectResponse(f"/p/{project.key}/{step}", 303)
