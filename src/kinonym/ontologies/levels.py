"""Reader of hierarchies without a header, one row per leaf: ``leaf;level 1;…;*``, the format of ARX.

`parents` reads tables with a header.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import numpy as np

from kinonym.errors import OntologyError
from kinonym.ontologies.csv_rows import Row, read_rows
from kinonym.ontologies.source_files import read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["load_levels", "looks_like_levels"]

TOP = "*"
_Node = tuple[int, str]


def looks_like_levels(rows: list[Row]) -> bool:
    """Whether every row ends in the same value, like the levels of a hierarchy."""
    return len({fields[-1] for _, fields in rows}) == 1


def load_levels(path: Path, *, delimiter: str | None = None) -> Taxonomy:
    """Read one row per leaf with its generalisations, the most general last.

    The same label on two levels means two concepts: the label is the id of the lower one, which is the first sense of
    the label; the level is appended to the id of the higher one. ``*`` is the root on any level. Empty cells are
    skipped.
    """
    rows = read_rows(read_text(path), path.name, delimiter)
    parent_of: dict[_Node, _Node | None] = {}
    line_of: dict[_Node, int] = {}
    for number, fields in rows:
        top = len(fields) - 1
        nodes = [(top, text) if text == TOP else (level, text) for level, text in enumerate(fields) if text]
        chain = list(dict.fromkeys(nodes))
        for node, parent in zip_longest(chain, chain[1:]):
            if parent_of.setdefault(node, parent) != parent:
                where = f"{path.name}, line {number}, column {node[0] + 1}"
                msg = f"{where}: this value has another generalisation than in line {line_of[node]}"
                hint = "write a value with several parents as a table child,parent with a header"
                raise OntologyError(msg, hint=hint)
            line_of.setdefault(node, number)
    return _taxonomy(parent_of, Source(name=path.stem))


def _taxonomy(parent_of: dict[_Node, _Node | None], source: Source) -> Taxonomy:
    nodes = sorted(parent_of)
    number = {node: i for i, node in enumerate(nodes)}
    used_ids: set[str] = set()
    ids: list[str] = []
    for level, text in nodes:
        name = text if text not in used_ids else f"{text} (level {level + 1})"
        while name in used_ids:
            name += "+"
        used_ids.add(name)
        ids.append(name)
    links = [(number[node], number[parent]) for node, parent in parent_of.items() if parent is not None]
    pairs = np.array(links, dtype=np.int64).reshape(-1, 2)
    return Taxonomy.from_links(
        ids,
        (pairs[:, 0], pairs[:, 1]),
        [[text] for _, text in nodes],
        label_ranks=[[level] for level, _ in nodes],
        source=source,
    )
