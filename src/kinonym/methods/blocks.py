"""Very many tuples: blocks of neighbours, each planned on its own, in parallel, whatever the number of workers.

The kernels release Python's lock, so threads are enough: nothing is copied and nothing is left behind.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import UsageError
from kinonym.grouped import Column, Plan, Tuples
from kinonym.methods.base import Progress
from kinonym.random import generator

__all__ = ["Blocked", "cut_blocks", "part_of", "plan_blocks"]

Numbers = NDArray[np.int64]
PlanBlock = Callable[[Tuples, Numbers, np.random.Generator, Progress], Plan]
"""(the tuples of a block, their numbers in the whole table, randomness, progress) → the block's plan."""

LARGE = 100_000  # tables of more distinct tuples are cut into blocks by themselves,
AUTOMATIC = 25_000  # of at most so many tuples


@dataclass(frozen=True, kw_only=True)
class Blocked:
    """A method that can plan a large table in blocks of neighbours.

    Parameters
    ----------
    block_size
        Most distinct tuples that are planned together; more are cut into blocks of neighbours, which are planned in
        parallel. By default only tables of more than 100,000 distinct tuples are cut, into blocks of up to 25,000.
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
                raise UsageError(msg)

    def blocks(self, tuples: Tuples, k: int) -> list[Numbers]:
        """The blocks of a table, each of at least k records; one that is small enough is one block."""
        size = self.block_size or (AUTOMATIC if len(tuples) > LARGE else len(tuples))
        return cut_blocks(tuples, size, k)


def cut_blocks(tuples: Tuples, size: int, least: int) -> list[Numbers]:
    """Halve the table between its most distant tuples until no block has more than ``size`` tuples.

    Parameters
    ----------
    tuples
        The table.
    size
        Most tuples of a block.
    least
        Records that every block must hold.

    Notes
    -----
    r is a tuple far from the first one, s one far from r; tuples are ordered by how much nearer they are to s, and
    cut in the middle. Only distances to r and s are measured: O(p·m) for each round of cuts.
    """
    waiting, done = [np.arange(len(tuples))], []
    while waiting:
        part = waiting.pop()
        first, second = _halves(tuples, part) if len(part) > size else (part, part[:0])
        if not len(second) or min(tuples.counts[first].sum(), tuples.counts[second].sum()) < least:
            done.append(np.sort(part))
        else:
            waiting += [second, first]
    return done


def _halves(tuples: Tuples, part: Numbers) -> tuple[Numbers, Numbers]:
    r = part[np.argmax(_distances(tuples, part, part[0]))]
    to_r = _distances(tuples, part, r)
    to_s = _distances(tuples, part, part[np.argmax(to_r)])
    order = part[np.argsort(to_r - to_s, kind="stable")]
    return order[: len(part) // 2], order[len(part) // 2 :]


def _distances(tuples: Tuples, part: Numbers, t: int) -> NDArray[np.float64]:
    """Distance of some tuples to one of them, up to a factor."""
    total = np.zeros(len(part))
    for j, column in enumerate(tuples.columns):
        own = np.full(len(column.points), column.points[tuples.codes[t, j]])
        row = column.domain.between(column.points, own) * column.weight
        total += row[tuples.codes[part, j]]
    return total


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
    shares = np.zeros(len(blocks))
    draws = [generator(int.from_bytes(rng.bytes(32), "little")) for _ in blocks]
    weights = np.array([len(block) for block in blocks]) / len(tuples)
    stop = Event()

    def work(number: int) -> Plan:
        def look(share: float) -> None:
            if stop.is_set():
                msg = "the run was stopped"
                raise _StoppedError(msg)
            shares[number] = share

        return plan_block(part_of(tuples, blocks[number]), blocks[number], draws[number], look)

    for column in tuples.columns:
        column.domain.space(column.points[:1])  # what all blocks share is made once, before they start
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        futures = [pool.submit(work, number) for number in range(len(blocks))]
        try:
            _watch(futures, lambda: progress(float(weights @ shares)))
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return _together(tuples, blocks, [future.result() for future in futures])


class _StoppedError(Exception):
    """A block was given up because the run was."""


def _watch(futures: list[Future[Plan]], show: Callable[[], None]) -> None:
    """Show the progress until all is done; raises what a block raises."""
    left = set(futures)
    while left:
        done, left = wait(left, timeout=0.2, return_when=FIRST_EXCEPTION)
        for future in done:
            future.result()
        show()


def _together(tuples: Tuples, blocks: Sequence[Numbers], plans: Sequence[Plan]) -> Plan:
    starts = np.cumsum([0, *(len(plan.targets) for plan in plans)])
    return Plan(
        tuples,
        np.concatenate([block[plan.source] for block, plan in zip(blocks, plans, strict=True)]),
        np.concatenate([plan.target + start for plan, start in zip(plans, starts, strict=False)]),
        np.concatenate([plan.count for plan in plans]),
        np.concatenate([plan.targets for plan in plans]),
        (f"{len(tuples):,} distinct tuples were planned in {len(blocks)} blocks of neighbours",),
    )
