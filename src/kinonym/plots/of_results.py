"""``result.plot`` and ``comparison.plot``: pictures of what may be published, as altair charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kinonym.plots import of_comparisons, of_reports

__all__ = ["ComparisonPlots", "ReportPlots"]


@dataclass(frozen=True, eq=False, repr=False)
class ReportPlots:
    """Pictures of one release; ``kinonym.plots.save`` writes them as SVG, PNG or HTML."""

    figures: Mapping[str, Any]

    def frequencies(self, column: str | None = None, *, limit: int = 20) -> Any:  # noqa: ANN401
        """Records of a column's most frequent values, before and after."""
        return of_reports.frequencies(self.figures, column, limit=limit)

    def distances(self, column: str | None = None) -> Any:  # noqa: ANN401
        """How far the values of a column moved."""
        return of_reports.distances(self.figures, column)

    def correlations(self) -> Any:  # noqa: ANN401
        """How the columns depend on each other, before and after."""
        return of_reports.correlations(self.figures)

    def classes(self) -> Any:  # noqa: ANN401
        """Records by the size of their group, before and after."""
        return of_reports.classes(self.figures)

    def attackers(self) -> Any:  # noqa: ANN401
        """What each attacker links, before and after."""
        return of_reports.attackers(self.figures)


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonPlots:
    """Pictures of a comparison."""

    figures: Mapping[str, Any]

    def frontier(self, *, utility: str = "loss", risk: str = "risk") -> Any:  # noqa: ANN401
        """Loss against risk of every point, the best of them joined."""
        return of_comparisons.frontier(self.figures, utility=utility, risk=risk)
