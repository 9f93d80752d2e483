"""What an experiment measures: one figure of one method at one strength, its mean and standard error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["SECONDS", "Reading", "mean_readings", "single_readings"]

SECONDS = "seconds"
"""The one figure that no two machines agree on: shown, never compared."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A mean over ``runs`` with its standard error; ``at`` is the strength (k, α …), 0 where nothing varies."""

    data: str
    method: str
    at: float
    figure: str
    value: float
    error: float = 0.0
    runs: int = 1

    @property
    def key(self) -> tuple[str, str, float, str]:
        """What tells it from all others of its experiment."""
        return self.data, self.method, self.at, self.figure


def mean_readings(data: str, method: str, at: float, runs: Sequence[Mapping[str, float]]) -> list[Reading]:
    """One reading for each figure of repeated runs; the standard error is that of the mean."""
    readings = []
    for figure in runs[0]:
        values = np.array([run[figure] for run in runs], dtype=np.float64)
        error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
        mean = float(values.mean())
        readings.append(
            Reading(data=data, method=method, at=at, figure=figure, value=mean, error=error, runs=len(values))
        )
    return readings


def single_readings(data: str, method: str, at: float, figures: Mapping[str, float]) -> list[Reading]:
    """Figures that nothing random is in, or that were drawn once."""
    return mean_readings(data, method, at, [figures])
