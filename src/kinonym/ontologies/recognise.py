"""Recognise the format of a file or folder by its content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.ontologies.csv_rows import first_row, read_rows
from kinonym.ontologies.levels import looks_like_levels
from kinonym.ontologies.omw import SYNSET_LINE
from kinonym.ontologies.parents import has_parent_header
from kinonym.ontologies.source_files import archive_names, decode, read_bytes, read_head, reject_declarations
from kinonym.ontologies.vocabularies.code_list import has_code_header
from kinonym.ontologies.vocabularies.distributed import has_members
from kinonym.ontologies.vocabularies.icd11 import is_tabulation

__all__ = ["recognise"]

_TAG = re.compile(rb"[\w-]+:\s")
_TURTLE = re.compile(rb"\s*(?:@prefix|@base|prefix\s+[\w-]*:\s*<|base\s+<)", re.IGNORECASE)
_STATEMENT = re.compile(rb"\s*(?:<[^<>\s]+>|_:\w+)\s+<[^<>\s]+>\s+\S")
_COMMENT = re.compile(rb"\A(?:\s*#[^\n]*\n)+")
_SIGNS = {
    "lmf": re.compile(rb"<LexicalResource[\s>]"),
    "claml": re.compile(rb"<ClaML[\s>]"),
    "mesh": re.compile(rb"<DescriptorRecordSet[\s>]|\A\*NEWRECORD\s"),
    "fhir": re.compile(rb'\A\s*\{[^\[]*"resourceType"\s*:\s*"(?:CodeSystem|ValueSet)"'),
}
"""Format → what the beginning of a file contains."""
_HEADER = 4096
"""Bytes at the beginning of a file in which the signs are searched."""
_TABLES = {
    "rf2": ("*sct2_Concept_*.txt",),
    "omop": ("CONCEPT.csv", "CONCEPT_RELATIONSHIP.csv"),
    "rrf": ("MRCONSO.RRF",),
    "esco": ("occupations_*.csv", "broaderRelationsOccPillar_*.csv"),
    "geonames": ("countryInfo.txt",),
}
"""Format → files that are in its folder or zip file."""
_UNSUPPORTED = {
    rb"\s*(?:Prefix\s*\(|Ontology\s*\()": "OWL functional syntax",
    rb"\s*(?:Prefix:|Ontology:)": "OWL Manchester syntax",
    rb"\s*[\[{]": "JSON, but not a CodeSystem or ValueSet of FHIR",
}


def recognise(path: Path) -> str:
    """Return the name of the format, one of `kinonym.ontologies.FORMATS`."""
    if path.is_dir():
        return _recognise_folder(path)
    first_bytes = read_head(path)
    if first_bytes.startswith(b"PK\x03\x04"):
        return _recognise_archive(path)
    without_mark = first_bytes.removeprefix(b"\xef\xbb\xbf")
    signed = next((kind for kind, sign in _SIGNS.items() if sign.search(without_mark[:_HEADER])), None)
    if signed is not None:
        return signed
    if without_mark.lstrip().startswith(b"<") and not _STATEMENT.match(without_mark):
        reject_declarations(first_bytes, path.name)
        return _recognise_xml(without_mark, path)
    if _is_obo(without_mark):
        return "obo"
    without_comments = _COMMENT.sub(b"", without_mark)
    if SYNSET_LINE.match(without_comments):
        return "omw"
    if _TURTLE.match(without_comments) or _STATEMENT.match(without_comments):
        return "turtle"
    _reject_unsupported(without_comments, path)
    return _recognise_table(path)


def _reject_unsupported(first_bytes: bytes, path: Path) -> None:
    for pattern, name in _UNSUPPORTED.items():
        if re.match(pattern, first_bytes):
            msg = f"{path.name} is {name}, which is not supported"
            raise OntologyError(msg, hint="save it as Turtle, RDF/XML or OBO")


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
    msg = f"{path.name} is XML, but not RDF, ClaML, MeSH or WN-LMF"
    raise OntologyError(msg, hint="save the ontology as RDF/XML, Turtle or OBO")


def _recognise_table(path: Path) -> str:
    text = decode(read_bytes(path), path.name)
    header = first_row(text, path.name)
    if is_tabulation(header):
        return "icd11"
    if has_parent_header(header):
        return "parents"
    if has_code_header(header):
        return "codes"
    if looks_like_levels(read_rows(text, path.name)):
        return "levels"
    msg = f"the format of {path.name} was not recognised"
    hint = "a table begins with names such as child,parent, or all its rows end in the same value such as *"
    raise OntologyError(msg, hint=hint)


def _recognise_folder(path: Path) -> str:
    if (path / "data.noun").exists():
        return "wndb"
    kind = _recognise_tables(item.name for item in path.rglob("*"))
    if kind is None:
        msg = f"the folder {path.name} contains no known ontology"
        hint = "give a WordNet folder (data.noun), or a release of SNOMED CT, OMOP, UMLS, ESCO or GeoNames"
        raise OntologyError(msg, hint=hint)
    return kind


def _recognise_archive(path: Path) -> str:
    kind = _recognise_tables(archive_names(path))
    if kind is None:
        msg = f"{path.name} is a zip file, but not a release of a known vocabulary"
        raise OntologyError(msg, hint="unpack it and give the ontology inside")
    return kind


def _recognise_tables(names: Iterable[str]) -> str | None:
    """Recognise a release by the names of its files."""
    listed = list(names)
    if has_members(listed, "RXNCONSO.RRF"):
        return "rrf"
    return next((kind for kind, patterns in _TABLES.items() if has_members(listed, *patterns)), None)
