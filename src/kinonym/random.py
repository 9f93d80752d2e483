"""Randomness: a cryptographic generator with a key from the operating system, or from a seed for experiments.

A seed is a key: anyone who knows it can undo a swap. Results with a seed are marked as tests.
"""

from __future__ import annotations

import secrets

import numpy as np

from kinonym.errors import UsageError

__all__ = ["generator"]


def generator(seed: int | None = None) -> np.random.Generator:
    """Return a ChaCha20 generator with a fresh 256-bit key, or a repeatable one from ``seed``."""
    from randomgen import ChaCha

    if seed is None:
        return np.random.Generator(ChaCha(key=int.from_bytes(secrets.token_bytes(32), "big"), rounds=20))
    if seed < 0:
        msg = "a seed must be a whole number of at least 0"
        raise UsageError(msg, hint="for experiments, use e.g. --seed 1; for a release, leave the seed out")
    return np.random.Generator(ChaCha(seed=np.random.SeedSequence(seed), rounds=20))
