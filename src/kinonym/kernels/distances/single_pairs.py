"""What two concepts have in common, for a single pair: merge their two ascending lists of subsumers.

`concept_pairs` is faster for many pairs. Cost of each kernel: O(subsumers of both concepts).
"""

from __future__ import annotations

from kinonym.kernels.compile import compiled

__all__ = ["deepest_common", "fewest_links_between", "greatest_common"]


@compiled
def deepest_common(start, up, links, depths, a, b):
    """Return the depth of the LCS and the links up to it: deepest first, then the shortest path (specification 1)."""
    i, j = start[a], start[b]
    deepest, shortest = 0, 0
    while i < start[a + 1] and j < start[b + 1]:
        if up[i] < up[j]:
            i += 1
        elif up[i] > up[j]:
            j += 1
        else:
            depth, path = depths[up[i]], links[i] + links[j]
            if depth > deepest or (depth == deepest and path < shortest):
                deepest, shortest = depth, path
            i += 1
            j += 1
    return deepest, shortest


@compiled
def fewest_links_between(start, up, links, a, b):
    """Fewest links from one concept to the other through a common subsumer."""
    i, j = start[a], start[b]
    fewest = -1
    while i < start[a + 1] and j < start[b + 1]:
        if up[i] < up[j]:
            i += 1
        elif up[i] > up[j]:
            j += 1
        else:
            path = links[i] + links[j]
            if fewest < 0 or path < fewest:
                fewest = path
            i += 1
            j += 1
    return fewest


@compiled
def greatest_common(start, up, values, a, b):
    """Return the greatest value of a common subsumer: IC(L), if the values are contents (specification 1)."""
    i, j = start[a], start[b]
    greatest = 0.0
    while i < start[a + 1] and j < start[b + 1]:
        if up[i] < up[j]:
            i += 1
        elif up[i] > up[j]:
            j += 1
        else:
            greatest = max(greatest, values[up[i]])
            i += 1
            j += 1
    return greatest
