"""Noise addition on words: the semantic methods of T ch. 6, their baselines, and what they do to a table."""

from kinonym.methods.noise.fitted import FittedNoise
from kinonym.methods.noise.method import Noise

__all__ = ["FittedNoise", "Noise"]
