"""The utility and the risk of a release, measured once and described by one table of figures."""

from kinonym.assess.assessment import Assessment, SideBySide, masking_by
from kinonym.assess.figure import ColumnFigure, Figure, View
from kinonym.assess.figure_table import COLUMN_FIGURES, FIGURES, columns_in, figures_in
from kinonym.assess.measured import STRENGTHS, Masking, Measured

__all__ = [
    "COLUMN_FIGURES",
    "FIGURES",
    "STRENGTHS",
    "Assessment",
    "ColumnFigure",
    "Figure",
    "Masking",
    "Measured",
    "SideBySide",
    "View",
    "columns_in",
    "figures_in",
    "masking_by",
]
