"""Sections of the report as HTML: their data put into the templates, which the page shares."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from kinonym.plots.drawing import plot_style

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

__all__ = ["render", "render_fragment", "render_page", "style"]

Section = dict[str, Any]
"""What a template shows: texts, numbers, lists and tables; plain data unless a picture is part of it."""


@cache
def _environment() -> Environment:
    from markupsafe import Markup

    from kinonym.templating import make_environment

    def finalize(value: object) -> object:
        """Keep a figure and its percent sign on one line."""
        is_text = isinstance(value, str) and not isinstance(value, Markup)
        return value.replace(" %", "\u00a0%") if is_text else value  # type: ignore[attr-defined]  # checked above

    return make_environment("kinonym.release.report", finalize=finalize)


def style() -> Markup:
    """The style sheet; it applies only to what this program makes."""
    from markupsafe import Markup

    return Markup(files(__package__).joinpath("style.css").read_text(encoding="utf-8") + plot_style())  # noqa: S704


def render(name: str, section: Section | None) -> Markup:
    """A section as HTML; nothing if there is no data."""
    from markupsafe import Markup

    if section is None:
        return Markup()
    return Markup(_environment().get_template(f"report/{name}.html").render(section=section))  # noqa: S704


def render_page(title: str, under: str, sections: list[tuple[str, str, Markup]]) -> str:
    """A whole page: a heading, links to the sections, and the sections that are not empty."""
    shown = [section for section in sections if section[2]]
    page = _environment().get_template("report/page.html")
    return page.render(title=title, under=under, sections=shown, style=style()) + "\n"


def render_fragment(inner: Markup, title: str = "") -> str:
    """A section with its style, for a notebook."""
    return _environment().get_template("report/fragment.html").render(title=title, inner=inner, style=style())
