"""Lower bounds of the sums that the search of `set_centres` compares, for distances by the cheapest matching.

A matching comes with dual prices of the members of both sets: no price of a pair exceeds its distance, so the prices of
all members together never exceed the cost of a matching. The prices of the centre and of a set stay valid if a member
leaves the centre. A concept that joins gets the greatest price that the prices of the set allow. So the matchings of
the present centre bound the sums after every removal, addition and exchange.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.bundles import Bundle
from kinonym.kernels.compile import compiled
from kinonym.kernels.distances.set_distances import ASSIGNMENT, pair_set

__all__ = ["StepBounds", "bound_step", "bound_steps", "new_step_bounds"]


@dataclass(frozen=True, eq=False)
class StepBounds(Bundle):
    """The bound of a step is the total for the new size, less the price of what leaves, plus that of what joins."""

    total: Any  # for centres with one member less, as many, and one more
    leaving: Any  # price of each member of the centre, in a removal and in an exchange
    joining: Any  # price of each candidate, in an exchange and in an addition


def new_step_bounds(candidates: int) -> StepBounds:
    """A workspace."""
    return StepBounds(np.zeros(3), np.zeros((2, candidates + 1)), np.zeros((2, candidates)))


@compiled(inlined=True)
def _greatest_price(distance, members, price):
    """The greatest price of a candidate such that no pair with a member of a set exceeds its distance."""
    greatest = np.inf
    for j in range(len(members)):
        greatest = min(greatest, distance[members[j]] - price[j + 1])
    return greatest


@compiled
def bound_steps(distance, sets, weight, centre, workspace, bounds):
    """Compute the bounds of all steps from a centre. Cost: a matching per set, and O(candidates × members).

    Prices on the side with more members must not be above 0, as not all of them are matched. Where a centre of the
    size of the set grows, all prices of its side are lowered together, and those of the other side raised.
    """
    size = len(centre)
    for change in range(3):
        bounds.total[change] = 0.0
    for side in range(2):
        for i in range(size):
            bounds.leaving[side, i] = 0.0
        for c in range(len(distance)):
            bounds.joining[side, c] = 0.0
    for s in range(len(weight)):
        members = sets.member[sets.start[s] : sets.start[s + 1]]
        m = len(members)
        price, price_of_set = workspace.row_price, workspace.column_price
        if size > m:
            price, price_of_set = price_of_set, price
        if size > 0:
            pair_set(ASSIGNMENT, distance, centre, members, workspace)
        else:
            for j in range(1, m + 1):
                price_of_set[j] = 0.0
        matched = 0.0
        lowered = -np.inf if size == m else 0.0
        for i in range(1, size + 1):
            matched += price[i]
            if size == m:
                lowered = max(lowered, price[i])
        for j in range(1, m + 1):
            matched += price_of_set[j]
        for change in range(3):
            bounds.total[change] += weight[s] * (matched + abs(size + change - 1 - m)) / max(size + change - 1, m)
        fewer, same, more = weight[s] / max(size - 1, m), weight[s] / max(size, m), weight[s] / max(size + 1, m)
        for i in range(size):
            bounds.leaving[0, i] += fewer * price[i + 1]
            bounds.leaving[1, i] += same * price[i + 1]
        for c in range(len(distance)):
            greatest = _greatest_price(distance[c], members, price_of_set)
            bounds.joining[0, c] += same * (greatest if size <= m else min(0.0, greatest))
            bounds.joining[1, c] += more * (greatest if size < m else min(0.0, greatest - lowered))


@compiled(inlined=True)
def bound_step(bounds, added, removed):
    """The bound of a step: a candidate that joins, an index in the centre that leaves, or both; −1: none."""
    if added < 0:
        return bounds.total[0] - bounds.leaving[0, removed]
    if removed < 0:
        return bounds.total[2] + bounds.joining[1, added]
    return bounds.total[1] - bounds.leaving[1, removed] + bounds.joining[0, added]
