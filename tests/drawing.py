"""Random numbers for tests: the same in every run, or fresh ones.

Without settings, a test draws the same tables whenever it runs. `KINONYM_FRESH=1` adds an entropy that is chosen once
for the session: every loop then tries tables that no run has tried before. A failure prints the entropy, and
`KINONYM_FRESH=<entropy>` repeats it. `KINONYM_TIMES=10` makes the loops ten times as long.
"""

from __future__ import annotations

import hashlib
import os
import random
import secrets

import numpy as np
from scipy.stats import binom

import kinonym.random

__all__ = [
    "CASES",
    "ENTROPY",
    "ERROR_RATE",
    "fresh_generator",
    "fresh_random",
    "fresh_seed",
    "is_frequent",
    "scale_count",
]

if os.environ.get("KINONYM_FRESH") == "1":
    os.environ["KINONYM_FRESH"] = secrets.token_hex(6)  # the workers of pytest-xdist inherit it

ENTROPY = os.environ.get("KINONYM_FRESH", "")
TIMES = float(os.environ.get("KINONYM_TIMES", "1"))
ERROR_RATE = 1e-6
"""The chance that a statistical test of a correct program fails."""


CASES: list[tuple[object, ...]] = []
"""The cases that were drawn in this process; `tests/conftest.py` writes their number into the report of each test."""


def fresh_random(*name: object) -> random.Random:
    """Return the generator of one case of a loop; ``name`` says which loop and which case."""
    CASES.append(name)
    return random.Random(" ".join(map(str, (*name, ENTROPY) if ENTROPY else name)))


def fresh_seed(*name: object) -> int:
    """Return a seed for one case of a loop."""
    text = " ".join(map(str, (*name, ENTROPY)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def fresh_generator(*name: object) -> np.random.Generator:
    """Return a generator as the methods take it."""
    return kinonym.random.generator(fresh_seed(*name))


def scale_count(count: int) -> int:
    """Return how many cases a loop of ``count`` cases draws in this session."""
    return max(1, round(count * TIMES))


def is_frequent(hits: int, cases: int, rate: float) -> bool:
    """Return whether a loop reached what it is meant to try, such as classes of exactly k records.

    The cases that every run draws must reach it in at least ``rate`` of them. Fresh cases, and more or fewer of them,
    must agree with a chance of at least ``rate`` (error rate 1e-6).
    """
    if not ENTROPY and TIMES == 1:
        return hits >= rate * cases
    return hits > 0 and bool(binom.cdf(hits, cases, rate) > ERROR_RATE)
