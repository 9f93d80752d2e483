"""``result.plot`` and ``comparison.plot``: pictures of what may be published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kinonym.plots import report_plots
from kinonym.plots.drawing import Picture

__all__ = ["ComparisonPlots", "ReportPlots"]


@dataclass(frozen=True, eq=False, repr=False)
class ReportPlots:
    """Pictures of one release."""

    figures: Mapping[str, Any]

    def frequencies(self, column: str | None = None, *, limit: int = 20) -> Picture:
        """Records of a column's most frequent values, before and after."""
        return report_plots.frequencies(self.figures, column, limit=limit)

    def distances(self, column: str | None = None) -> Picture:
        """How far the values of a column moved."""
        return report_plots.distances(self.figures, column)

    def correlations(self) -> Picture:
        """How the columns depend on each other, before and after."""
        return report_plots.correlations(self.figures)

    def classes(self) -> Picture:
        """Records by the size of their group, before and after."""
        return report_plots.classes(self.figures)

    def attackers(self) -> Picture:
        """What each attacker links, before and after."""
        return report_plots.attackers(self.figures)


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonPlots:
    """Pictures of a comparison."""

    figures: Mapping[str, Any]

    def frontier(self, *, utility: str = "loss", risk: str = "risk") -> Picture:
        """Loss against risk of every point, the best of them joined."""
        return report_plots.frontier(self.figures, utility=utility, risk=risk)
