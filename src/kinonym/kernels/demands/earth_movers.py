"""Earth mover's distances between the distribution of a class and that of the table, by four ground distances.

How far is too far is said in `class_demands`; how far apart two values are, the caller says. The distance of ordered
values is in `ordered_values`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["equal_distance", "semantic_bounds", "transport_cost", "tree_distance"]

NOTHING = 1e-12  # less than this is no mass


@compiled
def equal_distance(share, listed, number, overall):
    """All values equally far apart: half the sum of absolute differences.

    ``listed`` names the values of the class; those that it lacks differ by their share of the table.
    """
    apart = 1.0
    for i in range(number):
        v = listed[i]
        apart += abs(share[v] - overall[v]) - overall[v]
    return max(0.0, apart / 2.0)


@compiled
def tree_distance(share, overall, node_of, parent, height, surplus, lack):
    """Values in a tree: what can be evened out below a node travels its height (Li et al. 2007).

    Parents stand before their children; ``surplus`` and ``lack`` are room to work in, as long as the tree.
    """
    for node in range(len(surplus)):
        surplus[node] = 0.0
        lack[node] = 0.0
    for v in range(len(node_of)):
        rest = share[v] - overall[v]
        surplus[node_of[v]] += max(rest, 0.0)
        lack[node_of[v]] += max(-rest, 0.0)
    total = 0.0
    for node in range(len(parent) - 1, -1, -1):
        total += height[node] * min(surplus[node], lack[node])
        rest = surplus[node] - lack[node]
        if node > 0:
            surplus[parent[node]] += max(rest, 0.0)
            lack[parent[node]] += max(-rest, 0.0)
    return total


@compiled
def semantic_bounds(share, listed, number, overall, ground):
    """Between what an earth mover's distance with a table of ground distances must lie."""
    least = 0.0
    widest = 0.0
    for v in range(len(overall)):
        near = np.inf
        for i in range(number):
            near = min(near, ground[listed[i], v])
            widest = max(widest, ground[listed[i], v])
        least += overall[v] * near
    return least, widest * equal_distance(share, listed, number, overall)


@compiled(inlined=True)
def _ways(flow, cost, way, through):
    """way[i, j]: least change of cost if source j takes over some sink of source i, and which sink."""
    sources, sinks = cost.shape
    for i in range(sources):
        for j in range(sources):
            way[i, j] = np.inf
        for q in range(sinks):
            if flow[i, q] > NOTHING:
                for j in range(sources):
                    change = cost[j, q] - cost[i, q]
                    if change < way[i, j]:
                        way[i, j] = change
                        through[i, j] = q


@compiled(inlined=True)
def _cheapest(first, way, reach, before):
    """Cheapest chain of sources that serves a sink: Bellman-Ford from the direct costs ``first``."""
    sources = len(first)
    for i in range(sources):
        reach[i] = first[i]
        before[i] = -1
    for _ in range(sources):
        changed = False
        for i in range(sources):
            for j in range(sources):
                if reach[i] + way[i, j] < reach[j] - NOTHING:
                    reach[j] = reach[i] + way[i, j]
                    before[j] = i
                    changed = True
        if not changed:
            return


@compiled(allocates=True)
def transport_cost(supply, demand, cost):
    """Least cost of moving ``supply`` onto ``demand`` (equal sums): successive cheapest chains, sink by sink."""
    sources, sinks = cost.shape
    left = supply.copy()
    flow = np.zeros((sources, sinks))
    way = np.empty((sources, sources))
    through = np.zeros((sources, sources), dtype=np.int64)
    reach = np.empty(sources)
    before = np.empty(sources, dtype=np.int64)
    for q in range(sinks):
        need = demand[q]
        while need > NOTHING:
            _ways(flow, cost, way, through)
            _cheapest(cost[:, q], way, reach, before)
            last = -1
            for i in range(sources):
                if left[i] > NOTHING and (last < 0 or reach[i] < reach[last]):
                    last = i
            if last < 0:
                break  # rounding: nothing is left
            amount = min(need, left[last])
            i = last
            while before[i] >= 0:
                amount = min(amount, flow[before[i], through[before[i], i]])
                i = before[i]
            left[last] -= amount
            i = last
            while before[i] >= 0:
                sink = through[before[i], i]
                flow[i, sink] += amount
                flow[before[i], sink] -= amount
                i = before[i]
            flow[i, q] += amount
            need -= amount
    total = 0.0
    for i in range(sources):
        for q in range(sinks):
            total += flow[i, q] * cost[i, q]
    return total
