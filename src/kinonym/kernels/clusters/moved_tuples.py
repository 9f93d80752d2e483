"""Tuples move between classes, and classes are dissolved, while what the classes are released as costs less.

Invariants: the linked lists and ``class_of`` agree; ``records``, ``first``, ``last``, ``total``, ``present`` and
``cost`` of a class are those of its members. A class without members has no records and costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.kernels.arrays import Numbers
from kinonym.kernels.bundles import Bundle
from kinonym.kernels.clusters.cover_costs import SET, Covers, column_cost, summary_cost
from kinonym.kernels.compile import compiled
from kinonym.kernels.demands.class_demands import meets_demands

__all__ = ["Membership", "dissolve_classes", "move_tuples", "start_moves"]

NONE = np.int64(-1)
NOTHING = 1 << 30  # the first place of a summary of no tuples
TINY = 1e-9  # a change that gains less, in records times columns, is none
BITS = 64


@dataclass(frozen=True, eq=False)
class Membership(Bundle):
    """The classes as doubly linked lists of tuples, with their summaries; the last row of each is a workspace."""

    counts: Any  # records of each tuple
    class_of: Any
    head: Any  # first tuple of each class, −1 if it is empty
    next: Any
    previous: Any
    size: Any  # tuples of each class
    records: Any
    first: Any  # classes × columns: the first and the last place of the values,
    last: Any
    total: Any  # the shares of the different values of a SET,
    present: Any  # and which they are, one bit each
    word_start: Any  # first word of each column in ``present``
    cost: Any  # of each class, per record
    members: Any  # workspace: tuples of a class
    moved: Any  # workspace: tuples of a class that is dissolved
    changes: Any  # how many changes were made
    changed_at: Any  # the value of ``clock`` when each class last changed,
    examined_at: Any  # and when each tuple was last examined
    clock: Any


def start_moves(covers: Covers, counts: Numbers, class_of: Numbers) -> Membership:
    """The given classes, which must be numbered without gaps."""
    classes, columns = int(class_of.max()) + 1, len(covers.kind)
    words = np.where(covers.kind == SET, -(-np.diff(covers.start) // BITS), 0)
    state = Membership(
        counts=counts, class_of=class_of, head=np.full(classes, -1, dtype=np.int64),
        next=np.full(len(counts), -1, dtype=np.int64), previous=np.full(len(counts), -1, dtype=np.int64),
        size=np.zeros(classes, dtype=np.int64), records=np.zeros(classes, dtype=np.int64),
        first=np.full((classes + 1, columns), NOTHING, dtype=np.int64),
        last=np.full((classes + 1, columns), -1, dtype=np.int64), total=np.zeros((classes + 1, columns)),
        present=np.zeros((classes + 1, int(words.sum())), dtype=np.uint64), word_start=np.cumsum([0, *words]),
        cost=np.zeros(classes), members=np.empty(len(counts) + 1, dtype=np.int64),
        moved=np.empty(len(counts), dtype=np.int64), changes=np.zeros(1, dtype=np.int64),
        changed_at=np.ones(classes, dtype=np.int64), examined_at=np.zeros(len(counts), dtype=np.int64),
        clock=np.ones(1, dtype=np.int64),
    )  # fmt: skip
    fill_classes(covers, state)
    return state


@compiled(inner=True)
def _has_value(state, g, j, place):
    """Whether a class has a value of column j."""
    word = state.present[g, state.word_start[j] + place // BITS]
    return (word >> np.uint64(place % BITS)) & np.uint64(1) != np.uint64(0)


@compiled(inner=True)
def _add_to_summary(covers, state, g, t):
    """Add the values of a tuple to the summary of a class."""
    for j in range(len(covers.kind)):
        place = np.int64(covers.place[t, j])
        state.first[g, j] = min(state.first[g, j], place)
        state.last[g, j] = max(state.last[g, j], place)
        if covers.kind[j] == SET and not _has_value(state, g, j, place):
            state.total[g, j] += covers.share[covers.start[j] + place]
            at = state.word_start[j] + place // BITS
            state.present[g, at] = state.present[g, at] | (np.uint64(1) << np.uint64(place % BITS))


@compiled(inner=True)
def _summarise(covers, state, g, row, without):
    """Write the summary of a class, one tuple left out, to a row; returns its cost. Cost: O(its members)."""
    for j in range(len(covers.kind)):
        state.first[row, j] = NOTHING
        state.last[row, j] = -1
        state.total[row, j] = 0.0
    for word in range(state.word_start[len(covers.kind)]):
        state.present[row, word] = np.uint64(0)
    t = state.head[g]
    while t >= 0:
        if t != without:
            _add_to_summary(covers, state, row, t)
        t = state.next[t]
    return summary_cost(covers, state.first[row], state.last[row], state.total[row])


@compiled(inner=True)
def _link(state, t, g):
    """Put a tuple into a class; its summary is not changed."""
    state.next[t] = state.head[g]
    state.previous[t] = NONE
    if state.head[g] >= 0:
        state.previous[state.head[g]] = t
    state.head[g] = t
    state.class_of[t] = g
    state.size[g] += 1
    state.records[g] += state.counts[t]
    state.changed_at[g] = state.clock[0]


@compiled(inner=True)
def _insert(covers, state, t, g):
    """Put a tuple into a class."""
    _link(state, t, g)
    _add_to_summary(covers, state, g, t)
    state.cost[g] = summary_cost(covers, state.first[g], state.last[g], state.total[g])


@compiled(inner=True)
def _remove(covers, state, t):
    """Take a tuple out of its class."""
    g = state.class_of[t]
    if state.previous[t] >= 0:
        state.next[state.previous[t]] = state.next[t]
    else:
        state.head[g] = state.next[t]
    if state.next[t] >= 0:
        state.previous[state.next[t]] = state.previous[t]
    state.size[g] -= 1
    state.records[g] -= state.counts[t]
    state.changed_at[g] = state.clock[0]
    state.cost[g] = _summarise(covers, state, g, g, NONE) if state.size[g] else 0.0


@compiled
def fill_classes(covers, state):
    """Fill the lists and the summaries."""
    for t in range(len(state.counts) - 1, -1, -1):
        _link(state, t, state.class_of[t])
    for g in range(len(state.head)):
        state.cost[g] = _summarise(covers, state, g, g, NONE)


@compiled(inner=True)
def _cost_with(covers, state, g, t, limit):
    """What a class costs more with a tuple; the search for the cost ends when it reaches the limit."""
    records = state.records[g] + state.counts[t]
    before = state.records[g] * state.cost[g]
    cost = 0.0
    for j in range(len(covers.kind)):
        place = np.int64(covers.place[t, j])
        total = state.total[g, j]
        if covers.kind[j] == SET and not _has_value(state, g, j, place):
            total += covers.share[covers.start[j] + place]
        cost += column_cost(covers, j, min(state.first[g, j], place), max(state.last[g, j], place), total)
        if records * cost - before >= limit:
            return limit
    return records * cost - before


@compiled(inner=True)
def _list_members(state, g, without):
    """List the tuples of a class but one; returns their number."""
    n = 0
    t = state.head[g]
    while t >= 0:
        if t != without:
            state.members[n] = t
            n += 1
        t = state.next[t]
    return n


@compiled(inner=True)
def _may_join(state, demands, t, g):
    """Whether a class meets the demands with one more tuple."""
    if demands is None:
        return True
    n = _list_members(state, g, NONE)
    state.members[n] = t
    return meets_demands(demands, state.members, n + 1)


@compiled(inner=True)
def _find_class(covers, state, demands, t, limit, since):
    """The class that a tuple joins for least, among those that changed, and what that costs.

    −1 if all cost as much as the limit or more.
    """
    own = state.class_of[t]
    found = NONE
    for g in range(len(state.head)):
        if g == own or state.size[g] == 0 or state.changed_at[g] < since:
            continue
        if state.counts[t] * state.cost[g] >= limit:
            continue
        cost = _cost_with(covers, state, g, t, limit)
        if cost < limit and _may_join(state, demands, t, g):
            limit = cost
            found = g
    return found, limit


@compiled
def move_tuples(covers, state, k, demands, begin, end):
    """Move each of some tuples to the class where that costs least, if its own keeps k records and every demand."""
    for t in range(begin, end):
        g = state.class_of[t]
        left = state.records[g] - state.counts[t]
        since = state.examined_at[t] if state.changed_at[g] < state.examined_at[t] else 0
        state.clock[0] += 1
        state.examined_at[t] = state.clock[0]
        if left < k or state.cost[g] == 0.0:
            continue
        without = _summarise(covers, state, g, len(state.head), t)
        gain = state.records[g] * state.cost[g] - left * without
        if gain <= TINY:
            continue
        if demands is not None and not meets_demands(demands, state.members, _list_members(state, g, t)):
            continue
        found, _ = _find_class(covers, state, demands, t, gain - TINY, since)
        if found >= 0:
            _remove(covers, state, t)
            _insert(covers, state, t, found)
            state.changes[0] += 1


@compiled(inner=True)
def _relink(covers, state, g, number):
    """Restore a class that was to be dissolved."""
    state.head[g] = NONE
    state.size[g] = 0
    state.records[g] = 0
    for i in range(number - 1, -1, -1):
        _link(state, state.moved[i], g)
    state.cost[g] = _summarise(covers, state, g, g, NONE)


@compiled
def dissolve_classes(covers, state, demands, classes):
    """Dissolve each of some classes if its tuples cost less in other ones, where every demand is still met."""
    for g in classes:
        limit = state.records[g] * state.cost[g] - TINY
        if limit <= 0.0:
            continue
        state.clock[0] += 1
        number = _list_members(state, g, NONE)
        for i in range(number):
            state.moved[i] = state.members[i]
        done = 0
        while done < number:
            t = state.moved[done]
            found, cost = _find_class(covers, state, demands, t, limit, 0)
            if found < 0:
                break
            limit -= cost
            _insert(covers, state, t, found)
            done += 1
        if done == number:
            state.head[g] = NONE
            state.size[g] = 0
            state.records[g] = 0
            state.cost[g] = 0.0
            state.changes[0] += 1
        else:
            for i in range(done):
                _remove(covers, state, state.moved[i])
            _relink(covers, state, g, number)
