"""Concepts and links as a source gives them, checked and put into canonical order: parents first, then by id.

Only numpy here, level by level, so that loading an ontology needs no compiler.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import CycleError, DanglingParentError, OntologyError
from kinonym.taxonomy.labels import label_from_id

__all__ = [
    "VIRTUAL_ROOT",
    "Csr",
    "Draft",
    "compress",
    "depths",
    "flat_labels",
    "gather",
    "positions",
    "reachable",
    "sort_order",
]

VIRTUAL_ROOT = "*"

Ints = NDArray[np.int64]
Csr = tuple[Ints, Ints]


def compress(rows: Ints, columns: Ints, size: int) -> Csr:
    """Return (start, column) of the pairs, columns ascending within each row."""
    order = np.lexsort((columns, rows))
    start = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=size), out=start[1:])
    return start, columns[order].astype(np.int64)


def gather(csr: tuple[Ints, NDArray[np.integer]], rows: Ints) -> Ints:
    """All columns of the given rows, one after the other."""
    start, column = csr
    gathered: Ints = column[positions(start, rows)].astype(np.int64)
    return gathered


def positions(start: Ints, rows: Ints) -> Ints:
    """Return the positions of the entries of the given rows, one row after the other."""
    lengths = start[rows + 1] - start[rows]
    before = np.cumsum(lengths) - lengths
    places: Ints = np.arange(int(lengths.sum())) + np.repeat(start[rows] - before, lengths)
    return places


def depths(child: Ints, parent: Ints, ids: Sequence[str]) -> Ints:
    """Nodes on the longest path up to a root, both included (specification 1); raises on a cycle."""
    size = len(ids)
    children = compress(parent, child, size)
    waiting = np.bincount(child, minlength=size)
    depth = np.zeros(size, dtype=np.int64)
    level = np.flatnonzero(waiting == 0)
    current = 0
    while level.size:
        current += 1
        depth[level] = current
        below = gather(children, level)
        np.subtract.at(waiting, below, 1)
        candidates = np.unique(below)
        level = candidates[waiting[candidates] == 0]
    if not depth.all():
        raise CycleError(_find_cycle(child, parent, depth == 0, ids))
    return depth


def _find_cycle(child: Ints, parent: Ints, stuck: NDArray[np.bool_], ids: Sequence[str]) -> list[str]:
    """Walk up among the concepts that were never reached: each has a stuck parent, so it must repeat."""
    inside = stuck[child] & stuck[parent]
    upward = dict(zip(child[inside].tolist(), parent[inside].tolist(), strict=True))
    node = next(iter(upward))
    seen: dict[int, int] = {}
    while node not in seen:
        seen[node] = len(seen)
        node = upward[node]
    return [ids[i] for i, position in seen.items() if position >= seen[node]]


def sort_order(depth: Ints, ids: Sequence[str]) -> Ints:
    """Canonical order: by depth, then by id."""
    by_id = np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.int64)
    return by_id[np.argsort(depth[by_id], kind="stable")]


def reachable(children: Csr, root: int) -> NDArray[np.bool_]:
    """Mark ``root`` and all its descendants."""
    inside = np.zeros(len(children[0]) - 1, dtype=bool)
    level = np.array([root], dtype=np.int64)
    while level.size:
        inside[level] = True
        below = np.unique(gather(children, level))
        level = below[~inside[below]]
    return inside


def number_links(parents: Mapping[str, Sequence[str]]) -> tuple[Ints, Ints]:
    """(child, parent) by position from concept → parents; a parent that is not a concept is an error."""
    number = {concept: i for i, concept in enumerate(parents)}
    pairs = []
    for concept, above in parents.items():
        for name in above:
            if name not in number:
                raise DanglingParentError(concept, name)
            pairs.append((number[concept], number[name]))
    links = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return links[:, 0], links[:, 1]


def inner_links(csr: Csr, position: Ints) -> tuple[Ints, Ints]:
    """(row, column) of the links between concepts that have a place, by their places."""
    start, column = csr
    row = np.repeat(np.arange(len(start) - 1), np.diff(start))
    inside = (position[row] >= 0) & (position[column] >= 0)
    return position[row[inside]], position[column[inside]]


@dataclass
class Draft:
    """Concepts before they are put in order; links and parts are pairs of positions in ``ids``."""

    ids: list[str]
    child: Ints
    parent: Ints
    label_start: Ints
    label_texts: Sequence[str]
    ranks: Ints | None = None
    glosses: Sequence[str] | None = None
    parts: tuple[Ints, Ints] | None = None
    counts: Ints | None = None

    def check(self) -> None:
        """Reject an empty ontology and an id that is defined twice; remove repeated links."""
        if not self.ids:
            msg = "the ontology has no concepts"
            raise OntologyError(msg, hint="give at least a root")
        if len(set(self.ids)) != len(self.ids):
            ordered = sorted(self.ids)
            twice = next(a for a, b in pairwise(ordered) if a == b)
            msg = f"the concept id {twice!r} is defined more than once"
            raise OntologyError(msg, hint="give every concept a unique id")
        if len(self.child):
            pairs = np.unique(np.column_stack((self.child, self.parent)).astype(np.int64), axis=0)
            self.child, self.parent = pairs[:, 0], pairs[:, 1]

    def settle(self, root_label: str) -> int:
        """Check the draft, add a virtual root if it has several, and return how many it had."""
        self.check()
        roots = self.roots()
        if len(roots) > 1:
            self.add_virtual_root(roots, root_label)
        return len(roots)

    def roots(self) -> Ints:
        """Return the concepts without a parent; raise the cycle if there are none."""
        roots = np.setdiff1d(np.arange(len(self.ids)), self.child)
        if not len(roots):
            depths(self.child, self.parent, self.ids)
        return roots

    def add_virtual_root(self, roots: Ints, label: str) -> None:
        """Put one concept above all roots."""
        name = VIRTUAL_ROOT
        while name in self.ids:
            name += VIRTUAL_ROOT
        self.ids = [*self.ids, name]
        self.label_start = np.append(self.label_start, len(self.label_texts) + 1)
        self.label_texts = [*self.label_texts, label]
        self.ranks = None if self.ranks is None else np.append(self.ranks, 0)
        self.glosses = None if self.glosses is None else [*self.glosses, ""]
        self.counts = None if self.counts is None else np.append(self.counts, 0)
        self.child = np.append(self.child, roots)
        self.parent = np.append(self.parent, np.full(len(roots), len(self.ids) - 1))

    def in_order(self) -> dict[str, Any]:
        """The fields of the taxonomy, concepts parents first."""
        depth = depths(self.child, self.parent, self.ids)
        order = sort_order(depth, self.ids)
        position = np.empty(len(order), dtype=np.int64)
        position[order] = np.arange(len(order))
        chosen = order.tolist()
        start, parent = compress(position[self.child], position[self.parent], len(order))
        labels = positions(self.label_start, order)
        return {
            "concepts": tuple(self.ids[i] for i in chosen),
            "parent_csr": (_freeze(start), _freeze(parent)),
            "depths": _freeze(depth[order]),
            "label_start": _freeze(np.append(0, np.cumsum(np.diff(self.label_start)[order]))),
            "label_texts": tuple([self.label_texts[i] for i in labels.tolist()]),
            "label_ranks": None if self.ranks is None else _freeze(self.ranks[labels]),
            "glosses": None if self.glosses is None else tuple(self.glosses[i] for i in chosen),
            "part_csr": self._part_rows(position),
            "counts": None if self.counts is None else _freeze(self.counts[order]),
        }

    def _part_rows(self, position: Ints) -> Csr | None:
        if self.parts is None:
            return None
        whole, part = self.parts
        return compress(position[whole], position[part], len(position))


def _freeze(array: Ints) -> Ints:
    array.setflags(write=False)
    return array


def flat_labels(
    ids: Sequence[str], labels: Sequence[Sequence[str]], ranks: Sequence[Sequence[int]] | None
) -> tuple[Ints, list[str], Ints | None]:
    """All labels one after the other; a concept without any is labelled with its id (`label_from_id`)."""
    filled = [texts or (label_from_id(ids[i]),) for i, texts in enumerate(labels)]
    start = np.cumsum([0, *map(len, filled)]).astype(np.int64)
    order = None if ranks is None else np.array([r for row in ranks for r in row or (0,)], dtype=np.int64)
    return start, [text for texts in filled for text in texts], order
