"""Reader of the descriptors of MeSH, in the ASCII form (`d2026.bin`) or in XML (`desc2026.xml`).

A descriptor has one or more tree numbers: the parent of `C14.280.067` is the descriptor with `C14.280`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast
from xml.etree.ElementTree import Element, ParseError, iterparse

from kinonym.errors import OntologyError
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.source_files import open_bytes, read_head, read_text, reject_declarations, without_document_type
from kinonym.ontologies.xml_nesting import Nesting
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["load_mesh"]

_CATEGORIES = {
    "A": "Anatomy",
    "B": "Organisms",
    "C": "Diseases",
    "D": "Chemicals and Drugs",
    "E": "Analytical, Diagnostic and Therapeutic Techniques, and Equipment",
    "F": "Psychiatry and Psychology",
    "G": "Phenomena and Processes",
    "H": "Disciplines and Occupations",
    "I": "Anthropology, Education, Sociology, and Social Phenomena",
    "J": "Technology, Industry, and Agriculture",
    "K": "Humanities",
    "L": "Information Science",
    "M": "Named Groups",
    "N": "Health Care",
    "V": "Publication Characteristics",
    "Z": "Geographicals",
}


@dataclass
class _Descriptor:
    """A record: id, names with the heading first, tree numbers, scope note."""

    id: str = ""
    names: list[str] = field(default_factory=list)
    trees: list[str] = field(default_factory=list)
    note: str = ""


def load_mesh(path: Path) -> Taxonomy:
    """Read descriptors with their tree, entry terms and scope notes; ids are unique identifiers (D…)."""
    is_xml = read_head(path, 4096).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    records = [record for record in (_read_xml(path) if is_xml else _read_ascii(path)) if record.id and record.names]
    concepts = ConceptList(path.name, Source("MeSH", citation="National Library of Medicine, Medical Subject Headings"))
    owner = {tree: record.id for record in records for tree in record.trees}
    letters = sorted({tree[0] for tree in owner if "." not in tree})
    for letter in letters:
        concepts.add(letter, {_CATEGORIES.get(letter, letter): 0})
    for record in records:
        concepts.add(record.id, {**dict.fromkeys(record.names, 1), record.names[0]: 0})
        concepts.glosses[record.id] = record.note
        above = {owner.get(tree.rpartition(".")[0], "") if "." in tree else tree[0] for tree in record.trees}
        concepts.is_a += [(record.id, parent) for parent in sorted(above - {"", record.id})]
    return concepts.to_taxonomy(root_label="MeSH", language="en")


def _read_ascii(path: Path) -> Iterator[_Descriptor]:
    record = _Descriptor()
    for line in read_text(path).splitlines():
        if line.startswith("*NEWRECORD"):
            yield record
            record = _Descriptor()
            continue
        key, separator, value = line.partition(" = ")
        value = value.strip()
        if not separator:
            continue
        if key == "UI":
            record.id = value
        elif key == "MH":
            record.names.insert(0, value)
        elif key in ("ENTRY", "PRINT ENTRY"):
            record.names.append(value.partition("|")[0])
        elif key == "MN":
            record.trees.append(value)
        elif key == "MS":
            record.note = value
    yield record


def _read_xml(path: Path) -> Iterator[_Descriptor]:
    reject_declarations(without_document_type(read_head(path)), path.name)
    with open_bytes(path) as stream:
        try:
            for _, element in iterparse(cast("IO[bytes]", Nesting(stream, path.name)), ("end",)):  # noqa: S314  # scanned
                if element.tag == "DescriptorRecord":
                    yield _read_record(element)
                    element.clear()
        except ParseError as error:
            msg = f"{path.name}, line {error.position[0]}: not well-formed XML"
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again") from error


def _read_record(element: Element) -> _Descriptor:
    heading = (element.findtext("DescriptorName/String") or "").strip()
    terms = [(text.text or "").strip() for text in element.iterfind("ConceptList/Concept/TermList/Term/String")]
    return _Descriptor(
        id=(element.findtext("DescriptorUI") or "").strip(),
        names=[name for name in dict.fromkeys([heading, *terms]) if name],
        trees=[(number.text or "").strip() for number in element.iterfind("TreeNumberList/TreeNumber")],
        note=(element.findtext("ConceptList/Concept/ScopeNote") or "").strip(),
    )
