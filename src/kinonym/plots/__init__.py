"""Pictures of reports and comparisons through altair (extra ``plots``), from their published figures alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kinonym.plots.of_comparisons import frontier
from kinonym.plots.of_reports import attackers, classes, correlations, distances, frequencies
from kinonym.plots.of_results import ComparisonPlots, ReportPlots
from kinonym.plots.saving import FORMATS, save

__all__ = [
    "FORMATS",
    "PLOTS",
    "ComparisonPlots",
    "ReportPlots",
    "attackers",
    "classes",
    "correlations",
    "distances",
    "frequencies",
    "frontier",
    "save",
]

PLOTS: dict[str, Callable[..., Any]] = {
    "frontier": frontier,
    "frequencies": frequencies,
    "distances": distances,
    "correlations": correlations,
    "classes": classes,
    "attackers": attackers,
}
"""Name → function of the figures of a report or comparison; frequencies and distances also take a column."""
