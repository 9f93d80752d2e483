"""What two concepts of a taxonomy have in common, for a *tile* of sources × targets at once; and sums of distances.

Concepts are numbered so that parents come before their children. One ascending sweep thus carries a quantity from
every concept to its children. The sweep runs only on ``nodes``: the targets and their ancestors, in ascending order,
where ``position_of[c]`` is the position of concept c in ``nodes``, or −1. ``parent_start`` and ``parent`` list the
parents of each node by position; ``up_start``, ``up`` and ``up_links`` list the subsumers of each concept and the
links up to them. ``work`` is a workspace of nodes × sources; results go to ``tile``, sources × targets. Cost of a
sweep: O(links between nodes × sources). The formulas of the measures are in `kinonym.measures`.
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

BLOCK = 64  # targets transposed at a time, so that both arrays stay in the first-level cache
SHIFT = 15
STEP = 1 << SHIFT  # one level of depth outweighs any number of links below it
UNREACHED = 1 << 29


@compiled
def count_subsumers(parent_start, parent, start, stamp, stack):
    """start[c + 1] − start[c] = the number of subsumers of concept c, itself included. ``stamp``, ``stack``: workspace.

    A concept with one parent has one subsumer more than the parent; otherwise the ancestors are searched depth first.
    """
    for concept in range(len(parent_start) - 1):
        count = 1
        top = 1
        stack[0] = concept
        stamp[concept] = concept
        if parent_start[concept + 1] - parent_start[concept] == 1:
            upper = parent[parent_start[concept]]
            start[concept + 1] = start[concept] + (start[upper + 1] - start[upper]) + 1
            continue
        while top:
            top -= 1
            node = stack[top]
            for i in range(parent_start[node], parent_start[node + 1]):
                upper = parent[i]
                if stamp[upper] != concept:
                    stamp[upper] = concept
                    stack[top] = upper
                    top += 1
                    count += 1
        start[concept + 1] = start[concept] + count


@compiled(inlined=True)
def _merge(row, first, middle, last, workspace):
    """Merge two adjacent ascending runs of ``row`` in place."""
    for i in range(middle, last):
        workspace[i - middle] = row[i]
    left, right = middle - 1, last - middle - 1
    for at in range(last - 1, first - 1, -1):
        if right < 0:
            break
        if left >= first and row[left] > workspace[right]:
            row[at] = row[left]
            left -= 1
        else:
            row[at] = workspace[right]
            right -= 1


@compiled
def list_subsumers(parent_start, parent, start, subsumer, links, shortest, workspace):
    """List the subsumers of every concept and the links up to them; ``shortest`` is −1 everywhere before and after.

    The list of a concept is merged from the lists of its parents. Cost: O(subsumers of all concepts × parents).
    """
    for concept in range(len(parent_start) - 1):
        fill = start[concept]
        for i in range(parent_start[concept], parent_start[concept + 1]):
            before = fill
            for j in range(start[parent[i]], start[parent[i] + 1]):
                upper = subsumer[j]
                if shortest[upper] < 0:
                    subsumer[fill] = upper
                    fill += 1
                    shortest[upper] = links[j] + 1
                elif links[j] + 1 < shortest[upper]:
                    shortest[upper] = links[j] + 1
            _merge(subsumer, start[concept], before, fill, workspace)
        subsumer[fill] = concept
        shortest[concept] = 0
        for j in range(start[concept], start[concept + 1]):
            links[j] = shortest[subsumer[j]]
            shortest[subsumer[j]] = -1


def closure(parent_start: Numbers, parent: Numbers) -> tuple[Numbers, Codes, Codes]:
    """Return (start, subsumer, links) of every concept. Lists ascend, so the root is first and the concept last."""
    size = len(parent_start) - 1
    start = np.zeros(size + 1, dtype=np.int64)
    count_subsumers(parent_start, parent, start, np.full(size, -1, dtype=np.int64), np.empty(size, dtype=np.int64))
    subsumer, links = np.empty(start[size], dtype=np.int32), np.empty(start[size], dtype=np.int32)
    shortest, workspace = np.full(size, -1, dtype=np.int32), np.empty(size, dtype=np.int32)
    list_subsumers(parent_start, parent, start, subsumer, links, shortest, workspace)
    return start, subsumer, links


@compiled(inlined=True)
def _fill_with(work, number):
    """Set every entry."""
    for t in range(work.shape[0]):
        for b in range(work.shape[1]):
            work[t, b] = number


@compiled(inlined=True)
def _write_tile(work, targets, tile):
    """Copy the rows of the targets, transposed: tile[b, j] = work[targets[j], b]."""
    for first in range(0, len(targets), BLOCK):
        last = min(first + BLOCK, len(targets))
        for b in range(tile.shape[0]):
            for j in range(first, last):
                tile[b, j] = work[targets[j], b]


@compiled
def deepest_keys(position_of, nodes, parent_start, parent, up_start, up, up_links, depth, sources, targets, work, tile):
    """Tile = depth(L)·STEP − links(c, L) − links(t, L), where L is the deepest common subsumer of c and t.

    The maximum of this key prefers depth to few links (specification 1).
    """
    width = work.shape[1]
    _fill_with(work, -UNREACHED)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = position_of[up[i]]
            if t >= 0:
                work[t, b] = np.int32(depth[up[i]] * STEP - up_links[i])
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            upper = parent[i]
            for b in range(width):
                work[t, b] = max(work[t, b], work[upper, b] - np.int32(1))
    _write_tile(work, targets, tile)


@compiled
def fewest_links(position_of, nodes, parent_start, parent, up_start, up, up_links, sources, targets, work, tile):
    """Tile = fewest links between two concepts through a common subsumer."""
    width = work.shape[1]
    _fill_with(work, UNREACHED)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = position_of[up[i]]
            if t >= 0:
                work[t, b] = up_links[i]
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            upper = parent[i]
            for b in range(width):
                work[t, b] = min(work[t, b], work[upper, b] + np.int32(1))
    _write_tile(work, targets, tile)


@compiled
def greatest_ranks(position_of, nodes, parent_start, parent, up_start, up, rank, sources, targets, work, tile):
    """Tile = greatest rank of a common subsumer, e.g. by information content."""
    width = work.shape[1]
    _fill_with(work, -1)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            t = position_of[up[i]]
            if t >= 0:
                work[t, b] = rank[up[i]]
    for t in range(len(nodes)):
        for i in range(parent_start[t], parent_start[t + 1]):
            upper = parent[i]
            for b in range(width):
                work[t, b] = max(work[t, b], work[upper, b])
    _write_tile(work, targets, tile)


@compiled
def common_subsumers(position_of, nodes, parent_start, parent, up_start, up, sources, targets, work, tile):
    """Tile = number of subsumers that two concepts share.

    A concept with one parent shares what its parent shares, and possibly itself. For a concept with several parents,
    its subsumers are counted one by one, so that nothing counts twice. ``work`` holds two tables: whether a node
    subsumes the source, and the counts.
    """
    width = work.shape[1]
    shares, counts = work[: len(nodes)], work[len(nodes) :]
    _fill_with(shares, 0)
    for b in range(width):
        for i in range(up_start[sources[b]], up_start[sources[b] + 1]):
            if position_of[up[i]] >= 0:
                shares[position_of[up[i]], b] = 1
    for t in range(len(nodes)):
        first, last = parent_start[t], parent_start[t + 1]
        if last - first == 1:
            upper = parent[first]
            for b in range(width):
                counts[t, b] = shares[t, b] + counts[upper, b]
        else:
            for b in range(width):
                counts[t, b] = shares[t, b]
            for i in range(up_start[nodes[t]], up_start[nodes[t] + 1] - 1):
                upper = position_of[up[i]]
                for b in range(width):
                    counts[t, b] += shares[upper, b]
    _write_tile(counts, targets, tile)


@compiled
def add_rows(rows, weights, sums):
    """Add a weighted sum of rows: sums[c] += Σ_i weights[i]·rows[i, c]."""
    for i in range(len(rows)):
        for c in range(len(sums)):
            sums[c] += weights[i] * rows[i, c]


@compiled
def sum_products(first, second, start, left, right, share, row):
    """`sparse_product`; ``row`` is a workspace as long as a row of ``second``."""
    total = 0.0
    for i in range(len(start) - 1):
        if start[i] == start[i + 1]:
            continue
        for j in range(len(row)):
            row[j] = 0.0
        for s in range(len(left)):
            row[right[s]] += first[i, left[s]] * share[s]
        for r in range(start[i], start[i + 1]):
            dot = 0.0
            right_row = second[right[r]]
            for j in range(len(row)):
                dot += row[j] * right_row[j]
            total += share[r] * dot
    return total


def sparse_product(
    first: Floats, second: Floats, start: Numbers, left: Numbers, right: Numbers, share: Floats
) -> float:
    """Σ_rs share_r·share_s·first[left_r, left_s]·second[right_r, right_s].

    The product of two centred distance matrices over all pairs of records, from the value pairs that occur. The pairs
    are sorted by ``left``; those of value i lie from start[i] to start[i + 1]. Cost: O(pairs × values).
    """
    return sum_products(first, second, start, left, right, share, np.empty(len(second)))


@compiled
def sum_gaps(x, y, rank, share, tree, all_sums, lower_sums, term):
    """`product_of_gaps`; the last four arguments are workspaces that contain zeros."""
    total = 0.0
    for j in range(len(x)):
        for c in range(4):
            lower_sums[c] = 0.0
        at = rank[j] + 1
        while at > 0:
            for c in range(4):
                lower_sums[c] += tree[at, c]
            at -= at & -at
        lower_total = x[j] * y[j] * lower_sums[0] - x[j] * lower_sums[2] - y[j] * lower_sums[1] + lower_sums[3]
        all_total = x[j] * y[j] * all_sums[0] - x[j] * all_sums[2] - y[j] * all_sums[1] + all_sums[3]
        total += share[j] * (2.0 * lower_total - all_total)
        term[0], term[1], term[2], term[3] = share[j], share[j] * x[j], share[j] * y[j], share[j] * x[j] * y[j]
        for c in range(4):
            all_sums[c] += term[c]
        at = rank[j] + 1
        while at < len(tree):
            for c in range(4):
                tree[at, c] += term[c]
            at += at & -at
    return 2.0 * total


def product_of_gaps(x: Floats, y: Floats, rank: Numbers, share: Floats) -> float:
    """Σ_ij share_i·share_j·|x_i − x_j|·|y_i − y_j| for ascending x; ``rank`` is the rank of each y, from 0.

    For each record, the earlier records with a y at most as great are summed separately (Huo and Székely 2016):
    Σ p·(x_j − x_i)·(y_j − y_i) needs their Σ p, Σ p·x, Σ p·y and Σ p·x·y, all from one Fenwick tree. Cost: O(n·log n).
    """
    tree = np.zeros((rank.max() + 2, 4))
    return sum_gaps(x, y, rank, share, tree, np.zeros(4), np.zeros(4), np.zeros(4))
