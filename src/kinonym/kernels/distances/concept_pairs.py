"""What two concepts of a taxonomy have in common: all subsumers, and one pass over the DAG from a tile of sources.

Concepts are numbered parents first, so one ascending sweep carries a quantity from every concept to its
children; it runs on the ancestor closure of the targets only. What comes out are whole numbers per pair,
of shape (sources, targets); the formulas are in `kinonym.measures`. Also sums over many distances, for the operators.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.arrays import Codes, Floats, Numbers
from kinonym.kernels.compile import compiled

__all__ = [
    "SHIFT",
    "add_rows",
    "closure",
    "common_subsumers",
    "deepest_keys",
    "fewest_links",
    "greatest_ranks",
    "product_of_gaps",
    "sparse_product",
]

BLOCK = 64  # targets turned round at a time, so that both sides stay in the nearest cache
SHIFT = 15
STEP = 1 << SHIFT  # one level of depth outweighs any number of links below it
NEVER = 1 << 29


@compiled
def count_subsumers(parent_start, parent, start, stamp, stack):
    """start[c + 1] − start[c] = how many subsumers concept c has; ``stamp`` and ``stack`` are room to work in."""
    for concept in range(len(parent_start) - 1):
        count = 1
        top = 1
        stack[0] = concept
        stamp[concept] = concept
        if parent_start[concept + 1] - parent_start[concept] == 1:
            above = parent[parent_start[concept]]
            start[concept + 1] = start[concept] + (start[above + 1] - start[above]) + 1
            continue
        while top:
            top -= 1
            node = stack[top]
            for i in range(parent_start[node], parent_start[node + 1]):
                above = parent[i]
                if stamp[above] != concept:
                    stamp[above] = concept
                    stack[top] = above
                    top += 1
                    count += 1
        start[concept + 1] = start[concept] + count


@compiled(inlined=True)
def _merge(row, first, middle, last, room):
    """Make one ascending run of two that follow each other."""
    for i in range(middle, last):
        room[i - middle] = row[i]
    left, right = middle - 1, last - middle - 1
    for at in range(last - 1, first - 1, -1):
        if right < 0:
            break
        if left >= first and row[left] > room[right]:
            row[at] = row[left]
            left -= 1
        else:
            row[at] = room[right]
            right -= 1


@compiled
def list_subsumers(parent_start, parent, start, subsumer, links, shortest, room):
    """The subsumers of every concept and the links up to them; ``shortest`` is −1 everywhere before and after."""
    for concept in range(len(parent_start) - 1):
        fill = start[concept]
        for i in range(parent_start[concept], parent_start[concept + 1]):
            before = fill
            for j in range(start[parent[i]], start[parent[i] + 1]):
                above = subsumer[j]
                if shortest[above] < 0:
                    subsumer[fill] = above
                    fill += 1
                    shortest[above] = links[j] + 1
                elif links[j] + 1 < shortest[above]:
                    shortest[above] = links[j] + 1
            _merge(subsumer, start[concept], before, fill, room)
        subsumer[fill] = concept
        shortest[concept] = 0
        for j in range(start[concept], start[concept + 1]):
            links[j] = shortest[subsumer[j]]
            shortest[subsumer[j]] = -1


def closure(parent_start: Numbers, parent: Numbers) -> tuple[Numbers, Codes, Codes]:
    """Return (start, subsumer, links); rows ascending, so the root comes first and the concept last."""
    size = len(parent_start) - 1
    start = np.zeros(size + 1, dtype=np.int64)
    count_subsumers(parent_start, parent, start, np.full(size, -1, dtype=np.int64), np.empty(size, dtype=np.int64))
    subsumer, links = np.empty(start[size], dtype=np.int32), np.empty(start[size], dtype=np.int32)
    shortest, room = np.full(size, -1, dtype=np.int32), np.empty(size, dtype=np.int32)
    list_subsumers(parent_start, parent, start, subsumer, links, shortest, room)
    return start, subsumer, links


@compiled(inlined=True)
def _fill(work, number):
    for t in range(work.shape[0]):
        for b in range(work.shape[1]):
            work[t, b] = number


@compiled(inlined=True)
def _turn(work, targets, tile):
    """tile[b, j] = work[targets[j], b]."""
    for first in range(0, len(targets), BLOCK):
        last = min(first + BLOCK, len(targets))
        for b in range(tile.shape[0]):
            for j in range(first, last):
                tile[b, j] = work[targets[j], b]


@compiled
def deepest_keys(place, nodes, parent_start, parent, up_start, up, up_links, depth, sources, targets, work, tile):
    """depth(L)·STEP − links(c, L) − links(t, L), L the deepest common subsumer of c and t."""
    width = work.shape[1]
    _fill(work, -NEVER)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = place[up[i]]
            if t >= 0:
                work[t, b] = np.int32(depth[up[i]] * STEP - up_links[i])
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            above = parent[i]
            for b in range(width):
                work[t, b] = max(work[t, b], work[above, b] - np.int32(1))
    _turn(work, targets, tile)


@compiled
def fewest_links(place, nodes, parent_start, parent, up_start, up, up_links, sources, targets, work, tile):
    """Fewest links between two concepts through a common subsumer."""
    width = work.shape[1]
    _fill(work, NEVER)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = place[up[i]]
            if t >= 0:
                work[t, b] = up_links[i]
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            above = parent[i]
            for b in range(width):
                work[t, b] = min(work[t, b], work[above, b] + np.int32(1))
    _turn(work, targets, tile)


@compiled
def greatest_ranks(place, nodes, parent_start, parent, up_start, up, rank, sources, targets, work, tile):
    """Greatest rank of a common subsumer."""
    width = work.shape[1]
    _fill(work, -1)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = place[up[i]]
            if t >= 0:
                work[t, b] = rank[up[i]]
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            above = parent[i]
            for b in range(width):
                work[t, b] = max(work[t, b], work[above, b])
    _turn(work, targets, tile)


@compiled
def common_subsumers(place, nodes, parent_start, parent, up_start, up, sources, targets, work, tile):
    """How many subsumers two concepts share.

    A concept with one parent shares what its parent shares, and itself; one with several parents is
    counted over its own subsumers, so that nothing counts twice. ``work`` has two tables: who subsumes
    the source, and the counts.
    """
    width = work.shape[1]
    shares, counts = work[: len(nodes)], work[len(nodes) :]
    _fill(shares, 0)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            if place[up[i]] >= 0:
                shares[place[up[i]], b] = 1
    for t in range(len(nodes)):
        first, last = parent_start[t], parent_start[t + 1]
        if last - first == 1:
            above = parent[first]
            for b in range(width):
                counts[t, b] = shares[t, b] + counts[above, b]
        else:
            for b in range(width):
                counts[t, b] = shares[t, b]
            for i in range(up_start[nodes[t]], up_start[nodes[t] + 1] - 1):
                above = place[up[i]]
                for b in range(width):
                    counts[t, b] += shares[above, b]
    _turn(counts, targets, tile)


@compiled
def add_rows(rows, weights, sums):
    """sums[c] += Σ_i weights[i]·rows[i, c]."""
    for i in range(len(rows)):
        for c in range(len(sums)):
            sums[c] += weights[i] * rows[i, c]


@compiled
def sum_products(first, second, start, left, right, share, row):
    """`sparse_product` with room for a row of ``second``."""
    total = 0.0
    for i in range(len(start) - 1):
        if start[i] == start[i + 1]:
            continue
        for j in range(len(row)):
            row[j] = 0.0
        for s in range(len(left)):
            row[right[s]] += first[i, left[s]] * share[s]
        for r in range(start[i], start[i + 1]):
            inner = 0.0
            other = second[right[r]]
            for j in range(len(row)):
                inner += row[j] * other[j]
            total += share[r] * inner
    return total


def sparse_product(
    first: Floats, second: Floats, start: Numbers, left: Numbers, right: Numbers, share: Floats
) -> float:
    """Σ_rs share_r·share_s·first[left_r, left_s]·second[right_r, right_s].

    The product of two centred distance matrices over all pairs of records, from the value pairs that occur. They
    are in order of ``left``; those of value i lie from start[i] to start[i + 1]. Cost: pairs × values.
    """
    return sum_products(first, second, start, left, right, share, np.empty(len(second)))


@compiled
def sum_gaps(x, y, rank, share, tree, whole, below, own):
    """`product_of_gaps` with room to work in, zero everywhere before."""
    total = 0.0
    for j in range(len(x)):
        for c in range(4):
            below[c] = 0.0
        at = rank[j] + 1
        while at > 0:
            for c in range(4):
                below[c] += tree[at, c]
            at -= at & -at
        low = x[j] * y[j] * below[0] - x[j] * below[2] - y[j] * below[1] + below[3]
        all_of_them = x[j] * y[j] * whole[0] - x[j] * whole[2] - y[j] * whole[1] + whole[3]
        total += share[j] * (2.0 * low - all_of_them)
        own[0], own[1], own[2], own[3] = share[j], share[j] * x[j], share[j] * y[j], share[j] * x[j] * y[j]
        for c in range(4):
            whole[c] += own[c]
        at = rank[j] + 1
        while at < len(tree):
            for c in range(4):
                tree[at, c] += own[c]
            at += at & -at
    return 2.0 * total


def product_of_gaps(x: Floats, y: Floats, rank: Numbers, share: Floats) -> float:
    """Σ_ij share_i·share_j·|x_i − x_j|·|y_i − y_j|, x ascending; ``rank`` are the ranks of y from 0. In n·log n.

    For each record the earlier ones with no greater y and those with a greater one are summed apart (Huo and Székely
    2016): Σ p·(x_j − x_i)·(y_j − y_i) needs Σ p, Σ p·x, Σ p·y and Σ p·x·y of the former, all from a Fenwick tree.
    """
    tree = np.zeros((rank.max() + 2, 4))
    return sum_gaps(x, y, rank, share, tree, np.zeros(4), np.zeros(4), np.zeros(4))
