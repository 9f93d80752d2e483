"""Uniform whole numbers from numpy's generators. Draws from other distributions are in ``noise``."""

from __future__ import annotations

from kinonym.kernels.compile import compiled

__all__ = ["draw_below"]


@compiled(inner=True, allocates=True)
def draw_below(rng, number):
    """Draw a whole number from 0 to ``number`` − 1, each with the same probability."""
    return rng.integers(0, number)
