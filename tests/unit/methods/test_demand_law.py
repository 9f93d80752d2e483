"""l, p and t at their limits: meeting a demand exactly is enough, c must be exceeded, rounding decides nothing.

A class or a table is written as the frequencies of its confidential values: [4, 2, 2] is one value four times, two twice.
"""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kinonym.domains import Plain
from kinonym.errors import PrivacyError
from kinonym.kernels.demands.class_demands import ROUNDING, meets_demands
from kinonym.methods import METHODS
from kinonym.methods.demands import TOLERANCE, Demands, unmet
from kinonym.methods.table_demands import make_table_demands
from kinonym.privacy import Classes, check_models
from kinonym.random import generator
from kinonym.tuples import Confidential, Tuples

TAKING = [name for name, kind in METHODS.items() if kind.traits.takes_demands]


def entropy(level, **more):
    return {"l_diversity": level, "diversity": "entropy", **more}


def recursive(level, c):
    return {"l_diversity": level, "diversity": "recursive", "c": c}


# (frequencies, what is just met, what is just not)
BORDERS = [
    ([1, 1, 1], {"l_diversity": 3}, {"l_diversity": 4}),
    ([1, 1, 1], {"p_sensitive": 3}, {"p_sensitive": 4}),
    # three equal shares have an entropy of log 3; 4 2 2: 1.5 · log 2 = log 2.8284…
    ([5, 5, 5], entropy(3), entropy(3.0001)),
    ([4, 2, 2], entropy(2 * math.sqrt(2)), entropy(2.8285)),
    # the most frequent value by the l-th and all rarer ones: 4/4, 4/2; an equal c is not greater
    ([4, 2, 2], recursive(2, 1.0001), recursive(2, 1.0)),
    ([4, 2, 2], recursive(3, 2.0001), recursive(3, 2.0)),
    # 28/25: in floating point 1.12 · 25 is more than 28
    ([28, 15, 10], recursive(2, 1.1201), recursive(2, 1.12)),
    # (c, 1)-diversity: the most frequent value by all of them
    ([2, 1, 1], recursive(1, 0.5001), recursive(1, 0.5)),
    # as many values as l, and one fewer
    ([1, 1, 1], recursive(3, 1.5), recursive(4, 9.0)),
]
every_border = pytest.mark.parametrize(("counts", "met", "missed"), BORDERS, ids=str)


def models(*classes):
    cells = [(g, v, n) for g, counts in enumerate(classes) for v, n in enumerate(counts) if n]
    sizes = np.array([sum(one) for one in classes], dtype=np.int64)
    return check_models(Classes(sizes, {"illness": tuple(np.array(cells, dtype=np.int64).T)}))


@every_border
def test_a_class_at_the_border(counts, met, missed):
    assert unmet(models(counts), Demands(**met)) == []
    (lack,) = unmet(models(counts), Demands(**missed))
    assert lack.asked == (missed["c"] if lack.model == "recursive" else next(iter(missed.values())))


@every_border
def test_the_worst_class_counts(counts, met, missed):
    """One bad class among classes that meet the demand."""
    better = [10] * (len(counts) + 1)
    assert unmet(models(better, counts, better), Demands(**met)) == []
    assert len(unmet(models(better, counts, better), Demands(**missed))) == 1


def test_differences_within_rounding_are_accepted_and_larger_ones_are_not():
    # 5 of 10 in a class, 1/2 of the table: t = 0. A class of one value of two equally frequent ones: t = 1/2.
    found = models([5, 0], [0, 5])
    assert found.t == 0.5
    for t, lacks in ((0.5, 0), (0.5 - TOLERANCE / 2, 0), (0.5 - 2 * TOLERANCE, 1)):
        assert len(unmet(found, Demands(t_closeness=t))) == lacks
    assert unmet(found, Demands(t_closeness=0.4), t=0.3) == []  # the ground that was asked for
    (lack,) = unmet(found, Demands(t_closeness=0.4), t=0.45)
    assert lack == ("close", 0.4, 0.45)
    even = models([7, 7, 7])
    for level, lacks in ((3 * (1 + TOLERANCE / 2), 0), (3 * (1 + 2 * TOLERANCE), 1)):
        assert len(unmet(even, Demands(**entropy(level)))) == lacks
    for c, lacks in ((1 + 2 * TOLERANCE, 0), (1 + TOLERANCE / 2, 1), (1.0, 1)):
        assert len(unmet(models([4, 2, 2]), Demands(**recursive(2, c)))) == lacks


def test_the_kernels_round_alike():
    assert TOLERANCE == ROUNDING


def test_no_demand_is_always_met():
    assert unmet(models([9]), Demands()) == []


def test_each_unmet_demand_is_reported():
    asked = Demands(l_diversity=3, p_sensitive=4, t_closeness=0.1)
    assert unmet(models([5, 0], [0, 5]), asked) == [("distinct", 3, 1), ("sensitive", 4, 1), ("close", 0.1, 0.5)]


def table(counts):
    """Each record its own tuple, with confidential values of these frequencies."""
    n = sum(counts)
    quasi = Plain().fit([str(i) for i in range(n)])
    tuples, place = Tuples.from_points(
        ["job"], [quasi], np.arange(n, dtype=np.float64)[:, None], np.ones(n, dtype=np.int64)
    )
    names = [str(i) for i in range(len(counts))]
    secret = Plain().fit(names)
    points = secret.encode([name for name, count in zip(names, counts, strict=True) for _ in range(count)])
    return tuples.with_confidential(Confidential.from_rows("illness", secret, points, place, len(tuples)))


@every_border
@pytest.mark.parametrize("name", TAKING)
def test_a_table_at_the_limit_is_masked_and_one_just_beyond_is_refused(counts, met, missed, name):
    tuples = table(counts)
    plan = METHODS[name](k=2, **met).plan(tuples, generator(1))
    secret = np.repeat(np.arange(len(counts)), counts)
    for target in np.unique(plan.target):
        members = secret[plan.source[plan.target == target]]
        assert unmet(models(np.bincount(members)), Demands(**met)) == []
    with pytest.raises(PrivacyError, match="column 'illness'") as error:
        METHODS[name](k=2, **missed).plan(tuples, generator(1))
    assert error.value.hint


@pytest.mark.parametrize(
    ("counts", "missed", "hint"),
    [
        ([1, 1, 1], {"l_diversity": 4}, "the largest possible is 3"),
        ([1, 1, 1], {"p_sensitive": 4}, "the largest possible is 3"),
        ([4, 2, 2], entropy(3), "the largest possible l_diversity is 2.82"),
        # with c = 1: 4 < 8 for l = 1, not 4 < 4 for l = 2
        ([4, 2, 2], recursive(2, 1.0), "with c = 1 is 1; for l_diversity = 2 c must be greater than 1.000"),
        ([4, 2, 2], recursive(3, 2.0), "with c = 2 is 2; for l_diversity = 3 c must be greater than 2.000"),
        ([28, 15, 10], recursive(2, 1.12), "with c = 1.12 is 1; for l_diversity = 2 c must be greater than 1.120"),
        ([4, 2, 2], recursive(1, 0.25), "no l_diversity does; for l_diversity = 1 c must be greater than 0.500"),
    ],
)
def test_the_refusal_names_the_strongest_possible_demand(counts, missed, hint):
    with pytest.raises(PrivacyError) as error:
        METHODS["sa-mdav"](k=2, **missed).plan(table(counts), generator(1))
    assert hint in error.value.hint


LEVELS = st.one_of(
    st.builds(lambda level: {"l_diversity": level}, st.integers(1, 4)),
    st.builds(lambda level: {"p_sensitive": level}, st.integers(1, 4)),
    st.builds(entropy, st.sampled_from([1, 1.5, 2, 2 * math.sqrt(2), 3, 3.5])),
    st.builds(recursive, st.integers(1, 3), st.sampled_from([0.1, 0.5, 0.7, 1, 1.1, 1.2, 1.5, 2, 2.2, 3])),
    st.builds(lambda t: {"t_closeness": t}, st.sampled_from([0, 0.1, 0.2, 0.25, 1 / 3, 0.5])),
)


@given(st.lists(st.integers(1, 12), min_size=2, max_size=4), st.integers(1, 10), LEVELS)
@example([28, 25, 28, 28], 53, recursive(2, 1.12))  # 28 and 25 in the class: rounding alone would let 1.12 exceed 28/25
@example([5, 5, 5], 15, entropy(3 * (1 + 2 * ROUNDING)))
def test_the_kernel_and_the_gate_judge_demands_alike(counts, taken, asked):
    """The kernel, on the first records of a table, and the definition, on the same class, agree."""
    tuples = table(counts)
    demands = Demands(**asked)
    try:
        promise = make_table_demands(demands, tuples)
    except PrivacyError:
        assert unmet(models(counts), demands, t=0.0)
        return
    members = np.arange(min(taken, len(tuples)))
    own = [min(max(0, len(members) - sum(counts[:i])), count) for i, count in enumerate(counts)]
    share = [n / len(members) - count / len(tuples) for n, count in zip(own, counts, strict=True)]
    lacks = unmet(models(own), demands, t=sum(map(abs, share)) / 2)
    assert meets_demands(promise, members, len(members)) == (not lacks)
