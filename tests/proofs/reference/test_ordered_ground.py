"""t on the ordered ground against the cheapest transport, and: writing numbers differently never lowers t (specification 5)."""

import numpy as np
import pyarrow as pa
import pytest
from scipy.optimize import linprog

import kinonym as kn
from drawing import fresh_random, is_frequent, scale_count
from kinonym.kernels.demands.ordered_values import ordered_distance

NUMERIC = {"role": "confidential", "type": "numeric"}


def apart(a, b, ranks):
    """The ground distance of two texts, by the rank of their number; None: they have no number."""
    unit = max(1, len(set(ranks) - {None}) - 1)
    if a == b:
        return 0.0
    return 1.0 if None in (ranks[a], ranks[b]) else max(1, abs(ranks[a] - ranks[b])) / unit


def cheapest_transport(share, overall, ranks):
    size = len(ranks)
    cost = [apart(a, b, ranks) for a in range(size) for b in range(size)]
    equal = np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
    return linprog(cost, A_eq=equal, b_eq=[*share, *overall], method="highs").fun


def random_shares(draw, size, *, holes):
    counts = np.array([0 if holes and draw.random() < 0.4 else draw.randint(1, 6) for _ in range(size)], dtype=float)
    counts[draw.randrange(size)] += 1.0
    return counts / counts.sum()


@pytest.mark.drawn
@pytest.mark.parametrize("alone", [0, 1, 3])
def test_the_distance_is_that_of_the_cheapest_transport(alone):
    draw = fresh_random("ordered ground", alone)
    for case in range(scale_count(100)):
        numbers = draw.randint(0 if alone else 1, 7)
        ranks = [rank for rank in range(numbers) for _ in range(draw.choice([1, 1, 2, 4]))] + [None] * alone
        share, overall = (random_shares(draw, len(ranks), holes=holes) for holes in (True, False))
        given = np.array([-1 if rank is None else rank for rank in ranks], dtype=np.int64)
        exact = cheapest_transport(share, overall, ranks)
        assert ordered_distance(share, overall, given) == pytest.approx(exact, abs=1e-8), (case, ranks)


def t_of(towns, texts):
    table = pa.table({"town": towns, "secret": texts})
    recipe = {
        "columns": {"town": {"role": "quasi", "type": "plain"}, "secret": NUMERIC},
        "method": {"name": "mdav", "k": 2},
    }
    return kn.verify(table, ["town"], ["secret"], recipe=recipe, ground="ordered").t


def test_writing_a_number_in_four_ways_does_not_lower_t():
    """1, 2, 3, 4, 5 once in each class but the first, which has 1 instead of 5: t must not fall when 3 is respelt."""
    towns = ["a"] * 5 + ["b"] * 5
    plain = ["1", "1", "2", "3", "3", "3", "4", "5", "5", "3"]
    respelt = ["1", "1", "2", "3", "3.0", "3.00", "4", "5", "5", "3.000"]
    # shares of a less the table's, cumulated after 1, 2, 3, 4: .2, .3, .3, .2; the gaps are 1/4 wide
    assert t_of(towns, plain) == pytest.approx((0.2 + 0.3 + 0.3 + 0.2) / 4)
    assert t_of(towns, respelt) >= t_of(towns, plain) - 1e-12


@pytest.mark.drawn
def test_respelling_never_lowers_t_on_random_tables():
    higher = 0
    cases = scale_count(100)
    for case in range(cases):
        draw = fresh_random("respelling", case)
        rows = draw.randint(6, 24)
        numbers = [draw.choice(["", *"1234567"][: draw.randint(2, 8)]) for _ in range(rows)]
        towns = [draw.choice("abc") for _ in range(rows)]
        respelt = [text and text + draw.choice(["", ".0", ".00"]) for text in numbers]
        if not any(numbers):
            continue
        before, after = t_of(towns, numbers), t_of(towns, respelt)
        assert after >= before - 1e-12, case
        higher += after > before + 1e-9
    assert is_frequent(higher, cases, 0.15)


def test_missing_is_1_from_every_number():
    """Class a is missing only, half of the table: all of its surplus, 1/2, moves by 1, however many numbers there are."""
    assert t_of(["a", "a", "b", "b"], ["", "", "1", "2"]) == pytest.approx(0.5)
