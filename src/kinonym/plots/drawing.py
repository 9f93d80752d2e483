"""Templates of pictures, and whole pictures: as SVG, in a notebook, or as a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from kinonym.errors import UsageError

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

__all__ = ["FORMATS", "Picture", "draw", "plot_style"]

FORMATS = (".svg", ".html")
_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@cache
def _environment() -> Environment:
    from kinonym.templating import make_environment

    return make_environment("kinonym.plots")


def draw(template: str, **shapes: object) -> Markup:
    """An SVG element from a template and the places of its shapes."""
    from markupsafe import Markup

    return Markup(_environment().get_template(f"plots/{template}.svg").render(shapes))  # noqa: S704  # escaped there


def plot_style() -> str:
    """The style sheet of pictures."""
    return files(__package__).joinpath("style.css").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Picture:
    """A picture with a title. A notebook displays it; ``save`` writes it as ``.svg`` or ``.html``."""

    title: str
    drawing: Markup

    def svg(self) -> str:
        """The picture as an SVG file that needs nothing else."""
        size = _SIZE.search(self.drawing)
        assert size is not None  # noqa: S101  # every template has a size
        width, height = map(int, size.groups())
        whole = draw("standalone", title=self.title, style=plot_style(), svg=self.drawing, width=width, height=height)
        return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", whole)

    def document(self, suffix: str) -> str:
        """The contents of a file with this ending."""
        if suffix not in FORMATS:
            msg = f"a picture must end in {' or '.join(FORMATS)}, not in {suffix!r}"
            raise UsageError(msg, hint="-o picture.svg; a browser or an office program converts SVG to other formats")
        if suffix == ".svg":
            return self.svg()
        from markupsafe import escape

        head = f'<meta charset="utf-8"><title>{escape(self.title)}</title>'
        return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{self.svg()}</body></html>\n'

    def save(self, path: str | Path) -> None:
        """Write the picture; the ending of the path says in which format."""
        file = Path(path)
        file.write_text(self.document(file.suffix), encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.svg()
