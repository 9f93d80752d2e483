"""srs1 by exact enumeration (privacy 1.1): the repair keeps 1/k in 260 of 260 cases, the published form does not."""

from fractions import Fraction
from math import log, sqrt

import pytest

from kinonym.errors import UsageError
from kinonym.methods.swap.rank_chances import rank_chances, worst

SIZES = range(2, 7)


@pytest.mark.parametrize("k", SIZES)
@pytest.mark.parametrize("among_next", ["unswapped", "ranks"])
def test_repaired_srs1_meets_its_bound(k, among_next):
    for n in range(k, 7 * k + 2):
        chances = rank_chances(n, k, among_next=among_next)
        assert all(sum(row) == 1 for row in chances)
        assert worst(chances) <= Fraction(1, k)


def test_the_exact_check_covers_260_cases():
    assert 2 * sum(len(range(k, 7 * k + 2)) for k in SIZES) == 260


def published(n, k):
    return rank_chances(n, k, among_next="ranks", permute_rest=False)


def test_published_srs1_exceeds_the_bound():
    found = {(n, k): worst(published(n, k)) * k for k in SIZES for n in range(k, 7 * k + 2)}
    assert float(max(found.values())) == pytest.approx(2.38, abs=0.005)
    assert all(chance > 1 for (n, k), chance in found.items() if n > k + 1 and n % 2)


@pytest.mark.parametrize("k", [6, 8])
def test_published_srs1_at_its_end_and_inside(k):
    even, odd = published(7 * k + k % 2, k), published(7 * k + 1, k)
    assert float(worst(even)) * k == pytest.approx(2 * log(2), abs=1e-3)  # 1.386/k: the last ranks
    assert float(odd[-1][-1]) * sqrt(k) == pytest.approx(0.94, abs=0.01)  # n odd: the last one keeps its own
    assert even[-1][-1] == 0
    inside = max(even[3 * k]) * k
    assert log(2) < float(inside) < log(2) + 0.03  # 0.693/k for large k


def test_first_rank_has_exactly_k_partners():
    chances = rank_chances(20, 4)
    assert chances[0][1:5] == [Fraction(1, 4)] * 4
    assert sum(chances[0]) == 1


def test_partners_of_the_repaired_form_are_at_most_2k_less_1_ranks_away():
    n, k = 40, 4
    chances = rank_chances(n, k)
    away = [j - i for i in range(n - 3 * k) for j in range(i, n) if chances[i][j]]
    assert max(away) == 2 * k - 1


def test_an_impossible_k_is_refused():
    with pytest.raises(UsageError, match="from 2 to"):
        rank_chances(5, 6)
