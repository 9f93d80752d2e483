"""Reader of a list of codes with titles, in which the beginning of a code is its parent: ISCO-08, NUTS, ISCED, ATC.

The columns are recognised by their names. A list with a column of parents is read by `parents`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.csv_rows import Row, read_rows
from kinonym.ontologies.source_files import read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["has_code_header", "load_code_list"]

_CODE = re.compile(r"(?:^|[^a-z])(?:codes?|id)(?:[^a-z]|$)", re.IGNORECASE)
_TITLE = re.compile(r"title|label|name|desc|text|libell|denomina|bezeichnung", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s.\-/_]+")
_LEAST_BELOW = 0.5
"""The least share of codes below another one; with fewer, the codes do not form a hierarchy."""


def has_code_header(names: Sequence[str]) -> bool:
    """Whether these are column names with one for codes and one for titles.

    >>> has_code_header(["Level", "ISCO 08 Code", "Title EN"]), has_code_header(["Bachelors", "*"])
    (True, False)
    """
    return any(map(_CODE.search, names)) and any(map(_TITLE.search, names))


def load_code_list(
    path: Path, *, code_column: str | None = None, label_columns: Sequence[str] | None = None
) -> Taxonomy:
    """Read a list of codes; the parent of a code is the longest other code that it begins with, without dots.

    Parameters
    ----------
    path
        The table.
    code_column
        The column with the codes (default: the one with the most different values of those named like codes).
    label_columns
        The columns with titles, the preferred one first (default: those named like titles).
    """
    (_, header), *rows = read_rows(read_text(path), path.name)
    code_index = _find_code_column(header, rows, code_column, path.name)
    given = [label_columns] if isinstance(label_columns, str) else label_columns
    titles = [_index(header, name, path.name) for name in given] if given else _find_titles(header, code_index)
    compact = {
        _SEPARATORS.sub("", cells[code_index]).upper(): cells[code_index] for _, cells in rows if cells[code_index]
    }
    concepts = ConceptList(path.name, Source(path.stem))
    for _, cells in rows:
        if cells[code_index] and cells[code_index] not in concepts.position_of:
            labels = dict.fromkeys((cells[i] for i in titles if cells[i]), 0)
            concepts.add(cells[code_index], labels)
    for short, code in compact.items():
        above = next((compact[short[:size]] for size in range(len(short) - 1, 0, -1) if short[:size] in compact), None)
        if above is not None:
            concepts.is_a.append((code, above))
    if len(concepts.is_a) < _LEAST_BELOW * len(concepts.ids):
        msg = f"the codes of {path.name} do not begin with other codes, so they form no hierarchy"
        raise OntologyError(msg, hint="add a column 'parent', or name the column of the codes with code_column")
    return concepts.to_taxonomy(root_label=path.stem)


def _find_code_column(header: list[str], rows: Sequence[Row], given: str | None, name: str) -> int:
    if given is not None:
        return _index(header, given, name)
    named = [i for i, title in enumerate(header) if _CODE.search(title)]
    if not named:
        msg = f"{name} has no column of codes"
        raise OntologyError(msg, hint="name it with code_column")
    return max(named, key=lambda i: len({cells[i] for _, cells in rows}))


def _find_titles(header: list[str], code_index: int) -> list[int]:
    return [
        i for i, title in enumerate(header) if i != code_index and _TITLE.search(title) and not _CODE.search(title)
    ][:1]


def _index(header: list[str], name: str, file: str) -> int:
    if name not in header:
        msg = f"{file} has no column {name!r}; its columns are {', '.join(map(repr, header))}"
        raise OntologyError(msg, hint="correct the name")
    return header.index(name)
