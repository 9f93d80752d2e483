"""What methods share whose classes hold at least k records: demands on the classes, blocks, and the plan."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from kinonym.grouped import Plan, Tuples
from kinonym.kernels.demands.class_demands import holds
from kinonym.methods.base import Progress, check_bounded, check_k, checked, require_k, silent
from kinonym.methods.blocks import Blocked, Numbers, plan_blocks
from kinonym.methods.cutting import join_blocks
from kinonym.methods.demands import Demands
from kinonym.methods.promises import Promised, promise_part

__all__ = ["KAnonymous"]


@dataclass(frozen=True, kw_only=True)
class KAnonymous(Demands, Blocked):
    """A method that gives every masked combination at least k records.

    Parameters
    ----------
    k
        Least number of records with the same masked values.
    """

    k: int

    def __post_init__(self) -> None:
        check_k(self.k)
        self.check_demands()
        self.check_blocks()

    @abstractmethod
    def part(self, tuples: Tuples, promise: Promised, rng: np.random.Generator, progress: Progress) -> Plan:
        """Plan a table or a block of it."""

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        if self.k == 1 and not self.demanding:
            progress(1.0)
            return Plan.unchanged(tuples, notices=("k = 1: the data are unchanged",))
        require_k(tuples, self.k)
        check_bounded(tuples)
        promise = self.promise(tuples)
        blocks = self.blocks(tuples, self.k)
        if promise is not None:
            blocks = join_blocks(blocks, lambda block: bool(holds(promise, block, len(block))))
        if len(blocks) > 1:
            plan = self._in_blocks(tuples, blocks, promise, rng, progress)
        else:
            plan = self.part(tuples, promise, rng, progress)
        progress(1.0)
        return checked(plan, self.k)

    def _in_blocks(
        self,
        tuples: Tuples,
        blocks: list[Numbers],
        promise: Promised,
        rng: np.random.Generator,
        progress: Progress,
    ) -> Plan:
        def plan_block(part: Tuples, chosen: Numbers, draws: np.random.Generator, look: Progress) -> Plan:
            own = None if promise is None else promise_part(promise, chosen)
            return self.part(part, own, draws, look)

        return plan_blocks(tuples, blocks, plan_block, rng, progress, workers=self.workers)
