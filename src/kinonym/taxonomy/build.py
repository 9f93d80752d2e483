"""Building a taxonomy: concepts and links as a source gives them, checked and put into canonical order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import OntologyError
from kinonym.taxonomy.order import Csr, compressed, depths, positions, sort_order

__all__ = ["VIRTUAL_ROOT", "Draft", "flat_labels"]

VIRTUAL_ROOT = "*"

Ints = NDArray[np.int64]


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
        """Refuse an empty ontology and an id that is defined twice; forget links that are given twice."""
        if not self.ids:
            msg = "the ontology has no concepts"
            raise OntologyError(msg)
        if len(set(self.ids)) != len(self.ids):
            ordered = sorted(self.ids)
            twice = next(a for a, b in pairwise(ordered) if a == b)
            msg = f"the concept id {twice!r} is defined more than once"
            raise OntologyError(msg, hint="give every concept an id of its own")
        if len(self.child):
            pairs = np.unique(np.column_stack((self.child, self.parent)).astype(np.int64), axis=0)
            self.child, self.parent = pairs[:, 0], pairs[:, 1]

    def roots(self) -> Ints:
        """Concepts without a parent; raises the cycle where there are none."""
        found = np.setdiff1d(np.arange(len(self.ids)), self.child)
        if not len(found):
            depths(self.child, self.parent, self.ids)
        return found

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
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        chosen = order.tolist()
        start, parent = compressed(place[self.child], place[self.parent], len(order))
        labels = positions(self.label_start, order)
        return {
            "concepts": tuple(self.ids[i] for i in chosen),
            "parent_csr": (_frozen(start), _frozen(parent)),
            "depths": _frozen(depth[order]),
            "label_start": _frozen(np.append(0, np.cumsum(np.diff(self.label_start)[order]))),
            "label_texts": tuple([self.label_texts[i] for i in labels.tolist()]),
            "label_ranks": None if self.ranks is None else _frozen(self.ranks[labels]),
            "glosses": None if self.glosses is None else tuple(self.glosses[i] for i in chosen),
            "part_csr": self._part_rows(place),
            "counts": None if self.counts is None else _frozen(self.counts[order]),
        }

    def _part_rows(self, place: Ints) -> Csr | None:
        if self.parts is None:
            return None
        whole, part = self.parts
        return compressed(place[whole], place[part], len(place))


def _frozen(array: Ints) -> Ints:
    array.setflags(write=False)
    return array


def flat_labels(
    ids: Sequence[str], labels: Sequence[Sequence[str]], ranks: Sequence[Sequence[int]] | None
) -> tuple[Ints, list[str], Ints | None]:
    """All labels one after the other; a concept without any is labelled with its id."""
    filled = [texts or (ids[i],) for i, texts in enumerate(labels)]
    start = np.cumsum([0, *map(len, filled)]).astype(np.int64)
    order = None if ranks is None else np.array([r for row in ranks for r in row or (0,)], dtype=np.int64)
    return start, [text for texts in filled for text in texts], order
