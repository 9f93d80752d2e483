"""Attacking one's own output: every release is attacked before anything is said about it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kinonym.errors import UsageError
from kinonym.grouped import Plan
from kinonym.methods import Method, Progress, silent
from kinonym.privacy.attacks import (
    Factor,
    Linkage,
    WorstCase,
    exact_worst_case,
    likelihood_linkage,
    nearest_linkage,
    posterior_linkage,
    semantic_linkage,
    simulated_worst_case,
    window_linkage,
)

__all__ = ["attack", "worst_case"]

_FEW = 6
"""Records up to which every course of a swap is followed."""
_RUNS, _SECONDS = 20, 10.0
"""How often, and for how long, an attacker repeats a swap."""


def attack(method: Method, plan: Plan, rng: np.random.Generator, progress: Progress = silent) -> tuple[Linkage, ...]:
    """Link by meaning and by equality; if the method leaves windows, also as one who knows it and its k.

    Such an attacker excludes what is out of reach, or repeats the method and weighs what came; of the smallest
    tables every course of the swap is followed.
    """
    attackers: list[Callable[[], Linkage]] = [lambda: semantic_linkage(plan, rng), lambda: nearest_linkage(plan, rng)]
    window, factors = getattr(method, "window", None), _factors(method, plan)
    if window is not None:
        attackers += [
            lambda: window_linkage(plan, window(plan.tuples), rng),
            lambda: likelihood_linkage(plan, _again(method, plan, rng), rng, runs=_RUNS, seconds=_SECONDS),
        ]
    if factors is not None:
        attackers.append(lambda: posterior_linkage(plan, factors))
    found = []
    for attacker in attackers:
        found.append(attacker())
        progress(len(found) / len(attackers))
    return tuple(found)


def worst_case(method: Method, plan: Plan, rng: np.random.Generator) -> WorstCase | None:
    """For a swap as published, which has no bound: the worst chance, exact or found by repeating it."""
    if not getattr(method, "published", False):
        return None
    factors = _factors(method, plan)
    if factors is not None:
        return exact_worst_case(plan.tuples, factors)
    return simulated_worst_case(plan.tuples, _again(method, plan, rng))


def _again(method: Method, plan: Plan, rng: np.random.Generator) -> Callable[[], Plan]:
    return lambda: method.plan(plan.tuples, rng)


def _factors(method: Method, plan: Plan) -> tuple[Factor, ...] | None:
    """The exact chances of a swap of few records; None where they are out of reach."""
    factors = getattr(method, "factors", None)
    if factors is None or plan.tuples.records > _FEW:
        return None
    try:
        found: tuple[Factor, ...] = factors(plan.tuples)
    except UsageError:
        return None
    return found
