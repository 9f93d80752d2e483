"""What two concepts have in common, for many pairs at once, as tiles of whole numbers from the kernels.

Each sweep yields ``(block, …)``: ``block`` indexes the rows and columns of the matrix of distances, the rest
are arrays of that shape, valid until the next step. The formulas that use them are in the measures, which cache
figures of a taxonomy with `per_taxonomy`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import OntologyError
from kinonym.measures.measure import Numbers
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.order import gather

__all__ = [
    "Block",
    "Ints",
    "Sets",
    "align_pair",
    "count_shared_subsumers",
    "deepest",
    "links_between",
    "per_taxonomy",
    "shared",
    "top_ranks",
]

Ints = NDArray[np.int32]
Block = tuple[slice, slice]
Kind = TypeVar("Kind", bound=np.generic)
Result = TypeVar("Result")

_TILE = 32  # sources of one pass: with 4 bytes each, two cache lines for every concept


def per_taxonomy(function: Callable[..., Result]) -> Callable[..., Result]:
    """Cache the results of ``function(taxonomy, *options)`` for as long as the taxonomy lives."""
    cache: WeakKeyDictionary[Taxonomy, dict[tuple[object, ...], Result]] = WeakKeyDictionary()

    @wraps(function)
    def remembered(taxonomy: Taxonomy, *options: object) -> Result:
        results = cache.setdefault(taxonomy, {})
        if options not in results:
            results[options] = function(taxonomy, *options)
        return results[options]

    return remembered


class Sets(NamedTuple):
    """A set of features for every concept: rows of ``feature``, numbered below ``size``, each once."""

    start: Numbers
    feature: Ints
    size: int


class _Reach(NamedTuple):
    """The ancestor closure of some targets, numbered within itself, parents first."""

    place: Ints
    nodes: Numbers
    parent_start: Numbers
    parent: Numbers


@per_taxonomy
def _whole(taxonomy: Taxonomy) -> _Reach:
    size, (start, parent) = len(taxonomy), taxonomy.parent_csr
    return _Reach(np.arange(size, dtype=np.int32), np.arange(size), start.copy(), parent.copy())


def _reach(taxonomy: Taxonomy, targets: Numbers) -> _Reach:
    """Everything above ``targets``; the whole taxonomy if they are most of it."""
    if 2 * len(targets) > len(taxonomy):
        return _whole(taxonomy)
    start, subsumer, _ = taxonomy.subsumer_csr
    marked = np.zeros(len(taxonomy), dtype=bool)
    marked[gather((start, subsumer), np.unique(targets))] = True
    nodes = np.flatnonzero(marked)
    position = np.full(len(taxonomy), -1, dtype=np.int32)
    position[nodes] = np.arange(len(nodes), dtype=np.int32)
    up_start = taxonomy.parent_csr[0]
    parent_start = np.zeros(len(nodes) + 1, dtype=np.int64)
    np.cumsum(up_start[nodes + 1] - up_start[nodes], out=parent_start[1:])
    parent = position[gather(taxonomy.parent_csr, nodes)].astype(np.int64)
    return _Reach(position, nodes, parent_start, parent)


def _tiles(
    left: Numbers, right: Numbers, start: Callable[[Numbers, int], Callable[[Numbers, Ints], None]]
) -> Iterator[tuple[Block, Ints]]:
    """Yield tiles of (sources, targets); where ``right`` is narrow, the sources are there.

    ``start(targets, width)`` prepares a pass; what it returns fills a tile from some sources.
    """
    turned = len(right) < min(_TILE, len(left))
    sources, targets = (right, left) if turned else (left, right)
    width = min(_TILE, len(sources))
    run = start(targets, width)
    workspace = np.empty(width * len(targets), dtype=np.int32)
    for first in range(0, len(sources), _TILE):
        some = sources[first : first + _TILE]
        tile = _table(workspace, len(some), len(targets))
        run(some, tile)
        here, there = slice(first, first + len(some)), slice(0, len(targets))
        yield ((there, here), tile.T) if turned else ((here, there), tile)


def _table(workspace: NDArray[Kind], rows: int, width: int) -> NDArray[Kind]:
    return workspace[: rows * width].reshape(rows, width)


def _passes(
    kernel: Callable[..., None],
    taxonomy: Taxonomy,
    arrays: tuple[object, ...],
    left: Numbers,
    right: Numbers,
    tables: int = 1,
) -> Iterator[tuple[Block, Ints]]:
    """Run a kernel of `kernels.distances.concept_pairs` tile by tile; ``own`` are the arrays that only it takes."""
    up_start, up, _ = taxonomy.subsumer_csr

    def start(targets: Numbers, width: int) -> Callable[[Numbers, Ints], None]:
        part = _reach(taxonomy, targets)
        at = part.place[targets]
        rows = tables * len(part.nodes)
        workspace = np.empty(rows * width, dtype=np.int32)

        def run(sources: Numbers, tile: Ints) -> None:
            kernel(*part, up_start, up, *arrays, sources, at, _table(workspace, rows, len(sources)), tile)

        return run

    return _tiles(left, right, start)


def deepest(taxonomy: Taxonomy, left: Numbers, right: Numbers) -> Iterator[tuple[Block, Ints, Ints]]:
    """Depth of the LCS, and links(c1, LCS) + links(c2, LCS)."""
    from kinonym.kernels.distances.concept_pairs import SHIFT, deepest_keys

    if taxonomy.max_depth > 1 << (SHIFT - 1):
        msg = f"{taxonomy.source.name} is {taxonomy.max_depth:,} levels deep, more than {1 << (SHIFT - 1):,}"
        raise OntologyError(msg, hint="use only a part of it: `root` under its column")
    for block, key in _passes(deepest_keys, taxonomy, (taxonomy.subsumer_csr[2], taxonomy.depths), left, right):
        depth = (key + np.int32((1 << SHIFT) - 1)) >> SHIFT
        yield block, depth, (depth << SHIFT) - key


def links_between(taxonomy: Taxonomy, left: Numbers, right: Numbers) -> Iterator[tuple[Block, Ints]]:
    """Fewest links between two concepts through a common subsumer."""
    from kinonym.kernels.distances.concept_pairs import fewest_links

    return _passes(fewest_links, taxonomy, (taxonomy.subsumer_csr[2],), left, right)


def top_ranks(taxonomy: Taxonomy, rank: Ints, left: Numbers, right: Numbers) -> Iterator[tuple[Block, Ints]]:
    """Greatest rank of a common subsumer."""
    from kinonym.kernels.distances.concept_pairs import greatest_ranks

    return _passes(greatest_ranks, taxonomy, (rank,), left, right)


def count_shared_subsumers(taxonomy: Taxonomy, left: Numbers, right: Numbers) -> Iterator[tuple[Block, Ints]]:
    """|S(c1) ∩ S(c2)|."""
    from kinonym.kernels.distances.concept_pairs import common_subsumers

    return _passes(common_subsumers, taxonomy, (), left, right, tables=2)


def shared(sets: Sets, left: Numbers, right: Numbers) -> Iterator[tuple[Block, Ints]]:
    """|A ∩ B| of the feature sets of two concepts."""
    from kinonym.kernels.distances.shared_features import common_features

    def start(targets: Numbers, width: int) -> Callable[[Numbers, Ints], None]:
        workspace = np.zeros(sets.size * width, dtype=np.uint8)

        def run(sources: Numbers, tile: Ints) -> None:
            common_features(
                sets.start, sets.feature, sources, targets, _table(workspace, sets.size, len(sources)), tile
            )

        return run

    return _tiles(left, right, start)


def align_pair(
    values: NDArray[Kind], left: Numbers, right: Numbers, block: Block
) -> tuple[NDArray[Kind], NDArray[Kind]]:
    """Return ``values`` of both concepts, as a column and a row of the block."""
    rows, columns = block
    return values[left[rows], None], values[right[columns]]
