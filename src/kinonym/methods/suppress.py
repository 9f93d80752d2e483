"""Suppression: rare tuples become missing, or their rows go (the naive reference of E sect. 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.methods.contract import Method, MethodTraits, Mode, check_k, check_plan, require_k
from kinonym.methods.progress import Progress, silent
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import comparable
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

if TYPE_CHECKING:
    from kinonym.methods.scenarios.scenario import KnownSet

__all__ = ["Suppress"]


@dataclass(frozen=True, kw_only=True)
class Suppress(Method):
    """Tuples with fewer than k records become missing in every column; the others stay.

    Parameters
    ----------
    k
        Least number of records (persons) with the same masked values.
    drop
        Remove the rows instead of blanking them.

    Notes
    -----
    Missing counts as a value: where fewer than k records would be blanked, the next rarest tuples join them.
    """

    k: int
    drop: bool = False
    name = "suppress"
    traits = MethodTraits(promise="k-anonymity", k_anonymous=True, keeps_rows=False, strength="k", takes_scenarios=True)

    def __post_init__(self) -> None:
        check_k(self.k)

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        return tuple(cls.mode(drop=drop) for drop in (False, True))

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:  # noqa: ARG002
        """Decide what every tuple becomes."""
        require_k(tuples, self.k)
        missing = np.array([[column.domain.encode([None])[0] for column in tuples.columns]])
        rare = self._rare(tuples, (comparable(tuple_points(tuples)) == comparable(missing)).all(axis=1))
        every = np.arange(len(tuples))
        target = np.where(rare, DROPPED if self.drop else len(tuples), every)
        targets = np.concatenate([tuple_points(tuples), missing])
        progress(1.0)
        return check_plan(Plan(tuples, every, target, tuples.counts, targets), self.k)

    def plan_known(
        self,
        tuples: Tuples,
        known: Sequence[KnownSet],
        joint: Sequence[KnownSet],  # noqa: ARG002
        rng: np.random.Generator,  # noqa: ARG002
        progress: Progress = silent,
    ) -> Plan:
        """Suppress single cells, or drop rows, until every known set of columns has its k."""
        from kinonym.methods.scenarios.hidden_cells import plan_dropped_rows, plan_hidden_cells

        return (plan_dropped_rows if self.drop else plan_hidden_cells)(tuples, known, progress)

    def objection(self, plan: Plan) -> str | None:
        """Object if a combination is neither unchanged nor missing nor removed."""
        released = plan.target != DROPPED
        originals, masked = tuple_points(plan.tuples)[plan.source[released]], plan.targets[plan.target[released]]
        for j, column in enumerate(plan.tuples.columns):
            missing = comparable(column.domain.encode([None]))
            other = comparable(masked[:, j]) != comparable(column.domain.round(originals[:, j]))
            if not column.domain.traits.has_periods and (other & (comparable(masked[:, j]) != missing)).any():
                return f"a value of column {column.name!r} became another value, where it may only be suppressed"
        return None

    def _rare(self, tuples: Tuples, blank: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Tuples to suppress: all below k, and where needed the next rarest until they are k together."""
        rare = tuples.units_of_tuples < self.k
        if self.drop or not rare.any():
            return rare
        together = rare | blank
        for t in np.argsort(tuples.units_of_tuples, kind="stable"):
            if tuples.count_units_among(together) >= self.k:
                break
            rare[t] = rare[t] or not together[t]
            together[t] = True
        return rare
