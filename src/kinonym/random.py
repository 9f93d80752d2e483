"""Randomness: a cryptographic generator keyed by the operating system, or by a seed for experiments.

A seed is a key: whoever knows it can undo a swap. Results made with one are marked as tests.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field

import numpy as np

from kinonym.errors import UsageError

__all__ = ["RunKey", "generator"]


def generator(seed: int | None = None) -> np.random.Generator:
    """Return a ChaCha20 generator with a fresh 256-bit key, or a repeatable one from ``seed``."""
    from randomgen import ChaCha

    if seed is None:
        return np.random.Generator(ChaCha(key=secrets.randbits(256), rounds=20))
    if seed < 0:
        msg = "a seed must be a whole number of at least 0"
        raise UsageError(msg, hint="--seed 1; a seed is for experiments, leave it out for a release")
    return np.random.Generator(ChaCha(seed=np.random.SeedSequence(seed), rounds=20))


@dataclass(frozen=True)
class RunKey:
    """256 bits that settle everything an engine draws in a run; a task that is repeated draws the same again."""

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    seed: int | None = field(default=None, repr=False)
    """Where the key was made from a seed: whatever it makes is a test."""

    @classmethod
    def of(cls, seed: int | None) -> RunKey:
        """A fresh key, or a repeatable one from a seed."""
        return cls() if seed is None else cls(generator(seed).bytes(32), seed)

    def generator(self, purpose: str) -> np.random.Generator:
        """A ChaCha20 generator of its own for each purpose."""
        from randomgen import ChaCha

        derived = hashlib.blake2b(purpose.encode(), key=self.secret, digest_size=32).digest()
        return np.random.Generator(ChaCha(key=int.from_bytes(derived, "big"), rounds=20))
