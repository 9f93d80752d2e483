"""All subsumers of all concepts, with the shortest way up to each."""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["closure"]


@compiled
def _closure_sizes(parent_start, parent):
    size = len(parent_start) - 1
    start = np.zeros(size + 1, dtype=np.int64)
    stamp = np.full(size, -1, dtype=np.int64)
    stack = np.empty(size, dtype=np.int64)
    for concept in range(size):
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
    return start


@compiled
def closure(parent_start, parent):
    """Return (start, subsumer, links); rows ascending, so the root comes first and the concept last."""
    size = len(parent_start) - 1
    start = _closure_sizes(parent_start, parent)
    subsumer = np.empty(start[size], dtype=np.int32)
    links = np.empty(start[size], dtype=np.int32)
    shortest = np.full(size, -1, dtype=np.int32)
    for concept in range(size):
        fill = start[concept]
        for i in range(parent_start[concept], parent_start[concept + 1]):
            for j in range(start[parent[i]], start[parent[i] + 1]):
                above = subsumer[j]
                if shortest[above] < 0:
                    subsumer[fill] = above
                    fill += 1
                    shortest[above] = links[j] + 1
                elif links[j] + 1 < shortest[above]:
                    shortest[above] = links[j] + 1
        subsumer[fill] = concept
        shortest[concept] = 0
        row = subsumer[start[concept] : start[concept + 1]]
        if parent_start[concept + 1] - parent_start[concept] > 1:
            row.sort()
        for j in range(start[concept], start[concept + 1]):
            links[j] = shortest[subsumer[j]]
            shortest[subsumer[j]] = -1
    return start, subsumer, links
