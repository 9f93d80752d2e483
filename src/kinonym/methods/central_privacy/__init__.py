"""Differential privacy of a whole release: synthetic rows from noisy figures over a public set, drawn exactly."""

from kinonym.methods.central_privacy.contingency_table import DpHistogram
from kinonym.methods.central_privacy.microaggregation import DpMicroaggregation

__all__ = ["DpHistogram", "DpMicroaggregation"]
