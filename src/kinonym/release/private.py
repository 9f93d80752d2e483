"""The private risk file: classes and records one by one, for whoever holds the original. Never to be published."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan
from kinonym.grouped.plan import DROPPED, tuple_points
from kinonym.metrics.sides import after, row_changes

__all__ = ["PRIVATE_MARK", "Line", "private_lines", "private_text"]

PRIVATE_MARK = "PRIVATE – holds original values and the risk of single records; do not publish"

Numbers = NDArray[np.int64]
Line = dict[str, Any]
Trail = Iterable[tuple[int, int]]


def private_text(plan: Plan, *, trail: Trail = (), disclosed: Iterable[Line] = ()) -> str:
    """The content of the file."""
    lines = private_lines(plan, trail=trail, disclosed=disclosed)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def private_lines(plan: Plan, *, trail: Trail = (), disclosed: Iterable[Line] = ()) -> Iterator[Line]:
    """One line of JSON each: the mark, every class, every kind of change, what classes disclose, every row.

    Parameters
    ----------
    plan
        What was done.
    trail
        The tuple and the target of each row of the original table; −1 for a row that was removed.
    disclosed
        What each class gives away of the confidential columns.
    """
    masked, place = after(plan)
    names = [column.name for column in plan.tuples.columns]
    yield {"kind": "mark", "text": PRIVATE_MARK, "columns": names, "records": plan.tuples.records}
    yield from _classes(plan)
    same = (row_changes(plan) == 0).all(axis=1)
    before, released = _written(plan, tuple_points(plan.tuples)), _written(plan, tuple_points(masked))
    for i, (source, target, count) in enumerate(zip(plan.source, place, plan.count, strict=True)):
        yield {
            "kind": "change",
            "before": before[source],
            "after": None if target == DROPPED else released[target],
            "class": int(target),
            "records": int(count),
            **_chances(plan, masked.counts, int(source), int(target), unchanged=bool(same[i])),
        }
    yield from disclosed
    yield from _rows(plan, trail, place, masked.counts)


def _written(plan: Plan, points: Points) -> list[list[str | float | None]]:
    columns = [column.domain.decode(points[:, j]) for j, column in enumerate(plan.tuples.columns)]
    return [list(row) for row in zip(*columns, strict=True)]


def _classes(plan: Plan) -> Iterator[Line]:
    """Every class with its size and how many original combinations it holds."""
    masked, place = after(plan)
    combinations = np.bincount(place[place != DROPPED], minlength=len(masked))
    for i, values in enumerate(_written(plan, tuple_points(masked))):
        yield {
            "kind": "class",
            "class": i,
            "after": values,
            "records": int(masked.counts[i]),
            "combinations_before": int(combinations[i]),
            "chance": 1.0 / int(masked.counts[i]),
        }


def _chances(plan: Plan, sizes: Numbers, source: int, target: int, *, unchanged: bool) -> dict[str, float]:
    """The chance within the class, and by exact match where nothing changed."""
    if target == DROPPED:
        return {"chance_class": 0.0, "chance_exact": 0.0}
    exact = 1.0 / int(plan.tuples.counts[source]) if unchanged else 0.0
    return {"chance_class": 1.0 / int(sizes[target]), "chance_exact": exact}


def _rows(plan: Plan, trail: Trail, place: Numbers, sizes: Numbers) -> Iterator[Line]:
    """Every row of the original table, numbered from 1."""
    class_of_target = np.full(len(plan.targets) + 1, DROPPED, dtype=np.int64)
    kept = plan.target != DROPPED
    class_of_target[plan.target[kept]] = place[kept]
    for number, (source, target) in enumerate(trail, 1):
        group = int(class_of_target[target]) if target != DROPPED else DROPPED
        chance = 0.0 if group == DROPPED else 1.0 / int(sizes[group])
        alone = source != DROPPED and plan.tuples.counts[source] == 1
        yield {"kind": "row", "row": number, "class": group, "chance_class": chance, "unique_before": bool(alone)}
