"""The compiled recoding, with its lazy queue, against one that looks at everything again in every step."""

from hypothesis import assume, given
from hypothesis import strategies as st

from kinonym.methods.recode import Recode
from kinonym.random import generator
from kinonym.testing import mixed_tuples
from reference import naive


@given(mixed_tuples(), st.integers(2, 9), st.sampled_from([2, 3]), st.booleans())
def test_recode_is_the_algorithm_of_the_paper(tuples, k, heuristics, weighted):
    assume(tuples.records >= k)
    plan = Recode(k=k, heuristics=heuristics, weighted=weighted).plan(tuples, generator(0))
    rank = generator(0).permutation(len(tuples))
    expected = naive.recode(tuples, k, rank, heuristics=heuristics, weighted=weighted)
    assert plan.target.tolist() == expected


@given(mixed_tuples(max_rows=25, max_count=3), st.integers(2, 9))
def test_the_third_heuristic_changes_the_order_but_not_the_result(tuples, k):
    """A tuple whose lightest neighbour is heavier has no equal among its nearest, so nobody waits for it."""
    assume(tuples.records >= k)
    second = Recode(k=k, heuristics=2).plan(tuples, generator(1))
    third = Recode(k=k, heuristics=3).plan(tuples, generator(1))
    assert second.target.tolist() == third.target.tolist()
