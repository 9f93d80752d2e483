"""Classes by cuts from the top: a part is cut in two where that costs least, while both sides keep every demand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.clusters.cover_costs import Covers
from kinonym.kernels.clusters.listed_cuts import Cuts, list_cuts, new_cuts
from kinonym.kernels.demands.class_demands import meets_demands
from kinonym.methods.progress import Progress
from kinonym.methods.table_demands import TableDemands

__all__ = ["cut_classes"]

Numbers = NDArray[np.int64]

TRIED = 256
"""So many of the cheapest cuts of a part are tried where confidential values or persons are demanded."""
_DECIMALS = 9
"""Decimals of the cost of a record; cuts that differ by less are ties."""


def cut_classes(covers: Covers, counts: Numbers, k: int, demands: TableDemands, progress: Progress) -> Numbers:
    """The class of each tuple; neighbouring classes come from the same part.

    Of the cuts that leave k records (persons) on both sides and meet the demands, the one with the least cost is made;
    ties: the more even one, then the first column and place. Cost: O(p · columns² · levels) for each round of cuts.
    """
    cuts = new_cuts(covers, counts)
    class_of, number, done = np.empty(len(counts), dtype=np.int64), 0, 0
    waiting = [np.arange(len(counts))]
    while waiting:
        part = waiting.pop()
        sides = _cut(covers, cuts, part, k, demands)
        if sides is None:
            class_of[part] = number
            number, done = number + 1, done + len(part)
            progress(done / len(counts))
        else:
            waiting += sides
    return class_of


def _cut(covers: Covers, cuts: Cuts, part: Numbers, k: int, demands: TableDemands) -> tuple[Numbers, Numbers] | None:
    """The two sides of the best cut; None if there is none."""
    records = int(cuts.counts[part].sum())
    if records < 2 * k or len(part) == 1:
        return None
    in_order = np.argsort(covers.place[part].T, axis=1, kind="stable")
    number = list_cuts(covers, cuts, np.ascontiguousarray(part[in_order]), k)
    costs = np.round(cuts.cost[:number] / records, _DECIMALS)
    best_first = np.lexsort((cuts.uneven[:number], costs))
    for best in best_first[: 1 if demands is None else TRIED]:
        position = covers.place[part, cuts.column[best]]
        inside = (position >= cuts.first[best]) & (position < cuts.last[best])
        sides = part[inside], part[~inside]
        if all(meets_demands(demands, side, len(side)) for side in sides):
            return sides
    return None
