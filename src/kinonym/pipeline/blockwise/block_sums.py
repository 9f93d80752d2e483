"""What the plans of blocks add up to: everything that the report needs of them, without their combinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.columns.written_values import number_type
from kinonym.metrics.distribution import point_lm, point_ncp
from kinonym.metrics.plan_changes import combine_distances, row_changes, texts_changed
from kinonym.privacy.attacks import Linkage
from kinonym.tuples import Plan
from kinonym.tuples.index_arrays import DROPPED, Counts

__all__ = ["BlockSums", "measure_block"]

Floats = NDArray[np.float64]

TOTALS = (
    "records", "incomplete", "tuples", "removed", "records_changed", "sse", "sst", "equal_sse", "equal_sst", "quality",
    "linked", "texts_changed", "blocks",
)  # fmt: skip
"""Sums over the records of a block, or over its tuples."""
COLUMN_SUMS = ("changed", "distance", "squares", "most", "kept", "lm", "ncp")
"""Sums over the records of a block, column by column."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BlockSums:
    """Sums over the records of some blocks.

    ``sizes``: number of records → how many tuples have so many. ``number_types``: column → the Arrow types that
    represent the numbers written in it. ``attacks``: the attacks on each block, with the records of the block.
    """

    totals: Mapping[str, float]
    columns: Mapping[str, Floats]
    sizes: Counter[int]
    number_types: Mapping[str, frozenset[Any]]
    attacks: tuple[tuple[Linkage, int], ...]
    notices: frozenset[str]

    def add(self, other: BlockSums) -> BlockSums:
        """The sums of both."""
        return BlockSums(
            totals={name: self.totals[name] + other.totals[name] for name in TOTALS},
            columns={name: self.columns[name] + other.columns[name] for name in COLUMN_SUMS},
            sizes=self.sizes + other.sizes,
            number_types={
                name: self.number_types.get(name, frozenset()) | other.number_types.get(name, frozenset())
                for name in {*self.number_types, *other.number_types}
            },
            attacks=_join_attacks((*self.attacks, *other.attacks)),
            notices=self.notices | other.notices,
        )

    @classmethod
    def of_incomplete(cls, records: int, columns: int) -> BlockSums:
        """The sums of records that leave the table because they miss a value."""
        totals = {**dict.fromkeys(TOTALS, 0.0), "incomplete": float(records)}
        nothing = {name: np.zeros(columns) for name in COLUMN_SUMS}
        return cls(totals=totals, columns=nothing, sizes=Counter(), number_types={}, attacks=(), notices=frozenset())


def measure_block(
    plan: Plan,
    respelled: Counts,
    centres: Sequence[float],
    written: Mapping[str, Sequence[str | float | None]],
    kinds: Mapping[str, Any],
    attacks: Sequence[Linkage],
) -> BlockSums:
    """Measure the plan of a block.

    Parameters
    ----------
    plan
        The plan.
    respelled
        As for `kinonym.metrics.texts_changed`.
    centres
        The centre of each column in the whole table.
    written
        Column → what is written for each target.
    kinds
        Column → its Arrow type, where numbers are written.
    attacks
        The attacks on the plan; the attackers know the block of every record.
    """
    tuples, count = plan.tuples, plan.count.astype(np.float64)
    changes, away = row_changes(plan), _centre_distances(plan, centres)
    equal = replace(tuples, columns=tuple(replace(column, weight=1.0) for column in tuples.columns))
    same = (changes == 0).all(axis=1) & (plan.target != DROPPED)
    totals = {
        "records": tuples.records,
        "incomplete": 0,
        "tuples": len(tuples),
        "removed": int(plan.count[plan.target == DROPPED].sum()),
        "records_changed": count @ (changes > 0).any(axis=1),
        "sse": count @ combine_distances(tuples, changes) ** 2,
        "sst": tuples.counts @ combine_distances(tuples, away) ** 2,
        "equal_sse": count @ combine_distances(equal, changes) ** 2,
        "equal_sst": tuples.counts @ combine_distances(equal, away) ** 2,
        "quality": count @ (1.0 - np.minimum(changes, 1.0)).mean(axis=1),
        "linked": (count[same] / tuples.counts[plan.source[same]]).sum(),
        "texts_changed": texts_changed(plan, respelled) * tuples.records,
        "blocks": 1,
    }
    columns = {
        "changed": count @ (changes > 0),
        "distance": count @ changes,
        "squares": count @ changes**2,
        "most": tuples.counts @ away**2,
        **_measure_generality(plan),
    }
    sizes, numbers = np.unique(tuples.counts, return_counts=True)
    return BlockSums(
        totals={name: float(total) for name, total in totals.items()},
        columns=columns,
        sizes=Counter(dict(zip(sizes.tolist(), numbers.tolist(), strict=True))),
        number_types={name: frozenset({number_type(list(written[name]), kind)}) for name, kind in kinds.items()},
        attacks=tuple((attack, tuples.records) for attack in attacks),
        notices=frozenset(notice for notice in plan.notices if not any(map(str.isdigit, notice))),
    )


def _centre_distances(plan: Plan, centres: Sequence[float]) -> Floats:
    """The distance of each tuple to the centre of the whole table, column by column."""
    tuples = plan.tuples
    away = np.empty(tuples.codes.shape)
    for j, (column, centre) in enumerate(zip(tuples.columns, centres, strict=True)):
        away[:, j] = column.domain.between(column.points, np.full(len(column.points), centre))[tuples.codes[:, j]]
    return away


def _measure_generality(plan: Plan) -> dict[str, Floats]:
    """LM and NCP of the masked records of each column with a taxonomy, and how many records these are."""
    kept = plan.target != DROPPED
    made = {name: np.zeros(len(plan.tuples.columns)) for name in ("kept", "lm", "ncp")}
    for j, column in enumerate(plan.tuples.columns):
        if column.domain.traits.has_hierarchy and kept.any():
            points, place = np.unique(plan.targets[plan.target[kept], j], return_inverse=True)
            records = np.bincount(place, weights=plan.count[kept])
            masked = replace(column, points=points)
            made["kept"][j], made["lm"][j] = records.sum(), records @ point_lm(masked)
            made["ncp"][j] = records @ point_ncp(masked)
    return made


def _join_attacks(attacks: Sequence[tuple[Linkage, int]]) -> tuple[tuple[Linkage, int], ...]:
    """Join the attacks of one kind: means over the records of all blocks, also of the ends of their intervals."""
    kinds = dict.fromkeys((attack.kind, attack.detail) for attack, _ in attacks)
    same = ([pair for pair in attacks if (pair[0].kind, pair[0].detail) == kind] for kind in kinds)
    return tuple(reduce(_join_two, pairs) for pairs in same)


def _join_two(first: tuple[Linkage, int], second: tuple[Linkage, int]) -> tuple[Linkage, int]:
    (one, records), (other, others) = first, second
    share = records / (records + others)

    def mean(a: float, b: float) -> float:
        return share * a + (1.0 - share) * b

    joined = replace(
        one,
        success=mean(one.success, other.success),
        certain=mean(one.certain, other.certain),
        persons=one.persons + other.persons,
        sampled=one.sampled or other.sampled,
        interval=(mean(one.interval[0], other.interval[0]), mean(one.interval[1], other.interval[1])),
        before=None if one.before is None or other.before is None else mean(one.before, other.before),
    )
    return joined, records + others
