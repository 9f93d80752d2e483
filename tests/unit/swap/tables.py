"""Small tables for the tests of swapping: numbers, words of a small taxonomy, and mixtures, often with ties."""

from __future__ import annotations

import numpy as np

from kinonym import Taxonomy
from kinonym.domains import Nominal, Numeric, Plain
from kinonym.tuples import Plan, Tuples

#  root ─┬─ a ─┬─ a1
#        │     └─ a2
#        ├─ b ─┬─ b1
#        │     └─ b2
#        └─ c
WORDS = Taxonomy.from_parents(
    {"root": [], "a": ["root"], "b": ["root"], "c": ["root"], "a1": ["a"], "a2": ["a"], "b1": ["b"], "b2": ["b"]}
)
NOMINAL = Nominal(WORDS)
PLAIN = Plain().fit(["p", "q", "r"])


def numbers(rows):
    """Columns of numbers, rows × columns."""
    points = np.array(rows, dtype=np.float64)
    return table([Numeric(scale=4.0)] * points.shape[1], points)


def words(rng, n):
    """One column of words."""
    return table([NOMINAL], rng.integers(0, len(WORDS), (n, 1)).astype(np.float64))


def mixed(rng, n):
    """Words, labels and numbers, each with missing values."""
    points = np.column_stack(
        [
            rng.integers(0, len(WORDS) + 1, n).astype(np.float64),
            rng.integers(0, 4, n).astype(np.float64),
            np.where(rng.random(n) < 0.1, np.nan, rng.integers(0, 5, n)),
        ]
    )
    return table([NOMINAL, PLAIN, Numeric(scale=2.0, far=2.0)], points)


def table(domains, points):
    names = [f"column {j}" for j in range(points.shape[1])]
    return Tuples.from_points(names, domains, points, np.ones(len(points), dtype=np.int64))[0]


def released(plan: Plan):
    """What the records of each tuple received, as one comparable value."""
    targets = np.nan_to_num(plan.targets, nan=np.inf)[plan.target]
    rows = zip(plan.source.tolist(), targets.tolist(), plan.count.tolist(), strict=True)
    return tuple(sorted((source, tuple(target), count) for source, target, count in rows))


def multisets(plan: Plan):
    """The values of each column before and after."""
    own = [column.points[plan.tuples.codes[plan.source, j]] for j, column in enumerate(plan.tuples.columns)]
    after = plan.targets[plan.target]
    before = [np.sort(np.repeat(values, plan.count)) for values in own]
    return before, [np.sort(np.repeat(after[:, j], plan.count)) for j in range(after.shape[1])]
