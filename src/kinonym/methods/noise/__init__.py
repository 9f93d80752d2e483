"""Noise addition on words: the semantic methods of T ch. 6, their baselines, and what they do to a table."""

from kinonym.methods.noise.baselines import NoiseNaive, NoiseProbabilistic
from kinonym.methods.noise.fitted import FittedNoise
from kinonym.methods.noise.recovery import Recovery, measure_recovery
from kinonym.methods.noise.semantic_noise import Noise, recommend_noise

__all__ = [
    "FittedNoise",
    "Noise",
    "NoiseNaive",
    "NoiseProbabilistic",
    "Recovery",
    "measure_recovery",
    "recommend_noise",
]
