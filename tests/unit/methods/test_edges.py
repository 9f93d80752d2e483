"""Extreme inputs of k-anonymous methods: one tuple, k = n, n < 2k, heavy tuples, equal columns, k = 1."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym import Nominal, Taxonomy
from kinonym.domains import Numeric, Plain
from kinonym.errors import PrivacyError, UsageError
from kinonym.methods import METHODS
from kinonym.methods.suppress import Suppress
from kinonym.metrics import measure_utility
from kinonym.random import generator
from kinonym.recipe import make_method
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples
from kinonym.tuples.tuples import tuple_points

CLUSTERING = ("sa-mdav", "mdav", "resample")
EVERY = (*CLUSTERING, "recode", "generalise", "suppress")
EXTRA = [{}, {"refine": True}, {"block_size": 1, "workers": 1}, {"block_size": 1, "refine": True}]

TREE = Taxonomy.from_parents({"top": [], "a": ["top"], "b": ["top"], "a1": ["a"], "a2": ["a"], "b1": ["b"]})


def settings_of(name):
    if name in CLUSTERING:
        return EXTRA
    return [{}, {"block_size": 1, "workers": 1}] if name == "recode" else [{}]


def plans(name, tuples, k):
    return [make_method({"name": name, "k": k, **extra}).plan(tuples, generator(5)) for extra in settings_of(name)]


def words(*values, counts=None):
    """One column of words."""
    domain = Nominal(TREE)
    many = np.ones(len(values), dtype=np.int64) if counts is None else np.array(counts)
    return Tuples.from_points(["x"], [domain], domain.encode(list(values))[:, None], many)[0]


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("k", [2, 6, 7])
def test_a_single_tuple_is_unchanged(name, k):
    tuples = words("a1", counts=[7])
    for plan in plans(name, tuples, k):
        assert plan.decode_targets()["x"][plan.target[0]] == "a1"
        assert measure_utility(plan).sse == 0


@pytest.mark.parametrize("name", EVERY)
@given(tuples=mixed_tuples(max_rows=8, sets=True))
def test_k_may_equal_the_number_of_records(name, tuples):
    """All records in one class."""
    for plan in plans(name, tuples, max(2, tuples.records)) if tuples.records > 1 else []:
        assert plan.class_sizes.tolist() == [tuples.records]


@pytest.mark.parametrize("name", CLUSTERING)
@given(tuples=mixed_tuples(max_rows=8, sets=True), data=st.data())
def test_fewer_than_2k_are_one_class(name, tuples, data):
    if tuples.records > 1:
        k = data.draw(st.integers(tuples.records // 2 + 1, tuples.records))
        for plan in plans(name, tuples, max(2, k)):
            assert plan.class_sizes.tolist() == [tuples.records]


@pytest.mark.parametrize("name", ["sa-mdav", "recode", "generalise", "suppress"])
@given(tuples=mixed_tuples(sets=True), k=st.integers(2, 5))
def test_a_k_anonymous_table_is_unchanged(name, tuples, k):
    """Every tuple has at least k records: nothing needs to change, and refinement finds nothing to gain."""
    heavy = Tuples(tuples.codes, tuples.counts + k, tuples.columns)
    for plan in plans(name, heavy, k):
        np.testing.assert_array_equal(plan.targets[plan.target], tuple_points(heavy)[plan.source])


@pytest.mark.parametrize("name", CLUSTERING)
def test_a_heavy_tuple_does_not_swallow_the_others(name):
    """a1 a thousand times, b1 twice, k = 2: two classes, nothing lost (resample draws b1 beside a1)."""
    tuples = words("a1", "b1", counts=[1000, 2])
    if name != "resample":
        assert all(measure_utility(plan).sse == 0 for plan in plans(name, tuples, 2))
    assert all(plan.class_sizes.min() >= 2 for plan in plans(name, tuples, 2))


@pytest.mark.parametrize("name", EVERY)
def test_columns_with_one_value_are_never_touched(name):
    domain, number, label = Nominal(TREE), Numeric().fit(["0.1"] * 3), Plain().fit(["z"])
    letters = ["a1", "a2", "b1", "a1", "b1", "a2", "a1"]
    points = np.column_stack(
        [domain.encode(letters), number.encode(["0.1"] * 7), label.encode(["z"] * 7), domain.encode(["b"] * 7)]
    )
    tuples, _ = Tuples.from_points(list("wxyz"), [domain, number, label, domain], points, np.ones(7, dtype=np.int64))
    for plan in plans(name, tuples, 3):
        rows = list(zip(*plan.decode_targets().values(), strict=True))
        used = {rows[t] for t in plan.target.tolist()}
        if name == "suppress":  # it blanks whole rows
            used -= {(None, None, None, None)}
        assert {row[2:] for row in used} <= {("z", "b")}
        assert [row[1] for row in used] == [0.1] * len(used)


@pytest.mark.parametrize("name", EVERY)
def test_k_of_one_is_rejected(name):
    """It would protect nothing; methods and recipes share the check."""
    with pytest.raises(UsageError, match="k must be a whole number of at least 2"):
        METHODS[name](k=1)


@pytest.mark.parametrize("name", EVERY)
@given(tuples=mixed_tuples(max_rows=5, sets=True), more=st.integers(1, 5))
def test_k_above_n_names_the_largest(name, tuples, more):
    k = tuples.records + more
    if k > 1:
        with pytest.raises(PrivacyError, match=f"k = {k} cannot be reached") as error:
            make_method({"name": name, "k": k}).plan(tuples, generator(0))
        assert error.value.hint == f"the largest possible k is {tuples.records}"


def test_suppression_by_hand():
    """a1 3, a2 1, b1 1, k = 2: a2 and b1 are rare, together two blank records. With k = 3 a1 must join them."""
    tuples = words("a1", "a2", "b1", counts=[3, 1, 1])

    def became(method):
        plan = method.plan(tuples, generator(0))
        found = Counter()
        for target, count in zip(plan.target.tolist(), plan.count.tolist(), strict=True):
            found["gone" if target < 0 else plan.decode_targets()["x"][target]] += count
        return found

    assert became(Suppress(k=2)) == {"a1": 3, None: 2}
    assert became(Suppress(k=3)) == {None: 5}  # two blank records would be fewer than three
    assert became(Suppress(k=3, drop=True)) == {"a1": 3, "gone": 2}


def test_blank_records_that_were_there_count_too():
    """a1 2, missing 1, b1 1, k = 2: b1 becomes missing, and the class of missing has two records."""
    tuples = words("a1", None, "b1", counts=[2, 1, 1])
    plan = Suppress(k=2).plan(tuples, generator(0))
    assert sorted(plan.class_sizes.tolist()) == [2, 2]
