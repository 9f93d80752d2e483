"""Whole numbers that are equally likely, from numpy's generators. Draws by other laws are in ``noise``."""

from __future__ import annotations

from kinonym.kernels.compile import compiled

__all__ = ["below"]


@compiled(inner=True, allocates=True)
def below(rng, number):
    """A whole number from 0 to ``number`` − 1."""
    return rng.integers(0, number)
