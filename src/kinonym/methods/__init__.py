"""Masking methods, one module each, and their registry."""

from __future__ import annotations

from kinonym.methods.base import Method, MethodTraits, Progress, silent
from kinonym.methods.exponential import Exponential
from kinonym.methods.mdav import Mdav
from kinonym.methods.noise import Noise, NoiseNaive, NoiseProbabilistic
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.suppress import Suppress

__all__ = ["METHODS", "Method", "MethodTraits", "Progress", "silent"]

METHODS: dict[str, type[Method]] = {
    "sa-mdav": SaMdav,
    "mdav": Mdav,
    "suppress": Suppress,
    "noise": Noise,
    "noise-naive": NoiseNaive,
    "noise-probabilistic": NoiseProbabilistic,
    "exponential": Exponential,
}
