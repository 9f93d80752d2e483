"""The features of concepts as sets of numbers: labels, terms around, parts, neighbourhoods, gloss words."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.measures.measure import Numbers
from kinonym.measures.sweeps import Sets, per_taxonomy
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import Csr, compress, gather

__all__ = ["gloss_words", "labels", "neighbourhoods", "part_terms", "parts", "terms"]

_WORD = re.compile(r"[^\W_]+")
_MOST_NEIGHBOURS = 100_000_000  # 400 MB of neighbourhoods


@per_taxonomy
def labels(taxonomy: Taxonomy) -> Sets:
    """The labels of each concept, as they are written."""
    number: dict[str, int] = {}
    feature = np.array([number.setdefault(text, len(number)) for text in taxonomy.label_texts], dtype=np.int64)
    return _sets(_owners(taxonomy.label_start), feature, len(taxonomy), len(number))


@per_taxonomy
def terms(taxonomy: Taxonomy) -> Sets:
    """The labels of each concept and of its direct parents and children (specification 2)."""
    itself = np.arange(len(taxonomy))
    return _labels_of(taxonomy, *_join_pairs([(itself, itself), _pairs(_is_a(taxonomy))]))


@per_taxonomy
def part_terms(taxonomy: Taxonomy) -> Sets:
    """The labels of each concept, of its parts and of the wholes it is part of."""
    itself = np.arange(len(taxonomy))
    whole, part = _pairs(_known_parts(taxonomy))
    return _labels_of(taxonomy, *_join_pairs([(itself, itself), (whole, part), (part, whole)]))


@per_taxonomy
def parts(taxonomy: Taxonomy) -> Sets:
    """The parts of each concept."""
    whole, part = _pairs(_known_parts(taxonomy))
    return _sets(whole, part, len(taxonomy), len(taxonomy))


@per_taxonomy
def neighbourhoods(taxonomy: Taxonomy, radius: int) -> Sets:
    """The concepts within ``radius`` is-a links, up or down, itself included (T sect. 4.3.2)."""
    from kinonym.kernels.distances.shared_features import neighbourhood

    start, concept = neighbourhood(*_is_a(taxonomy), radius, _MOST_NEIGHBOURS)
    if not len(start):
        where = f"the neighbourhoods of radius {radius} in {taxonomy.source.name}"
        msg = f"{where} have more than {_MOST_NEIGHBOURS:,} concepts"
        raise UsageError(msg, hint="take a smaller radius")
    return Sets(start, concept, len(taxonomy))


@per_taxonomy
def gloss_words(taxonomy: Taxonomy) -> Sets:
    """The words of each gloss, without regard to case."""
    number: dict[str, int] = {}
    owner: list[int] = []
    feature: list[int] = []
    for concept, gloss in enumerate(taxonomy.glosses or ()):
        words = set(_WORD.findall(gloss.casefold()))
        feature += [number.setdefault(word, len(number)) for word in words]
        owner += [concept] * len(words)
    return _sets(np.array(owner, dtype=np.int64), np.array(feature, dtype=np.int64), len(taxonomy), len(number))


def _known_parts(taxonomy: Taxonomy) -> Csr:
    return taxonomy.part_csr or (np.zeros(len(taxonomy) + 1, dtype=np.int64), np.empty(0, dtype=np.int64))


@per_taxonomy
def _is_a(taxonomy: Taxonomy) -> Csr:
    """Direct parents and children of each concept."""
    child, parent = _pairs(taxonomy.parent_csr)
    return compress(*_join_pairs([(child, parent), (parent, child)]), len(taxonomy))


def _owners(start: Numbers) -> Numbers:
    return np.repeat(np.arange(len(start) - 1), np.diff(start))


def _pairs(csr: Csr) -> tuple[Numbers, Numbers]:
    return _owners(csr[0]), csr[1]


def _join_pairs(pairs: Iterable[tuple[Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
    owners, items = zip(*pairs, strict=True)
    return np.concatenate(owners), np.concatenate(items)


def _labels_of(taxonomy: Taxonomy, owner: Numbers, concept: Numbers) -> Sets:
    """Put the labels of ``concept`` into the set of ``owner``, pair by pair."""
    known = labels(taxonomy)
    counts = np.diff(known.start)[concept]
    return _sets(np.repeat(owner, counts), gather((known.start, known.feature), concept), len(taxonomy), known.size)


def _sets(owner: Numbers, feature: NDArray[np.integer], size: int, features: int) -> Sets:
    """Sets from pairs of concept and feature, each pair once."""
    once = np.unique(owner * max(1, features) + feature)
    start, item = compress(once // max(1, features), once % max(1, features), size)
    return Sets(start, item.astype(np.int32), features)
