"""Chooses the blocks of combinations on a sample of them: where the space is cut, and which parts are joined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.spark.combination_frame import CombinationFrame
from kinonym.errors import PrivacyError
from kinonym.methods import Method
from kinonym.methods.cutting import cut_space
from kinonym.methods.k_anonymous import AUTOMATIC, PAIRS, KAnonymous
from kinonym.pipeline.blockwise.block_plan import BlockMap, PlannedColumn, find_incomplete
from kinonym.pipeline.blockwise.meanings import TableMeaning
from kinonym.pipeline.blockwise.plan_memory import most_combinations
from kinonym.tuples import Column, Tuples
from kinonym.tuples.counted import Counted

__all__ = ["choose_blocks", "join_parts"]

_SAMPLE, _OF_BLOCK = 50_000, 20
"""Combinations of the sample; at least so many of each block."""


def choose_blocks(combinations: CombinationFrame, meaning: TableMeaning, method: Method) -> BlockMap:
    """Choose blocks of neighbours with at least k records each."""
    most = (method.block_size if isinstance(method, KAnonymous) else None) or AUTOMATIC
    wanted = max(_SAMPLE, _OF_BLOCK * combinations.number // most)
    allowed = min(wanted, most_combinations(combinations.source, len(combinations.columns)))
    drops = meaning.recipe.table.missing_values == "drop"
    sample = combinations.sample(allowed)
    if drops:
        sample = sample.select(~find_incomplete(sample))
    size = max(1, round(most * len(sample.counts) / combinations.number))
    cuts = cut_space(_sampled_tuples(meaning.columns, sample), size, PAIRS, 1)
    parts = BlockMap(columns=meaning.columns, cuts=cuts, drops_missing=drops)
    return replace(parts, joined=join_parts(combinations.count_blocks(parts), cuts.blocks, method.k_or_none or 1))


def _sampled_tuples(columns: tuple[PlannedColumn, ...], sample: Counted) -> Tuples:
    """The sample as tuples of columns with all their points."""
    codes = np.empty(sample.codes.shape, dtype=np.int32)
    own = []
    for j, column in enumerate(columns):
        points = np.unique(column.points)
        codes[:, j] = np.searchsorted(points, column.points_of(sample.values[j]))[sample.codes[:, j]]
        own.append(Column(column.name, column.domain, points, column.weight))
    return Tuples(codes, sample.counts, tuple(own))


def join_parts(records: Mapping[int, int], parts: int, k: int) -> NDArray[np.int64]:
    """The block of each part: neighbouring parts are joined until every block has k records.

    >>> join_parts({0: 4, 1: 1, 2: 3, 3: 9, 4: 2}, 5, 3).tolist()
    [0, 1, 1, 2, 2]
    """
    block, waiting, number = np.zeros(parts, dtype=np.int64), 0, 0
    for part in range(parts):
        block[part] = number
        waiting += records.get(part, 0)
        if waiting >= k:
            number, waiting = number + 1, 0
    if not number:
        units = sum(count for part, count in records.items() if part >= 0)
        msg = f"k = {k} cannot be reached: the table has only {units} records"
        raise PrivacyError(msg, hint=f"the largest possible k is {units}")
    return np.minimum(block, number - 1)
