"""Are two columns independent? A permutation test of their distance covariance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.operators.covariance import Centred, contingency, take_pair
from kinonym.random import generator

__all__ = ["Independence", "independence_test"]


@dataclass(frozen=True, kw_only=True)
class Independence:
    """Result of the test.

    ``statistic`` is n·sdCov²; ``p_value`` the share of random pairings, the observed one among them, that depend at
    least as much.
    """

    statistic: float
    correlation: float
    p_value: float
    permutations: int


def independence_test(
    domain_a: Domain,
    a: Sequence[str | None],
    domain_b: Domain,
    b: Sequence[str | None],
    counts: Sequence[int] | None = None,
    *,
    permutations: int = 199,
    seed: int | None = None,
) -> Independence:
    """Test whether two columns of any kind are independent (Székely, Rizzo and Bakirov 2007).

    Parameters
    ----------
    domain_a, domain_b
        What the values of each column mean.
    a, b
        The columns, value by value.
    counts
        How many records each pair represents; default one.
    permutations
        Random pairings of the two columns to compare with.
    seed
        To repeat the same pairings.

    Notes
    -----
    A random pairing of n records is drawn as a table of counts with the same margins (multivariate
    hypergeometric, row by row), so that a permutation costs what the distinct values cost, not what n costs.
    """
    if isinstance(permutations, bool) or not isinstance(permutations, int) or permutations < 1:
        msg = "the number of permutations must be a whole number of at least 1"
        raise UsageError(msg, hint="999 gives p-values down to 0.001")
    first, second, weights = take_pair(domain_a, a, domain_b, b, counts)
    rng = generator(seed)
    table = contingency(first.inverse, second.inverse, weights).astype(np.int64)
    observed = _statistic(first, second, table)
    least = observed - 1e-9 * max(1.0, abs(observed))  # equal pairings may differ by rounding
    reached = sum(_statistic(first, second, _draw_pairing(table, rng)) >= least for _ in range(permutations))
    product = first.variance * second.variance
    return Independence(
        statistic=max(0.0, observed),
        correlation=float(np.sqrt(max(0.0, observed) / weights.sum() / product)) if product > 0 else 0.0,
        p_value=(1 + reached) / (1 + permutations),
        permutations=permutations,
    )


def _statistic(first: Centred, second: Centred, table: np.ndarray) -> float:
    """Return n times the mean product of the centred distances."""
    records = table.sum()
    share = table / records
    return float(records * np.sum((first.matrix @ share) * (share @ second.matrix)))


def _draw_pairing(table: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A table of a random pairing with the same margins."""
    left = table.sum(axis=0)
    out = np.empty_like(table)
    for i, total in enumerate(table.sum(axis=1)):
        out[i] = rng.multivariate_hypergeometric(left, int(total), method="marginals")
        left = left - out[i]
    return out
