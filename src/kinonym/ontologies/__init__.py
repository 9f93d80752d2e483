"""Files and packages → Taxonomy: `load` takes a known name or a path and finds the reader.

Each format has a module of its own, imported only when it is asked for.
"""

from kinonym.ontologies.registry import FORMATS, NAMES, load

__all__ = ["FORMATS", "NAMES", "load"]
