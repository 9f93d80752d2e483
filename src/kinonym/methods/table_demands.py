"""Turns demands on confidential columns into flat arrays for the kernels, if the table can meet them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import KinonymError, PrivacyError, UsageError
from kinonym.kernels.demands.class_demands import (
    CLOSE,
    DISTINCT,
    ENTROPY,
    EQUAL_GROUND,
    HIERARCHICAL,
    ORDERED,
    POPULATION,
    RECURSIVE,
    SEMANTIC_GROUND,
    ClassDemands,
)
from kinonym.methods.demands import TOLERANCE, Demands, Unmet, unmet
from kinonym.privacy.ground import Ground, Shape, equal_ground, ground_of
from kinonym.privacy.models import Classes, check_models
from kinonym.tuples import Confidential, Persons, Population, Tuples
from kinonym.tuples.persons import count_once, share_equally

__all__ = ["Demand", "TableDemands", "make_table_demands", "pack_demands", "select_demands"]

Numbers = NDArray[np.int64]
TableDemands = ClassDemands | None
"""Demands with the confidential values of a table; None without demands, which compiles sooner."""
_MODELS = {"distinct": DISTINCT, "entropy": ENTROPY, "recursive": RECURSIVE}
_KINDS: dict[Shape, int] = {"equal": EQUAL_GROUND, "line": ORDERED, "tree": HIERARCHICAL, "table": SEMANTIC_GROUND}


class Demand(NamedTuple):
    """One model on one confidential column."""

    column: int
    model: int
    level: float
    factor: float


def make_table_demands(demands: Demands | None, tuples: Tuples, k: int = 1, k_map: int | None = None) -> TableDemands:
    """Return demands and confidential values in the form of the kernels; raise if the table cannot meet them.

    If the records name persons, ``k`` distinct persons in every class are also demanded. ``k_map``: how many persons of
    the population must have one of the combinations of a class; None: no matter.
    """
    columns: Sequence[Confidential] = () if demands is None else tuples.confidential
    demand_list = [] if demands is None else _list_demands(demands, tuples)
    entries = [_entries(column) for column in columns]
    grounds = [] if demands is None else [ground_of(c.name, c.domain, c.points, demands.needed_ground) for c in columns]
    if tuples.persons is not None:
        if any(column.person_values is None for column in columns):
            msg = "the tuples have persons, but some confidential column has none"
            raise KinonymError(msg)
        demand_list.append(Demand(len(entries), DISTINCT, float(k), 0.0))
        entries.append(_entries_of_persons(tuples.persons))
        grounds.append(equal_ground(tuples.persons.number))
    if k_map is not None:
        demand_list.append(Demand(len(entries), POPULATION, float(k_map), 0.0))
        entries.append(_entries_of_population(_require_population(tuples, k_map), by_person=tuples.persons is not None))
        grounds.append(equal_ground(len(tuples)))
    return pack_demands(len(tuples), entries, grounds, demand_list) if demand_list else None


def _list_demands(demands: Demands, tuples: Tuples) -> list[Demand]:
    """Every demand on every confidential column, once the table as a whole meets them."""
    columns = tuples.confidential
    if not columns:
        msg = "l_diversity, p_sensitive and t_closeness need a confidential column"
        raise UsageError(msg, hint='give a column role = "confidential"')
    masked = {column.name for column in tuples.columns}
    if both := [column.name for column in columns if column.name in masked]:
        msg = f"column {both[0]!r} cannot be masked and kept diverse at the same time"
        raise UsageError(msg, hint="a column is either a quasi-identifier or confidential: leave it out of one")
    for column in columns:
        _require_reachable(column, demands)
    return list(_each_demand(demands, len(columns)))


def _each_demand(demands: Demands, columns: int) -> Iterator[Demand]:
    """Every demand on every column."""
    for q in range(columns):
        if demands.l_diversity is not None:
            # c must exceed a ratio; rounding must not let an equal one pass
            yield Demand(q, _MODELS[demands.diversity], float(demands.l_diversity), demands.c - TOLERANCE)
        if demands.p_sensitive is not None:
            yield Demand(q, DISTINCT, float(demands.p_sensitive), 0.0)
        if demands.t_closeness is not None:
            yield Demand(q, CLOSE, float(demands.t_closeness), 0.0)


def _require_reachable(column: Confidential, demands: Demands) -> None:
    """Raise if one class of the whole table does not meet the demands: no partition can do better."""
    value = np.flatnonzero(column.totals)
    counts = column.totals[value].astype(np.int64)
    if column.person_values is not None:
        rows = column.person_values
        _, value, counts = count_once(np.zeros_like(rows.value), rows.value, rows.person)
    whole = Classes(np.array([counts.sum()]), {column.name: (np.zeros_like(value), value, counts)})
    for lack in unmet(check_models(whole), demands, t=0.0):
        raise _unreachable(column.name, np.sort(counts)[::-1], demands, lack)


def _unreachable(name: str, counts: Numbers, demands: Demands, lack: Unmet) -> PrivacyError:
    """Return an error with the demand and the largest possible one; ``counts``: of the values, most frequent first."""
    if lack.model == "entropy":
        msg = f"column {name!r} has an entropy of log {lack.reached:.2f}; log {lack.asked:g} is required"
        most = math.floor(lack.reached * 100) / 100
        return PrivacyError(msg, hint=f"the largest possible l_diversity is {most:g}")
    if lack.model == "recursive":
        rest = counts[::-1].cumsum()[::-1]  # the l-th value and all rarer ones together, for each l
        most = int((counts[0] < (lack.asked - TOLERANCE) * rest).sum())
        reached = (
            f"the largest possible l_diversity with c = {lack.asked:g} is {most}" if most else "no l_diversity does"
        )
        msg = f"column {name!r} cannot be recursively ({lack.asked:g}, {demands.l_diversity:g})-diverse"
        hint = f"{reached}; for l_diversity = {demands.l_diversity:g} c must be greater than {lack.reached:.3f}"
        return PrivacyError(msg, hint=hint)
    msg = f"column {name!r} has {len(counts)} distinct values; {lack.asked:g} are required in every class"
    return PrivacyError(msg, hint=f"the largest possible is {len(counts)}")


class Entries(NamedTuple):
    """The values of a column by tuple: those of tuple t start at ``start[t]``, with their records."""

    start: Numbers
    value: Numbers
    records: Numbers | NDArray[np.float64]
    person: Numbers | None
    """The person of each entry; None if the records name no persons."""
    overall: NDArray[np.float64]
    """The share of each value in the table."""


def _entries(column: Confidential) -> Entries:
    rows = column.person_values
    if rows is None:
        value, overall = column.value.astype(np.int64), column.totals / column.totals.sum()
        return Entries(column.start, value, column.count, None, overall)
    whole = share_equally(np.zeros_like(rows.value), rows.value, rows.person, rows.count, len(column.points))
    return Entries(rows.start, rows.value, rows.count, rows.person, whole.overall)


def _entries_of_persons(persons: Persons) -> Entries:
    """Return the persons as values: each tuple lists its persons."""
    return Entries(persons.start, persons.person, persons.count, persons.person, np.zeros(persons.number))


def _entries_of_population(population: Population, *, by_person: bool) -> Entries:
    """Return the tuples as values, each with its persons of the population."""
    number = len(population.of_tuples)
    every, nobody = np.arange(number), np.zeros(number, dtype=np.int64)
    overall = np.zeros(number)
    return Entries(np.arange(number + 1), every, population.of_tuples, nobody if by_person else None, overall)


def _require_population(tuples: Tuples, k_map: int) -> Population:
    """Return the population of the table; raise if it is unknown, or too small for one class."""
    population = tuples.population
    if population is None:
        msg = "k_map counts persons of the population, which the recipe does not describe"
        raise UsageError(msg, hint='[table] population = "census.csv", or weight = "w" for an estimate')
    if population.of_tuples.sum() < k_map:
        most = int(population.of_tuples.sum())
        msg = f"k_map = {k_map} cannot be reached: the population has only {most} persons like those of the table"
        raise PrivacyError(msg, hint=f"the largest possible k_map is {most}")
    return population


def pack_demands(
    tuples: int, columns: Sequence[Entries], grounds: Sequence[Ground], demands: Sequence[Demand]
) -> ClassDemands:
    """Concatenate the columns."""
    first = _starts([len(column.overall) for column in columns])
    person, pair = (
        _concatenate([column.person for column in columns if column.person is not None], np.int64),
        _pairs(columns),
    )
    entry = _starts([len(column.value) for column in columns])
    node = _starts([len(ground.parent) for ground in grounds])
    start = [column.start + entry[q] for q, column in enumerate(columns)]
    return ClassDemands(
        column=np.array([demand.column for demand in demands], dtype=np.int64),
        model=np.array([demand.model for demand in demands], dtype=np.int64),
        level=np.array([demand.level for demand in demands], dtype=np.float64),
        factor=np.array([demand.factor for demand in demands], dtype=np.float64),
        start=np.array(start, dtype=np.int64).reshape(-1, tuples + 1),
        value=_concatenate([column.value + first[q] for q, column in enumerate(columns)], np.int64),
        count=_concatenate([column.records for column in columns], np.float64),
        value_start=first,
        overall=_concatenate([column.overall for column in columns], np.float64),
        ground=np.array([_KINDS[ground.shape] for ground in grounds], dtype=np.int64),
        rank=_concatenate([ground.rank for ground in grounds], np.int64),
        node_start=node,
        node_of=_concatenate([ground.node_of for ground in grounds], np.int64),
        parent=_concatenate([ground.parent for ground in grounds], np.int64),
        height=_concatenate([ground.height for ground in grounds], np.float64),
        table_start=_starts([ground.table.size for ground in grounds]),
        table=_concatenate([ground.table.reshape(-1) for ground in grounds], np.float64),
        person=person,
        pair=pair,
        tally=np.zeros(first[-1]),
        class_values=np.zeros(first[-1], dtype=np.int64),
        person_records=np.zeros(int(person.max(initial=-1)) + 1),
        is_counted=np.zeros(int(pair.max(initial=-1)) + 1, dtype=np.int8),
        surplus=np.zeros(node[-1]),
        deficit=np.zeros(node[-1]),
    )


def _pairs(columns: Sequence[Entries]) -> Numbers:
    """The number of each entry's (value, person) among those of its column."""
    numbered = []
    for column in columns:
        if column.person is column.value:
            numbered.append(column.value)  # the persons themselves
        elif column.person is not None:
            key = column.value * (int(column.person.max(initial=0)) + 1) + column.person
            numbered.append(np.unique(key, return_inverse=True)[1])
    return _concatenate(numbered, np.int64)


def select_demands(demands: ClassDemands, chosen: Numbers) -> ClassDemands:
    """Return the same demands for some of the tuples, compared with the whole table, with a separate workspace."""
    starts, rows, begin = [], [], 0
    for start in demands.start:
        lengths = start[chosen + 1] - start[chosen]
        begins = np.concatenate([[0], np.cumsum(lengths)])
        rows.append(np.repeat(start[chosen] - begins[:-1], lengths) + np.arange(begins[-1]))
        starts.append(begins + begin)
        begin += int(begins[-1])
    picked = _concatenate(rows, np.int64)
    return replace(
        demands,
        start=np.array(starts, dtype=np.int64).reshape(-1, len(chosen) + 1),
        value=demands.value[picked],
        count=demands.count[picked],
        person=demands.person[picked] if len(demands.person) else demands.person,
        pair=demands.pair[picked] if len(demands.pair) else demands.pair,
        tally=np.zeros_like(demands.tally),
        class_values=np.zeros_like(demands.class_values),
        person_records=np.zeros_like(demands.person_records),
        is_counted=np.zeros_like(demands.is_counted),
        surplus=np.zeros_like(demands.surplus),
        deficit=np.zeros_like(demands.deficit),
    )


def _starts(sizes: Sequence[int]) -> Numbers:
    return np.cumsum([0, *sizes]).astype(np.int64)


def _concatenate(parts: Sequence[NDArray[Any]], dtype: type[np.generic]) -> NDArray[Any]:
    return np.concatenate(parts).astype(dtype) if parts else np.empty(0, dtype=dtype)
