"""Recognise the format of a file or folder by its content."""

from __future__ import annotations

import re
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.ontologies.csv_rows import first_row, read_rows
from kinonym.ontologies.levels import looks_like_levels
from kinonym.ontologies.omw import SYNSET_LINE
from kinonym.ontologies.parents import has_parent_header
from kinonym.ontologies.source_files import archive_names, decode, read_bytes, read_head, reject_declarations

__all__ = ["recognise"]

_TAG = re.compile(rb"[\w-]+:\s")
_TURTLE = re.compile(rb"\s*(?:@prefix|@base|prefix\s+[\w-]*:\s*<|base\s+<)", re.IGNORECASE)
_STATEMENT = re.compile(rb"\s*(?:<[^<>\s]+>|_:\w+)\s+<[^<>\s]+>\s+\S")
_COMMENT = re.compile(rb"\A(?:\s*#[^\n]*\n)+")
_LMF = re.compile(rb"<LexicalResource[\s>]")
_HEADER = 4096
"""Bytes at the beginning of a file that name its first element."""
_UNSUPPORTED = {
    rb"\s*(?:Prefix\s*\(|Ontology\s*\()": "OWL functional syntax",
    rb"\s*(?:Prefix:|Ontology:)": "OWL Manchester syntax",
    rb"\s*[\[{]": "JSON",
}


def recognise(path: Path) -> str:
    """Return the name of the format, one of `kinonym.ontologies.FORMATS`."""
    if path.is_dir():
        return _recognise_folder(path)
    first_bytes = read_head(path)
    if first_bytes.startswith(b"PK\x03\x04"):
        return _recognise_archive(path)
    without_mark = first_bytes.removeprefix(b"\xef\xbb\xbf")
    if without_mark.lstrip().startswith(b"<") and not _STATEMENT.match(without_mark):
        if _LMF.search(without_mark[:_HEADER]):
            return "lmf"
        reject_declarations(first_bytes, path.name)
        return _recognise_xml(without_mark, path)
    if _is_obo(without_mark):
        return "obo"
    without_comments = _COMMENT.sub(b"", without_mark)
    if SYNSET_LINE.match(without_comments):
        return "omw"
    if _TURTLE.match(without_comments) or _STATEMENT.match(without_comments):
        return "turtle"
    for pattern, name in _UNSUPPORTED.items():
        if re.match(pattern, without_comments):
            msg = f"{path.name} is {name}, which is not supported"
            raise OntologyError(msg, hint="save it as Turtle, RDF/XML or OBO")
    return _recognise_table(path)


def _is_obo(first_bytes: bytes) -> bool:
    """Whether only header tags, comments and blank lines precede the version or the first term."""
    for line in first_bytes.split(b"\n"):
        if line.startswith((b"format-version:", b"[Term]")):
            return True
        if line.strip() and not line.startswith(b"!") and not _TAG.match(line):
            return False
    return False


def _recognise_xml(first_bytes: bytes, path: Path) -> str:
    if re.search(rb"<(?:\w+:)?RDF[\s>]", first_bytes):
        return "rdfxml"
    msg = f"{path.name} is XML, but not RDF"
    raise OntologyError(msg, hint="save the ontology as RDF/XML, Turtle or OBO")


def _recognise_table(path: Path) -> str:
    text = decode(read_bytes(path), path.name)
    if has_parent_header(first_row(text, path.name)):
        return "parents"
    if looks_like_levels(read_rows(text, path.name)):
        return "levels"
    msg = f"the format of {path.name} was not recognised"
    hint = "a table begins with names such as child,parent, or all its rows end in the same value such as *"
    raise OntologyError(msg, hint=hint)


def _recognise_folder(path: Path) -> str:
    if (path / "data.noun").exists():
        return "wndb"
    if next(path.rglob("*sct2_Concept_*.txt"), None):
        return "rf2"
    msg = f"the folder {path.name} contains no known ontology"
    raise OntologyError(msg, hint="give a WordNet folder (data.noun) or an RF2 release (sct2_Concept_…txt)")


def _recognise_archive(path: Path) -> str:
    if any("sct2_Concept_" in name for name in archive_names(path)):
        return "rf2"
    msg = f"{path.name} is a zip file, but not an RF2 release"
    raise OntologyError(msg, hint="unpack it and give the ontology inside")
