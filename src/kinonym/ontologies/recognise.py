"""Which format a file or folder has, told by its content."""

from __future__ import annotations

from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.ontologies.delimited import read_rows
from kinonym.ontologies.files import read_text
from kinonym.ontologies.levels import looks_like_levels
from kinonym.ontologies.parents import has_parent_header

__all__ = ["recognise"]


def recognise(path: Path) -> str:
    """Name of the format, one of `kinonym.ontologies.FORMATS`."""
    if path.is_dir():
        return _folder(path)
    rows = read_rows(read_text(path), path.name)
    if has_parent_header(rows[0][1]):
        return "parents"
    if looks_like_levels(rows):
        return "levels"
    msg = f"the format of {path.name} was not recognised"
    hint = "a table needs a first row with the columns child and parent, or rows that all end in the same value such as *"
    raise OntologyError(msg, hint=hint)


def _folder(path: Path) -> str:
    if (path / "data.noun").exists():
        return "wndb"
    msg = f"the folder {path} holds no ontology that is known"
    raise OntologyError(msg, hint="a WordNet folder holds data.noun and index.noun")
