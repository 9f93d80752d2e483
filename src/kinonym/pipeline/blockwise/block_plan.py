"""Plans and verifies a block of combinations where it is, on an executor, and cuts the space of all combinations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.engines.combinations import Combinations
from kinonym.engines.contract import RunKey
from kinonym.engines.spark.combination_frame import PlannedBlock
from kinonym.methods import Method
from kinonym.methods.cutting import SpaceCuts
from kinonym.pipeline.blockwise.block_sums import BlockSums, measure_block
from kinonym.pipeline.column_meanings import ColumnMeaning
from kinonym.pipeline.planning import plan_tuples
from kinonym.pipeline.preparing import count_respelled
from kinonym.privacy.attacks import attack
from kinonym.recipe import Recipe
from kinonym.release.plan_check import verify_plan
from kinonym.release.planned_release import ColumnTexts, PlannedRelease
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import DROPPED, PlannedOfCounted

__all__ = ["INCOMPLETE", "BlockMap", "BlockPlanner", "PlannedColumn", "find_incomplete"]

INCOMPLETE = -1
"""The block of combinations with a missing value, if their records leave the table."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PlannedColumn:
    """A masked column: what its texts mean in the whole table."""

    name: str
    domain: Domain
    weight: float
    texts: Sequence[str | None]
    points: Points
    """Of each text."""
    centre: float
    """Of the whole column."""
    number_kind: Any = None
    """The Arrow type of the column if numbers are written in it; None: texts are."""

    def points_of(self, texts: Sequence[str | None]) -> Points:
        """The point of each text."""
        known = dict(zip(self.texts, self.points.tolist(), strict=True))
        return np.array([known[text] for text in texts], dtype=np.float64)


@dataclass(frozen=True, eq=False, kw_only=True)
class BlockMap:
    """Puts combinations into blocks of neighbours, by cuts that were chosen on a sample."""

    columns: tuple[PlannedColumn, ...]
    cuts: SpaceCuts
    joined: NDArray[np.int64] | None = None
    """The block of each part that the cuts make; None: every part is a block."""
    drops_missing: bool = False

    @property
    def number(self) -> int:
        """How many blocks there are."""
        return self.cuts.blocks if self.joined is None else int(self.joined.max()) + 1

    def __call__(self, counted: Counted) -> NDArray[np.int64]:
        """The block of each combination."""
        places = np.empty(counted.codes.shape)
        for j, column in enumerate(self.columns):
            lines = column.domain.walk(column.points_of(counted.values[j]))
            places[:, j] = lines[counted.codes[:, j]]
        block = self.cuts.blocks_of(places)
        if self.joined is not None:
            block = self.joined[block]
        return np.where(find_incomplete(counted), INCOMPLETE, block) if self.drops_missing else block


def find_incomplete(counted: Counted) -> NDArray[np.bool_]:
    """Which combinations miss a value."""
    found = np.zeros(len(counted.counts), dtype=bool)
    for j, texts in enumerate(counted.values):
        found |= np.array([text is None for text in texts], dtype=bool)[counted.codes[:, j]]
    return found


@dataclass(frozen=True, eq=False, kw_only=True)
class BlockPlanner:
    """Plans blocks; a block that is planned again gets the same plan."""

    recipe: Recipe
    method: Method
    columns: tuple[PlannedColumn, ...]
    key: RunKey
    missing_text: str | None

    def __call__(self, number: int, combinations: Combinations) -> PlannedBlock:
        """Plan the combinations of a block, verify the plan, try the attackers, and measure it."""
        counted = combinations.counted
        if number == INCOMPLETE:
            return self._leave_out(combinations)
        points = np.column_stack(
            [c.points_of(counted.values[j])[counted.codes[:, j]] for j, c in enumerate(self.columns)]
        )
        tuples, planned_of_counted = Tuples.from_points(
            [column.name for column in self.columns],
            [column.domain for column in self.columns],
            points,
            counted.counts,
            weights=[column.weight for column in self.columns],
        )
        rng = self.key.generator(f"block {number}")
        plan = plan_tuples(self.recipe, self.method, tuples, rng)
        written = plan.decode_targets()
        verify_plan(self._planned(plan, written, counted, planned_of_counted))
        meanings = [
            ColumnMeaning(c.name, c.domain, c.points_of(counted.values[j]), texts=counted.values[j])
            for j, c in enumerate(self.columns)
        ]
        respelled = count_respelled(counted, meanings, planned_of_counted, len(tuples))
        sums = measure_block(
            plan,
            respelled,
            [column.centre for column in self.columns],
            written,
            {column.name: column.number_kind for column in self.columns if column.number_kind is not None},
            attack(self.method, plan, rng),
        )
        target_of = np.full(len(tuples), DROPPED, dtype=np.int64)
        target_of[plan.source] = plan.target
        return self._write(written, target_of[planned_of_counted[combinations.tuple_of]], sums)

    def _planned(
        self,
        plan: Plan,
        written: Mapping[str, Sequence[str | float | None]],
        counted: Counted,
        planned_of_counted: PlannedOfCounted,
    ) -> PlannedRelease:
        return PlannedRelease(
            method=self.method,
            plan=plan,
            written=written,
            counted=counted,
            planned_of_counted=planned_of_counted,
            understood=tuple(ColumnTexts(column.texts, column.points) for column in self.columns),
            missing_text=self.missing_text,
        )

    def _leave_out(self, combinations: Combinations) -> PlannedBlock:
        """The block of combinations that miss a value."""
        targets = np.full(len(combinations.counts), DROPPED, dtype=np.int64)
        nothing: dict[str, list[str | float | None]] = {column.name: [None] for column in self.columns}
        return self._write(nothing, targets, BlockSums.of_incomplete(int(combinations.counts.sum()), len(self.columns)))

    def _write(
        self, written: Mapping[str, Sequence[str | float | None]], targets: NDArray[np.int64], sums: BlockSums
    ) -> PlannedBlock:
        """What each combination writes; those that leave the table write nothing."""
        import pyarrow as pa

        arrays = {}
        for column in self.columns:
            values = pa.array(
                [
                    value if column.number_kind is None or value is None else float(value)
                    for value in written[column.name]
                ],
                pa.string() if column.number_kind is None else pa.float64(),
            )
            arrays[column.name] = values.take(pa.array(np.where(targets == DROPPED, 0, targets)))
        return PlannedBlock(arrays, targets != DROPPED, sums)
