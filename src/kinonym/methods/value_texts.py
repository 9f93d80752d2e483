"""Classes written as what they have: the set of their values, or the range of their numbers (`form = "values"`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.kernels.clusters.cover_costs import RANGE, SET, Covers
from kinonym.methods.covers import covers_of
from kinonym.tuples import Column, Plan, Tuples

__all__ = ["SEPARATORS", "cost_of_values", "covers_of_values", "with_value_texts"]

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Written = str | float | None
Kind = Literal["set", "range", "concept"]

SEPARATORS = ("|", ";", "/", " or ")
"""What separates the values of a set: the first one that no value of the column contains."""


def with_value_texts(plan: Plan, k: int) -> Plan:
    """Return the plan with the values of each class as its texts, column by column.

    Notes
    -----
    A class that lacks a value, or that has a text without a concept which fewer than ``k`` persons (records) of the
    table have, is missing in this column. Dates, times and sets are written as what subsumes them.
    """
    texts = {
        column.name: _ColumnTexts.of(plan, j, k).write()
        for j, column in enumerate(plan.tuples.columns)
        if _kind_of(column) != "concept"
    }
    covers = covers_of_values(plan.tuples, k)
    class_of = np.empty(len(plan.tuples), dtype=np.int64)
    class_of[plan.source] = plan.target
    cost = cost_of_values(covers, plan.tuples.counts, class_of) / plan.tuples.records / float(covers.weight.sum())
    return replace(plan, texts=texts, facts={**plan.facts, "values_ncp": cost})


def covers_of_values(tuples: Tuples, k: int) -> Covers:
    """What classes cost if they are written as their values: the share of the column's values, or of its range.

    A single value costs nothing, as in NCP (M eq. 3) a single leaf. What makes a class missing costs all of the column.
    """
    covers = covers_of(tuples)
    share, kinds, cost = covers.share.copy(), covers.kind.copy(), covers.cost.copy()
    for j, column in enumerate(tuples.columns):
        kind = _kind_of(column)
        if kind == "concept":
            continue
        kinds[j] = SET if kind == "set" else RANGE
        places = np.empty(len(column.points), dtype=np.int64)
        places[tuples.codes[:, j]] = covers.place[:, j]
        own = _shares(column) if kind == "set" else _positions(column)
        own[_find_hidden(tuples, j, k)] = 2.0
        share[covers.start[j] + places] = own * column.weight
        present = ~np.asarray(column.domain.is_missing(column.points), dtype=bool)
        cost[covers.level_start[j] + places[present]] = 0.0
    return replace(covers, share=share, kind=kinds, cost=cost)


def cost_of_values(covers: Covers, counts: Numbers, class_of: Numbers) -> float:
    """The cost of classes, summed over all records and columns."""
    records = np.bincount(class_of, weights=counts)
    total = 0.0
    for j in range(len(covers.kind)):
        place = covers.place[:, j].astype(np.int64)
        first, last = np.full(len(records), covers.start[-1]), np.full(len(records), -1)
        np.minimum.at(first, class_of, place)
        np.maximum.at(last, class_of, place)
        total += float(records @ _cost_of_column(covers, j, first, last, class_of))
    return total


def _cost_of_column(covers: Covers, j: int, first: Numbers, last: Numbers, class_of: Numbers) -> NDArray[np.float64]:
    begin, at, size = covers.start[j], covers.level_start[j], covers.start[j + 1] - covers.start[j]
    single = covers.cost[at + first]
    if covers.kind[j] == SET:
        pairs = np.unique(class_of * size + covers.place[:, j])
        several = np.bincount(pairs // size, weights=covers.share[begin + pairs % size], minlength=len(first))
    elif covers.kind[j] == RANGE:
        several = covers.share[begin + last] - covers.share[begin + first]
    else:
        several = np.full(len(first), covers.weight[j])
        for level in reversed(range(covers.levels[j])):
            node = covers.node[at + level * size : at + (level + 1) * size]
            here = node[first] == node[last]
            several[here] = covers.cost[at + level * size + first[here]]
    cost: NDArray[np.float64] = np.where(first == last, single, np.minimum(several, covers.weight[j]))
    return cost


def _kind_of(column: Column) -> Kind:
    """How a class is written in a column."""
    traits = column.domain.traits
    if traits.is_set or traits.has_periods or (traits.scale == "nominal" and _separator(column) is None):
        return "concept"
    return "range" if traits.scale == "interval" else "set"


def _separator(column: Column) -> str | None:
    texts = [str(text) for text in column.domain.decode(column.points) if text is not None]
    return next((mark for mark in SEPARATORS if not any(mark in text for text in texts)), None)


def _shares(column: Column) -> NDArray[np.float64]:
    return np.full(len(column.points), 1.0 / len(column.points))


def _positions(column: Column) -> NDArray[np.float64]:
    known = ~column.domain.is_missing(column.points)
    low, spread = column.points[known].min(initial=np.inf), np.ptp(column.points[known]) if known.any() else 0.0
    places = np.zeros(len(column.points))
    places[known] = (column.points[known] - low) / (spread or 1.0)
    return places


def _find_hidden(tuples: Tuples, j: int, k: int) -> Flags:
    """Find the values that are not listed with others: missing, and rare texts without a concept."""
    column = tuples.columns[j]
    missing: Flags = np.asarray(column.domain.is_missing(column.points), dtype=bool)
    if column.domain.traits.on_a_line:
        return missing
    first = len(column.domain.concepts.tau) if column.domain.concepts is not None else 0
    units = tuples.count_units(tuples.codes[:, j].astype(np.int64), len(column.points))
    return missing | ((column.points >= first) & (units < k))


@dataclass(frozen=True, eq=False)
class _ColumnTexts:
    """The values of each class in one column."""

    column: Column
    usual: Sequence[Written]
    """What is written for each target without this form."""
    target: Numbers
    code: Numbers
    """Pairs (class, value), each once, in the order of the values."""
    hidden: Flags

    @classmethod
    def of(cls, plan: Plan, j: int, k: int) -> _ColumnTexts:
        column = plan.tuples.columns[j]
        codes = plan.tuples.codes[plan.source, j].astype(np.int64)
        pairs = np.unique(plan.target * len(column.points) + codes)
        target, code = np.divmod(pairs, len(column.points))
        return cls(column, column.domain.decode(plan.targets[:, j]), target, code, _find_hidden(plan.tuples, j, k))

    def write(self) -> list[Written]:
        """Return what is written for each target."""
        texts = list(self.usual)
        begins = np.flatnonzero(np.diff(self.target, prepend=-1))
        for members in np.split(self.code, begins[1:]) if len(begins) else []:
            number = int(self.target[begins[0]])
            begins = begins[1:]
            if len(members) > 1:
                texts[number] = None if self.hidden[members].any() else self._write_values(members)
        if any(isinstance(text, str) for text in texts):  # a column has either numbers or texts
            return [None if text is None else _write_number(text) for text in texts]
        return texts

    def _write_values(self, members: Numbers) -> str:
        points = self.column.points[members]
        if _kind_of(self.column) == "range":
            low, high = (_write_number(x or 0.0) for x in self.column.domain.decode(points[[0, -1]]))
            return f"[{low}, {high}]" if "-" in low + high else f"{low}-{high}"
        return str(_separator(self.column)).join(map(str, self.column.domain.decode(points)))


def _write_number(number: str | float) -> str:
    """Return the shortest text of exactly this number."""
    return number if isinstance(number, str) else repr(float(number)).removesuffix(".0")
