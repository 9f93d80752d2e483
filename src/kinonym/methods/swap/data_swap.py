"""data-swap: every column permuted without any constraint, the baseline of T sect. 7.4."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.methods.blind_channel import BlindChannel
from kinonym.methods.contract import MethodTraits
from kinonym.methods.progress import Progress, silent
from kinonym.methods.swap.swap_courses import permutation_factor
from kinonym.methods.swap.swapping import Swapping, notices, plan_from_records, tuple_of_records
from kinonym.operators.samples import column_sample
from kinonym.privacy.attacks import Factor
from kinonym.tuples import Plan, Tuples

__all__ = ["DataSwap"]


@dataclass(frozen=True, kw_only=True)
class DataSwap(Swapping):
    """A uniform permutation of every column, independent of the others.

    Notes
    -----
    It keeps every column's values and nothing of what relates them: any record may have received any value, so
    that a released record is the given person's with probability 1/n. It has no k.
    """

    name = "data-swap"
    traits = MethodTraits(keeps_marginals=True, random=True)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        originals = tuples.codes[tuple_of_records(tuples)]
        masked = np.column_stack([rng.permutation(originals[:, j]) for j in range(originals.shape[1])])
        progress(1.0)
        return plan_from_records(tuples, masked, notices(tuples))

    def objection(self, plan: Plan) -> str | None:
        """Object if more values are unchanged than one permutation of all of them explains."""
        from kinonym.methods.unchanged_values import describe_unchanged, permutation_chance

        every = np.arange(len(plan.tuples))
        return describe_unchanged(plan, permutation_chance(plan, (every, 0 * every, plan.tuples.counts)))

    def channel(self, tuples: Tuples) -> BlindChannel:
        """How likely a person receives each value: its frequency, for every person."""
        samples = [column_sample(tuples, j) for j in range(len(tuples.columns))]
        return BlindChannel(tuples, tuple((s.points, s.counts / tuples.records) for s in samples), stays=False)

    def followed(self, tuples: Tuples) -> tuple[Factor, ...]:
        """The exact chances of every outcome, column by column."""
        everyone = [list(range(tuples.records))]
        return tuple(permutation_factor(tuples, j, everyone) for j in range(len(tuples.columns)))
