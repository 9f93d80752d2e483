"""Make a vocabulary of invented concepts in the layout of a publisher: valid files, names and references.

Usage: python tools/make_vocabularies.py LAYOUT FOLDER [--concepts N] [--seed N]

The layouts are omop, umls, mesh, claml, icd11, esco, geonames and fhir. The concepts form a random tree; every layout
shows the same tree and the same labels.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo")
_DATES = ("20200101", "20991231")


@dataclass(frozen=True)
class Concept:
    """An invented concept: its number, its parent's, its name and a synonym."""

    number: int
    parent: int | None
    name: str
    synonym: str


def make_concepts(size: int, seed: int) -> list[Concept]:
    """Draw a tree; parents come first."""
    draw = np.random.default_rng(seed)
    concepts = [Concept(1, None, "everything", "all")]
    for number in range(2, size + 1):
        parent = int(draw.integers(max(1, number // 8), number))
        word = "".join(draw.choice(_SYLLABLES, size=3))
        concepts.append(Concept(number, parent, f"{word} {number}", f"{word} disorder {number}"))
    return concepts


def _write_rows(path: Path, rows: Iterable[Sequence[object]], delimiter: str = "\t", ending: str = "") -> None:
    path.write_text("".join(delimiter.join(map(str, row)) + ending + "\n" for row in rows), encoding="utf-8")


def _write_csv(path: Path, rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


def write_omop(folder: Path, concepts: Sequence[Concept]) -> None:
    """Write CONCEPT, CONCEPT_RELATIONSHIP, CONCEPT_ANCESTOR and CONCEPT_SYNONYM, as Athena exports them."""
    names = [
        "concept_id",
        "concept_name",
        "domain_id",
        "vocabulary_id",
        "concept_class_id",
        "standard_concept",
    ]
    names += ["concept_code", "valid_start_date", "valid_end_date", "invalid_reason"]
    rows = [(c.number, c.name, "Condition", "Invented", "Disorder", "S", f"X{c.number}", *_DATES, "") for c in concepts]
    _write_rows(folder / "CONCEPT.csv", [names, *rows])
    names = ["concept_id_1", "concept_id_2", "relationship_id", "valid_start_date", "valid_end_date", "invalid_reason"]
    links = [(c.number, c.parent) for c in concepts if c.parent]
    rows = [row for a, b in links for row in ((a, b, "Is a", *_DATES, ""), (b, a, "Subsumes", *_DATES, ""))]
    _write_rows(folder / "CONCEPT_RELATIONSHIP.csv", [names, *rows])
    names = ["ancestor_concept_id", "descendant_concept_id", "min_levels_of_separation", "max_levels_of_separation"]
    above: dict[int, list[int]] = {}
    for c in concepts:
        above[c.number] = [c.number, *(above[c.parent] if c.parent else ())]
    rows = [(a, c.number, level, level) for c in concepts for level, a in enumerate(above[c.number])]
    _write_rows(folder / "CONCEPT_ANCESTOR.csv", [names, *rows])
    names = ["concept_id", "concept_synonym_name", "language_concept_id"]
    _write_rows(folder / "CONCEPT_SYNONYM.csv", [names, *((c.number, c.synonym, 4180186) for c in concepts)])


def write_umls(folder: Path, concepts: Sequence[Concept]) -> None:
    """Write MRCONSO.RRF and MRREL.RRF."""
    atoms: list[Sequence[object]] = []
    relations: list[Sequence[object]] = []
    for c in concepts:
        cui, code = f"C{c.number:07d}", f"X{c.number}"
        for at, text in enumerate((c.name, c.synonym)):
            status, preferred = ("S", "N") if at else ("P", "Y")
            names = (cui, "ENG", status, "L1", "PF", "S1", preferred, f"A{c.number}{at}", "", "", "")
            atoms.append((*names, "INV", "PT", code, text, "0", "N", ""))
        if c.parent:
            child, parent = (cui, f"A{c.number}0"), (f"C{c.parent:07d}", f"A{c.parent}0")
            for (cui1, aui1), kind, (cui2, aui2) in ((child, "PAR", parent), (parent, "CHD", child)):
                ends = (cui1, aui1, "AUI", kind, cui2, aui2, "AUI")
                relations.append((*ends, "", "R", "", "INV", "INV", "", "", "N", ""))
    _write_rows(folder / "MRCONSO.RRF", atoms, "|", "|")
    _write_rows(folder / "MRREL.RRF", relations, "|", "|")


def write_mesh(folder: Path, concepts: Sequence[Concept]) -> None:
    """Write descriptors in the ASCII form."""
    trees: dict[int, str] = {}
    records = []
    for c in concepts:
        trees[c.number] = "C01" if c.parent is None else f"{trees[c.parent]}.{c.number:03d}"
        lines = (
            "*NEWRECORD",
            "RECTYPE = D",
            f"MH = {c.name}",
            f"ENTRY = {c.synonym}|T047|EQV",
            f"MN = {trees[c.number]}",
        )
        records.append("\n".join([*lines, f"UI = D{c.number:06d}"]))
    (folder / "invented.bin").write_text("\n\n".join(records) + "\n", encoding="utf-8")


def write_claml(folder: Path, concepts: Sequence[Concept]) -> None:
    """Write classes with a preferred title and an inclusion term."""

    def rubric(kind: str, text: str) -> str:
        return f'<Rubric kind="{kind}"><Label xml:lang="en">{escape(text)}</Label></Rubric>'

    classes = [
        f'<Class code="X{c.number}" kind="category">' + (f'<SuperClass code="X{c.parent}"/>' if c.parent else "")
        + rubric("inclusion", c.synonym) + rubric("preferred", c.name) + "</Class>"
        for c in concepts
    ]  # fmt: skip
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ClaML SYSTEM "ClaML.dtd">\n<ClaML version="2.0.0">\n'
    body = "\n".join(['<Title name="Invented" version="1" date="2026-01-31">Invented</Title>', *classes])
    (folder / "invented.xml").write_text(f"{head}{body}\n</ClaML>\n", encoding="utf-8")


def write_icd11(folder: Path, concepts: Sequence[Concept]) -> None:
    """Write a tabulation: the tree in depth-first order, with dashes."""
    children: dict[int | None, list[Concept]] = {}
    for c in concepts:
        children.setdefault(c.parent, []).append(c)
    header = (
        "Foundation URI,Linearization URI,Code,BlockId,Title,ClassKind,DepthInKind,IsResidual,ChapterNo,BrowserLink"
    )
    rows: list[Sequence[object]] = [[*header.split(","), "isLeaf"]]
    waiting = [(concepts[0], 0)]
    while waiting:
        c, depth = waiting.pop()
        rows.append(
            ("", "", f"X{c.number}", "", f'"{"- " * depth}{c.name}"', "category", depth, "False", "1", "", "False")
        )
        waiting += [(child, depth + 1) for child in reversed(children.get(c.number, []))]
    _write_rows(folder / "LinearizationMiniOutput-MMS-en.txt", rows)


def write_esco(folder: Path, concepts: Sequence[Concept]) -> None:
    """Write groups, occupations (the leaves) and broader relations."""
    parents = {c.parent for c in concepts}
    header = ("conceptType", "conceptUri", "preferredLabel", "altLabels", "code", "description")

    def uri(number: int) -> str:
        return f"https://example.org/invented/{number}"

    for name, kind, inner in (("ISCOGroups", "ISCOGroup", True), ("occupations", "Occupation", False)):
        chosen = [c for c in concepts if (c.number in parents) == inner]
        rows = [(kind, uri(c.number), c.name, c.synonym, f"X{c.number}", "") for c in chosen]
        _write_csv(folder / f"{name}_en.csv", [header, *rows])
    links = [("Concept", uri(c.number), "Concept", uri(c.parent)) for c in concepts if c.parent]
    names = ("conceptType", "conceptUri", "broaderType", "broaderUri")
    _write_csv(folder / "broaderRelationsOccPillar_en.csv", [names, *links])


def write_geonames(folder: Path, concepts: Sequence[Concept]) -> None:
    """Write countries (one of twenty concepts), divisions and cities with the names of the concepts."""
    countries = concepts[::20]
    codes = {c.number: chr(65 + i // 26 % 26) + chr(65 + i % 26) for i, c in enumerate(countries)}
    rows = [(codes[c.number], "XXX", "1", "XX", c.name, "", "1", "1", "EU", ".xx") for c in countries]
    _write_rows(folder / "countryInfo.txt", [("#ISO", "ISO3"), *rows])
    divisions = [(f"{codes[c.number]}.01", c.synonym, c.synonym, c.number) for c in countries]
    _write_rows(folder / "admin1CodesASCII.txt", divisions)
    cities = []
    for c in concepts:
        country = codes[countries[(c.number - 1) // 20].number]
        place = (c.number, c.name, c.name, c.synonym, "0", "0", "P", "PPL", country, "", "01", "", "", "")
        cities.append((*place, str(c.number * 1000), "", "1", "Europe/Madrid", "2026-01-31"))
    _write_rows(folder / "cities15000.txt", cities)


def write_fhir(folder: Path, concepts: Sequence[Concept]) -> None:
    """Write a CodeSystem in which each concept names its parent."""
    listed = [
        {
            "code": f"X{c.number}",
            "display": c.name,
            "designation": [{"language": "en", "value": c.synonym}],
            **({"property": [{"code": "parent", "valueCode": f"X{c.parent}"}]} if c.parent else {}),
        }
        for c in concepts
    ]
    system = {
        "resourceType": "CodeSystem",
        "name": "Invented",
        "status": "active",
        "content": "complete",
        "concept": listed,
    }
    (folder / "invented.json").write_text(json.dumps(system), encoding="utf-8")


LAYOUTS = {
    "omop": write_omop,
    "umls": write_umls,
    "mesh": write_mesh,
    "claml": write_claml,
    "icd11": write_icd11,
    "esco": write_esco,
    "geonames": write_geonames,
    "fhir": write_fhir,
}


def main() -> None:
    """Read the arguments and write the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("layout", choices=LAYOUTS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--concepts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    LAYOUTS[given.layout](given.folder, make_concepts(given.concepts, given.seed))
    print(f"{given.concepts:,} invented concepts as {given.layout} in {given.folder}")


if __name__ == "__main__":
    main()
