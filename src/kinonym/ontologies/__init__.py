"""Files and packages → Taxonomy: `load` takes a known name or a path and finds the reader.

Each format has a module of its own, imported only when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kinonym.ontologies.registry import FORMATS, NAMES, OPTIONAL, load, load_known, load_shared

if TYPE_CHECKING:
    from kinonym.ontologies.rf2_maps import CodeMap, load_code_map
    from kinonym.ontologies.summary import Stats, stats
    from kinonym.ontologies.writing import export

__all__ = [
    "FORMATS",
    "NAMES",
    "OPTIONAL",
    "CodeMap",
    "Stats",
    "export",
    "load",
    "load_code_map",
    "load_known",
    "load_shared",
    "stats",
]

_LATER = {
    "CodeMap": "rf2_maps",
    "Stats": "summary",
    "export": "writing",
    "load_code_map": "rf2_maps",
    "stats": "summary",
}


def __getattr__(name: str) -> object:
    """Import what is rarely needed when it is first asked for."""
    if name not in _LATER:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
