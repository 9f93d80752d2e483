"""The private risk file: classes and records one by one, for the owner of the original. Never publish it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.files.output import Output
from kinonym.metrics import ConfidentialCounts, SpecialUniques, find_special_uniques, individual_risk
from kinonym.metrics.plan_changes import find_masked_tuples, row_changes
from kinonym.tuples import Plan
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

__all__ = ["PRIVATE_MARK", "Line", "Row", "disclosure_lines", "private_lines", "write_private_risk"]

PRIVATE_MARK = "PRIVATE – holds original values and the risk of single records; do not publish"

Numbers = NDArray[np.int64]
Line = dict[str, Any]


Row = tuple[int, int, int]
"""A row of the original table: its number from 1, its tuple and its target in the plan; −1 where it was removed."""


def write_private_risk(output: Output, lines: Iterable[Line]) -> None:
    """Write the file line by line, readable by its owner only."""
    meant = hashlib.sha256()

    def write(file: BinaryIO) -> None:
        for line in lines:
            text = (json.dumps(line, ensure_ascii=False) + "\n").encode()
            meant.update(text)
            file.write(text)

    def check(written: Path) -> None:
        with written.open("rb") as file:
            if hashlib.file_digest(file, "sha256").digest() != meant.digest():
                msg = "the written file differs from what was meant"
                raise OSError(msg)

    output.commit(write, check, private=True)


def private_lines(plan: Plan, *, disclosed: Iterable[Line] = (), rows: Iterable[Row] = ()) -> Iterator[Line]:
    """One line of JSON each: the mark, every class, every kind of change, disclosures, special uniques, every row.

    Parameters
    ----------
    plan
        What was done.
    disclosed
        What each class discloses about the confidential columns, from `disclosure_lines`.
    rows
        What each row of the original table had and became, where that is known.
    """
    masked, masked_of_row = find_masked_tuples(plan)
    names = [column.name for column in plan.tuples.columns]
    persons, chances = plan.tuples.persons, _Chances.of(plan, masked.counts, masked_of_row)
    persons_line = {} if persons is None else {"persons": persons.number}
    yield {"kind": "mark", "text": PRIVATE_MARK, "columns": names, "records": plan.tuples.records, **persons_line}
    yield from _classes(plan, chances)
    same = (row_changes(plan) == 0).all(axis=1)
    before, released = _decode_points(plan, tuple_points(plan.tuples)), _decode_points(plan, tuple_points(masked))
    for i, (source, target, count) in enumerate(zip(plan.source, masked_of_row, plan.count, strict=True)):
        yield {
            "kind": "change",
            "before": before[source],
            "after": None if target == DROPPED else released[target],
            "class": int(target),
            "records": int(count),
            **chances.of_record(int(source), int(target), unchanged=bool(same[i])),
        }
    yield from disclosed
    special = find_special_uniques(plan.tuples)
    yield from _special_uniques(plan, special, before)
    yield from _rows(plan, rows, masked_of_row, chances, special)


def disclosure_lines(classes: Iterable[Sequence[str | None]], columns: Sequence[ConfidentialCounts]) -> Iterator[Line]:
    """What each class discloses; ``classes`` says how the classes that were counted are written."""
    measured = {column.name: column.by_class() for column in columns}
    sizes = columns[0].sizes.tolist() if columns else []
    persons = columns[0].of_persons if columns else None
    for i, (values, size) in enumerate(zip(classes, sizes, strict=bool(columns))):
        line: Line = {"kind": "disclosure", "after": list(values), "records": size}
        if persons is not None:
            line["persons"] = int(persons.sizes[i])
        for name, (distinct, guess, closeness) in measured.items():
            line[name] = {"distinct": int(distinct[i]), "guess": float(guess[i]), "t": float(closeness[i])}
        yield line


def _decode_points(plan: Plan, points: Points) -> list[list[str | float | None]]:
    columns = [column.domain.decode(points[:, j]) for j, column in enumerate(plan.tuples.columns)]
    return [list(row) for row in zip(*columns, strict=True)]


@dataclass(frozen=True, eq=False)
class _Chances:
    """The probability of picking the record of the person who is easiest to find, in each class and combination."""

    of_class: NDArray[np.float64]
    of_tuple: NDArray[np.float64]
    alone: NDArray[np.bool_]
    """Which combinations belong to one record, or to one person."""
    persons: Numbers | None = None
    """Of each class, where persons are known."""

    @classmethod
    def of(cls, plan: Plan, sizes: Numbers, masked_of_row: Numbers) -> _Chances:
        counts, persons = plan.tuples.counts, plan.tuples.persons
        if persons is None or not plan.whole:
            return cls(1.0 / sizes, 1.0 / counts, counts == 1)
        group = np.full(len(plan.tuples), DROPPED, dtype=np.int64)
        group[plan.source] = masked_of_row
        every = np.arange(len(plan.tuples))
        of_class, of_tuple = persons.greatest_shares(group, sizes), persons.greatest_shares(every, counts)
        return cls(of_class, of_tuple, persons.of_tuples == 1, persons.in_groups(group, len(sizes)))

    def of_record(self, source: int, target: int, *, unchanged: bool) -> dict[str, float]:
        """The chance within the class, and by exact match where nothing changed."""
        if target == DROPPED:
            return {"chance_class": 0.0, "chance_exact": 0.0}
        exact = float(self.of_tuple[source]) if unchanged else 0.0
        return {"chance_class": float(self.of_class[target]), "chance_exact": exact}


def _classes(plan: Plan, chances: _Chances) -> Iterator[Line]:
    """Every class with its size and how many original combinations it holds."""
    masked, masked_of_row = find_masked_tuples(plan)
    combinations = np.bincount(masked_of_row[masked_of_row != DROPPED], minlength=len(masked))
    for i, values in enumerate(_decode_points(plan, tuple_points(masked))):
        yield {
            "kind": "class",
            "class": i,
            "after": values,
            "records": int(masked.counts[i]),
            "combinations_before": int(combinations[i]),
            "chance": float(chances.of_class[i]),
            **({} if chances.persons is None else {"persons": int(chances.persons[i])}),
        }


def _special_uniques(plan: Plan, special: SpecialUniques, before: Sequence[list[str | float | None]]) -> Iterator[Line]:
    """Every original combination that few columns single out (SUDA), with the smallest such sets of columns."""
    names = [column.name for column in plan.tuples.columns]
    for t in sorted(special.minimal, key=lambda t: (-special.scores[t], t)):
        yield {
            "kind": "special unique",
            "before": before[t],
            "columns": [[names[j] for j in known] for known in special.minimal[t]],
            "searched": special.largest,
            "score": float(special.scores[t]),
        }


def _rows(
    plan: Plan, rows: Iterable[Row], masked_of_row: Numbers, chances: _Chances, special: SpecialUniques
) -> Iterator[Line]:
    """Every row of the original table."""
    population = _population_risks(plan)
    class_of_target = np.full(len(plan.targets) + 1, DROPPED, dtype=np.int64)
    released = plan.target != DROPPED
    class_of_target[plan.target[released]] = masked_of_row[released]
    for number, source, target in rows:
        group = int(class_of_target[target]) if target != DROPPED else DROPPED
        chance = 0.0 if group == DROPPED else float(chances.of_class[group])
        alone = source != DROPPED and chances.alone[source]
        line: Line = {
            "kind": "row", "row": number, "class": group, "chance_class": chance, "unique_before": bool(alone),
            "special_unique": 0.0 if source == DROPPED else float(special.scores[source]),
        }  # fmt: skip
        if population is not None:
            line["population_before"] = None if source == DROPPED else float(population[source])
        yield line


def _population_risks(plan: Plan) -> NDArray[np.float64] | None:
    """The individual risk of each original combination towards the population; None if nothing is known of it."""
    tuples, population = plan.tuples, plan.tuples.population
    if population is None:
        return None
    risk = individual_risk(tuples.units_of_tuples.astype(np.float64), population.of_tuples)
    return 1.0 / population.of_tuples if population.known else risk
