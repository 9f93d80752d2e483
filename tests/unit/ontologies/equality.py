"""When two taxonomies are equal: the same concepts, links, labels with ranks, glosses, parts and counts."""

from __future__ import annotations

import numpy as np

_FIELDS = ("parent_csr", "depths", "label_start", "label_texts", "label_ranks", "glosses", "part_csr", "counts")


def differences(one, other):
    """Names of the fields that differ."""
    return [name for name in ("concepts", *_FIELDS) if not _same(getattr(one, name), getattr(other, name))]


def _same(one, other):
    if one is None or other is None:
        return one is other
    if isinstance(one, tuple) and one and isinstance(one[0], np.ndarray):
        return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    return np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other


def links(taxonomy):
    """All (child, parent) pairs of ids."""
    return {(concept, parent) for concept in taxonomy.concepts for parent in taxonomy.parents(concept)}
