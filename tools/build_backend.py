"""Build packages with hatchling. A wheel brings compiled kernels, so that its build needs what the program needs.

An editable installation, and a build with ``HATCH_BUILD_NO_HOOKS=true``, compile nothing and need only hatchling.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from hatchling import build as hatchling_build
from hatchling.build import build_editable, build_sdist, build_wheel, get_requires_for_build_editable

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What must be installed to build a wheel: also what the kernels need to be compiled."""
    required: list[str] = hatchling_build.get_requires_for_build_wheel(config_settings)
    if os.environ.get("HATCH_BUILD_NO_HOOKS", "").lower() not in {"", "0", "false"}:
        return required
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*required, *project["dependencies"]]
