"""Generalisation: the full lattice of levels by brute force, and class by class from what subsumes all members."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kinonym import Nominal, Taxonomy
from kinonym.domains import Numeric, Ordinal, Plain
from kinonym.errors import UsageError
from kinonym.methods import generalise
from kinonym.methods.generalise import Generalise
from kinonym.methods.sa_mdav import SaMdav
from kinonym.metrics import measure_utility
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples
from reference import naive

pytestmark = pytest.mark.drawn


def height_of(tuples, plan):
    """The levels that a full-domain plan shows: the lowest ones at which the columns become what they became."""
    total = 0
    for j, column in enumerate(tuples.columns):
        became = {}
        for source, target in zip(plan.source.tolist(), plan.target.tolist(), strict=True):
            became[int(tuples.codes[source, j])] = plan.targets[target, j]
        ladder = naive.levels_of(column)
        total += next(
            level for level, row in enumerate(ladder)
            if all(np.array_equal(row[code], point, equal_nan=True) for code, point in became.items())
        )  # fmt: skip
    return total


@settings(max_examples=60)
@given(mixed_tuples(max_rows=9), st.integers(2, 8))
def test_full_is_the_lowest_combination_of_levels_with_the_least_error(tuples, k):
    assume(tuples.records >= k)
    plan = Generalise(k=k).plan(tuples, generator(0))
    height, error = naive.generalise(tuples, k)
    assert height_of(tuples, plan) == height
    assert measure_utility(plan).sse == pytest.approx(error, rel=1e-6, abs=1e-6)  # the program's tables hold 24 bits


@settings(max_examples=30)
@given(mixed_tuples(max_rows=9), st.integers(2, 8))
def test_the_greedy_way_up_reaches_k_on_a_combination_of_levels(tuples, k):
    """Beyond a lattice of 4,096 combinations: still levels, still k, never below the lowest."""
    assume(tuples.records >= k)
    saved = generalise.LATTICE
    generalise.LATTICE = 0
    try:
        plan = Generalise(k=k).plan(tuples, generator(0))
    finally:
        generalise.LATTICE = saved
    assert height_of(tuples, plan) >= naive.generalise(tuples, k)[0]
    assert plan.class_sizes.min() >= k


@given(mixed_tuples(max_rows=10), st.integers(2, 8))
def test_local_lifts_each_cluster_to_what_subsumes_its_members(tuples, k):
    assume(tuples.records >= k)
    plan = Generalise(k=k, scheme="local", minimise="sse").plan(tuples, generator(0))
    clusters = SaMdav(k=k).plan(tuples, generator(0))
    members = {}
    for source, cluster in zip(clusters.source.tolist(), clusters.target.tolist(), strict=True):
        members.setdefault(cluster, []).append(source)
    target_of = dict(zip(plan.source.tolist(), plan.target.tolist(), strict=True))
    for inside in members.values():
        for j, column in enumerate(tuples.columns):
            points = {float(column.points[tuples.codes[t, j]]) for t in inside}
            for t in inside:
                np.testing.assert_array_equal(plan.targets[target_of[t], j], subsumer(column.domain, points))


def subsumer(domain, points):
    """Their one value; else what subsumes all, the root if something has no concept, missing without a taxonomy."""
    if len({"?" if np.isnan(p) else p for p in points}) == 1:
        return next(iter(points))
    if not isinstance(domain, Nominal):
        return domain.encode([None])[0]
    if any(p >= len(domain.tau) for p in points):
        return 0.0
    return float(naive.lcs(domain.tau, points))


SPORTS = Taxonomy.from_parents(
    {"sport": [], "ball": ["sport"], "water": ["sport"], "soccer": ["ball"], "rugby": ["ball"],
     "swimming": ["water"], "surfing": ["water"]}
)  # fmt: skip


def table(domains, *rows):
    values = list(zip(*rows, strict=True))
    points = np.column_stack([domain.encode(list(column)) for domain, column in zip(domains, values, strict=True)])
    names = [f"c{j}" for j in range(len(domains))]
    return Tuples.from_points(names, domains, points, np.ones(len(rows), dtype=np.int64))


def became(plan, place):
    """The written tuple of each row of the table."""
    written = list(zip(*plan.decode_targets().values(), strict=True))
    target_of = dict(zip(plan.source.tolist(), plan.target.tolist(), strict=True))
    return [written[target_of[t]] for t in place.tolist()]


def test_full_by_hand():
    """soccer, rugby, swimming, surfing once each, k = 2: one level up gives ball twice and water twice."""
    tuples, place = table([Nominal(SPORTS)], ["soccer"], ["rugby"], ["swimming"], ["surfing"])
    assert became(Generalise(k=2).plan(tuples, generator(0)), place) == [("ball",), ("ball",), ("water",), ("water",)]
    assert became(Generalise(k=3).plan(tuples, generator(0)), place) == [("sport",)] * 4


def test_full_lifts_all_values_of_a_column_to_one_level():
    """ball twice is a class, soccer and rugby alone are not: one level up both are ball, and water stays."""
    rows = [["ball"], ["ball"], ["soccer"], ["rugby"], ["water"], ["water"]]
    tuples, place = table([Nominal(SPORTS)], *rows)
    found = Counter(became(Generalise(k=2).plan(tuples, generator(0)), place))
    assert found == {("ball",): 4, ("water",): 2}


def test_full_takes_the_column_that_costs_less():
    """(soccer, x), (rugby, x), (soccer, y), (rugby, y), k = 2: either column may go up one level.

    Hobbies to ball move all four by 1 − 4/5 = 1/5, half of it as the mean of two columns: 4·(1/10)² = 0.04.
    Letters to missing move all four by 1, half of it as the mean: 4·(1/2)² = 1.
    """
    letters = Plain().fit(["x", "y"])
    tuples, place = table([Nominal(SPORTS), letters], ("soccer", "x"), ("rugby", "x"), ("soccer", "y"), ("rugby", "y"))
    plan = Generalise(k=2).plan(tuples, generator(0))
    assert became(plan, place) == [("ball", "x"), ("ball", "x"), ("ball", "y"), ("ball", "y")]
    assert measure_utility(plan).sse == pytest.approx(0.04)


def test_local_by_hand():
    """Words to what subsumes both, other columns to missing where two values meet."""
    domains = [Nominal(SPORTS), Numeric(scale=20.0), Ordinal(("low", "high")), Plain().fit(["x", "y"])]
    rows = [("soccer", "1", "low", "x"), ("rugby", "1", "high", "x"), ("surfing", "60", "high", "y"),
            ("swimming", "61", "high", "y")]  # fmt: skip
    tuples, place = table(domains, *rows)
    found = became(Generalise(k=2, scheme="local").plan(tuples, generator(0)), place)
    assert found == [("ball", 1.0, None, "x")] * 2 + [("water", None, "high", "y")] * 2


def test_values_without_a_concept_are_generalised_to_the_root():
    tuples, place = table([Nominal(SPORTS)], ["soccer"], ["rugby"], ["swimming"], [None])
    assert became(Generalise(k=2).plan(tuples, generator(0)), place) == [("sport",)] * 4
    only, place = table([Nominal(SPORTS, isolates=(None, "chess"))], ["chess"], [None])
    for scheme in ("full", "local"):
        assert became(Generalise(k=2, scheme=scheme).plan(only, generator(0)), place) == [("sport",)] * 2


def _ncp(column, point):
    """NCP of one point: leaves below as a share of all; missing costs all."""
    domain = column.domain
    if np.isnan(point) or domain.decode(np.array([point]))[0] is None:
        return 1.0
    if not isinstance(domain, Nominal) or point >= len(domain.tau) or domain.tau.leaf_counts[int(point)] <= 1:
        return 0.0
    return domain.tau.leaf_counts[int(point)] / max(1, domain.tau.leaf_counts[0])


def _least_cost(tuples, k, allowed):
    """Every vector of levels by brute force: rare combinations are left out, and the cheapest class if they are not k."""
    ladders = [naive.levels_of(column) for column in tuples.columns]
    costs = []
    for levels in product(*(range(len(steps)) for steps in ladders)):
        rows = [
            tuple(ladders[j][x][c] for j, (x, c) in enumerate(zip(levels, codes, strict=True)))
            for codes in tuples.codes
        ]
        rows = [tuple("nan" if np.isnan(point) else point for point in row) for row in rows]
        sizes = Counter()
        for row, count in zip(rows, tuples.counts.tolist(), strict=True):
            sizes[row] += count
        out = {row for row, size in sizes.items() if size < k}
        each = [
            np.mean([_ncp(c, np.nan if p == "nan" else p) for c, p in zip(tuples.columns, row, strict=True)])
            for row in rows
        ]
        left = sum(sizes[row] for row in out)
        if 0 < left < k:
            extra = {row: size * (1.0 - each[rows.index(row)]) for row, size in sizes.items() if row not in out}
            fitting = [row for row in extra if left + sizes[row] <= allowed]
            out.update([min(fitting, key=extra.get)] if fitting else sizes)
        if sum(sizes[row] for row in out) > allowed:
            continue
        costs.append(
            sum(n * (1.0 if row in out else e) for n, row, e in zip(tuples.counts.tolist(), rows, each, strict=True))
        )
    return min(costs)


def _joined():
    """One rare record at upper levels, which four others must join; below, four that are rare together."""
    words = Nominal(Taxonomy.from_parents({"top": [], "left": ["top"], "right": ["top"], "low": ["left"]}))
    rows = {("a", "top"): 4, ("a", "left"): 1, ("a", "right"): 3, ("a", "low"): 1, (None, "left"): 11}
    listed = [row for row, number in rows.items() for _ in range(number)]
    return table([Plain().fit(["a", None]), words], *listed)[0]


def test_the_class_that_costs_least_joins_what_is_left_out():
    """football alone is rare. Blank, three boxing would lose all that they say; four sport, the root, lose nothing."""
    words = Nominal(Taxonomy.from_parents({"sport": [], "boxing": ["sport"], "football": ["sport"], "golf": ["sport"]}))
    listed = [["football"], *[["boxing"]] * 3, *[["sport"]] * 4]
    tuples, place = table([words], *listed)
    plan = Generalise(k=3, suppress_share=0.7).plan(tuples, generator(0))
    assert became(plan, place) == [(None,), *[("boxing",)] * 3, *[(None,)] * 4]


@settings(max_examples=40)
@given(mixed_tuples(max_rows=9), st.integers(2, 5), st.sampled_from([0.2, 0.5]))
@example(_joined(), 4, 0.2)
def test_with_some_left_out_the_levels_are_the_cheapest(tuples, k, share):
    assume(tuples.records >= k)
    plan = Generalise(k=k, suppress_share=share).plan(tuples, generator(0))
    cost = 0.0
    blank = np.array([column.domain.encode([None])[0] for column in tuples.columns])
    for target, count in zip(plan.target.tolist(), plan.count.tolist(), strict=True):
        cost += count * np.mean([_ncp(column, plan.targets[target, j]) for j, column in enumerate(tuples.columns)])
    left = plan.count[[np.array_equal(plan.targets[t], blank, equal_nan=True) for t in plan.target]].sum()
    assert plan.class_sizes.min() >= k
    assert cost <= _least_cost(tuples, k, int(share * tuples.records)) + 1e-9
    assert left <= share * tuples.records + sum(
        n for n, c in zip(tuples.counts, tuples.codes, strict=True) if _is_blank(tuples, c)
    )


def _is_blank(tuples, codes):
    """Whether a tuple may be blank without being left out: every column that has no taxonomy at its top is."""
    return all(
        not isinstance(c.domain, Nominal) or c.points[x] >= len(c.domain.tau)
        for c, x in zip(tuples.columns, codes, strict=True)
    )


@pytest.mark.parametrize(
    "wrong", [{"suppress_share": 1.0}, {"suppress_share": -0.1}, {"suppress_share": 0.1, "scheme": "local"}]
)
def test_a_share_that_cannot_be_left_out_is_refused(wrong):
    with pytest.raises(UsageError, match="suppress_share"):
        Generalise(k=2, **wrong)
