"""Links between the concepts of several taxonomies that mean the same: by given pairs, ids and labels.

What is built from the links is `kinonym.taxonomy.joined`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np

from kinonym.taxonomy.graph import Ints, Taxonomy
from kinonym.taxonomy.labels import fold
from kinonym.taxonomy.order import compress, gather

__all__ = ["LinkedPair", "link_concepts"]

LinkedPair = tuple[tuple[int, int], tuple[int, int]]
"""Two concepts that mean the same, each as (number of the taxonomy, number of the concept in it)."""


def link_concepts(parts: Sequence[Taxonomy], pairs: Sequence[LinkedPair] = ()) -> tuple[list[Ints], int]:
    """Number the concepts of several taxonomies so that linked ones share a number (specification 15).

    Returns
    -------
    tuple
        For each taxonomy the number of each of its concepts; and how many links were dropped because with them two
        different concepts would subsume each other.
    """
    first = np.cumsum([0, *map(len, parts)])
    part_of = np.repeat(np.arange(len(parts)), np.diff(first))
    group = np.arange(first[-1])
    members: dict[int, list[int]] = {}
    for (o, a), (p, b) in _list_pairs(parts, pairs):
        x, y = sorted((int(group[first[o] + a]), int(group[first[p] + b])))
        left, right = members.get(x, [x]), members.get(y, [y])
        if {*part_of[left].tolist()}.isdisjoint(part_of[right].tolist()):  # one concept of each taxonomy
            members[x] = [*left, *right]
            members.pop(y, None)
            group[right] = x
    looped = _mark_cycles(*_merge_links(parts, first, group), len(group))[group]
    split = np.flatnonzero(looped)
    dropped = len(split) - len(np.unique(group[split]))
    group[split] = split
    _, number = np.unique(group, return_inverse=True)
    return [number[a:b] for a, b in pairwise(first.tolist())], dropped


def _list_pairs(parts: Sequence[Taxonomy], pairs: Sequence[LinkedPair]) -> Iterator[LinkedPair]:
    """Yield what links concepts, the surest first: given pairs, equal ids, equal labels."""
    yield from pairs
    for o, p in combinations(range(len(parts)), 2):
        for a, b in _pair_ids(parts[o], parts[p]):
            yield (o, a), (p, b)
    for o, p in combinations(range(len(parts)), 2):
        for a, b in _pair_labels(parts[o], parts[p]):
            yield (o, a), (p, b)


def _pair_ids(left: Taxonomy, right: Taxonomy) -> Iterator[tuple[int, int]]:
    """Yield concepts with one id, unless their labels contradict it: codes of two systems may look alike."""
    number = {concept: i for i, concept in enumerate(right.concepts) if _is_real(right, i)}
    for i, concept in enumerate(left.concepts):
        j = number.get(concept)
        if j is None or not _is_real(left, i):
            continue
        first, other = ({fold(label) for label in each.labels(concept)} for each in (left, right))
        if first & other or fold(concept) in (*first, *other):
            yield i, j


def _pair_labels(left: Taxonomy, right: Taxonomy) -> list[tuple[int, int]]:
    """Return concepts that share a label which no other concept of either taxonomy has; preferred labels first."""
    first, other = (_place_labels(each) for each in (left, right))
    shared = [(first[label], other[label]) for label in first.keys() & other.keys()]
    ranked = sorted((a[1] + b[1], left.concepts[a[0]], right.concepts[b[0]], a[0], b[0]) for a, b in shared)
    return [(a, b) for *_, a, b in ranked]


def _place_labels(taxonomy: Taxonomy) -> dict[str, tuple[int, int]]:
    """Folded label that only one concept has → the concept, and the place of the label among its labels."""
    index: dict[str, tuple[int, int]] = {}
    owner, start = taxonomy.index.concept_of.tolist(), taxonomy.label_start.tolist()
    for position, (label, concept) in enumerate(zip(taxonomy.index.folded_texts, owner, strict=True)):
        index.setdefault(label, (concept, position - start[concept]))
    return {
        label: index[label]
        for label, concepts in taxonomy.index.by_folded_text.items()
        if len(concepts) == 1 and _is_real(taxonomy, concepts[0])
    }


def _is_real(taxonomy: Taxonomy, number: int) -> bool:
    """Whether a concept comes from the source, unlike a root that was added above several roots."""
    return number > 0 or not taxonomy.source.virtual_root


def _merge_links(parts: Sequence[Taxonomy], first: Ints, group: Ints) -> tuple[Ints, Ints]:
    """Return the is-a links of all taxonomies (child, parent) between the groups of concepts."""
    children, parents = [], []
    for begin, part in zip(first[:-1].tolist(), parts, strict=True):
        start, above = part.parent_csr
        children.append(group[begin + np.repeat(np.arange(len(part)), np.diff(start))])
        parents.append(group[begin + above])
    return np.concatenate(children), np.concatenate(parents)


def _mark_cycles(child: Ints, parent: Ints, size: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Mark what is left if roots, and then leaves, are removed until none is left: cycles and what is between them."""
    inside = np.ones(size, dtype=bool)
    for below, above in ((child, parent), (parent, child)):
        reached = compress(above, below, size)
        waiting = np.bincount(below, minlength=size)
        level = np.flatnonzero(waiting == 0)
        while level.size:
            inside[level] = False
            freed = gather(reached, level)
            np.subtract.at(waiting, freed, 1)
            freed = np.unique(freed)
            level = freed[waiting[freed] == 0]
    return inside
