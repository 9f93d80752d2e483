"""Very many tuples: blocks of neighbours, each planned on its own, in parallel, whatever the number of workers.

The kernels release Python's lock, so threads are enough: nothing is copied and nothing is left behind.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.grouped import Column, Plan, Tuples
from kinonym.methods.contract import Progress, Share
from kinonym.methods.cutting import cut_blocks, value_pairs
from kinonym.random import generator

__all__ = ["Blocked", "part_of", "plan_blocks"]

Numbers = NDArray[np.int64]
PlanBlock = Callable[[Tuples, Numbers, np.random.Generator, Progress], Plan]
"""(the tuples of a block, their numbers in the whole table, randomness, progress) → the block's plan."""

LARGE = 100_000  # tables of more distinct tuples are cut into blocks by themselves,
AUTOMATIC = 25_000  # of at most so many tuples,
MANY_PAIRS = 2**26  # and so are tables with more pairs of words, whose distances would fill the memory,
PAIRS = 2**23  # into blocks of at most so many


@dataclass(frozen=True, kw_only=True)
class Blocked:
    """A method that can plan a large table in blocks of neighbours.

    Parameters
    ----------
    block_size
        Most distinct tuples that are planned together; more are cut into blocks of neighbours, which are planned in
        parallel. By default only tables of more than 100,000 distinct tuples, or of so many different words that
        their distances would fill the memory, are cut into blocks of up to 25,000.
    workers
        How many blocks are planned at the same time; by default one for each processor. It does not change the result.
    """

    block_size: int | None = None
    workers: int | None = None

    def check_blocks(self) -> None:
        """Raise unless both are whole numbers of at least 1."""
        for name, number in (("block_size", self.block_size), ("workers", self.workers)):
            if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
                msg = f"{name} must be a whole number of at least 1"
                raise UsageError(msg, hint="leave it out to let the size of the table decide")

    def blocks(self, tuples: Tuples, k: int) -> list[Numbers]:
        """The blocks of a table, each of at least k records; one that is small enough is one block."""
        every = np.arange(len(tuples))
        if self.block_size is not None:
            return cut_blocks(tuples, self.block_size, MANY_PAIRS, k)
        few = len(tuples) ** 2 * len(tuples.columns) <= MANY_PAIRS
        if few or (len(tuples) <= LARGE and value_pairs(tuples, every) <= MANY_PAIRS):
            return [every]
        return cut_blocks(tuples, AUTOMATIC, PAIRS, k)


def part_of(tuples: Tuples, chosen: Numbers) -> Tuples:
    """Some of the tuples as a table of their own, with only the values that occur in it."""
    columns, codes = [], np.empty((len(chosen), len(tuples.columns)), dtype=np.int32)
    for j, column in enumerate(tuples.columns):
        used, codes[:, j] = np.unique(tuples.codes[chosen, j], return_inverse=True)
        columns.append(Column(column.name, column.domain, column.points[used], column.weight))
    return Tuples(codes, tuples.counts[chosen], tuple(columns))


def plan_blocks(
    tuples: Tuples,
    blocks: Sequence[Numbers],
    plan_block: PlanBlock,
    rng: np.random.Generator,
    progress: Progress,
    *,
    workers: int | None = None,
) -> Plan:
    """Plan every block and put the plans together, in the order of the blocks."""
    shares, clusters = np.zeros(len(blocks)), np.zeros(len(blocks), dtype=np.int64)
    draws = [generator(int.from_bytes(rng.bytes(32), "little")) for _ in blocks]
    weights = np.array([len(block) for block in blocks]) / len(tuples)
    stop = Event()

    def work(number: int) -> _Piece:
        def look(share: float) -> None:
            if stop.is_set():
                msg = "the run was stopped"
                raise _StoppedError(msg)
            shares[number] = share
            clusters[number] = Share.of(share).clusters or clusters[number]

        plan = plan_block(part_of(tuples, blocks[number]), blocks[number], draws[number], look)
        return _Piece(blocks[number][plan.source], plan.target, plan.count, plan.targets)

    for column in tuples.columns:
        column.domain.space(column.points[:1])  # what all blocks share is made once, before they start
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        futures = [pool.submit(work, number) for number in range(len(blocks))]
        try:
            _watch(futures, lambda: progress(Share(min(1.0, float(weights @ shares)), int(clusters.sum()) or None)))
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return _together(tuples, [future.result() for future in futures])


class _Piece(NamedTuple):
    """The plan of a block without the block, whose tables may go."""

    source: Numbers
    target: Numbers
    records: Numbers
    targets: NDArray[np.float64]


class _StoppedError(Exception):
    """A block was given up because the run was."""


def _watch(futures: list[Future[_Piece]], show: Callable[[], None]) -> None:
    """Show the progress until all is done; raises what a block raises."""
    left = set(futures)
    while left:
        done, left = wait(left, timeout=0.2, return_when=FIRST_EXCEPTION)
        for future in done:
            future.result()
        show()


def _together(tuples: Tuples, pieces: Sequence[_Piece]) -> Plan:
    starts = np.cumsum([0, *(len(piece.targets) for piece in pieces[:-1])])
    return Plan(
        tuples,
        np.concatenate([piece.source for piece in pieces]),
        np.concatenate([piece.target + start for piece, start in zip(pieces, starts, strict=True)]),
        np.concatenate([piece.records for piece in pieces]),
        np.concatenate([piece.targets for piece in pieces]),
        (f"{len(tuples):,} distinct tuples were planned in {len(pieces)} blocks of neighbours",),
    )
