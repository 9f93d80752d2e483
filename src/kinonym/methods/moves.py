"""Refinement of classes that are released as covers: tuples move while the cost falls and every demand is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.clusters.cover_costs import Covers
from kinonym.kernels.clusters.moved_tuples import Membership, dissolve_classes, move_tuples, start_moves
from kinonym.methods.cuts import cut_classes
from kinonym.methods.progress import Progress, within
from kinonym.methods.table_demands import TableDemands, select_demands

__all__ = ["make_classes", "make_classes_within", "move_between_classes"]

Numbers = NDArray[np.int64]

BLOCK = 25_000
"""Tuples that are moved between all their classes; more are moved between neighbouring ones,"""
PART = 5_000
"""of so many tuples, because every tuple tries every class."""
PASSES = 8
DISSOLVED = 2  # passes in which classes are dissolved
_CUTS = 0.2  # share of the progress
STEP = 512  # tuples, or classes, between two looks at the progress


def make_classes(covers: Covers, counts: Numbers, k: int, demands: TableDemands, progress: Progress) -> Numbers:
    """The class of each tuple: by cuts, then by moves."""
    cut = cut_classes(covers, counts, k, demands, within(progress, 0.0, _CUTS))
    return move_between_classes(covers, counts, cut, k, demands, within(progress, _CUTS, 1.0))


def make_classes_within(
    covers: Covers, counts: Numbers, groups: Sequence[Numbers], k: int, demands: TableDemands, progress: Progress
) -> Numbers:
    """The class of each tuple; every class is within one of the groups, which have k records each."""
    class_of, classes = np.empty(len(counts), dtype=np.int64), 0
    for number, group in enumerate(groups):
        look = within(progress, number / len(groups), (number + 1) / len(groups))
        part = (
            _part(covers, group),
            counts[group],
            k,
            None if demands is None else select_demands(demands, group),
            look,
        )
        class_of[group] = classes + make_classes(*part)
        classes = int(class_of[group].max()) + 1
    return class_of


def move_between_classes(
    covers: Covers, counts: Numbers, class_of: Numbers, k: int, demands: TableDemands, progress: Progress
) -> Numbers:
    """The class of each tuple after moves: of single tuples, and of all tuples of classes that are dissolved.

    Every move lowers the cost and leaves k records and every demand to both classes. Cost: O(p · classes · columns)
    for each pass in the worst case; most classes are passed over at the first columns.
    """
    moved = class_of.copy()
    blocks = list(_blocks(class_of))
    for number, block in enumerate(blocks):
        state = start_moves(_part(covers, block), counts[block], np.unique(class_of[block], return_inverse=True)[1])
        look = within(progress, number / len(blocks), (number + 1) / len(blocks))
        _move(
            _part(covers, block),
            state,
            k,
            None if demands is None else select_demands(demands, block),
            look,
        )
        moved[block] = int(class_of[block].min()) + state.class_of
    return np.unique(moved, return_inverse=True)[1]


def _blocks(class_of: Numbers) -> Iterator[Numbers]:
    """The tuples of neighbouring classes, so many at a time."""
    order, size = np.argsort(class_of, kind="stable"), PART if len(class_of) > BLOCK else BLOCK
    ends = np.cumsum(np.bincount(class_of))
    begin = 0
    while begin < len(order):
        fitting = ends[(ends > begin) & (ends <= begin + size)]
        end = int(fitting[-1] if len(fitting) else ends[ends > begin][0])
        yield np.sort(order[begin:end])
        begin = end


def _part(covers: Covers, block: Numbers) -> Covers:
    return replace(covers, place=np.ascontiguousarray(covers.place[block]))


def _move(covers: Covers, state: Membership, k: int, demands: TableDemands, progress: Progress) -> None:
    """Passes until nothing moves."""
    size = len(state.class_of)
    for number in range(PASSES):
        before, look = int(state.changes[0]), within(progress, number / PASSES, (number + 1) / PASSES)
        for first in range(0, size, STEP):
            move_tuples(covers, state, k, demands, first, min(size, first + STEP))
            look(min(1.0, (first + STEP) / size))
        if number < DISSOLVED:
            dearest = np.argsort(-state.cost * state.records, kind="stable")
            for first in range(0, len(dearest), STEP):
                dissolve_classes(covers, state, demands, dearest[first : first + STEP])
                look(1.0)
        if state.changes[0] == before:
            break
    progress(1.0)
