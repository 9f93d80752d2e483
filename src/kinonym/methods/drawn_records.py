"""Records drawn one by one → a plan: blocks of records in, rows (source, masked tuple, count) out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.methods.progress import Progress
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.tuples import tuple_points

__all__ = ["plan_by_record", "record_blocks"]

Numbers = NDArray[np.int64]

BLOCK = 1 << 21
"""Records drawn at a time: memory does not grow with the table, only with what it becomes."""


def plan_by_record(
    tuples: Tuples,
    mask: Callable[[Points], Points],
    progress: Progress,
    *,
    notices: tuple[str, ...] = (),
    facts: Callable[[], Mapping[str, float]] = dict,
) -> Plan:
    """Let ``mask`` turn records (rows × columns of points) into masked ones, and count equals together."""
    points = tuple_points(tuples)
    parts: list[tuple[Numbers, Points, Numbers]] = []
    done = 0
    for source in record_blocks(tuples.counts, BLOCK):
        masked = mask(points[source])
        first, inverse = distinct_rows(np.column_stack([source, masked]))
        parts.append((source[first], masked[first], np.bincount(inverse)))
        done += len(source)
        progress(done / tuples.records)
    source = np.concatenate([part[0] for part in parts])
    rows = np.concatenate([part[1] for part in parts])
    count = np.concatenate([part[2] for part in parts])
    first, target = distinct_rows(rows)
    return Plan(tuples, source, target, count, rows[first], notices, facts())


def record_blocks(counts: Numbers, size: int) -> Iterator[Numbers]:
    """The tuple of every record, ``size`` records at a time."""
    ends = np.cumsum(counts)
    for begin in range(0, int(ends[-1]), size):
        end = min(begin + size, int(ends[-1]))
        low, high = np.searchsorted(ends, [begin, end - 1], side="right")
        span = np.arange(low, high + 1)
        records = np.minimum(ends[span], end) - np.maximum(ends[span] - counts[span], begin)
        yield np.repeat(span, records)
