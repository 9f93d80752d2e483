"""Reader of hierarchies in a table with a header: child, parent and, optionally, labels and more.

`levels` reads the other form, one row per leaf with its levels; `writing` writes this one.
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
_PARENTS = ("parent", "parents", "parent_id", "parent_code", "broader", "is_a", "superclass", "immediate_parent")
_LABELS = (
    *("label", "preferred_label", "pref_label", "name", "title", "term", "long_desc", "long_description"),
    *("description", "desc", "short_desc", "short_description", "iso_alpha3", "code_text"),
)
_OPTIONAL = ("synonyms", "ranks", "parts", "gloss", "count")
_BAR = re.compile(r"((?:[^\\|]|\\.)*)(?:\||$)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def has_parent_header(names: Sequence[str]) -> bool:
    """Whether these are column names with one for the concept and one for its parent.

    >>> has_parent_header(["Code", "Parent", "short_desc"]), has_parent_header(["Bachelors", "*"])
    (True, False)
    """
    normalised = [_normalise(name) for name in names]
    return any(name in _IDS for name in normalised) and any(name in _PARENTS for name in normalised)


def load_parents(
    path: Path,
    *,
    id_column: str | None = None,
    parent_column: str | None = None,
    label_columns: Sequence[str] | None = None,
    delimiter: str | None = None,
) -> Taxonomy:
    """Read a table of concepts and their parents.

    A concept with several parents has several rows. A root has an empty parent, or is the only parent without a row.
    Columns are recognised by their names unless given. The first label that is not empty is the preferred one;
    ``synonyms`` contains further labels, separated by ``|``.
    """
    rows = read_rows(read_text(path), path.name, delimiter)
    header = _Header(path.name, tuple(rows[0][1]))
    names = [label_columns] if isinstance(label_columns, str) else label_columns
    columns_used = _ColumnsUsed(
        header.column_index(id_column, _IDS, "concept"),
        header.column_index(parent_column, _PARENTS, "parent"),
        header.indices(_LABELS) if names is None else tuple(header.column_index(c, _LABELS, "label") for c in names),
        {column: header.normalised.index(column) for column in _OPTIONAL if column in header.normalised},
    )
    concepts: dict[str, _Concept] = {}
    for number, cells in rows[1:]:
        _read_row(concepts, number, cells, columns_used, path.name)
    if not concepts:
        msg = f"{path.name} has a header but no concepts"
        raise OntologyError(msg, hint="write a line for each concept: child,parent")
    _declare_root(concepts)
    return _taxonomy(concepts, path)


def _normalise(name: str) -> str:
    return re.sub(r"[\s\-]+", "_", name.strip().casefold())


@dataclass(frozen=True)
class _Header:
    """The names of the columns, and the index of each."""

    file: str
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        duplicates = [column for column, times in Counter(self.normalised).items() if times > 1]
        if duplicates:
            msg = f"{self.file}: two columns are named {duplicates[0]!r}"
            raise OntologyError(msg, hint="rename one of them")

    @property
    def normalised(self) -> list[str]:
        return [_normalise(name) for name in self.names]

    def indices(self, columns: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(self.normalised.index(column) for column in columns if column in self.normalised)

    def column_index(self, name: str | None, columns: tuple[str, ...], what: str) -> int:
        positions = self.indices(columns if name is None else (_normalise(name),))
        if not positions:
            listed = ", ".join(map(repr, self.names))
            msg = f"{self.file} has no column for the {what}; its columns are {listed}"
            raise OntologyError(msg, hint=f"name it {columns[0]!r}, or give its name as an option")
        return positions[0]


@dataclass(frozen=True)
class _ColumnsUsed:
    """The indices of the columns that are read."""

    concept: int
    parent: int
    labels: tuple[int, ...]
    optional: dict[str, int]


@dataclass
class _Concept:
    """The content of all rows of one concept."""

    line: int
    labels: list[str] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    gloss: str = ""
    count: int = 0
    is_root: bool = False


def _read_row(
    concepts: dict[str, _Concept], number: int, cells: list[str], columns_used: _ColumnsUsed, name: str
) -> None:
    key = cells[columns_used.concept]
    if not key:
        msg = f"{name}, line {number}: the concept is empty"
        raise OntologyError(msg, hint="give the concept an id, or remove the line")
    concept = concepts.setdefault(key, _Concept(number))
    optional = {
        column: cells[column_index] for column, column_index in columns_used.optional.items() if cells[column_index]
    }
    labels = [*(cells[i] for i in columns_used.labels if cells[i]), *split_list(optional.get("synonyms", ""))]
    labels = list(dict.fromkeys(labels))
    if labels and concept.labels and labels != concept.labels:
        msg = f"{name}, line {number}: the concept {key!r} has other labels than in line {concept.line}"
        hint = "give every concept a different id; further labels belong in a column 'synonyms'"
        raise OntologyError(msg, hint=hint)
    concept.labels = concept.labels or labels
    concept.parts += split_list(optional.get("parts", ""))
    concept.gloss = concept.gloss or optional.get("gloss", "")
    concept.is_root |= not cells[columns_used.parent]
    concept.parents += [cells[columns_used.parent]] if cells[columns_used.parent] else []
    try:
        concept.count += int(optional.get("count", "0"))
        concept.ranks += [int(rank) for rank in split_list(optional.get("ranks", ""))]
    except ValueError as error:
        msg = f"{name}, line {number}: ranks and counts must be whole numbers"
        raise OntologyError(msg, hint="correct this line, or leave its ranks and counts empty") from error


def split_list(cell: str) -> list[str]:
    r"""Split a list cell at ``|``; ``\|`` and ``\\`` are escapes for themselves.

    >>> split_list(r"car|motor\|car")
    ['car', 'motor|car']
    """
    if "|" not in cell and "\\" not in cell:
        return [cell] if cell else []
    return [_ESCAPE.sub(r"\1", item) for item in _BAR.findall(cell) if item]


def _declare_root(concepts: dict[str, _Concept]) -> None:
    """If no row has an empty parent, the only parent without a row is the root; several are an error."""
    unknown: dict[str, list[str]] = {}
    for key, concept in concepts.items():
        for parent in concept.parents:
            if parent not in concepts:
                unknown.setdefault(parent, []).append(key)
    if not unknown:
        return
    if len(unknown) > 1 or any(concept.is_root for concept in concepts.values()):
        suspect = min(unknown, key=lambda parent: len(unknown[parent]))  # the rarest is the likeliest mistake
        raise DanglingParentError(unknown[suspect][0], suspect)
    concepts[next(iter(unknown))] = _Concept(0)


def _taxonomy(read: dict[str, _Concept], path: Path) -> Taxonomy:
    concepts = ConceptList(path.name, Source(name=path.stem))
    for key, concept in read.items():
        labels = concept.labels or [key]
        ranks = concept.ranks or [0] * len(labels)
        if len(ranks) != len(labels):
            msg = f"{path.name}, line {concept.line}: the concept {key!r} must have one rank per label"
            raise OntologyError(msg, hint="give as many ranks as labels, or none")
        concepts.add(key, dict(zip(labels, ranks, strict=True)))
        concepts.is_a.extend((key, parent) for parent in concept.parents)
        concepts.parts.extend((key, part) for part in concept.parts)
        concepts.glosses[key] = concept.gloss
        concepts.counts[key] = concept.count
    return concepts.to_taxonomy()
