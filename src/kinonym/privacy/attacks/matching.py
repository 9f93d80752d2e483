"""One-to-one matching: each person has exactly one released record.

An attacker who links person by person ignores this. An attacker who links all persons at once multiplies the
probability of every pair by a factor per person and a factor per released record, such that the probabilities of each
person and those of each record add up to 1 (Sinkhorn's scaling). The result approximates the probability of each pair
among all complete matchings.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["MATCHED_PAIRS", "match_one_to_one"]

Chances = NDArray[np.float64]

MATCHED_PAIRS = 9_000_000
"""The greatest number of pairs of original and released tuples for which all persons are linked at once."""
_ROUNDS = 30
_NOT_ZERO = 1e-300


def match_one_to_one(chances: Chances, counts: NDArray[np.int64], released: NDArray[np.int64]) -> Chances:
    """Scale P(released tuple | original tuple) so that persons and released records match one to one.

    Parameters
    ----------
    chances
        Original tuples × released tuples.
    counts
        Records of each original tuple.
    released
        Records of each released tuple.

    Examples
    --------
    The second person can only have the second record, so the first record belongs to the first person.

    >>> chances = np.array([[0.5, 0.5], [0.0, 1.0]])
    >>> match_one_to_one(chances, np.array([1, 1]), np.array([1, 1])).argmax(axis=1).tolist()
    [0, 1]
    """
    factor_of_released = np.ones(len(released))
    for _ in range(_ROUNDS):
        factor_of_person = 1.0 / np.maximum(chances @ (released * factor_of_released), _NOT_ZERO)
        factor_of_released = 1.0 / np.maximum((counts * factor_of_person) @ chances, _NOT_ZERO)
    scaled: Chances = factor_of_person[:, None] * chances * factor_of_released
    return scaled
