"""How a large table is cut: nothing is lost, blocks are as asked, neighbours stay together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kinonym.domains import Nominal, Numeric
from kinonym.methods.cutting import cut_blocks, cut_space, join_blocks, value_pairs
from kinonym.taxonomy import Taxonomy
from kinonym.testing import mixed_tuples
from kinonym.tuples import Tuples

MANY = 10**9

# Two families of 3 × 3 concepts: animal → dog … and plant → oak …
FAMILIES = {"thing": [], "animal": ["thing"], "plant": ["thing"]}
for kind in ("animal", "plant"):
    for i in range(3):
        FAMILIES[f"{kind}{i}"] = [kind]
        FAMILIES |= {f"{kind}{i}{j}": [f"{kind}{i}"] for j in range(3)}


@given(mixed_tuples(sets=True), st.integers(1, 6), st.integers(1, 5))
def test_every_tuple_is_in_one_block_of_enough_records(tuples, size, least):
    blocks = cut_blocks(tuples, size, MANY, least)
    assert sorted(np.concatenate(blocks).tolist()) == list(range(len(tuples)))
    if tuples.records >= least:
        assert min(tuples.counts[block].sum() for block in blocks) >= least
    if least == 1:  # then nothing hinders a cut
        assert max(len(block) for block in blocks) <= size


def test_the_cut_lies_between_families():
    domain = Nominal(Taxonomy.from_parents(FAMILIES))
    leaves = sorted(name for name in FAMILIES if name[-2:].isdigit())
    ages = Numeric(scale=100.0)
    points = np.column_stack([domain.encode(leaves), np.tile(np.arange(3.0), 6)])
    tuples, _ = Tuples.from_points(["kind", "age"], [domain, ages], points, np.ones(18, dtype=np.int64))
    named = [{domain.tau.concepts[int(tuples.columns[0].points[tuples.codes[t, 0]])] for t in block}
             for block in cut_blocks(tuples, 9, MANY, 1)]  # fmt: skip
    assert sorted(min(names)[:-2] for names in named) == ["animal", "plant"]
    assert all(len({name[:-2] for name in names}) == 1 for names in named)


def test_many_words_are_cut_too():
    domain = Nominal(Taxonomy.from_parents(FAMILIES))
    points = domain.encode(sorted(FAMILIES))[:, None]
    tuples, _ = Tuples.from_points(["kind"], [domain], points, np.ones(len(points), dtype=np.int64))
    blocks = cut_blocks(tuples, MANY, 36, 1)
    assert max(value_pairs(tuples, block) for block in blocks) <= 36
    assert value_pairs(tuples, np.arange(len(tuples))) == len(FAMILIES) ** 2


@given(mixed_tuples(), st.integers(1, 6), st.integers(1, 5))
def test_cuts_put_tuples_into_the_blocks_that_they_were_chosen_for(tuples, size, least):
    """Every place of a line belongs to one block, and neighbouring blocks are numbered one after the other."""
    cuts = cut_space(tuples, size, MANY, least)
    places = np.column_stack([c.domain.walk(c.points)[tuples.codes[:, j]] for j, c in enumerate(tuples.columns)])
    block = cuts.blocks_of(places)
    wanted = cut_blocks(tuples, size, MANY, least)
    assert cuts.blocks == len(wanted)
    assert {frozenset(np.flatnonzero(block == number).tolist()) for number in range(cuts.blocks)} == {
        frozenset(chosen.tolist()) for chosen in wanted
    }


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=4), min_size=1, max_size=8))
def test_blocks_meet_the_demands_that_the_whole_table_can_meet(values):
    """Each block must hold two different values, if the table does."""
    flat = np.array([value for block in values for value in block])
    numbers = np.split(np.arange(len(flat)), np.cumsum([len(block) for block in values])[:-1])
    joined = join_blocks(numbers, lambda block: len(set(flat[block])) >= 2)
    assert np.concatenate(joined).tolist() == list(range(len(flat)))
    if len(set(flat)) >= 2:
        assert all(len(set(flat[block])) >= 2 for block in joined)
    else:
        assert len(joined) == 1
