"""A k-anonymous method that satisfies several scenarios instead of one set of columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinonym.errors import KinonymError, UsageError
from kinonym.methods.contract import Method, check_bounded, require_k
from kinonym.methods.progress import Progress, silent
from kinonym.methods.scenarios.scenario import (
    KnownSet,
    Scenario,
    count_known_sets,
    find_rare_set,
    list_known_sets,
)
from kinonym.methods.scenarios.stages import list_joint_sets
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["MOST_SETS", "Satisfying", "satisfy_scenarios"]

MOST_SETS = 20_000
"""Each set of columns is counted in the plan and in the written file."""


@dataclass(frozen=True, kw_only=True)
class Satisfying(Method):
    """A method with plans that give each scenario its k; nothing is guaranteed for all columns together."""

    method: Method
    satisfied: tuple[Scenario, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.method.name)
        traits = replace(self.method.traits, promise="scenarios", k_anonymous=False, takes_demands=False)
        object.__setattr__(self, "traits", traits)

    def settings(self) -> dict[str, object]:
        """The parameters of the method."""
        return self.method.settings()

    def strength(self, name: str) -> float | None:
        """The strength of the method; a scenario may have another k."""
        return self.method.strength(name)  # type: ignore[arg-type]  # passed on

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios that a plan satisfies."""
        return self.satisfied

    @property
    def open_to_repetition(self) -> bool:
        """Whether repeated releases disclose more than one: no, each puts records into groups of k."""
        return False

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every tuple becomes."""
        for scenario in self.satisfied:
            require_k(tuples, scenario.k)
        check_bounded(tuples)
        names = [column.name for column in tuples.columns]
        known = list_known_sets(self.satisfied, names)
        plan = self.method.plan_known(tuples, known, list_joint_sets(self.satisfied, names), rng, progress)
        progress(1.0)
        if self._find_rare(plan, known) is not None:
            msg = f"{self.method.name} made a plan that does not satisfy every scenario"
            raise KinonymError(msg, hint="this is a bug in Kinonym; nothing was written")
        return plan

    def objection(self, plan: Plan) -> str | None:
        """Object if a combination that a scenario knows is too rare, or if the method cannot have made a stage."""
        if not plan.whole:
            return "it changes whole tuples"
        names = [column.name for column in plan.tuples.columns]
        rare = self._find_rare(plan, list_known_sets(self.satisfied, names))
        if rare is not None:
            listed = ", ".join(names[j] for j in rare.columns)
            return f"some combinations of {listed} have fewer than {rare.k} {plan.tuples.unit}"
        if not self.method.traits.stages:
            return self.method.objection(plan)
        if sorted(j for stage in plan.stages for j in stage.columns) != list(range(len(names))):
            return "its stages do not cover each column once"
        for stage in plan.stages:
            if not stage.belongs_to(plan):
                return "a stage does not lead to its masked values"
            if objection := self.method.objection(stage.plan):
                return objection
        return None

    def _find_rare(self, plan: Plan, known: Sequence[KnownSet]) -> KnownSet | None:
        masked = np.empty((len(plan.tuples), len(plan.tuples.columns)))
        masked[plan.source] = plan.targets[plan.target] if len(plan.targets) else tuple_points(plan.tuples)
        kept = np.zeros(len(plan.tuples), dtype=bool)
        kept[plan.source] = plan.target != DROPPED
        return find_rare_set(plan.tuples, masked, known, kept)


def satisfy_scenarios(method: Method, scenarios: Sequence[Scenario], masked: Sequence[str]) -> Method:
    """Return a method that satisfies scenarios; if one knows all masked columns and has the greatest k, with that k."""
    if not method.traits.takes_scenarios:
        form = ", with these parameters," if type(method).traits.takes_scenarios else ""
        msg = f"the method {method.name}{form} cannot satisfy scenarios: it does not give each of them its k"
        raise UsageError(msg, hint='choose a k-anonymous method, such as name = "sa-mdav", or leave out [[scenario]]')
    if method.demands is not None or method.population_k is not None:
        msg = "l_diversity, p_sensitive, t_closeness and k_map cannot be combined with [[scenario]]"
        raise UsageError(msg, hint="leave out the demand, or the scenarios")
    if (number := count_known_sets(scenarios)) > MOST_SETS:
        msg = f"the scenarios have {number:,} sets of columns; at most {MOST_SETS:,} can be counted"
        raise UsageError(msg, hint="lower knows_any, or name fewer columns in knows")
    known = list_known_sets(scenarios, masked)
    if len(known) == 1 and len(known[0].columns) == len(masked):
        return method.with_k(known[0].k)
    return Satisfying(method=method, satisfied=tuple(scenarios))
