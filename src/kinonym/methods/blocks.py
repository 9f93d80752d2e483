"""Plans very many tuples in blocks of neighbours, in parallel; the result does not depend on the number of workers.

The kernels release Python's lock, so threads are enough: nothing is copied and no process is left. `planned_by` lets
other machines plan the blocks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.methods.progress import Progress, Share, silent
from kinonym.random import generator
from kinonym.tuples import Column, Plan, Tuples

__all__ = ["Piece", "Planner", "part_of", "plan_blocks", "planned_by"]

Numbers = NDArray[np.int64]
PlanBlock = Callable[[Tuples, Numbers, np.random.Generator, Progress], Plan]
"""(the tuples of a block, their numbers in the whole table, randomness, progress) → the block's plan."""


class Piece(NamedTuple):
    """The plan of a block without the tables of the block, so that they can be freed."""

    source: Numbers
    target: Numbers
    records: Numbers
    targets: NDArray[np.float64]


Planner = Callable[[int, Callable[[int], Piece]], Sequence[Piece] | None]
"""(the number of blocks, what plans the block of a number) → their plans, in order; None: it cannot be done there."""
_PLANNER: ContextVar[Planner | None] = ContextVar("_PLANNER", default=None)


@contextmanager
def planned_by(planner: Planner | None) -> Iterator[None]:
    """Set the planner of blocks in a context; None plans them in this process."""
    before = _PLANNER.set(planner)
    try:
        yield
    finally:
        _PLANNER.reset(before)


def part_of(tuples: Tuples, chosen: Numbers) -> Tuples:
    """Return some of the tuples as a separate table, with only the values that occur in it."""
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
    """Plan every block and join the plans in the order of the blocks."""
    shares, clusters = np.zeros(len(blocks)), np.zeros(len(blocks), dtype=np.int64)
    seeds = [int.from_bytes(rng.bytes(32), "little") for _ in blocks]
    weights = np.array([len(block) for block in blocks]) / len(tuples)
    stop = Event()

    def piece(number: int, look: Progress = silent) -> Piece:
        plan = plan_block(part_of(tuples, blocks[number]), blocks[number], generator(seeds[number]), look)
        return Piece(blocks[number][plan.source], plan.target, plan.count, plan.targets)

    planner = _PLANNER.get()
    pieces = None if planner is None else planner(len(blocks), piece)
    if pieces is not None:
        return _together(tuples, pieces)

    def work(number: int) -> Piece:
        def look(share: float) -> None:
            if stop.is_set():
                msg = "the run was stopped"
                raise _StoppedError(msg)
            shares[number] = share
            clusters[number] = Share.of(share).clusters or clusters[number]

        return piece(number, look)

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


class _StoppedError(Exception):
    """Raised in a block when the run stops."""


def _watch(futures: list[Future[Piece]], show: Callable[[], None]) -> None:
    """Show the progress until all blocks are planned; raise the error of a block."""
    left = set(futures)
    while left:
        done, left = wait(left, timeout=0.2, return_when=FIRST_EXCEPTION)
        for future in done:
            future.result()
        show()


def _together(tuples: Tuples, pieces: Sequence[Piece]) -> Plan:
    starts = np.cumsum([0, *(len(piece.targets) for piece in pieces[:-1])])
    return Plan(
        tuples,
        np.concatenate([piece.source for piece in pieces]),
        np.concatenate([piece.target + start for piece, start in zip(pieces, starts, strict=True)]),
        np.concatenate([piece.records for piece in pieces]),
        np.concatenate([piece.targets for piece in pieces]),
        (f"{len(tuples):,} distinct tuples were planned in {len(pieces)} blocks of neighbours",),
    )
