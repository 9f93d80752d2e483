"""Attacking one's own output: which attackers every release meets before anything is said about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from kinonym.grouped import Plan, Tuples
from kinonym.privacy.attacks.linkage import Linkage
from kinonym.privacy.attacks.nearest import nearest_linkage, semantic_linkage
from kinonym.privacy.attacks.posterior import Factor, posterior_linkage
from kinonym.privacy.attacks.repeating import likelihood_linkage
from kinonym.privacy.attacks.window import Window, window_linkage
from kinonym.privacy.attacks.worst_case import WorstCase, exact_worst_case, simulated_worst_case

__all__ = ["KnownMethod", "attack", "worst_case"]

_FEW = 6
"""Records up to which every course of a swap is followed."""
_RUNS, _SECONDS = 20, 10.0
"""How often, and for how long, an attacker repeats a swap."""


class KnownMethod(Protocol):
    """What an attacker knows of a method, as every method tells it."""

    @property
    def published(self) -> bool:
        """Whether it is a swap as published, which has no bound."""

    def plan(self, tuples: Tuples, rng: np.random.Generator) -> Plan:
        """Decide what every tuple becomes."""

    def window(self, tuples: Tuples) -> Window | None:
        """What can be excluded."""

    def factors(self, tuples: Tuples) -> tuple[Factor, ...] | None:
        """The exact chances of every outcome."""


def attack(
    method: KnownMethod, plan: Plan, rng: np.random.Generator, progress: Callable[[float], None] | None = None
) -> tuple[Linkage, ...]:
    """Link by meaning and by equality; if the method leaves a window, also as one who knows it and its k.

    Such an attacker excludes what is out of reach, or repeats the method and weighs what came; of the smallest
    tables every course of the swap is followed.
    """
    tried: list[Callable[[], Linkage]] = [lambda: semantic_linkage(plan, rng), lambda: nearest_linkage(plan, rng)]
    window, factors = method.window(plan.tuples), _factors(method, plan)
    if window is not None:
        tried += [
            lambda: window_linkage(plan, window, rng),
            lambda: likelihood_linkage(plan, _again(method, plan, rng), rng, runs=_RUNS, seconds=_SECONDS),
        ]
    if factors is not None:
        tried.append(lambda: posterior_linkage(plan, factors))
    found: list[Linkage] = []
    for attacker in tried:
        found.append(attacker())
        if progress is not None:
            progress(len(found) / len(tried))
    return tuple(found)


def worst_case(method: KnownMethod, plan: Plan, rng: np.random.Generator) -> WorstCase | None:
    """For a swap as published, which has no bound: the worst chance, exact or found by repeating it."""
    if not method.published:
        return None
    factors = _factors(method, plan)
    if factors is not None:
        return exact_worst_case(plan.tuples, factors)
    return simulated_worst_case(plan.tuples, _again(method, plan, rng))


def _again(method: KnownMethod, plan: Plan, rng: np.random.Generator) -> Callable[[], Plan]:
    return lambda: method.plan(plan.tuples, rng)


def _factors(method: KnownMethod, plan: Plan) -> tuple[Factor, ...] | None:
    """The exact chances of a swap of few records; None where they are out of reach."""
    return method.factors(plan.tuples) if plan.tuples.records <= _FEW else None
