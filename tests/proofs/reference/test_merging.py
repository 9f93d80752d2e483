"""Clusters that fail a demand are merged as plain loops would merge them, for all kinds of columns."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.demands import merging
from kinonym.kernels.demands.class_demands import meets_demands
from kinonym.methods.table_demands import make_table_demands
from kinonym.testing import mixed_tuples
from kinonym.tuples import Persons

pytestmark = pytest.mark.drawn

ROUNDING = 2.0**-24


def apart(tuples, t, middle):
    """Sum over the columns of the weighted distance to a centre, kept to 2⁻²⁴; of numbers only, the Euclidean mean."""
    columns, total = tuples.kernel_columns, 0.0
    for j in range(tuples.codes.shape[1]):
        value = tuples.codes[t, j]
        at = columns.value_start[j] + value
        if columns.kind[j] == 2:
            x, y = columns.position[at], middle[j]
            missing = int(np.isnan(x)) + int(np.isnan(y))
            d = abs(x - y) / columns.unit[j] if not missing else columns.far[j] if missing == 1 else 0.0
        elif columns.kind[j] == 1:
            d = float(columns.candidate_of[at] != middle[j])
        else:
            table = columns.table[columns.table_start[j] : columns.table_start[j + 1]]
            d = float(
                table.reshape(-1, columns.candidate_start[j + 1] - columns.candidate_start[j])[value, int(middle[j])]
            )
        weight = columns.weight[j]
        total += weight * d * d if tuples.euclidean else np.rint(weight * d / ROUNDING) * ROUNDING
    return np.sqrt(total / columns.weight.sum()) if tuples.euclidean else total


def plain_repair(tuples, cluster_of, k, promise):
    """The smallest first: while a cluster fails, merge it with the cluster with the centre nearest to its first eight members."""
    lists = {g: np.flatnonzero(cluster_of == g).tolist() for g in np.unique(cluster_of).tolist()}
    size = np.bincount(cluster_of, weights=tuples.counts)

    def centre(members):
        rows = np.array(members)
        return group_centres(tuples.kernel_columns, tuples.codes, rows, np.zeros_like(rows), tuples.counts[rows], 1)[0]

    centres = {g: centre(members) for g, members in lists.items()}
    for first in np.argsort(size, kind="stable").tolist():
        g = first
        while g in lists:
            members = np.array(lists[g])
            if tuples.counts[members].sum() >= k and meets_demands(promise, members, len(members)):
                break
            others = sorted(set(lists) - {g})
            if not others:
                break
            looked = members[: merging.SAMPLED_MEMBERS]
            near = [sum(tuples.counts[t] * apart(tuples, t, centres[h]) for t in looked) for h in others]
            h = others[int(np.argmin(near))]
            lists[h] = lists.pop(g) + lists[h]
            centres[h] = centre(lists[h])
            g = h
    return {frozenset(members) for members in lists.values()}


@st.composite
def cases(draw):
    tuples = draw(mixed_tuples(max_rows=14))
    p = len(tuples)
    person = np.array(draw(st.lists(st.integers(0, 5), min_size=p, max_size=p)))
    owned = replace(tuples, persons=Persons.from_cells(np.arange(p), person, tuples.counts, p))
    return owned, np.array(draw(st.lists(st.integers(0, 6), min_size=p, max_size=p)))


@pytest.mark.parametrize("many", [0, 4])
@settings(max_examples=150, deadline=None, phases=[Phase.reuse, Phase.generate])
@given(case=cases())
def test_merging_agrees_with_plain_loops(many, case):
    """``many`` = 0: no column with a table is summed, and all clusters are in one bucket."""
    tuples, cluster_of = case
    k = min(3, tuples.units)
    promise = make_table_demands(None, tuples, k)
    _, cluster_of = np.unique(cluster_of, return_inverse=True)
    expected = plain_repair(tuples, cluster_of, k, promise)
    usual, merging.MANY_CANDIDATES = merging.MANY_CANDIDATES, many
    try:
        made = cluster_of.copy()
        centres = merging.merge_clusters(
            tuples.kernel_columns, tuples.codes, tuples.counts, made, int(made.max()) + 1, k, promise
        )
    finally:
        merging.MANY_CANDIDATES = usual
    assert {frozenset(np.flatnonzero(made == g).tolist()) for g in np.unique(made)} == expected
    for g in np.unique(made):
        rows = np.flatnonzero(made == g)
        own = group_centres(tuples.kernel_columns, tuples.codes, rows, np.zeros_like(rows), tuples.counts[rows], 1)[0]
        np.testing.assert_allclose(centres[g], own, atol=1e-12)
