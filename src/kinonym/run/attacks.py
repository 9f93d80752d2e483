"""Attacking one's own output: every release is attacked before anything is said about it."""

from __future__ import annotations

import numpy as np

from kinonym.grouped import Plan
from kinonym.methods import Method
from kinonym.privacy.attacks import (
    Linkage,
    WorstCase,
    nearest_linkage,
    semantic_linkage,
    simulated_worst_case,
    window_linkage,
)

__all__ = ["attack", "worst_case"]


def attack(method: Method, plan: Plan, rng: np.random.Generator) -> tuple[Linkage, ...]:
    """Link by meaning and by equality; if the method leaves windows, also as one who knows it and its k."""
    attacks = [semantic_linkage(plan, rng), nearest_linkage(plan, rng)]
    window = getattr(method, "window", None)
    if window is not None:
        attacks.append(window_linkage(plan, window(plan.tuples), rng))
    return tuple(attacks)


def worst_case(method: Method, plan: Plan, rng: np.random.Generator) -> WorstCase | None:
    """For a swap as published, which has no bound: the worst chance found by repeating it."""
    if not getattr(method, "published", False):
        return None
    return simulated_worst_case(plan.tuples, lambda: method.plan(plan.tuples, rng))
