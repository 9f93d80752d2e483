"""Where a large table is cut so that neighbours stay together: along a column, between subtrees of its taxonomy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.tuples import Column, Tuples

__all__ = ["SpaceCuts", "cut_blocks", "cut_space", "join_blocks", "value_pairs"]

Numbers = NDArray[np.int64]
Line = NDArray[np.float64]
"""Place of each value of a column in an order in which near values stand together."""
Places = NDArray[np.float64]

SAMPLE = 128  # tuples of a part by which its cuts are compared
MIDDLE = 0.3  # a cut leaves at least this share of the tuples on each side, if it can


def cut_blocks(tuples: Tuples, size: int, pairs: int, least: int) -> list[Numbers]:
    """Cut the table in two, and the parts again, until all are small; returns the tuples of each block.

    Parameters
    ----------
    tuples
        The table.
    size
        Most tuples of a block.
    pairs
        Most pairs of words of a block.
    least
        Records that every block must have.

    Notes
    -----
    The values of a column are in the order of a walk through its taxonomy, or in that of the domain. A column is cut
    near its middle, between the two neighbours that are most distant; the column is the one with the cut that best
    separates the tuples of a sample. Cost: O(p·log p) for each round of cuts.
    """
    lines = [column.domain.walk(column.points) for column in tuples.columns]
    waiting, done = [np.arange(len(tuples))], []
    while waiting:
        part = waiting.pop()
        small = len(part) <= size and value_pairs(tuples, part) <= pairs
        halves = None if small else _halves(tuples, part, lines, least)
        if halves is None:
            done.append(part)
        else:
            waiting += [halves.above, halves.below]
    return done


@dataclass(frozen=True, eq=False)
class SpaceCuts:
    """Cuts of the space of all tuples that were chosen on some of them: they put any tuple into a block."""

    cuts: tuple[tuple[int, float, int, int], ...]
    """(column, place on its line where the upper half begins, next cut below, next cut above); a next cut below 0
    is the block −1 − cut. No cuts: a single block."""

    @property
    def blocks(self) -> int:
        """How many blocks there are; blocks with near numbers are neighbours."""
        return len(self.cuts) + 1

    def blocks_of(self, places: Places) -> Numbers:
        """The block of each tuple, given the places of its values on the lines of the columns (tuples × columns)."""
        block = np.zeros(len(places), dtype=np.int64)
        waiting = [(0, np.arange(len(places)))] if self.cuts else []
        while waiting:
            cut, rows = waiting.pop()
            if cut < 0:
                block[rows] = -1 - cut
                continue
            column, border, below, above = self.cuts[cut]
            over = places[rows, column] >= border
            waiting += [(below, rows[~over]), (above, rows[over])]
        return block


def cut_space(tuples: Tuples, size: int, pairs: int, least: int) -> SpaceCuts:
    """Choose cuts on a sample of tuples, as `cut_blocks` does, so that other tuples can be put into the blocks.

    The lines are those of all points of the columns, which may be more than those that the sample has.
    """
    lines = [column.domain.walk(column.points) for column in tuples.columns]
    cuts: list[tuple[int, float, int, int]] = []
    blocks = 0

    def cut(part: Numbers) -> int:
        nonlocal blocks
        small = len(part) <= size and value_pairs(tuples, part) <= pairs
        halves = None if small else _halves(tuples, part, lines, least)
        if halves is None:
            blocks += 1
            return -blocks
        number = len(cuts)
        cuts.append((halves.column, halves.border, 0, 0))
        below = cut(halves.below)
        cuts[number] = (halves.column, halves.border, below, cut(halves.above))
        return number

    cut(np.arange(len(tuples)))
    return SpaceCuts(tuple(cuts))


def join_blocks(blocks: list[Numbers], keeps: Callable[[Numbers], bool]) -> list[Numbers]:
    """Join neighbouring blocks until each can meet the demands, as the whole table can."""
    done: list[Numbers] = []
    waiting = blocks[0][:0]
    for block in blocks:
        waiting = np.concatenate([waiting, block])
        if keeps(waiting):
            done.append(waiting)
            waiting = block[:0]
    while len(waiting) and done and not keeps(waiting):
        waiting = np.concatenate([done.pop(), waiting])
    return [*done, waiting] if len(waiting) else done


def value_pairs(tuples: Tuples, part: Numbers) -> int:
    """Count the pairs of words with distances that the kernels would store."""
    words = [j for j, column in enumerate(tuples.columns) if column.domain.traits.has_hierarchy]
    return sum(len(np.unique(tuples.codes[part, j])) ** 2 for j in words)


@dataclass(frozen=True, eq=False)
class _Halves:
    """A part in two, and the place of the cut."""

    column: int
    border: float
    below: Numbers
    above: Numbers


def _halves(tuples: Tuples, part: Numbers, lines: list[Line], least: int) -> _Halves | None:
    """The part in two; None if no column can be cut."""
    some = part[np.linspace(0, len(part) - 1, min(SAMPLE, len(part))).astype(np.int64)]
    apart = _distances(tuples, some)
    best: _Halves | None = None
    score = -np.inf
    for j, line in enumerate(lines):
        border = _border(tuples.columns[j], tuples.codes[part, j], line)
        if border is None:
            continue
        above = line[tuples.codes[part, j]] >= border
        records = tuples.counts[part[above]].sum()
        separation = _separation(apart, line[tuples.codes[some, j]] >= border)
        if separation > score and min(records, tuples.counts[part].sum() - records) >= least:
            best, score = _Halves(j, border, part[~above], part[above]), separation
    return best


def _border(column: Column, codes: NDArray[np.int32], line: Line) -> float | None:
    """The place where the upper half of a column begins; None if it has one value."""
    values, numbers = np.unique(codes, return_counts=True)
    order = np.argsort(line[values], kind="stable")
    values, share = values[order], np.cumsum(numbers[order])[:-1] / len(codes)
    if not len(share):
        return None
    middle = np.flatnonzero((share >= MIDDLE) & (share <= 1 - MIDDLE))
    if not len(middle):
        middle = np.argmin(np.abs(share - 0.5), keepdims=True)
    points = column.points[values]
    gap = column.domain.between(points[middle], points[middle + 1])
    chosen = middle[np.lexsort((np.abs(share[middle] - 0.5), -gap))[0]]
    return float(line[values[chosen + 1]])


def _separation(apart: NDArray[np.float64], above: NDArray[np.bool_]) -> float:
    """How much farther tuples of the two sides are from each other than from their own."""
    if above.all() or not above.any():
        return -1.0
    across = apart[above][:, ~above].mean()
    return float(2.0 * across - apart[above][:, above].mean() - apart[~above][:, ~above].mean())


def _distances(tuples: Tuples, some: Numbers) -> NDArray[np.float64]:
    """Distances between all pairs of some tuples, up to a factor."""
    left, right = np.repeat(some, len(some)), np.tile(some, len(some))
    total = np.zeros(len(left))
    for j, column in enumerate(tuples.columns):
        first, second = column.points[tuples.codes[left, j]], column.points[tuples.codes[right, j]]
        total += column.domain.between(first, second) * column.weight
    return total.reshape(len(some), len(some))
