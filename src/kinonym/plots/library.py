"""Altair, where it is installed, and the look that all pictures share."""

from __future__ import annotations

from typing import Any

from kinonym.errors import UsageError

__all__ = ["AFTER", "BEFORE", "COLOURS", "altair", "dressed"]

BEFORE, AFTER = "#8fa0b5", "#2f8f7d"
COLOURS = (
    "#0067a5", "#c2410c", "#00795c", "#9b2d78", "#8a6100", "#1f7a9c", "#444444", "#b3001b", "#5b3fa8", "#3f6212",
)  # fmt: skip


def altair() -> Any:  # noqa: ANN401  # an optional library
    """The library, or an error that says how to get it."""
    try:
        import altair as alt
    except ImportError:
        msg = "pictures need the package altair"
        raise UsageError(msg, hint="pip install 'kinonym[plots]'") from None
    return alt


def dressed(chart: Any, title: str) -> Any:  # noqa: ANN401
    """Title, quiet axes, no frame."""
    quiet = "#4d5868"
    return (
        chart.properties(title=title)
        .configure_view(stroke=None)
        .configure_title(anchor="start", fontSize=15, color="#1c2430")
        .configure_axis(
            labelColor=quiet, titleColor=quiet, titleFontWeight="normal", gridColor="#e6eaef", labelLimit=280
        )
        .configure_legend(labelColor=quiet, titleColor=quiet, titleFontWeight="normal", labelLimit=280)
        .configure_header(labelColor=quiet)
    )
