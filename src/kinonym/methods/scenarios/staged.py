"""Masks the columns of overlapping scenarios in stages, each with a k-anonymous method (specification 20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.methods.contract import Method
from kinonym.methods.progress import Progress, within
from kinonym.methods.scenarios.scenario import KnownSet, group_tuples
from kinonym.methods.scenarios.stages import Stage, order_stages
from kinonym.metrics.plan_changes import record_distances
from kinonym.random import generator
from kinonym.tuples import Persons, Plan, Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.plan import PlanStage
from kinonym.tuples.tuples import tuple_points

__all__ = ["plan_in_stages", "restrict_tuples"]

Numbers = NDArray[np.int64]
_FACTORS = (1, 4, 16, 64)
"""Shared columns are masked with k times one of these, whichever loses least: larger groups leave more choice for the
columns that are masked within them."""


def plan_in_stages(
    method: Method, tuples: Tuples, sets: Sequence[KnownSet], rng: np.random.Generator, progress: Progress
) -> Plan:
    """Plan so that each set of columns has its k; ``sets``: those that stages treat as one."""
    stages = order_stages(sets)
    factors = [f for f in _FACTORS if any(s.shared for s in stages) or f == 1]
    factors = [f for f in factors if f == 1 or all(f * s.k <= tuples.units // 2 for s in stages if s.shared)]
    secret, best, least, worse = int.from_bytes(rng.bytes(32), "little"), None, np.inf, 0
    for i, factor in enumerate(factors):
        look = within(progress, i / len(factors), (i + 1) / len(factors))
        chosen = [replace(stage, k=stage.k * factor) if stage.shared else stage for stage in stages]
        plan = _Staging(method, tuples, chosen).plan(generator(secret), look)
        loss = float(plan.count @ record_distances(plan) ** 2)
        worse = 0 if loss < least else worse + 1
        if loss < least:
            best, least = plan, loss
        if worse == 2:
            break
    assert best is not None  # noqa: S101  # there is at least one factor
    return best


@dataclass(frozen=True, eq=False)
class _Staging:
    """A table that is masked stage after stage."""

    method: Method
    tuples: Tuples
    stages: Sequence[Stage]

    def plan(self, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan all stages."""
        masked, done, notices = tuple_points(self.tuples), list[PlanStage](), dict[str, None]()
        for i, stage in enumerate(self.stages):
            look = within(progress, i / len(self.stages), (i + 1) / len(self.stages))
            planned = self._plan_stage(stage, masked, rng, look)
            done.append(planned)
            masked[:, stage.columns] = planned.masked
            notices |= dict.fromkeys((*self._describe(stage), *planned.plan.notices))
        first, target = distinct_rows(masked)
        every = np.arange(len(self.tuples))
        return Plan(self.tuples, every, target, self.tuples.counts, masked[first], tuple(notices), stages=tuple(done))

    def _plan_stage(self, stage: Stage, masked: Points, rng: np.random.Generator, progress: Progress) -> PlanStage:
        """Plan the columns of a stage among the tuples with equal masked values in its context."""
        group, _ = group_tuples(masked[:, stage.context]) if stage.context else (np.zeros(len(masked), np.int64), 1)
        part, place = restrict_tuples(self.tuples, stage.columns, group)
        group_of_part = np.empty(len(part), dtype=np.int64)
        group_of_part[place] = group
        plan = self.method.with_k(stage.k).plan_within(part, _list_groups(group_of_part), rng, progress)
        targets = plan.targets.copy()
        for j, column in enumerate(part.columns):
            targets[:, j] = column.domain.round(targets[:, j])  # the context of later stages is what will be written
        return PlanStage(
            columns=stage.columns, context=stage.context, tuple_of=place, plan=replace(plan, targets=targets)
        )

    def _describe(self, stage: Stage) -> Iterator[str]:
        names = [column.name for column in self.tuples.columns]
        if stage.shared:
            listed = ", ".join(names[j] for j in stage.columns)
            yield f"several scenarios share {listed}: masked first, with k = {stage.k}"


def restrict_tuples(tuples: Tuples, columns: Sequence[int], group: Numbers) -> tuple[Tuples, Numbers]:
    """Return some columns as tuples that differ in their values or in their group, group after group.

    Also return the new tuple of each tuple.
    """
    codes = tuples.codes[:, list(columns)]
    first, place = distinct_rows(np.column_stack([group, codes]))
    counts = np.bincount(place, weights=tuples.counts, minlength=len(first)).astype(np.int64)
    persons = None
    if tuples.persons is not None:
        own = tuples.persons
        persons = Persons.from_cells(place[own.tuple_of_entry], own.person, own.count, len(first))
    return Tuples(codes[first], counts, tuple(tuples.columns[j] for j in columns), persons=persons), place


def _list_groups(group: Numbers) -> list[Numbers]:
    """List the tuples of each group; equal groups are adjacent."""
    return np.split(np.arange(len(group)), np.flatnonzero(np.diff(group)) + 1)
