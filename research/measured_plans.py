"""Plans as the papers judge them: decided with one set of operators, measured with another."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import numpy as np

from kinonym.methods import Method
from kinonym.methods.blocks import part_of
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples

__all__ = ["in_order", "judged_by", "one_by_one", "smallest_class", "timed_plan", "warm"]


def judged_by(plan: Plan, tuples: Tuples) -> Plan:
    """The same plan over tuples in other domains of the same taxonomy."""
    return Plan(tuples, plan.source, plan.target, plan.count, plan.targets)


def timed_plan(method: Method, tuples: Tuples, seed: int) -> tuple[Plan, float]:
    """A plan with a fixed seed, and the seconds of a processor that it took, whatever else the machine did."""
    start = process_time()
    plan = method.plan(tuples, generator(seed))
    return plan, process_time() - start


def warm(method: Method, tuples: Tuples) -> None:
    """Plan a few tuples, so that no time holds the compiling of kernels."""
    method.plan(part_of(tuples, np.arange(min(len(tuples), 200))), generator(0))


def in_order(tuples: Tuples, seed: int) -> Tuples:
    """The same tuples in a random order, which is how equal distances are decided.

    As they come they stand in the order of the ontology, so that ties would be decided by meaning.
    """
    order = np.random.default_rng(seed).permutation(len(tuples))
    return replace(tuples, codes=tuples.codes[order], counts=tuples.counts[order])


def one_by_one(tuples: Tuples, rng: np.random.Generator) -> tuple[Tuples, np.ndarray]:
    """Every record as a separate tuple, in random order, and the tuple that it came from."""
    origin = rng.permutation(np.repeat(np.arange(len(tuples)), tuples.counts))
    return replace(tuples, codes=tuples.codes[origin], counts=np.ones(len(origin), dtype=np.int64)), origin


def smallest_class(plan: Plan) -> int:
    """The smallest class, counted again by tuples of Python numbers."""
    classes: dict[tuple[float, ...], int] = {}
    for target, count in zip(plan.target.tolist(), plan.count.tolist(), strict=True):
        key = tuple(plan.targets[target].tolist())
        classes[key] = classes.get(key, 0) + count
    return min(classes.values())
