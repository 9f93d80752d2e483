"""Pictures of reports and comparisons through altair (extra ``plots``), from their published figures alone."""

from kinonym.plots.comparison import frontier
from kinonym.plots.report import attackers, classes, correlations, distances, frequencies
from kinonym.plots.saving import FORMATS, save

__all__ = [
    "FORMATS",
    "PLOTS",
    "attackers",
    "classes",
    "correlations",
    "distances",
    "frequencies",
    "frontier",
    "save",
]

PLOTS = {
    "frontier": frontier,
    "frequencies": frequencies,
    "distances": distances,
    "correlations": correlations,
    "classes": classes,
    "attackers": attackers,
}
"""Name → function of the figures of a report or comparison; frequencies and distances also take a column."""
