"""From what each record receives to a plan, and from swapped columns to swapped records.

The only place of swapping with arrays as long as the table: one integer per record and column.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Plan, Tuples
from kinonym.methods.base import Progress
from kinonym.privacy.attacks.ranks import alone

__all__ = ["Codes", "SwapColumn", "each_column", "plan_from_records", "tuple_of_records"]

Codes = NDArray[np.int32]
SwapColumn = Callable[[Tuples, Progress], tuple[Codes, int]]
"""One column alone → what its records, in the order of values, receive; how many found no partner."""


def tuple_of_records(tuples: Tuples) -> Codes:
    """The tuple of each record; the records of a tuple follow each other."""
    return np.repeat(np.arange(len(tuples), dtype=np.int32), tuples.counts)


def plan_from_records(tuples: Tuples, masked: Codes, notices: tuple[str, ...]) -> Plan:
    """Count how many records of each tuple receive each masked tuple (``masked``: codes, records × columns)."""
    key = np.zeros(len(masked), dtype=np.int64)
    for j, column in enumerate(tuples.columns):
        pairs = key * len(column.points) + masked[:, j]
        _, first, key = np.unique(pairs, return_index=True, return_inverse=True)
    targets = masked[first]
    pairs = tuple_of_records(tuples).astype(np.int64) * len(targets) + key
    distinct, count = np.unique(pairs, return_counts=True)
    points = [column.points[targets[:, j]] for j, column in enumerate(tuples.columns)]
    source, target = np.divmod(distinct, len(targets))
    return Plan(tuples, source, target, count.astype(np.int64), np.column_stack(points), notices)


def each_column(
    tuples: Tuples, swap_column: SwapColumn, rng: np.random.Generator, progress: Progress
) -> tuple[Codes, list[int]]:
    """Swap every column on its own; returns what each record receives, and per column who found no partner.

    Records with equal values are interchangeable within a column: what they receive is dealt out among them
    at random, whatever their other columns hold.
    """
    of_record = tuple_of_records(tuples)
    masked = np.empty((tuples.records, len(tuples.columns)), dtype=np.int32)
    stuck = []
    for j in range(len(tuples.columns)):
        received, without = swap_column(alone(tuples, j), _part(progress, j, len(tuples.columns)))
        own = tuples.codes[of_record, j]
        shuffled = rng.permutation(tuples.records)
        masked[shuffled[np.argsort(own[shuffled], kind="stable")], j] = received
        stuck.append(without)
    return masked, stuck


def _part(progress: Progress, j: int, parts: int) -> Progress:
    return lambda share: progress((j + share) / parts)
