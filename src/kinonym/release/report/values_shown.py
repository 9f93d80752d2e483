"""The values of a column before and after, ready to be shown: named, counted, and hidden where they are rare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Domain, Points
from kinonym.metrics import Flow, column_flow
from kinonym.operators.samples import Value
from kinonym.tuples import Plan

if TYPE_CHECKING:
    from kinonym.release.report.persons_shown import ValueHolders
from kinonym.release.report.value_labels import SMALLEST, interval_labels, labels_of, round_edges

__all__ = ["LIMIT", "ColumnView", "Numbers", "ValueRow", "find_shown", "uniform"]

Numbers = NDArray[np.int64]

LIMIT = 300
"""The number of values of a column that are listed, the most frequent ones."""


def find_shown(counts: Numbers, least: int = SMALLEST) -> NDArray[np.bool_]:
    """Which of the counts may be shown where their total is known.

    Those below ``least`` are hidden. If what is hidden adds up to less than ``least``, the total would give it
    away: the next smallest are hidden as well until it does not. If all hidden counts are equal, an attacker who
    learns how many they are (or the entropy of the column) knows each of them: the next smallest is hidden too, so
    that a hidden value may have one count or another.

    >>> find_shown(np.array([90, 7, 3])).tolist()
    [True, False, False]
    >>> find_shown(np.array([90, 7, 3, 2])).tolist()
    [True, True, False, False]
    >>> find_shown(np.array([90, 7, 1, 1, 1, 1, 1])).tolist()
    [True, False, False, False, False, False, False]
    """
    small = (counts < least) & (counts > 0)
    if not small.any():
        return counts > 0
    total, low, high = (int(figure) for figure in (counts[small].sum(), counts[small].min(), counts[small].max()))
    others = np.flatnonzero(counts >= least)
    for i in others[np.argsort(counts[others], kind="stable")].tolist():
        if total >= least and low < high:
            break
        small[i] = True
        total, high = total + int(counts[i]), int(counts[i])
    return ~small & (counts > 0)


def uniform(counts: Numbers) -> bool:
    """Whether all counts that are not 0 are hidden and equal: then hiding more of them protects none.

    >>> uniform(np.array([4, 4, 0, 4])), uniform(np.array([4, 4, 7]))
    (True, False)
    """
    some = counts[counts > 0]
    return bool(len(some)) and not find_shown(counts).any() and bool((some == some[0]).all())


@dataclass(frozen=True, kw_only=True)
class ValueRow:
    """One value, or an interval of numbers; None says that there is none, or too few to be shown."""

    label: str
    point: float | None
    before: int | None
    after: int | None
    before_hidden: bool = False
    """Whether records are not shown, rather than none; if all values are equally rare, also where there are none."""
    after_hidden: bool = False


@dataclass(frozen=True, eq=False)
class ColumnView:
    """One column of a plan, as far as a publishable report may show it; of sets, their members."""

    name: str
    domain: Domain
    flow: Flow
    units: int
    """Records, or persons where they are known."""
    sets: ConceptSets | None = None
    """Of a column of sets: what they are; ``domain`` and ``flow`` are then those of their members."""
    rare_sets: frozenset[Value] = frozenset()
    persons_before: ValueHolders | None = None
    """Who had which value, where persons are known: they are counted then, not records."""
    persons_after: ValueHolders | None = None
    persons_of_rows: Numbers | None = None
    """How many persons each row of the flow has, where that is known; of sets a lower bound."""
    most_of_one: int = 1
    """The most records that one person has."""

    @classmethod
    def of(cls, plan: Plan, j: int) -> ColumnView:
        """The view of one column."""
        column, persons = plan.tuples.columns[j], plan.tuples.persons
        whole = cls(column.name, column.domain, column_flow(plan, j), plan.tuples.units)
        if persons is not None:
            from kinonym.release.report.persons_shown import holders_after, holders_before, persons_of_ways

            whole = replace(
                whole,
                persons_before=holders_before(plan, persons, j),
                persons_after=holders_after(plan, persons, j),
                persons_of_rows=persons_of_ways(plan, persons, j, whole.flow),
                most_of_one=int(persons.records.max()),
            )
        return whole.of_members(column.domain) if isinstance(column.domain, ConceptSets) else whole

    def of_members(self, domain: ConceptSets) -> ColumnView:
        """The view of the members, from that of whole sets."""
        from kinonym.metrics.set_flow import element_flow

        flow = element_flow(domain, self.flow)
        before, now = self.persons_before, self.persons_after
        return replace(
            self,
            domain=domain.elements,
            flow=flow,
            sets=domain,
            rare_sets=self.too_rare,
            persons_before=None if before is None else before.members(domain, self.flow.before, flow.before),
            persons_after=None if now is None else now.members(domain, self.flow.after, flow.after),
            persons_of_rows=None if self.persons_of_rows is None else flow.count // self.most_of_one,
        )

    @cached_property
    def seen_before(self) -> NDArray[np.bool_]:
        """Which original values may be shown."""
        return find_shown(_deciding(self.persons_before, self.flow.before_counts))

    @cached_property
    def seen_after(self) -> NDArray[np.bool_]:
        """Which masked values may be shown."""
        return find_shown(_deciding(self.persons_after, self.flow.after_counts))

    def seen_ways(self, rows: Numbers) -> NDArray[np.bool_]:
        """Which rows of the flow may be shown, if these rows add up to a count that is shown."""
        return find_shown((self.flow.count if self.persons_of_rows is None else self.persons_of_rows)[rows])

    @cached_property
    def too_rare(self) -> frozenset[Value]:
        """Names of values that occur and are not shown on either side."""
        flow = self.flow
        sides = ((flow.before, flow.before_counts, self.seen_before), (flow.after, flow.after_counts, self.seen_after))
        occurring: set[Value] = set()
        named: set[Value] = set()
        for points, counts, seen in sides:
            occurring |= set(self.domain.names(points[counts > 0]))
            named |= set(self.domain.names(points[seen]))
        return frozenset(occurring - named)

    @property
    def root(self) -> str:
        """What a nominal column's concepts lie below; empty where that is itself a rare value."""
        if self.domain.concepts is None:
            return ""
        tau = self.domain.concepts.tau
        return "" if tau.concepts[0] in self.too_rare else str(tau.preferred([0])[0])

    def name_if_common(self, value: Value) -> Value:
        """A value that is computed from the column, such as its mean; None where it would name a rare one."""
        named = {value} if self.sets is None or value is None else {value, *str(value).split(self.sets.separator)}
        rare = self.units < SMALLEST or bool(named & (self.too_rare | self.rare_sets))
        return None if rare else value

    @cached_property
    def rows(self) -> tuple[ValueRow, ...]:
        """All values that may be shown, the most frequent first; levels in their order; numbers in intervals."""
        if self.domain.traits.scale == "interval":
            return self._intervals()
        points, sides = self._join_sides()
        labels = labels_of(self.domain, points)
        rows = [
            _row(label, float(p), *side)
            for label, p, *side in zip(labels, points, *sides, strict=True)
            if any(side[:2])
        ]
        if self.domain.traits.scale == "ordinal":
            return tuple(rows)
        return tuple(sorted(rows, key=lambda row: (-(row.before or 0), -(row.after or 0), row.label)))

    @cached_property
    def hidden(self) -> tuple[int, int]:
        """How many values are too rare to be shown, before and after."""
        if self.domain.traits.scale == "interval":
            return 0, 0
        return (
            int(np.count_nonzero(~self.seen_before & (self.flow.before_counts > 0))),
            int(np.count_nonzero(~self.seen_after & (self.flow.after_counts > 0))),
        )

    def _join_sides(self) -> tuple[Points, list[NDArray[np.int64]]]:
        """Points of both sides; their counts before and after, 0 where absent or hidden; more than 0 where hidden."""
        flow = self.flow
        points = np.unique(np.concatenate([flow.before, flow.after]))
        columns, hidden = [], []
        for own, counts, seen, holders in (
            (flow.before, flow.before_counts, self.seen_before, self.persons_before),
            (flow.after, flow.after_counts, self.seen_after, self.persons_after),
        ):
            column = np.zeros(len(points), dtype=np.int64)
            column[np.searchsorted(points, own[seen])] = counts[seen]
            columns.append(column)
            unseen = np.full(len(points), int(uniform(_deciding(holders, counts))), dtype=np.int64)
            unseen[np.searchsorted(points, own[~seen])] = counts[~seen]
            hidden.append(unseen)
        return points, [*columns, *hidden]

    def _intervals(self) -> tuple[ValueRow, ...]:
        """Numbers in intervals that begin at round figures; the ends are open, so that no extreme shows."""
        flow = self.flow
        edges = round_edges(flow.before, flow.before_counts)
        if self.domain.traits.has_periods:
            edges = np.unique(self.domain.round(edges))
        labels, visible, hidden = [*interval_labels(self.domain, edges), "missing"], [], []
        sides = (
            (flow.before, flow.before_counts, self.persons_before),
            (flow.after, flow.after_counts, self.persons_after),
        )
        for points, records, holders in sides:
            position = np.where(np.isnan(points), len(edges) + 1, np.searchsorted(edges, points, side="right"))
            counts = np.bincount(position, weights=records, minlength=len(labels)).astype(np.int64)
            deciding = _deciding(holders, counts, position)
            seen = find_shown(deciding)
            visible.append(np.where(seen, counts, 0).tolist())
            hidden.append(np.where(seen, 0, counts + int(uniform(deciding))).tolist())
        rows = zip(labels, *visible, *hidden, strict=True)
        return tuple(_row(label, None, *side) for label, *side in rows if any(side[:2]))


def _row(label: str, point: float | None, before: int, after: int, unseen_before: int, unseen_after: int) -> ValueRow:
    """A row from its counts, and from those that are not shown."""
    return ValueRow(
        label=label, point=point, before=int(before) or None, after=int(after) or None,
        before_hidden=bool(unseen_before), after_hidden=bool(unseen_after),
    )  # fmt: skip


def _deciding(holders: ValueHolders | None, counts: Numbers, group: Numbers | None = None) -> Numbers:
    """What decides whether something is shown: persons, or else records; ``group``: of each value."""
    if holders is None:
        return counts
    return holders.counted(np.arange(len(counts)) if group is None else group, len(counts))
