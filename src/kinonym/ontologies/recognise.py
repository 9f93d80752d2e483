"""Which format a file or folder has, told by its content."""

from __future__ import annotations

import re
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.ontologies.csv_rows import first_row, read_rows
from kinonym.ontologies.levels import looks_like_levels
from kinonym.ontologies.parents import has_parent_header
from kinonym.ontologies.source_files import archive_names, decode, head, read_bytes, refuse_declarations

__all__ = ["recognise"]

_TAG = re.compile(rb"[\w-]+:\s")
_TURTLE = re.compile(rb"\s*(?:@prefix|@base|prefix\s+[\w-]*:\s*<|base\s+<)", re.IGNORECASE)
_STATEMENT = re.compile(rb"\s*(?:<[^<>\s]+>|_:\w+)\s+<[^<>\s]+>\s+\S")
_COMMENT = re.compile(rb"\A(?:\s*#[^\n]*\n)+")
_ELSEWHERE = {
    rb"\s*(?:Prefix\s*\(|Ontology\s*\()": "OWL functional syntax",
    rb"\s*(?:Prefix:|Ontology:)": "OWL Manchester syntax",
    rb"\s*[\[{]": "JSON",
}


def recognise(path: Path) -> str:
    """Name of the format, one of `kinonym.ontologies.FORMATS`."""
    if path.is_dir():
        return _folder(path)
    begin = head(path)
    if begin.startswith(b"PK\x03\x04"):
        return _archive(path)
    plain = begin.removeprefix(b"\xef\xbb\xbf")
    if plain.lstrip().startswith(b"<") and not _STATEMENT.match(plain):
        refuse_declarations(begin, path.name)
        return _xml(plain, path)
    if _is_obo(plain):
        return "obo"
    bare = _COMMENT.sub(b"", plain)
    if _TURTLE.match(bare) or _STATEMENT.match(bare):
        return "turtle"
    for pattern, name in _ELSEWHERE.items():
        if re.match(pattern, bare):
            msg = f"{path.name} is {name}, which is not read"
            raise OntologyError(msg, hint="save it as Turtle, RDF/XML or OBO")
    return _table(path)


def _is_obo(begin: bytes) -> bool:
    """Whether nothing but header tags, comments and blank lines come before the version or a first term."""
    for line in begin.split(b"\n"):
        if line.startswith((b"format-version:", b"[Term]")):
            return True
        if line.strip() and not line.startswith(b"!") and not _TAG.match(line):
            return False
    return False


def _xml(begin: bytes, path: Path) -> str:
    if re.search(rb"<(?:\w+:)?RDF[\s>]", begin):
        return "rdfxml"
    msg = f"{path.name} is XML, but not RDF"
    raise OntologyError(msg, hint="save the ontology as RDF/XML, Turtle or OBO")


def _table(path: Path) -> str:
    text = decode(read_bytes(path), path.name)
    if has_parent_header(first_row(text, path.name)):
        return "parents"
    if looks_like_levels(read_rows(text, path.name)):
        return "levels"
    msg = f"the format of {path.name} was not recognised"
    hint = "a table begins with names such as child,parent, or all its rows end in the same value such as *"
    raise OntologyError(msg, hint=hint)


def _folder(path: Path) -> str:
    if (path / "data.noun").exists():
        return "wndb"
    if next(path.rglob("*sct2_Concept_*.txt"), None):
        return "rf2"
    msg = f"the folder {path.name} holds no ontology that is known"
    raise OntologyError(msg, hint="known are WordNet folders (data.noun) and RF2 releases (sct2_Concept_…txt)")


def _archive(path: Path) -> str:
    if any("sct2_Concept_" in name for name in archive_names(path)):
        return "rf2"
    msg = f"{path.name} is a zip file, but no RF2 release"
    raise OntologyError(msg, hint="unpack it and give the ontology inside")
