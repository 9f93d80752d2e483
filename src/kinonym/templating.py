"""The environment of all templates, HTML and SVG: what is not markup is escaped, and a missing value is an error."""

from __future__ import annotations

from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

__all__ = ["make_environment"]


def make_environment(*packages: str, **options: Any) -> Environment:  # noqa: ANN401
    """Make an environment with the templates of some packages."""
    loader = ChoiceLoader([PackageLoader(package) for package in packages])
    return Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, **options
    )
