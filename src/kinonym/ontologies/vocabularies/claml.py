"""Reader of classifications in ClaML, the XML in which the WHO and national offices distribute ICD-10 and others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast
from xml.etree.ElementTree import Element, ParseError, iterparse

from kinonym.errors import OntologyError
from kinonym.languages import find_language
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.source_files import open_bytes, read_head, reject_declarations, without_document_type
from kinonym.ontologies.xml_nesting import Nesting
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["load_claml"]

_RANKS = {"preferred": 0, "preferredLong": 1, "preferredlong": 1, "inclusion": 2}
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def load_claml(path: Path, *, language: str | None = None) -> Taxonomy:
    """Read chapters, blocks and categories with their titles and inclusion terms; ids are codes.

    Parameters
    ----------
    path
        The file, optionally compressed with gzip.
    language
        Language of the labels, if the file has several (default: all).
    """
    reject_declarations(without_document_type(read_head(path)), path.name)
    code = None if language is None else find_language(language).code
    concepts = ConceptList(path.name, Source(path.stem))
    title = path.stem
    for element in _read_elements(path):
        if element.tag == "Title":
            title = element.get("name") or title
            concepts.source = Source(title, element.get("version", ""), language=code or "")
        else:
            _add_class(concepts, element, code)
    return concepts.to_taxonomy(root_label=title)


def _read_elements(path: Path) -> Iterator[Element]:
    """Read the title and the classes, one at a time."""
    with open_bytes(path) as stream:
        try:
            for _, element in iterparse(cast("IO[bytes]", Nesting(stream, path.name)), ("end",)):  # noqa: S314  # scanned
                if element.tag in ("Title", "Class"):
                    yield element
                    element.clear()
        except ParseError as error:
            msg = f"{path.name}, line {error.position[0]}: not well-formed XML"
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again") from error


def _add_class(concepts: ConceptList, element: Element, language: str | None) -> None:
    code = element.get("code", "")
    if not code:
        msg = f"{concepts.name}: a class has no code"
        raise OntologyError(msg, hint="the file is damaged; download it again")
    labels: list[tuple[int, str]] = []
    for rubric in element.findall("Rubric"):
        rank = _RANKS.get(rubric.get("kind", ""))
        for label in rubric.findall("Label") if rank is not None else ():
            spoken = label.get(_LANGUAGE, "").partition("-")[0].lower()
            if language is None or not spoken or spoken == language:
                labels.append((rank or 0, " ".join("".join(label.itertext()).split())))
    concepts.add(code, {text: rank for rank, text in sorted(labels, key=lambda label: label[0])})
    concepts.is_a += [(code, parent.get("code", "")) for parent in element.findall("SuperClass")]
