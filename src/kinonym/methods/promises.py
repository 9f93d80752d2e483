"""Demands and confidential columns as one set of flat arrays for the kernels, for a table or for a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Confidential
from kinonym.kernels.demands.class_demands import EQUAL_GROUND, HIERARCHICAL, ORDERED, SEMANTIC_GROUND, Promise
from kinonym.privacy.ground import Ground

__all__ = ["Demand", "Promised", "make_promise", "promise_part"]

Numbers = NDArray[np.int64]
Promised = Promise | None
"""What a method keeps of the confidential columns; None where nothing was demanded, which compiles sooner."""
_KINDS = {"equal": EQUAL_GROUND, "ordered": ORDERED, "hierarchical": HIERARCHICAL, "semantic": SEMANTIC_GROUND}


class Demand(NamedTuple):
    """One model on one confidential column."""

    column: int
    model: int
    level: float
    factor: float


def make_promise(
    tuples: int, columns: Sequence[Confidential], grounds: Sequence[Ground], demands: Sequence[Demand]
) -> Promise:
    """Put the columns one after the other."""
    first = _starts([len(column.points) for column in columns])
    entry = _starts([len(column.value) for column in columns])
    node = _starts([len(ground.parent) for ground in grounds])
    start = [column.start + entry[q] for q, column in enumerate(columns)]
    return Promise(
        column=np.array([demand.column for demand in demands], dtype=np.int64),
        model=np.array([demand.model for demand in demands], dtype=np.int64),
        level=np.array([demand.level for demand in demands], dtype=np.float64),
        factor=np.array([demand.factor for demand in demands], dtype=np.float64),
        start=np.array(start, dtype=np.int64).reshape(-1, tuples + 1),
        value=_joined([column.value + first[q] for q, column in enumerate(columns)], np.int64),
        count=_joined([column.count for column in columns], np.float64),
        value_start=first,
        overall=_joined([column.totals / column.totals.sum() for column in columns], np.float64),
        ground=np.array([_KINDS[ground.name] for ground in grounds], dtype=np.int64),
        step=_joined([ground.step for ground in grounds], np.float64),
        node_start=node,
        node_of=_joined([ground.node_of for ground in grounds], np.int64),
        parent=_joined([ground.parent for ground in grounds], np.int64),
        height=_joined([ground.height for ground in grounds], np.float64),
        table_start=_starts([ground.table.size for ground in grounds]),
        table=_joined([ground.table.reshape(-1) for ground in grounds], np.float64),
        tally=np.zeros(first[-1]),
        listed=np.zeros(first[-1], dtype=np.int64),
        surplus=np.zeros(node[-1]),
        lack=np.zeros(node[-1]),
    )


def promise_part(promise: Promise, chosen: Numbers) -> Promise:
    """The same demands for some of the tuples, held against the whole table, with room of its own to work in."""
    starts, rows, begin = [], [], 0
    for start in promise.start:
        lengths = start[chosen + 1] - start[chosen]
        own = np.concatenate([[0], np.cumsum(lengths)])
        rows.append(np.repeat(start[chosen] - own[:-1], lengths) + np.arange(own[-1]))
        starts.append(own + begin)
        begin += int(own[-1])
    picked = _joined(rows, np.int64)
    return promise._replace(
        start=np.array(starts, dtype=np.int64).reshape(-1, len(chosen) + 1),
        value=promise.value[picked],
        count=promise.count[picked],
        tally=np.zeros_like(promise.tally),
        listed=np.zeros_like(promise.listed),
        surplus=np.zeros_like(promise.surplus),
        lack=np.zeros_like(promise.lack),
    )


def _starts(sizes: Sequence[int]) -> Numbers:
    return np.cumsum([0, *sizes]).astype(np.int64)


def _joined(parts: Sequence[NDArray[Any]], dtype: type[np.generic]) -> NDArray[Any]:
    return np.concatenate(parts).astype(dtype) if parts else np.empty(0, dtype=dtype)
