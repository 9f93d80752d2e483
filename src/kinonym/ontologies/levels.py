"""Reader of hierarchies without a header, one row per leaf: ``leaf;level 1;…;*``, as ARX writes them.

The table form with a header is read in `parents`.
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
    """Whether every row ends in the same value, as the levels of a hierarchy do."""
    return len({fields[-1] for _, fields in rows}) == 1


def load_levels(path: Path, *, delimiter: str | None = None) -> Taxonomy:
    """Read one row per leaf with its generalisations, the most general last.

    The same label at two levels is two concepts: the lower keeps the label as its id, the higher gets the
    level added, and the lower is the label's first sense. ``*`` is the root wherever it stands. An empty
    cell is skipped.
    """
    rows = read_rows(read_text(path), path.name, delimiter)
    above: dict[_Node, _Node | None] = {}
    line_of: dict[_Node, int] = {}
    for number, fields in rows:
        top = len(fields) - 1
        nodes = [(top, text) if text == TOP else (level, text) for level, text in enumerate(fields) if text]
        chain = list(dict.fromkeys(nodes))
        for node, parent in zip_longest(chain, chain[1:]):
            if above.setdefault(node, parent) != parent:
                place = f"{path.name}, line {number}, column {node[0] + 1}"
                msg = f"{place}: this value has another generalisation than in line {line_of[node]}"
                hint = "write a value with several parents as a table child,parent with a header"
                raise OntologyError(msg, hint=hint)
            line_of.setdefault(node, number)
    return _taxonomy(above, Source(name=path.stem))


def _taxonomy(above: dict[_Node, _Node | None], source: Source) -> Taxonomy:
    nodes = sorted(above)
    number = {node: i for i, node in enumerate(nodes)}
    taken: set[str] = set()
    ids: list[str] = []
    for level, text in nodes:
        name = text if text not in taken else f"{text} (level {level + 1})"
        while name in taken:
            name += "+"
        taken.add(name)
        ids.append(name)
    links = [(number[node], number[parent]) for node, parent in above.items() if parent is not None]
    pairs = np.array(links, dtype=np.int64).reshape(-1, 2)
    return Taxonomy.from_links(
        ids,
        (pairs[:, 0], pairs[:, 1]),
        [[text] for _, text in nodes],
        label_ranks=[[level] for level, _ in nodes],
        source=source,
    )
