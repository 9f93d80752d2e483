"""The frozen rooted DAG of concepts, as integer arrays.

Distances on it live in `kinonym.measures`; reading files into it in `kinonym.ontologies`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.taxonomy.labels import Named, Source
from kinonym.taxonomy.order import (
    Csr,
    Draft,
    compress,
    flat_labels,
    gather,
    inner_links,
    number_links,
    positions,
    reachable,
)

__all__ = ["Source", "Taxonomy"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Taxonomy(Named):
    """A rooted DAG of concepts linked by is-a (specification 1), frozen.

    Concepts are numbered parents first (by depth, then by id), so a pass in ascending order visits every
    parent before its children. Public methods take and return ids; the arrays have numbers.

    Examples
    --------
    >>> tax = Taxonomy.from_parents({"sport": [], "football": ["sport"], "soccer": ["football"]})
    >>> len(tax), tax.root, tax.concepts
    (3, 'sport', ('sport', 'football', 'soccer'))
    >>> tax.depth("soccer"), tax.subsumers("soccer")
    (3, ('sport', 'football', 'soccer'))
    """

    concepts: tuple[str, ...]
    parent_csr: Csr
    depths: Ints
    label_start: Ints
    label_texts: tuple[str, ...]
    label_ranks: Ints | None = None
    """Sense order: among concepts that share a label, the smaller rank comes first."""
    glosses: tuple[str, ...] | None = None
    part_csr: Csr | None = None
    counts: Ints | None = None
    """How often each concept occurs in the corpus of the source; None if it has none."""
    irregular: Mapping[str, tuple[str, ...]] | None = None
    """Irregular forms → base forms; its presence says that the labels follow WordNet's morphology."""
    source: Source = field(default_factory=Source)

    @classmethod
    def from_parents(
        cls,
        parents: Mapping[str, str | Iterable[str]],
        labels: Mapping[str, str | Iterable[str]] | None = None,
        *,
        source: Source | None = None,
    ) -> Taxonomy:
        """Build from concept id → parent ids; a root has none.

        Parameters
        ----------
        parents
            Every concept is a key. A parent that is not a key is an error that names both.
        labels
            Concept id → preferred label, or labels with the preferred one first. Default: the id itself.
        source
            Name, version, licence and citation.
        """
        known = labels or {}
        texts = [_as_list(known.get(concept, concept)) for concept in parents]
        links = number_links({concept: _as_list(above) for concept, above in parents.items()})
        return cls.from_links(list(parents), links, texts, source=source)

    @classmethod
    def from_links(  # noqa: PLR0913  # everything that a source may carry
        cls,
        ids: Sequence[str],
        links: tuple[Ints, Ints],
        labels: Sequence[Sequence[str]],
        *,
        label_ranks: Sequence[Sequence[int]] | None = None,
        glosses: Sequence[str] | None = None,
        parts: tuple[Ints, Ints] | None = None,
        counts: Ints | None = None,
        source: Source | None = None,
        root_label: str | None = None,
    ) -> Taxonomy:
        """Build from numbered concepts; readers of large ontologies use it.

        ``links`` are two arrays (child, parent) of positions in ``ids``; ``parts`` likewise (whole, part).
        Several roots get a virtual root with the id ``*``; a source that has several on purpose labels it with
        ``root_label``, otherwise a notice reports it.
        """
        start, texts, ranks = flat_labels(ids, labels, label_ranks)
        draft = Draft(list(ids), links[0], links[1], start, texts, ranks, glosses, parts, counts)
        origin = source or Source()
        roots = draft.settle(root_label or "any")
        if roots > 1:
            notices = () if root_label else (f"{roots} roots were put under one virtual root",)
            origin = replace(origin, notices=(*origin.notices, *notices), virtual_root=True)
        return cls(**draft.in_order(), source=origin)

    def __repr__(self) -> str:
        links = len(self.parent_csr[1])
        return (
            f"<Taxonomy {self.source.name}: {len(self):,} concepts, {links:,} links, "
            f"depth {self.max_depth}, root {self.label(self.root)!r}>"
        )

    def _repr_html_(self) -> str:
        from kinonym.taxonomy.tree_view import tree_html

        return tree_html(self)

    @cached_property
    def child_csr(self) -> Csr:
        """Children of each concept."""
        start, parent = self.parent_csr
        child = np.repeat(np.arange(len(self)), np.diff(start))
        return compress(parent, child, len(self))

    @cached_property
    def max_depth(self) -> int:
        """Greatest depth of a concept."""
        return int(self.depths[-1])

    @cached_property
    def subsumer_csr(self) -> tuple[Ints, NDArray[np.int32], NDArray[np.int32]]:
        """(start, subsumer, links): S(c) of every concept, ascending, with the shortest way up to each."""
        from kinonym.kernels.distances.concept_pairs import closure

        start, parent = self.parent_csr
        return closure(start, parent)

    @cached_property
    def descendant_counts(self) -> Ints:
        """How many distinct concepts each one subsumes, itself excluded."""
        _, subsumer, _ = self.subsumer_csr
        return np.bincount(subsumer, minlength=len(self)).astype(np.int64) - 1

    @cached_property
    def leaf_counts(self) -> Ints:
        """How many leaves each concept subsumes, itself excluded (a leaf has 0)."""
        start, subsumer, _ = self.subsumer_csr
        leaves = np.flatnonzero(np.diff(self.child_csr[0]) == 0)
        over = gather((start, subsumer), leaves)
        counts = np.bincount(over, minlength=len(self)).astype(np.int64)
        counts[leaves] = 0
        return counts

    @cached_property
    def id_ranks(self) -> Ints:
        """Position of each concept when all are sorted by id."""
        ranks = np.empty(len(self), dtype=np.int64)
        ranks[sorted(range(len(self)), key=self.concepts.__getitem__)] = np.arange(len(self))
        return ranks

    def depth(self, concept: str) -> int:
        """Nodes on the longest path up to the root, both included."""
        return int(self.depths[self.number(concept)])

    def parents(self, concept: str) -> tuple[str, ...]:
        """Ids of the direct parents."""
        return self._row(self.parent_csr, concept)

    def children(self, concept: str) -> tuple[str, ...]:
        """Ids of the direct children."""
        return self._row(self.child_csr, concept)

    def _row(self, csr: Csr, concept: str) -> tuple[str, ...]:
        return tuple(self.concepts[i] for i in gather(csr, np.array([self.number(concept)])).tolist())

    def subsumers(self, concept: str) -> tuple[str, ...]:
        """S(c): the concept and everything above it, the root first."""
        return tuple(self.concepts[i] for i in self.above(self.number(concept)).tolist())

    def above(self, number: int) -> NDArray[np.int32]:
        """S(c) by number, ascending."""
        start, subsumer, _ = self.subsumer_csr
        return subsumer[start[number] : start[number + 1]]

    def links(self, concept: str, subsumer: str) -> int:
        """Links on the shortest way from a concept up to one of its subsumers."""
        start, above, length = self.subsumer_csr
        row = slice(start[self.number(concept)], start[self.number(concept) + 1])
        places = np.flatnonzero(above[row] == self.number(subsumer))
        if not places.size:
            msg = f"{subsumer!r} does not subsume {concept!r}"
            raise UsageError(msg, hint="`subsumers` lists what subsumes a concept")
        return int(length[row][places[0]])

    def lcs(self, *concepts: str) -> str:
        """Least common subsumer of two concepts or of a set (specification 1)."""
        if not concepts:
            msg = "the least common subsumer needs at least one concept"
            raise UsageError(msg, hint="give one or more concepts")
        return self.concepts[self.lcs_number([self.number(c) for c in concepts])]

    def lcs_number(self, numbers: Sequence[int]) -> int:
        """Deepest common subsumer; for a pair ties go to the shortest way, else to the fewest descendants."""
        distinct = list(dict.fromkeys(numbers))
        start, above, length = self.subsumer_csr
        rows = [slice(start[i], start[i + 1]) for i in distinct]
        common = above[rows[0]]
        for row in rows[1:]:
            common = np.intersect1d(common, above[row], assume_unique=True)
        deepest = common[self.depths[common] == self.depths[common].max()]
        if len(distinct) == 2:
            tie = sum(length[row][np.searchsorted(above[row], deepest)] for row in rows)
        else:
            tie = self.descendant_counts[deepest]
        return int(deepest[np.lexsort((deepest, tie))[0]])

    def restrict(self, root: str) -> Taxonomy:
        """tau(root): everything below ``root``, with depth, subsumers and leaves measured inside it."""
        top = self.number(root)
        if top == 0:
            return self
        concepts = np.flatnonzero(reachable(self.child_csr, top))
        position = np.full(len(self), -1, dtype=np.int64)
        position[concepts] = np.arange(len(concepts))
        child, parent = inner_links(self.parent_csr, position)
        labels = positions(self.label_start, concepts)
        draft = Draft(
            ids=[self.concepts[i] for i in concepts.tolist()],
            child=child,
            parent=parent,
            label_start=np.append(0, np.cumsum(np.diff(self.label_start)[concepts])),
            label_texts=[self.label_texts[i] for i in labels.tolist()],
            ranks=None if self.label_ranks is None else self.label_ranks[labels],
            glosses=None if self.glosses is None else [self.glosses[i] for i in concepts.tolist()],
            parts=None if self.part_csr is None else inner_links(self.part_csr, position),
            counts=None if self.counts is None else self.counts[concepts],
        )
        return Taxonomy(**draft.in_order(), irregular=self.irregular, source=replace(self.source, virtual_root=False))


def _as_list(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)
