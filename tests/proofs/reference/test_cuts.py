"""Cuts and moves of local generalisation against plain code: every cut tried, no move left, never worse than before."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinonym.methods import moves
from kinonym.methods.covers import covers_of, level_costs
from kinonym.methods.cuts import cut_classes
from kinonym.methods.generalise import Generalise
from kinonym.methods.moves import move_between_classes
from kinonym.methods.progress import silent
from kinonym.metrics.distribution import point_ncp
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from reference import naive

pytestmark = pytest.mark.drawn


class Table:
    """The tuples as plain lists: of each column and value what it becomes on every level, and what that costs."""

    def __init__(self, tuples):
        self.counts = tuples.counts.tolist()
        self.codes = tuples.codes.tolist()
        self.ladders, self.costs, self.weights = [], [], []
        for column in tuples.columns:
            ladder = naive.levels_of(column)
            self.ladders.append([[("missing" if np.isnan(x) else x) for x in level] for level in ladder])
            self.costs.append([level.tolist() for level in level_costs(column, [np.asarray(x) for x in ladder])])
            self.weights.append(column.weight)

    def cost(self, members):
        """The records of some tuples, times the cost of the narrowest value on a level that all share."""
        total = 0.0
        for j, (ladder, costs) in enumerate(zip(self.ladders, self.costs, strict=True)):
            values = {self.codes[t][j] for t in members}
            for level, cost in zip(ladder, costs, strict=True):
                if len({level[value] for value in values}) == 1:
                    total += self.weights[j] * cost[min(values)]
                    break
            else:
                raise AssertionError
        return total * self.records(members)

    def records(self, members):
        return sum(self.counts[t] for t in members)

    def order(self, j):
        """The values of a column, those with the same broader ones together."""

        def key(value):
            return [
                (x == "missing", 0.0 if x == "missing" else x) for x in (row[value] for row in self.ladders[j][::-1])
            ]

        return sorted(range(len(self.ladders[j][0])), key=key)

    def cuts(self, members):
        """Every cut: one side of it."""
        for j, ladder in enumerate(self.ladders):
            present = {self.codes[t][j] for t in members}
            values = [value for value in self.order(j) if value in present]
            sides = [values[:i] for i in range(1, len(values))]
            for level in ladder:
                nodes = list(dict.fromkeys(level[value] for value in values))
                runs = [[value for value in values if level[value] == node] for node in nodes]
                sides += [run for run in runs if run[0] != values[0] and run[-1] != values[-1]]
            yield from ([t for t in members if self.codes[t][j] in side] for side in sides)

    def classes(self, members, k):
        """Cut by cut, the cheapest first; ties: the more even one, then the first."""
        best, least = None, None
        for side in self.cuts(members):
            rest = [t for t in members if t not in side]
            sizes = self.records(side), self.records(rest)
            if min(sizes) < k:
                continue
            key = round((self.cost(side) + self.cost(rest)) / sum(sizes), 9), max(sizes)
            if least is None or key < least:
                best, least = (side, rest), key
        return [sorted(members)] if best is None else [c for part in best for c in self.classes(part, k)]


def as_classes(class_of):
    return sorted(np.flatnonzero(class_of == number).tolist() for number in np.unique(class_of))


@settings(max_examples=60)
@given(mixed_tuples(max_rows=10), st.integers(2, 5))
def test_the_cuts_are_the_cheapest_of_all(tuples, k):
    assume(tuples.records >= k)
    cut = cut_classes(covers_of(tuples), tuples.counts, k, None, silent)
    assert as_classes(cut) == sorted(Table(tuples).classes(list(range(len(tuples))), k))


@settings(max_examples=60)
@given(mixed_tuples(max_rows=12), st.integers(2, 4))
def test_no_move_of_a_tuple_is_left(tuples, k):
    assume(tuples.records >= k)
    table, covers = Table(tuples), covers_of(tuples)
    cut = cut_classes(covers, tuples.counts, k, None, silent)
    moved = move_between_classes(covers, tuples.counts, cut, k, None, silent)
    classes = as_classes(moved)
    total = sum(map(table.cost, classes))
    assert total <= sum(map(table.cost, as_classes(cut))) + 1e-9
    assert min(map(table.records, classes)) >= k
    for own in classes:
        for t in own:
            left = [member for member in own if member != t]
            if table.records(left) < k:
                continue
            for other in classes:
                if other is not own:
                    before, after = table.cost(own) + table.cost(other), table.cost(left) + table.cost([*other, t])
                    assert after >= before - 1e-6


@settings(max_examples=30)
@given(mixed_tuples(max_rows=12), st.integers(2, 3))
def test_moves_within_parts_keep_k_and_never_cost_more(tuples, k):
    """Large tables: the parts of neighbouring classes are moved one after the other."""
    assume(tuples.records >= k)
    saved = moves.BLOCK, moves.PART
    moves.BLOCK, moves.PART = 1, 4
    try:
        table, covers = Table(tuples), covers_of(tuples)
        cut = cut_classes(covers, tuples.counts, k, None, silent)
        classes = as_classes(move_between_classes(covers, tuples.counts, cut, k, None, silent))
    finally:
        moves.BLOCK, moves.PART = saved
    assert min(map(table.records, classes)) >= k
    assert sum(map(table.cost, classes)) <= sum(map(table.cost, as_classes(cut))) + 1e-9


def ncp_of(plan):
    """NCP of every record, summed over the columns (M eq. 3)."""
    total = 0.0
    for j, column in enumerate(plan.tuples.columns):
        costs = point_ncp(replace(column, points=plan.targets[:, j]))
        total += column.weight * float((plan.count * costs[plan.target]).sum())
    return total


@settings(max_examples=60)
@given(mixed_tuples(max_rows=14, sets=True), st.integers(2, 5))
def test_ncp_is_never_higher_than_with_the_clusters_of_sa_mdav(tuples, k):
    assume(tuples.records >= k)
    least = Generalise(k=k, scheme="local").plan(tuples, generator(0))
    before = Generalise(k=k, scheme="local", minimise="sse").plan(tuples, generator(0))
    assert ncp_of(least) <= ncp_of(before) + 1e-9
