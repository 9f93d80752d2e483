"""The private risk file: classes and records one by one, for whoever holds the original. Never to be published."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.grouped import Plan
from kinonym.grouped.plan import DROPPED, tuple_points
from kinonym.metrics.sides import after, row_changes
from kinonym.release.documents import write_document

__all__ = ["PRIVATE_MARK", "Line", "Rows", "private_lines", "write_private_risk"]

PRIVATE_MARK = "PRIVATE – holds original values and the risk of single records; do not publish"

Numbers = NDArray[np.int64]
Line = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Rows:
    """Which tuple and which masked tuple each row of the original table has; −1 for a row that was removed."""

    tuple_of_row: Numbers
    target_of_row: Numbers


def write_private_risk(path: Path, plan: Plan, *, rows: Rows | None = None, disclosed: Iterable[Line] = ()) -> None:
    """Write the file, readable by its owner only."""
    lines = private_lines(plan, rows=rows, disclosed=disclosed)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    write_document(path, text, private=True)


def private_lines(plan: Plan, *, rows: Rows | None = None, disclosed: Iterable[Line] = ()) -> Iterator[Line]:
    """One line of JSON each: the mark, every class, every kind of change, what classes disclose, every row.

    Parameters
    ----------
    plan
        What was done.
    rows
        What each row of the original table had and became, where that is known.
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
    if rows is not None:
        yield from _rows(plan, rows, place, masked.counts)


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


def _rows(plan: Plan, rows: Rows, place: Numbers, sizes: Numbers) -> Iterator[Line]:
    """Every row of the original table, numbered from 1."""
    class_of_target = np.full(len(plan.targets) + 1, DROPPED, dtype=np.int64)
    kept = plan.target != DROPPED
    class_of_target[plan.target[kept]] = place[kept]
    for number, target in enumerate(rows.target_of_row.tolist(), 1):
        group = int(class_of_target[target]) if target != DROPPED else DROPPED
        chance = 0.0 if group == DROPPED else 1.0 / int(sizes[group])
        alone = rows.tuple_of_row[number - 1] != DROPPED and plan.tuples.counts[rows.tuple_of_row[number - 1]] == 1
        yield {"kind": "row", "row": number, "class": group, "chance_class": chance, "unique_before": bool(alone)}
