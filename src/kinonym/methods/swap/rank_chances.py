"""Exact chances of srs1: how likely each rank of a column receives the value of each other rank."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from kinonym.errors import UsageError

__all__ = ["Chances", "rank_chances", "worst"]

Chances = list[list[Fraction]]


def rank_chances(
    n: int, k: int, *, among_next: Literal["unswapped", "ranks"] = "unswapped", permute_rest: bool = True
) -> Chances:
    """P(rank i receives the value of rank j), for all i and j, of n different values.

    Parameters
    ----------
    n
        Number of records.
    k
        Number of ranks to choose a partner from.
    among_next
        ``unswapped``: the partner is one of the next k unswapped ranks. ``ranks``: one of the unswapped among the
        next k ranks, as published.
    permute_rest
        Whether fewer than 2k unswapped ranks are permuted uniformly; not so as published.

    Notes
    -----
    The state before a rank is the set of later ranks that are swapped, as a bit mask: at most 2^(k − 1) as
    published, and about 3 times as many with every step of k in the repaired form.

    Examples
    --------
    >>> float(worst(rank_chances(5, 2))), float(worst(rank_chances(5, 2, among_next="ranks", permute_rest=False)))
    (0.5, 0.75)
    """
    if not 2 <= k <= n:
        msg = "k must be a whole number from 2 to the number of records"
        raise UsageError(msg, hint="k = 5 is a common choice")
    chances = [[Fraction(0)] * n for _ in range(n)]
    states: dict[int, Fraction] = {0: Fraction(1)}
    for rank in range(n):
        following: dict[int, Fraction] = {}
        for mask, chance in states.items():
            free = [rank + d for d in range(n - rank) if not mask >> d & 1]
            if mask & 1:
                following[mask >> 1] = following.get(mask >> 1, Fraction(0)) + chance
            elif permute_rest and len(free) < 2 * k:
                _spread(chances, free, chance / len(free))
            else:
                near = free[1 : k + 1] if among_next == "unswapped" else [r for r in free[1:] if r <= rank + k]
                for other in near or [rank]:
                    share = chance / max(1, len(near))
                    chances[rank][other] += share
                    if other != rank:
                        chances[other][rank] += share
                    after = (mask | 1 << (other - rank)) >> 1
                    following[after] = following.get(after, Fraction(0)) + share
        states = following
    return chances


def _spread(chances: Chances, ranks: Sequence[int], share: Fraction) -> None:
    """Every one of these ranks may receive the value of every other."""
    for i in ranks:
        for j in ranks:
            chances[i][j] += share


def worst(chances: Chances) -> Fraction:
    """The greatest chance."""
    return max(max(row) for row in chances)
