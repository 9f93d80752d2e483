"""Earth mover's distances between the distribution of a class and that of the table, for several ground distances.

`share` and `overall` are the shares of each value in the class and in the table. The limits are in `class_demands`. The
distance of ordered values is in `ordered_values`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["bound_semantic_distance", "equal_distance", "transport_cost", "tree_distance"]

TINY_MASS = 1e-12  # less than this counts as no mass


@compiled
def equal_distance(share, class_values, number, overall):
    """All values have the distance 1: half the sum of absolute differences. Cost: O(values of the class).

    ``class_values`` contains the values of the class; each other value differs by its share in the table.
    """
    difference = 1.0
    for i in range(number):
        v = class_values[i]
        difference += abs(share[v] - overall[v]) - overall[v]
    return max(0.0, difference / 2.0)


@compiled
def tree_distance(share, overall, node_of, parent, height, surplus, deficit):
    """Values in a tree: mass that is balanced below a node moves by the height of the node (Li et al. 2007).

    Parents come before their children. ``surplus`` and ``deficit``: workspaces as long as the tree. Cost: O(nodes).
    """
    for node in range(len(surplus)):
        surplus[node] = 0.0
        deficit[node] = 0.0
    for v in range(len(node_of)):
        rest = share[v] - overall[v]
        surplus[node_of[v]] += max(rest, 0.0)
        deficit[node_of[v]] += max(-rest, 0.0)
    total = 0.0
    for node in range(len(parent) - 1, -1, -1):
        total += height[node] * min(surplus[node], deficit[node])
        rest = surplus[node] - deficit[node]
        if node > 0:
            surplus[parent[node]] += max(rest, 0.0)
            deficit[parent[node]] += max(-rest, 0.0)
    return total


@compiled
def bound_semantic_distance(share, class_values, number, overall, ground):
    """Lower and upper bound of the distance with a table of ground distances. Cost: O(values of the class × values).

    Each share of the table comes at least from the nearest value of the class. At most, all that differs moves by the
    greatest distance.
    """
    least = 0.0
    greatest = 0.0
    for v in range(len(overall)):
        nearest = np.inf
        for i in range(number):
            nearest = min(nearest, ground[class_values[i], v])
            greatest = max(greatest, ground[class_values[i], v])
        least += overall[v] * nearest
    return least, greatest * equal_distance(share, class_values, number, overall)


@compiled(inlined=True)
def _find_shifts(flow, cost, shift_cost, shift_sink):
    """shift_cost[i, j]: least change of cost if source j serves a sink of source i; ``shift_sink``: that sink."""
    sources, sinks = cost.shape
    for i in range(sources):
        for j in range(sources):
            shift_cost[i, j] = np.inf
        for q in range(sinks):
            if flow[i, q] > TINY_MASS:
                for j in range(sources):
                    change = cost[j, q] - cost[i, q]
                    if change < shift_cost[i, j]:
                        shift_cost[i, j] = change
                        shift_sink[i, j] = q


@compiled(inlined=True)
def _find_cheapest_chains(direct_cost, shift_cost, chain_cost, previous):
    """Cost and predecessors of the cheapest chain from each source to a sink: Bellman-Ford from the direct costs."""
    sources = len(direct_cost)
    for i in range(sources):
        chain_cost[i] = direct_cost[i]
        previous[i] = -1
    for _ in range(sources):
        changed = False
        for i in range(sources):
            for j in range(sources):
                if chain_cost[i] + shift_cost[i, j] < chain_cost[j] - TINY_MASS:
                    chain_cost[j] = chain_cost[i] + shift_cost[i, j]
                    previous[j] = i
                    changed = True
        if not changed:
            return


@compiled(allocates=True)
def transport_cost(supply, demand, cost):
    """Least cost of moving ``supply`` to ``demand`` (equal sums): successive shortest paths, sink by sink.

    A path is a chain of sources: the first serves the sink, each next one takes over a sink of the one before. Cost per
    path: O(sources²·(sources + sinks)).
    """
    sources, sinks = cost.shape
    unused = supply.copy()
    flow = np.zeros((sources, sinks))
    shift_cost = np.empty((sources, sources))
    shift_sink = np.zeros((sources, sources), dtype=np.int64)
    chain_cost = np.empty(sources)
    previous = np.empty(sources, dtype=np.int64)
    for q in range(sinks):
        need = demand[q]
        while need > TINY_MASS:
            _find_shifts(flow, cost, shift_cost, shift_sink)
            _find_cheapest_chains(cost[:, q], shift_cost, chain_cost, previous)
            end = -1
            for i in range(sources):
                if unused[i] > TINY_MASS and (end < 0 or chain_cost[i] < chain_cost[end]):
                    end = i
            if end < 0:
                break  # because of rounding, all supply is used
            amount = min(need, unused[end])
            i = end
            while previous[i] >= 0:
                amount = min(amount, flow[previous[i], shift_sink[previous[i], i]])
                i = previous[i]
            unused[end] -= amount
            i = end
            while previous[i] >= 0:
                sink = shift_sink[previous[i], i]
                flow[i, sink] += amount
                flow[previous[i], sink] -= amount
                i = previous[i]
            flow[i, q] += amount
            need -= amount
    total = 0.0
    for i in range(sources):
        for q in range(sinks):
            total += flow[i, q] * cost[i, q]
    return total
