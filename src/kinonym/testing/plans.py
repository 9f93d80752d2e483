"""A table to try a method on, and plans as plain rows for comparison."""

from __future__ import annotations

from collections import Counter

import numpy as np

from kinonym.domains import Nominal, Points
from kinonym.taxonomy import Taxonomy
from kinonym.testing.requirement import require
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["Row", "as_rows", "contents", "count_released", "families", "marginals", "same_plan"]

Row = tuple[float | None, ...]


def families(size: int) -> Tuples:
    """Distinct combinations of columns a and b over a taxonomy with a root, three families and their members."""
    parents: dict[str, list[str]] = {"top": [], **{f"f{i}": ["top"] for i in range(3)}}
    domain = Nominal(Taxonomy.from_parents({**parents, **{f"m{i}": [f"f{i % 3}"] for i in range(12)}}))
    values = [(f"m{i % 12}", f"m{(i // 12 + i) % 12}") for i in range(size)]
    points = np.column_stack([domain.encode([value[j] for value in values]) for j in range(2)])
    return Tuples.from_points(["a", "b"], [domain, domain], points, np.ones(size, dtype=np.int64))[0]


def as_rows(points: Points) -> list[Row]:
    """Points as tuples, missing as None."""
    return [tuple(None if np.isnan(x) else x for x in row) for row in points.tolist()]


def count_released(plan: Plan) -> Counter[Row]:
    """Number of records of each released masked tuple."""
    rows, masked = as_rows(plan.targets), Counter[Row]()
    for target, count in zip(plan.target.tolist(), plan.count.tolist(), strict=True):
        require(count > 0, "a plan has a row without records")
        if target != DROPPED:
            masked[rows[target]] += count
    return masked


def marginals(rows: Counter[Row]) -> list[Counter[float | None]]:
    """Number of records of each value in each column."""
    width = len(next(iter(rows)))
    columns = [Counter[float | None]() for _ in range(width)]
    for row, count in rows.items():
        for j, value in enumerate(row):
            columns[j][value] += count
    return columns


def same_plan(plan: Plan, other: Plan) -> bool:
    """Whether two plans are equal."""
    numbers = ((plan.source, other.source), (plan.target, other.target), (plan.count, other.count))
    equal_arrays = all(np.array_equal(*pair) for pair in numbers)
    return equal_arrays and np.array_equal(plan.targets, other.targets, equal_nan=True)


def contents(tuples: Tuples) -> list[bytes]:
    """The content of a table as bytes, for comparison."""
    return [tuples.codes.tobytes(), tuples.counts.tobytes(), *(column.points.tobytes() for column in tuples.columns)]
