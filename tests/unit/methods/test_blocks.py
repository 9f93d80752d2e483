"""Blocks of neighbours: any number of workers gives the same plan, k and demands are met, and little is lost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym import Nominal, Taxonomy
from kinonym.domains import Numeric, Plain
from kinonym.errors import UsageError
from kinonym.methods.sa_mdav import SaMdav
from kinonym.metrics import measure_utility
from kinonym.random import generator
from kinonym.recipe import make_method
from kinonym.testing import mixed_tuples
from kinonym.tuples import Confidential, Tuples

METHODS = ("sa-mdav", "mdav", "recode", "resample")
PARENTS = {"top": []} | {f"f{i}": ["top"] for i in range(8)}
PARENTS |= {f"g{i}": [f"f{i % 8}"] for i in range(40)} | {f"m{i}": [f"g{i % 40}"] for i in range(200)}


def long_tailed(rows, seed=0):
    """Two columns of words, the second often of the first one's family, a number, and a confidential letter."""
    rng = np.random.default_rng(seed)
    first = np.minimum(rng.geometric(0.02, rows), 200) - 1
    second = np.where(rng.random(rows) < 0.5, (first + 40 * rng.integers(0, 5, rows)) % 200, rng.integers(0, 200, rows))
    words, number = Nominal(Taxonomy.from_parents(PARENTS)), Numeric(scale=20.0)
    names = [f"m{i}" for i in range(200)]
    points = np.column_stack(
        [words.encode([names[i] for i in first]), words.encode([names[i] for i in second]), rng.integers(20, 90, rows)]
    )
    tuples, place = Tuples.from_points(["a", "b", "age"], [words, words, number], points, np.ones(rows, dtype=np.int64))
    letters = Plain().fit(list("uvwxyz"))
    secret = letters.encode(rng.choice(list("uvwxyz"), rows, p=[0.5, 0.2, 0.1, 0.1, 0.05, 0.05]).tolist())
    return tuples.with_confidential(Confidential.from_rows("secret", letters, secret, place, len(tuples)))


@pytest.fixture(scope="module")
def small():
    return long_tailed(300)


@pytest.fixture(scope="module")
def large():
    return long_tailed(3000)


EXTRA = {"plain": {}, "refined": {"refine": True}, "diverse": {"l_diversity": 3}, "close": {"t_closeness": 0.4}}
EXTRA["refined and diverse"] = {"refine": True, "l_diversity": 3}
# recode keeps values that exist; there is nothing to refine
PAIRS = [(name, extra) for name in METHODS for extra in EXTRA if name != "recode" or "refine" not in EXTRA[extra]]


@pytest.mark.parametrize(("name", "extra"), PAIRS)
def test_the_number_of_workers_changes_nothing(small, name, extra):
    settings = {"name": name, "k": 4, "block_size": 60, **EXTRA[extra]}
    plans = [make_method({**settings, "workers": number}).plan(small, generator(3)) for number in (1, 2, 3)]
    for plan in plans:
        assert "blocks of neighbours" in plan.notices[0]
        for part in ("source", "target", "count", "targets"):
            np.testing.assert_array_equal(getattr(plan, part), getattr(plans[0], part))
        assert plan.class_sizes.min() >= 4


@pytest.mark.parametrize("name", METHODS)
def test_neighbours_stay_together(large, name):
    """Cutting 3,000 tuples into blocks of at most 800 costs less than a tenth."""
    assert cost_of_blocks(large, {"name": name, "k": 5}, 800) <= 1.1


@pytest.mark.parametrize("name", ["sa-mdav", "mdav"])
def test_neighbours_stay_together_where_plans_are_refined(name):
    assert cost_of_blocks(long_tailed(600), {"name": name, "k": 5, "refine": True}, 200) <= 1.1


def cost_of_blocks(tuples, settings, size):
    """The loss with blocks, as a multiple of the loss without."""
    plans = [make_method(wanted).plan(tuples, generator(1)) for wanted in (settings, settings | {"block_size": size})]
    whole, blocks = (measure_utility(plan).sse for plan in plans)
    return blocks / whole


def blocks_of(tuples, size, least):
    return SaMdav(k=2, block_size=size).blocks(tuples, least)


@given(mixed_tuples(max_rows=25, sets=True), st.integers(1, 9), st.integers(1, 12))
def test_blocks_are_a_partition_into_parts_of_at_least_k_records(tuples, size, least):
    blocks = blocks_of(tuples, size, least)
    np.testing.assert_array_equal(np.sort(np.concatenate(blocks)), np.arange(len(tuples)))
    if len(blocks) > 1:
        assert min(tuples.counts[block].sum() for block in blocks) >= least
    if tuples.counts.min() >= least:
        assert max(map(len, blocks)) <= size


def test_a_cut_goes_between_the_most_distant():
    """Numbers 0, 1, 2 and 10, 11, 12: the halves are the two heaps."""
    numbers = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]])
    tuples, _ = Tuples.from_points(["x"], [Numeric()], numbers, np.ones(6, dtype=np.int64))
    assert sorted(sorted(block.tolist()) for block in blocks_of(tuples, 3, 2)) == [[0, 1, 2], [3, 4, 5]]
    assert len(blocks_of(tuples, 3, 4)) == 1  # no half has four records
    assert len(blocks_of(tuples, 6, 2)) == 1


def test_impossible_block_settings_are_refused():
    for wrong in ({"block_size": 0}, {"workers": 0}, {"block_size": -3}):
        with pytest.raises(UsageError, match=f"{next(iter(wrong))} must be a whole number of at least 1"):
            make_method({"name": "sa-mdav", "k": 2, **wrong})
