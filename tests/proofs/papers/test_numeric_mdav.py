"""Classical MDAV (A alg. 1) on numbers: two small tables worked by hand, and the figures of the CASC reference sets."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import kinonym as kn
from kinonym.methods.mdav import Mdav
from kinonym.metrics import measure_utility
from kinonym.random import generator
from kinonym.tuples import Tuples

DATA = Path(os.environ.get("KINONYM_DATA", Path(__file__).parents[4] / "shared" / "data")) / "numeric"

# Information loss L = 100·SSE/SST of standardised columns, classical MDAV.
FIGURES = {
    ("census", 3): 5.6922,
    ("census", 4): 7.4947,
    ("census", 5): 9.0884,
    ("census", 10): 14.1559,
    ("tarragona", 3): 16.9326,
    ("tarragona", 4): 19.5460,
    ("tarragona", 5): 22.4619,
    ("tarragona", 10): 33.1929,
    ("EIA", 3): 0.4829,
    ("EIA", 4): 0.6713,
    ("EIA", 5): 1.6667,
    ("EIA", 10): 3.8397,
}

#   y
#  10                   D
#   8                      E         centroid of all: (4, 4)
#   4           F
#   3  C     G
#   0  A  B
#      0  2  3  4       9  10  x
POINTS = {"A": (0, 0), "B": (2, 0), "C": (0, 3), "D": (9, 10), "E": (10, 8), "F": (4, 4), "G": (3, 3)}


def grouped(table, domains):
    """Rows of numbers as tuples, and the tuple of each row."""
    names = [f"x{j}" for j in range(table.shape[1])]
    return Tuples.from_points(names, domains, table, np.ones(len(table), dtype=np.int64))


def groups(plan, place, names):
    """The names of the records in each group, for tuples of one record each."""
    group_of = dict(zip(plan.source.tolist(), plan.target.tolist(), strict=True))
    members = {}
    for name, t in zip(names, place.tolist(), strict=True):
        members.setdefault(group_of[t], set()).add(name)
    return members


@pytest.mark.parametrize("factor", [1.0, 1000.0])
def test_seven_points_by_hand(factor):
    """k = 2. The unit of a column, here the second one's, makes no difference once it is the domain's scale."""
    table = np.array(list(POINTS.values())) * [1.0, factor]
    tuples, place = grouped(table, [kn.Numeric(scale=1.0), kn.Numeric(scale=factor)])
    plan = Mdav(k=2).plan(tuples, generator(1))

    # Squares of the distances to (4, 4): A 16+16, B 4+16, C 16+1, D 25+36, E 36+16, F 0, G 1+1: r = D.
    total = 32 + 20 + 17 + 61 + 52 + 0 + 2
    # To D (9, 10): A 81+100, B 49+100, C 81+49, E 1+4, F 25+36, G 36+49: s = A, and D takes E.
    # To A (0, 0): B 4, C 9, F 32, G 18: A takes B. Three records are left, fewer than 2k: one last group.
    found = groups(plan, place, POINTS)
    assert sorted(map(sorted, found.values())) == [["A", "B"], ["C", "F", "G"], ["D", "E"]]
    expected = {"AB": (1, 0), "DE": (9.5, 9), "CFG": (7 / 3, 10 / 3)}  # the means
    for group, members in found.items():
        centre = plan.targets[group] / [1.0, factor]
        assert centre == pytest.approx(expected["".join(sorted(members))])

    # Squares within groups. AB: 1+1. DE: 2·(0.25+1). CFG in x: 0+16+9 − 7²/3, in y: 9+16+9 − 10²/3.
    within = 2 + 2.5 + (25 - 49 / 3) + (34 - 100 / 3)
    utility = measure_utility(plan)
    assert utility.sse == pytest.approx(within / 2)  # a mean over the two columns
    assert utility.sst == pytest.approx(total / 2)
    assert utility.loss == pytest.approx(100 * (83 / 6) / 184)  # 7.518 %


def test_equal_records_may_fall_into_different_groups():
    """Five records of 0 and two of 10, k = 3. Mean 20/7; the farthest is 10, 50/7 away, against 20/7.

    The group around it takes both records of 10 and one of 0: mean 20/3. The other four of 0 are left.
    """
    tuples, _ = grouped(np.array([[0.0]] * 5 + [[10.0]] * 2), [kn.Numeric(scale=1.0)])
    plan = Mdav(k=3).plan(tuples, generator(1))
    assert sorted(plan.class_sizes.tolist()) == [3, 4]
    assert sorted(plan.targets[:, 0].tolist()) == pytest.approx([0, 20 / 3])
    utility = measure_utility(plan)
    assert utility.sse == pytest.approx(2 * (10 / 3) ** 2 + (20 / 3) ** 2)
    assert utility.sst == pytest.approx(5 * (20 / 7) ** 2 + 2 * (50 / 7) ** 2)


def reference_set(name):
    """A CASC file as an array; census has no header, tarragona ends its lines as old Macs did."""
    file = DATA / f"{name}.csv"
    if not file.exists():
        pytest.skip(f"needs numeric/{name}.csv in the data folder (KINONYM_DATA)")
    lines = file.read_text(encoding="ascii").splitlines()
    return np.array([line.split(",") for line in lines if line and not line[0].isalpha()], dtype=np.float64)


@pytest.mark.parametrize(("name", "k"), FIGURES)
def test_the_figures_of_the_reference_sets(name, k):
    table = reference_set(name)
    domains = [kn.Numeric().fit([str(x) for x in column]) for column in table.T.tolist()]
    tuples, place = grouped(table, domains)
    plan = Mdav(k=k).plan(tuples, generator(1))
    assert plan.class_sizes.min() >= k
    assert round(measure_utility(plan).loss, 4) == FIGURES[name, k]

    # The same from the records themselves, without anything that Kinonym measures.
    assert np.array_equal(np.bincount(place), tuples.counts)
    units = table.std(axis=0)
    original = np.stack([c.points[tuples.codes[plan.source, j]] for j, c in enumerate(tuples.columns)], axis=1)
    squares = (((original - plan.targets[plan.target]) / units) ** 2).sum(axis=1)
    loss = 100 * (plan.count @ squares) / (((table - table.mean(axis=0)) / units) ** 2).sum()
    assert round(loss, 4) == FIGURES[name, k]
