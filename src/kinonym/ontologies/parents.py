"""Reader of hierarchies written as a table with a header: child, parent and, where given, labels and more.

The other table form, one row per leaf with its levels, is read in `levels`; `writing` writes this one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kinonym.errors import DanglingParentError, OntologyError
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.csv_rows import read_rows
from kinonym.ontologies.source_files import read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["has_parent_header", "load_parents", "split_list"]

_IDS = ("child", "id", "code", "concept", "concept_id", "child_id", "node", "key")
_PARENTS = ("parent", "parents", "parent_id", "parent_code", "broader", "is_a", "superclass")
_LABELS = (
    *("label", "preferred_label", "pref_label", "name", "title", "term", "long_desc", "long_description"),
    *("description", "desc", "short_desc", "short_description", "iso_alpha3"),
)
_FURTHER = ("synonyms", "ranks", "parts", "gloss", "count")
_BAR = re.compile(r"((?:[^\\|]|\\.)*)(?:\||$)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def has_parent_header(names: Sequence[str]) -> bool:
    """Whether these are column names of which one is the concept and one its parent.

    >>> has_parent_header(["Code", "Parent", "short_desc"]), has_parent_header(["Bachelors", "*"])
    (True, False)
    """
    plain = [_plain(name) for name in names]
    return any(name in _IDS for name in plain) and any(name in _PARENTS for name in plain)


def load_parents(
    path: Path,
    *,
    id_column: str | None = None,
    parent_column: str | None = None,
    label_columns: Sequence[str] | None = None,
    delimiter: str | None = None,
) -> Taxonomy:
    """Read a table of concepts and their parents.

    A concept with several parents has several rows; a root has an empty parent, or is the one parent that is
    no concept itself. Columns are found by their names unless given. The first label that is not empty is
    the preferred one; ``synonyms`` holds more of them, separated by ``|``.
    """
    rows = read_rows(read_text(path), path.name, delimiter)
    header = _Header(path.name, tuple(rows[0][1]))
    named = [label_columns] if isinstance(label_columns, str) else label_columns
    layout = _Layout(
        header.place(id_column, _IDS, "concept"),
        header.place(parent_column, _PARENTS, "parent"),
        header.known(_LABELS) if named is None else tuple(header.place(c, _LABELS, "label") for c in named),
        {column: header.plain.index(column) for column in _FURTHER if column in header.plain},
    )
    concepts: dict[str, _Concept] = {}
    for number, cells in rows[1:]:
        _read(concepts, number, cells, layout, path.name)
    if not concepts:
        msg = f"{path.name} has a header but no concepts"
        raise OntologyError(msg, hint="write a line for each concept: child,parent")
    _declare_root(concepts)
    return _taxonomy(concepts, path)


def _plain(name: str) -> str:
    return re.sub(r"[\s\-]+", "_", name.strip().casefold())


@dataclass(frozen=True)
class _Header:
    """The first row, and where its columns stand."""

    file: str
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        twice = [column for column, times in Counter(self.plain).items() if times > 1]
        if twice:
            msg = f"{self.file}: two columns are named {twice[0]!r}"
            raise OntologyError(msg, hint="rename one of them")

    @property
    def plain(self) -> list[str]:
        return [_plain(name) for name in self.names]

    def known(self, columns: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(self.plain.index(column) for column in columns if column in self.plain)

    def place(self, named: str | None, columns: tuple[str, ...], what: str) -> int:
        places = self.known(columns if named is None else (_plain(named),))
        if not places:
            listed = ", ".join(map(repr, self.names))
            msg = f"{self.file} has no column for the {what}; its columns are {listed}"
            raise OntologyError(msg, hint=f"name it {columns[0]!r}, or say which column it is")
        return places[0]


@dataclass(frozen=True)
class _Layout:
    """Where the columns stand that are read."""

    concept: int
    parent: int
    labels: tuple[int, ...]
    further: dict[str, int]


@dataclass
class _Concept:
    """What the rows of one concept say."""

    line: int
    labels: list[str] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    gloss: str = ""
    count: int = 0
    is_root: bool = False


def _read(concepts: dict[str, _Concept], number: int, cells: list[str], layout: _Layout, name: str) -> None:
    key = cells[layout.concept]
    if not key:
        msg = f"{name}, line {number}: the concept is empty"
        raise OntologyError(msg, hint="give the concept an id, or remove the line")
    concept = concepts.setdefault(key, _Concept(number))
    further = {column: cells[place] for column, place in layout.further.items() if cells[place]}
    labels = [*(cells[i] for i in layout.labels if cells[i]), *split_list(further.get("synonyms", ""))]
    labels = list(dict.fromkeys(labels))
    if labels and concept.labels and labels != concept.labels:
        msg = f"{name}, line {number}: the concept {key!r} has other labels than in line {concept.line}"
        hint = "give every concept an id of its own; further labels go into a column 'synonyms'"
        raise OntologyError(msg, hint=hint)
    concept.labels = concept.labels or labels
    concept.parts += split_list(further.get("parts", ""))
    concept.gloss = concept.gloss or further.get("gloss", "")
    concept.is_root |= not cells[layout.parent]
    concept.parents += [cells[layout.parent]] if cells[layout.parent] else []
    try:
        concept.count += int(further.get("count", "0"))
        concept.ranks += [int(rank) for rank in split_list(further.get("ranks", ""))]
    except ValueError as error:
        msg = f"{name}, line {number}: ranks and counts are whole numbers"
        raise OntologyError(msg, hint="correct this line, or leave its ranks and counts empty") from error


def split_list(cell: str) -> list[str]:
    r"""Items of a list cell, separated by ``|``; ``\|`` and ``\\`` stand for themselves.

    >>> split_list(r"car|motor\|car")
    ['car', 'motor|car']
    """
    if "|" not in cell and "\\" not in cell:
        return [cell] if cell else []
    return [_ESCAPE.sub(r"\1", item) for item in _BAR.findall(cell) if item]


def _declare_root(concepts: dict[str, _Concept]) -> None:
    """Where no row has an empty parent, the one parent that is no concept is the root; two are an error."""
    unknown: dict[str, list[str]] = {}
    for key, concept in concepts.items():
        for parent in concept.parents:
            if parent not in concepts:
                unknown.setdefault(parent, []).append(key)
    if not unknown:
        return
    if len(unknown) > 1 or any(concept.is_root for concept in concepts.values()):
        suspect = min(unknown, key=lambda parent: len(unknown[parent]))  # the rarest is the likeliest slip
        raise DanglingParentError(unknown[suspect][0], suspect)
    concepts[next(iter(unknown))] = _Concept(0)


def _taxonomy(read: dict[str, _Concept], path: Path) -> Taxonomy:
    concepts = ConceptList(path.name, Source(name=path.stem))
    for key, concept in read.items():
        labels = concept.labels or [key]
        ranks = concept.ranks or [0] * len(labels)
        if len(ranks) != len(labels):
            msg = f"{path.name}, line {concept.line}: the concept {key!r} has not one rank per label"
            raise OntologyError(msg, hint="give as many ranks as labels, or none")
        concepts.add(key, dict(zip(labels, ranks, strict=True)))
        concepts.above.extend((key, parent) for parent in concept.parents)
        concepts.parts.extend((key, part) for part in concept.parts)
        concepts.glosses[key] = concept.gloss
        concepts.counts[key] = concept.count
    return concepts.taxonomy()
