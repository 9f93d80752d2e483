"""ICD-10-CM from the tabular list that the package `simple-icd-10-cm` carries (US government data).

The package's own start takes two seconds and mixes up blocks with categories of the same name, so its data
files are read here directly.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring

import numpy as np

from kinonym.errors import OntologyError
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["load_icd10cm", "tabular_files"]

_CITATION = (
    "CDC National Center for Health Statistics and CMS, ICD-10-CM tabular list of diseases and injuries"
)


def tabular_files() -> tuple[Path, Path]:
    """The tabular list (XML) and the list of codes inside the installed package."""
    spec = importlib.util.find_spec("simple_icd_10_cm")
    folders = [Path(folder) / "data" for folder in (spec.submodule_search_locations or [])] if spec else []
    found = [
        (xml, codes) for folder in folders for xml in folder.glob("*.xml") for codes in folder.glob("*.txt")
    ]
    if len(found) != 1:
        msg = "the data files of the package simple-icd-10-cm were not found"
        raise OntologyError(msg, hint="pip install 'simple-icd-10-cm>=1.5,<2'")
    return found[0]


def load_icd10cm() -> Taxonomy:
    """Chapters, blocks, categories and codes, those made by a seventh character included.

    Ids are the codes as printed (``E11.9``); a block that shares the name of its only category (``B10``)
    gets the id of its range (``B10-B10``). The description is the preferred label, inclusion terms follow.
    """
    tabular, codes = tabular_files()
    valid = {
        line.partition(" ")[0].replace(".", "") for line in codes.read_text(encoding="utf-8").split("\n")
    }
    try:
        top = fromstring(tabular.read_bytes())  # noqa: S314 (the installed package's own file)
    except ParseError as error:
        msg = "the tabular list of the package simple-icd-10-cm cannot be read"
        raise OntologyError(msg, hint="install the package simple-icd-10-cm again") from error
    nodes = _Nodes(valid)
    for chapter in top.iter("chapter"):
        nodes.add(chapter, None, {})
    return nodes.taxonomy(top.findtext("version", default=""))


@dataclass
class _Nodes:
    """Concepts in the order of the tabular list, with the number of their parent."""

    valid: set[str]
    ids: list[str] = field(default_factory=list)
    labels: list[list[str]] = field(default_factory=list)
    above: list[int | None] = field(default_factory=list)

    def put(self, name: str, labels: list[str], parent: int | None) -> int:
        self.ids.append(name)
        self.labels.append(list(dict.fromkeys(labels)))
        self.above.append(parent)
        return len(self.ids) - 1

    def add(self, element: Element, parent: int | None, seventh: dict[str, str]) -> None:
        """Add an element and all below it; ``seventh`` are the seventh characters that hold here."""
        name = element.get("id") or element.findtext("name", default="")
        inside = [child for child in element if child.tag in {"section", "diag"}]
        if element.tag == "section" and any(child.findtext("name") == name for child in inside):
            name = f"{name}-{name}"
        description = element.findtext("desc", default=name)
        terms = [note.text for note in element.iterfind("inclusionTerm/note") if note.text]
        here = self.put(name, [description, *terms], parent)
        own = element.find("sevenChrDef")
        characters = seventh if own is None else _seventh_characters(own)
        for child in inside:
            self.add(child, here, characters)
        if not inside:
            for code, meaning in self._extended(name, characters):
                self.put(code, [f"{description}, {meaning}"], here)

    def _extended(self, code: str, characters: dict[str, str]) -> Iterator[tuple[str, str]]:
        """The code filled up with X to six characters, and a seventh, where the list of codes has it."""
        stem = (code if "." in code else code + ".").ljust(7, "X")
        for character, meaning in characters.items():
            if (stem + character).replace(".", "") in self.valid:
                yield stem + character, meaning

    def taxonomy(self, version: str) -> Taxonomy:
        links = [(child, parent) for child, parent in enumerate(self.above) if parent is not None]
        pairs = np.array(links, dtype=np.int64).reshape(-1, 2)
        return Taxonomy.from_links(
            self.ids,
            (pairs[:, 0], pairs[:, 1]),
            self.labels,
            source=Source(
                name="ICD-10-CM", version=version, licence="US government work", citation=_CITATION
            ),
            root_label="any condition",
        )


def _seventh_characters(element: Element) -> dict[str, str]:
    """Character → meaning; a note after an extension continues its meaning."""
    found: dict[str, str] = {}
    last = ""
    for item in element:
        if item.tag == "extension":
            last = item.get("char", "")
            found[last] = item.text or ""
        elif last and item.text:
            found[last] += "/" + item.text
    return found
