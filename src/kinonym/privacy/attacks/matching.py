"""One-to-one matching: each person has exactly one released record, so a record that fits many fits nobody well.

An attacker who links person by person ignores this. One who links all persons at once multiplies the chances of every
pair by a factor per person and a factor per released record, such that the chances of each person and those of each
record add up to 1 (Sinkhorn's scaling). The result approximates how likely each pair is among all complete matchings.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["MATCHED_PAIRS", "match_one_to_one"]

Chances = NDArray[np.float64]

MATCHED_PAIRS = 9_000_000
"""Pairs of original and released combinations up to which all persons are linked at once."""
_ROUNDS = 30
_LEAST = 1e-300


def match_one_to_one(chances: Chances, counts: NDArray[np.int64], released: NDArray[np.int64]) -> Chances:
    """Scale P(released tuple | original tuple) until persons and released records are matched one to one.

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
    The second person can only have the second record, which leaves the first record to the first person.

    >>> chances = np.array([[0.5, 0.5], [0.0, 1.0]])
    >>> match_one_to_one(chances, np.array([1, 1]), np.array([1, 1])).argmax(axis=1).tolist()
    [0, 1]
    """
    of_released = np.ones(len(released))
    for _ in range(_ROUNDS):
        of_person = 1.0 / np.maximum(chances @ (released * of_released), _LEAST)
        of_released = 1.0 / np.maximum((counts * of_person) @ chances, _LEAST)
    scaled: Chances = of_person[:, None] * chances * of_released
    return scaled
