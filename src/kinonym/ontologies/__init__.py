"""Load ontologies from files and packages: `load` takes a known name or a path and finds the reader.

Each format has its own module, which is imported only when needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kinonym.ontologies.registry import FORMATS, NAMES, OPTIONAL, load, load_known, load_shared, split_vocabulary

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
    "split_vocabulary",
    "stats",
]

_LAZY = {
    "CodeMap": "rf2_maps",
    "Stats": "summary",
    "export": "writing",
    "load_code_map": "rf2_maps",
    "stats": "summary",
}


def __getattr__(name: str) -> object:
    """Import rarely needed names on first use."""
    if name not in _LAZY:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
