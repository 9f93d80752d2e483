"""`JoinedTaxonomy`: several taxonomies as one, in which linked concepts are one concept (specification 15).

What links concepts is in `kinonym.taxonomy.concept_links`; distances are in `kinonym.domains.several_taxonomies`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from kinonym.taxonomy.concept_links import LinkedPair, link_concepts
from kinonym.taxonomy.graph import Ints, Taxonomy
from kinonym.taxonomy.labels import Source

__all__ = ["JoinedTaxonomy"]

_ROOT_LABEL = "any"


@dataclass(frozen=True, eq=False, repr=False)
class JoinedTaxonomy(Taxonomy):
    """Several taxonomies as one: a concept subsumes another if the links of all of them say so.

    Examples
    --------
    >>> general = Taxonomy.from_parents({"disease": [], "infection": ["disease"], "cancer": ["disease"]})
    >>> special = Taxonomy.from_parents({"infection": [], "influenza": ["infection"], "measles": ["infection"]})
    >>> joined = JoinedTaxonomy.join([general, special])
    >>> joined.subsumers("measles")
    ('disease', 'infection', 'measles')
    """

    parts: tuple[Taxonomy, ...] = ()
    numbers: tuple[Ints, ...] = ()
    """For each part the number that each concept has in it, -1 if the part does not know the concept."""

    @classmethod
    def join(cls, parts: Sequence[Taxonomy], pairs: Sequence[LinkedPair] = ()) -> JoinedTaxonomy:
        """Join taxonomies; ``pairs`` are concepts that mean the same besides those with equal ids or labels."""
        places, dropped = link_concepts(parts, pairs)
        ids, labels = _name_concepts(parts, places)
        joined = cls._build(parts, places, ids, labels)
        notices = [notice for part in parts for notice in part.source.notices]
        if dropped:
            notices.append(f"{dropped:,} links between the ontologies were dropped: they contradict their hierarchies")
        return replace(joined, source=_join_sources([part.source for part in parts], notices))

    @classmethod
    def _build(
        cls, parts: Sequence[Taxonomy], places: Sequence[Ints], ids: Sequence[str], labels: Sequence[Sequence[str]]
    ) -> JoinedTaxonomy:
        """Build from the position in ``ids`` of every concept of every part."""
        children = [position[np.repeat(np.arange(len(part)), np.diff(part.parent_csr[0]))] for part, position in
                    zip(parts, places, strict=True)]  # fmt: skip
        parents = [position[part.parent_csr[1]] for part, position in zip(parts, places, strict=True)]
        links = np.concatenate(children), np.concatenate(parents)
        merged = Taxonomy.from_links(ids, links, labels, root_label=_ROOT_LABEL)
        number = {concept: i for i, concept in enumerate(merged.concepts)}
        order = np.array([number[concept] for concept in ids], dtype=np.int64)
        numbers = []
        for part, position in zip(parts, places, strict=True):
            numbers.append(np.full(len(merged), -1, dtype=np.int64))
            numbers[-1][order[position]] = np.arange(len(part))
        known = {each.name: getattr(merged, each.name) for each in fields(Taxonomy)}
        irregular = next((part.irregular for part in parts if part.irregular), None)
        return cls(**{**known, "irregular": irregular}, parts=tuple(parts), numbers=tuple(numbers))

    def below_roots(self, used: Ints, root: int | None = None) -> JoinedTaxonomy:
        """Restrict each part to its domain root (specification 15); parts that know no used concept are left out.

        Parameters
        ----------
        used
            The concepts that are the values of a column.
        root
            The domain root of the parts in which it subsumes all used concepts that they know; others get their own.
        """
        chosen = [o for o, number in enumerate(self.numbers) if (number[used] >= 0).any()] or [0]
        tops = [self._find_root(o, used, root) for o in chosen]
        parts = [self.parts[o].restrict(self.parts[o].concepts[top]) for o, top in zip(chosen, tops, strict=True)]
        joined_of = [self._list_joined(o, part) for o, part in zip(chosen, parts, strict=True)]
        concepts = np.unique(np.concatenate(joined_of))
        ids = [self.concepts[i] for i in concepts.tolist()]
        places = [np.searchsorted(concepts, each) for each in joined_of]
        return replace(self._build(parts, places, ids, [self.labels(name) for name in ids]), source=self.source)

    def _list_joined(self, o: int, part: Taxonomy) -> Ints:
        """Return the joined number of each concept of a restricted part."""
        joined = np.full(len(self.parts[o]), -1, dtype=np.int64)
        known = np.flatnonzero(self.numbers[o] >= 0)
        joined[self.numbers[o][known]] = known
        whole = {concept: i for i, concept in enumerate(self.parts[o].concepts)}
        return joined[[whole[concept] for concept in part.concepts]]

    def _find_root(self, o: int, used: Ints, root: int | None) -> int:
        """Return the least common subsumer, in one part, of the concepts that represent the used ones there."""
        number = self.numbers[o]
        if root is not None and number[root] >= 0:
            top, known = int(number[root]), number[used][number[used] >= 0]
            if all(top in self.parts[o].above(i) for i in known.tolist()):
                return top
        stand_ins = {int(number[i]) for concept in used.tolist() for i in self._find_nearest(o, concept)}
        return self.parts[o].lcs_number(sorted(stand_ins)) if stand_ins else 0

    def _find_nearest(self, o: int, concept: int) -> list[int]:
        """Return the concept itself if a part knows it, else its nearest subsumers that the part knows."""
        if self.numbers[o][concept] >= 0:
            return [concept]
        above = self.above(concept)
        known = above[self.numbers[o][above] >= 0].tolist()
        farther = {int(x) for i in known for x in self.above(i) if x != i}
        return [i for i in known if i not in farther]


def _name_concepts(parts: Sequence[Taxonomy], places: Sequence[Ints]) -> tuple[list[str], list[list[str]]]:
    """Name each joined concept as the first part does that knows it; its labels are those of all parts, and their ids.

    So the code of a concept still finds it where another part gave it another name.
    """
    size = 1 + max(int(position.max()) for position in places)
    ids, labels = [""] * size, [[] for _ in range(size)]  # type: tuple[list[str], list[list[str]]]
    taken: set[str] = set()
    for part, position in zip(parts, places, strict=True):
        for concept, i in zip(part.concepts, position.tolist(), strict=True):
            if not ids[i]:
                ids[i] = _make_unique(concept, part.source.name, taken)
                taken.add(ids[i])
            labels[i] += [label for label in part.labels(concept) if label not in labels[i]]
    known = {label for own in labels for label in own} | taken
    for part, position in zip(parts, places, strict=True):
        for concept, i in zip(part.concepts, position.tolist(), strict=True):
            if concept not in known:
                labels[i].append(concept)
    return ids, labels


def _make_unique(concept: str, name: str, taken: set[str]) -> str:
    """Return an id that no other concept has: codes of two systems may look alike."""
    unique, qualified = concept, f"{concept} ({name})"
    while unique in taken:
        unique, qualified = qualified, f"{qualified}'"
    return unique


def _join_sources(sources: Sequence[Source], notices: Sequence[str]) -> Source:
    """Return the provenance of all taxonomies together."""
    return Source(
        name=" and ".join(source.name for source in sources),
        version="; ".join(source.version for source in sources if source.version),
        licence="; ".join(source.licence for source in sources if source.licence),
        citation="; ".join(source.citation for source in sources if source.citation),
        notices=tuple(dict.fromkeys(notices)),
    )
