"""Random taxonomies with several parents and roots, and random grouped tables over them.

Objects with many parts are derived from bytes that are drawn at once, since a separate draw for each part is slow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from hypothesis import strategies as st

from kinonym.domains import ConceptSets, Domain, Nominal, Numeric, Ordinal, Plain
from kinonym.domains.concept_sets import SetDistance
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import compress
from kinonym.tuples import Tuples

__all__ = ["full_taxonomies", "mixed_tuples", "taxonomies", "twin_tuples"]


@cache
def _random_bytes(number: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=number, max_size=number)


def _choose_some(digits: bytes, among: Sequence[str]) -> list[str]:
    """Choose one to three items by four random bytes; an item may occur twice."""
    return [among[digit % len(among)] for digit in digits[1 : 2 + digits[0] % 3]]


@st.composite
def taxonomies(draw: st.DrawFn, max_size: int = 25, max_roots: int = 3, root: str | None = None) -> Taxonomy:
    """A DAG: each concept has up to three parents among the earlier ones; the first few may be roots.

    With ``root``, the first concept has that name and subsumes all others.
    """
    size = draw(st.integers(1, max_size))
    roots = 1 if root else draw(st.integers(1, min(max_roots, size)))
    sort_keys = draw(_random_bytes(size))
    names = [f"c{i:02d}" for i in sorted(range(size), key=sort_keys.__getitem__)]
    if root:
        names = [root, *names[1:]]
    parents: dict[str, list[str]] = {name: [] for name in names[:roots]}
    digits = draw(_random_bytes(4 * size))
    for i in range(roots, size):
        parents[names[i]] = list(dict.fromkeys(_choose_some(digits[4 * i : 4 * i + 4], names[:i])))
    return Taxonomy.from_parents(parents)


@st.composite
def full_taxonomies(draw: st.DrawFn, max_size: int = 18) -> Taxonomy:
    """A DAG with everything that a measure may need: labels, glosses, parts and counts."""
    taxonomy = draw(taxonomies(max_size=max_size))
    size = len(taxonomy)
    words = st.lists(st.sampled_from(["red", "green", "blue", "grey"]), max_size=3).map(" ".join)
    number = st.integers(0, size - 1)
    parts = np.array(draw(st.lists(st.tuples(number, number), max_size=size)), dtype=np.int64).reshape(-1, 2)
    part_of = np.unique(parts, axis=0).T
    return replace(
        taxonomy,
        glosses=tuple(draw(st.lists(words, min_size=size, max_size=size))),
        part_csr=compress(part_of[0], part_of[1], size),
        counts=np.array(draw(st.lists(st.integers(0, 9), min_size=size, max_size=size)), dtype=np.int64),
    )


@st.composite
def _columns(draw: st.DrawFn, taxonomy: Taxonomy, rows: int, *, sets: bool) -> tuple[Domain, list[str | None]]:
    """A domain and one value per row, some of them missing."""
    kind = draw(st.sampled_from(["nominal", "nominal", *(["sets"] if sets else []), "plain", "numeric", "ordinal"]))
    levels = ("low", "middle", "high")
    texts = {
        "nominal": taxonomy.concepts,
        "sets": taxonomy.concepts,
        "plain": ("a", "b", "c"),
        "numeric": tuple(map(str, range(-3, 13))),
        "ordinal": levels,
    }[kind]
    missing, digits = draw(st.booleans()), draw(_random_bytes(4 * rows))
    cells = [digits[4 * row : 4 * row + 4] for row in range(rows)]
    is_set = kind == "sets"
    texts_of_rows = ["|".join(_choose_some(cell, texts)) if is_set else texts[cell[0] % len(texts)] for cell in cells]
    values = [None if missing and cell[3] % 2 else text for cell, text in zip(cells, texts_of_rows, strict=True)]
    if kind == "nominal":
        return Nominal(taxonomy, measure=draw(st.sampled_from(["wu-palmer", "subsumers", "path"]))), values
    if kind == "sets":
        concepts = [[] if value is None else value.split("|") for value in values]
        kinds: tuple[SetDistance, ...] = ("average", "assignment", "hausdorff")
        return ConceptSets(Nominal(taxonomy), draw(st.sampled_from(kinds))).fit(concepts), values
    if kind == "numeric":
        return Numeric().fit(values), values
    return (Plain().fit(values) if kind == "plain" else Ordinal(levels)), values


@st.composite
def mixed_tuples(
    draw: st.DrawFn, max_columns: int = 3, max_rows: int = 14, max_count: int = 6, *, sets: bool = False
) -> Tuples:
    """Grouped tuples with one to three columns of any type; with ``sets`` also cells with several concepts."""
    taxonomy = draw(taxonomies(max_size=14))
    rows = draw(st.integers(1, max_rows))
    width = draw(st.integers(1, max_columns))
    columns = [draw(_columns(taxonomy, rows, sets=sets)) for _ in range(width)]
    points = np.column_stack([domain.encode(values) for domain, values in columns])
    counts = np.array([1 + digit % max_count for digit in draw(_random_bytes(rows))], dtype=np.int64)
    names = [f"column {j}" for j in range(width)]
    weights = draw(st.just([1.0] * width) | st.lists(st.sampled_from([0.5, 1.0, 3.0]), min_size=width, max_size=width))
    return Tuples.from_points(names, [domain for domain, _ in columns], points, counts, weights=weights)[0]


@st.composite
def twin_tuples(draw: st.DrawFn, max_rows: int = 12, max_count: int = 5) -> Tuples:
    """Two nominal columns ``a`` and ``b`` over one taxonomy with the root ``top``, without missing values."""
    taxonomy = draw(taxonomies(max_size=12, root="top"))
    rows = draw(st.integers(1, max_rows))
    domain = Nominal(taxonomy)
    values = [[taxonomy.concepts[digit % len(taxonomy)] for digit in draw(_random_bytes(rows))] for _ in range(2)]
    points = np.column_stack([domain.encode(column) for column in values])
    counts = np.array([1 + digit % max_count for digit in draw(_random_bytes(rows))], dtype=np.int64)
    return Tuples.from_points(["a", "b"], [domain, domain], points, counts)[0]
