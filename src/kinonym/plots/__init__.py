"""Pictures as SVG: those of the report and the page, and those of `kinonym plot`, from published figures alone."""

from __future__ import annotations

from kinonym.plots.drawing import FORMATS, Picture
from kinonym.plots.report_plots import PLOTS
from kinonym.plots.result_plots import ComparisonPlots, ReportPlots

__all__ = ["FORMATS", "PLOTS", "ComparisonPlots", "Picture", "ReportPlots"]
