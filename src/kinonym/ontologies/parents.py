"""Reader of hierarchies written as a table with a header: child, parent and, where given, labels and more.

The other table form, one row per leaf with its levels, is read in `levels`; `export` writes this one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DanglingParentError, OntologyError, UsageError
from kinonym.ontologies.delimited import Row, read_rows
from kinonym.ontologies.files import read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["has_parent_header", "load_parents", "parents_from_rows"]

_IDS = ("child", "id", "code", "concept", "concept_id", "child_id", "node", "key")
_PARENTS = ("parent", "parents", "parent_id", "parent_code", "broader", "is_a", "superclass")
_LABELS = (
    *("label", "preferred_label", "pref_label", "name", "title", "term"),
    *(
        "long_desc",
        "long_description",
        "description",
        "desc",
        "short_desc",
        "short_description",
        "iso_alpha3",
    ),
)
_LISTS = ("synonyms", "ranks", "parts")
_SPLIT = re.compile(r"(?<!\\)((?:\\\\)*)\|")

Ints = NDArray[np.int64]


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

    A concept with several parents has several rows; a root has an empty parent. Columns are found by their
    names unless given. The first label that is not empty is the preferred one.
    """
    rows = read_rows(read_text(path), path.name, delimiter)
    layout = _Layout.of(rows[0][1], path.name, id_column, parent_column, label_columns)
    return parents_from_rows(rows[1:], path.name, layout, Source(name=path.stem))


def _plain(name: str) -> str:
    return re.sub(r"[\s\-]+", "_", name.strip().casefold())


@dataclass(frozen=True)
class _Layout:
    """Where the columns stand."""

    concept: int
    parent: int
    labels: tuple[int, ...]
    synonyms: int | None = None
    ranks: int | None = None
    parts: int | None = None
    gloss: int | None = None
    count: int | None = None

    @classmethod
    def of(
        cls,
        header: Sequence[str],
        name: str,
        concept: str | None,
        parent: str | None,
        labels: Sequence[str] | None,
    ) -> _Layout:
        plain = [_plain(column) for column in header]
        twice = [column for column, times in Counter(plain).items() if times > 1]
        if twice:
            msg = f"{name}: two columns are named {twice[0]!r}"
            raise OntologyError(msg)

        def place(named: str | None, known: tuple[str, ...], what: str) -> int:
            wanted = known if named is None else (_plain(named),)
            found = next((plain.index(column) for column in wanted if column in plain), None)
            if found is None:
                msg = f"{name} has no column for the {what}; its columns are {', '.join(map(repr, header))}"
                raise OntologyError(msg, hint=f"name it {known[0]!r}, or say which column it is")
            return found

        chosen = [labels] if isinstance(labels, str) else labels
        if chosen is None:
            places = tuple(plain.index(column) for column in _LABELS if column in plain)
        else:
            places = tuple(place(column, _LABELS, "label") for column in chosen)
        optional = {c: plain.index(c) for c in (*_LISTS, "gloss", "count") if c in plain}
        return cls(place(concept, _IDS, "concept"), place(parent, _PARENTS, "parent"), places, **optional)


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


def parents_from_rows(rows: Iterable[Row], name: str, layout: _Layout, source: Source) -> Taxonomy:
    """Build the taxonomy from rows without the header."""
    concepts: dict[str, _Concept] = {}
    for number, cells in rows:
        key = cells[layout.concept]
        if not key:
            msg = f"{name}, line {number}: the concept is empty"
            raise OntologyError(msg)
        _add(concepts.setdefault(key, _Concept(number)), key, number, cells, layout, name)
    if not concepts:
        msg = f"{name} has a header but no concepts"
        raise OntologyError(msg)
    _declare_root(concepts)
    ids = list(concepts)
    known = list(concepts.values())
    return Taxonomy.from_links(
        ids,
        _numbered(concepts, [concept.parents for concept in known]),
        [concept.labels for concept in known],
        label_ranks=_ranks(concepts, name) if layout.ranks is not None else None,
        glosses=[concept.gloss for concept in known] if layout.gloss is not None else None,
        parts=_numbered(concepts, [concept.parts for concept in known]) if layout.parts is not None else None,
        counts=np.array([concept.count for concept in known], dtype=np.int64)
        if layout.count is not None
        else None,
        source=source,
    )


def _add(concept: _Concept, key: str, number: int, cells: list[str], layout: _Layout, name: str) -> None:
    labels = list(dict.fromkeys(cells[i] for i in layout.labels if cells[i]))
    labels += _split(cells, layout.synonyms)
    if labels and concept.labels and labels != concept.labels:
        msg = f"{name}, line {number}: the concept {key!r} has other labels than in line {concept.line}"
        raise OntologyError(
            msg, hint="give every concept an id of its own; further labels go into a column 'synonyms'"
        )
    concept.labels = concept.labels or labels
    concept.parts += _split(cells, layout.parts)
    parent = cells[layout.parent]
    if parent:
        concept.parents.append(parent)
    else:
        concept.is_root = True
    try:
        concept.ranks += [int(rank) for rank in _split(cells, layout.ranks)]
        concept.count += int(cells[layout.count] or 0) if layout.count is not None else 0
    except ValueError as error:
        msg = f"{name}, line {number}: ranks and counts are whole numbers"
        raise OntologyError(msg) from error
    if layout.gloss is not None:
        concept.gloss = concept.gloss or cells[layout.gloss]


def _split(cells: list[str], place: int | None) -> list[str]:
    r"""Items of a list cell, separated by ``|``; ``\|`` and ``\\`` stand for themselves."""
    if place is None or not cells[place]:
        return []
    marked = _SPLIT.sub("\\1\0", cells[place])
    return [re.sub(r"\\([\\|])", r"\1", item) for item in marked.split("\0")]


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
    concepts[next(iter(unknown))] = _Concept(0, is_root=True)


def _numbered(concepts: dict[str, _Concept], targets: list[list[str]]) -> tuple[Ints, Ints]:
    number = {key: i for i, key in enumerate(concepts)}
    for key, row in zip(concepts, targets, strict=True):
        for target in row:
            if target not in number:
                raise DanglingParentError(key, target)
    first = np.repeat(np.arange(len(targets)), [len(row) for row in targets])
    return first, np.array([number[target] for row in targets for target in row], dtype=np.int64)


def _ranks(concepts: dict[str, _Concept], name: str) -> list[list[int]]:
    for key, concept in concepts.items():
        concept.ranks = concept.ranks or [0] * max(len(concept.labels), 1)
        if len(concept.ranks) != max(len(concept.labels), 1):
            msg = f"{name}, line {concept.line}: the concept {key!r} has not one rank per label"
            raise OntologyError(msg)
    return [concept.ranks for concept in concepts.values()]
