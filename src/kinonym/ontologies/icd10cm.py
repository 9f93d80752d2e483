"""ICD-10-CM from the tabular list in the package `simple-icd-10-cm` (US government data).

The import of the package takes two seconds, and it confuses blocks with categories of the same name; so its data files
are read directly.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from kinonym.errors import OntologyError
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.source_files import parse_packaged, read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["data_files", "load_icd10cm"]

_CITATION = "CDC National Center for Health Statistics and CMS, ICD-10-CM tabular list"
_INCLUSION_RANK = 1


def data_files() -> list[Path]:
    """Find the tabular list (XML) and the list of codes inside the installed package."""
    spec = importlib.util.find_spec("simple_icd_10_cm")
    folders = [Path(folder) / "data" for folder in (spec.submodule_search_locations or [])] if spec else []
    files = [sorted(folder.glob(pattern)) for folder in folders for pattern in ("*.xml", "*.txt")]
    if [len(paths) for paths in files] != [1, 1]:
        msg = "the data files of the package simple-icd-10-cm were not found"
        raise OntologyError(msg, hint="pip install 'simple-icd-10-cm>=1.5,<2'")
    return [path for paths in files for path in paths]


def load_icd10cm() -> Taxonomy:
    """Load chapters, blocks, categories and codes, including those with a seventh character.

    Ids are the printed codes (``E11.9``). A block with the name of its only category (``B10``) gets the id of its range
    (``B10-B10``). The description is the preferred label; inclusion terms are further labels.
    """
    tabular, codes = data_files()
    valid = {line.partition(" ")[0].strip().replace(".", "") for line in read_text(codes).split("\n")}
    top = parse_packaged(tabular, "simple-icd-10-cm")
    version = top.findtext("version") or ""
    concepts = ConceptList(tabular.name, Source("ICD-10-CM", version, "US government work", _CITATION))
    for chapter in top.iter("chapter"):
        _add_element(concepts, chapter, None, {}, valid)
    return concepts.to_taxonomy(root_label="any condition")


def _add_element(
    concepts: ConceptList, element: Element, parent: str | None, seventh: dict[str, str], valid: set[str]
) -> None:
    """Add an element and all below it; ``seventh`` are the seventh characters that apply here."""
    name = element.get("id") or element.findtext("name") or ""
    children = [child for child in element if child.tag in {"section", "diag"}]
    if element.tag == "section" and any(child.findtext("name") == name for child in children):
        name = f"{name}-{name}"
    description = element.findtext("desc") or name
    concepts.add(name, _read_labels(description, element))
    if parent is not None:
        concepts.is_a.append((name, parent))
    definition = element.find("sevenChrDef")
    characters = seventh if definition is None else _seventh_characters(definition)
    for child in children:
        _add_element(concepts, child, name, characters, valid)
    if not children:
        for code, meaning in _seventh_codes(name, characters, valid):
            concepts.add(code, {f"{description}, {meaning}": 0})
            concepts.is_a.append((code, name))


def _read_labels(description: str, element: Element) -> dict[str, int]:
    labels = {description: 0}
    for note in element.iterfind("inclusionTerm/note"):
        if note.text:
            labels.setdefault(note.text, _INCLUSION_RANK)
    return labels


def _seventh_codes(code: str, characters: dict[str, str], valid: set[str]) -> Iterator[tuple[str, str]]:
    """The code, padded with X to six characters, with each seventh character that the list of codes has."""
    stem = (code if "." in code else code + ".").ljust(7, "X")
    for character, meaning in characters.items():
        if (stem + character).replace(".", "") in valid:
            yield stem + character, meaning


def _seventh_characters(element: Element) -> dict[str, str]:
    """Character → meaning; a note after an extension continues its meaning."""
    meanings: dict[str, str] = {}
    character = ""
    for item in element:
        if item.tag == "extension":
            character = item.get("char", "")
            meanings[character] = item.text or ""
        elif character and item.text:
            meanings[character] += "/" + item.text
    return meanings
