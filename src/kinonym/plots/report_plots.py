"""Pictures from the published figures of a report or a comparison, as its JSON has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kinonym.assess.figure import percent
from kinonym.errors import UsageError
from kinonym.plots.drawing import Picture
from kinonym.plots.frontier import draw_frontier
from kinonym.plots.histogram import draw_histogram
from kinonym.plots.matrices import draw_matrices, pair_matrices
from kinonym.plots.paired_bars import draw_paired_bars

__all__ = ["PLOTS", "attackers", "classes", "correlations", "distances", "frequencies", "frontier"]

Figures = Mapping[str, Any]


def _part(figures: Figures, *keys: str) -> Any:  # noqa: ANN401
    """A part of the figures; an error that says what is missing, if there is none."""
    part: Any = figures
    for key in keys:
        if not isinstance(part, Mapping) or part.get(key) is None:
            if "withheld" in figures:
                msg = f"the report has no {key!r}"
                raise UsageError(msg, hint=str(figures["withheld"]))
            msg = "these figures are not those of a report" if key == keys[0] else f"the report has no {key!r}"
            raise UsageError(msg, hint="make them with `kinonym mask ... --report report.json`")
        part = part[key]
    return part


def _column(figures: Figures, column: str | None) -> tuple[str, Mapping[str, Any]]:
    columns = _part(figures, "columns")
    name = column or next(iter(columns))
    if name not in columns:
        msg = f"the report has no column {name!r}"
        raise UsageError(msg, hint=f"columns: {', '.join(columns)}")
    return name, columns[name]


def frequencies(figures: Figures, column: str | None = None, *, limit: int = 20) -> Picture:
    """Records of the most frequent values of a column, before and after."""
    name, column_figures = _column(figures, column)
    rows = [(row["value"], row["before"], row["after"]) for row in column_figures["values"][:limit]]
    title = f"{name}: records by value"
    return Picture(title, draw_paired_bars(rows, title, "{:,.0f}".format))


def distances(figures: Figures, column: str | None = None) -> Picture:
    """How far the values of a column moved."""
    name, column_figures = _column(figures, column)
    edges, records = column_figures["distances"]["edges"], column_figures["distances"]["records"]
    utility = _part(figures, "utility")
    unchanged = percent(round(1.0 - utility["columns"][name]["changed"], 9))
    title = f"{name}: {unchanged} of the values stayed; distances of the others"
    counts = np.array([count or 0 for count in records], dtype=np.int64)
    return Picture(title, draw_histogram(np.array(edges), counts, utility["records"], title))


def correlations(figures: Figures) -> Picture:
    """Distance correlations of all pairs of columns, before and after."""
    pairs = _part(figures, "statistics", "pairs")
    if not pairs:
        msg = "the report has one column: nothing to correlate"
        raise UsageError(msg, hint="mask two columns or more")
    names = list(dict.fromkeys(name for pair in pairs for name in pair["columns"]))
    values = [(pair["columns"], pair["correlation_before"], pair["correlation_after"]) for pair in pairs]
    title = "How the columns depend on each other"
    return Picture(title, draw_matrices(names, *pair_matrices(names, values), title))


def classes(figures: Figures) -> Picture:
    """Records by the size of the group that shares their combination, before and after."""
    bands, unit = _part(figures, "risk", "bands"), figures["risk"].get("unit", "records")
    rows = [(_band(band), band["records_before"], band["records_after"]) for band in bands]
    title = f"Number of {unit} by the size of their group of equal values"
    return Picture(title, draw_paired_bars(rows, title, "{:,.0f}".format))


def _band(band: Mapping[str, Any]) -> str:
    least, most = band["least"], band["most"]
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}–{most}"


def attackers(figures: Figures) -> Picture:
    """The share of the records that each attacker links, before and after."""
    attacks = _part(figures, "risk", "attackers")
    rows = [(attack["name"], attack["before"], attack["chance"]) for attack in attacks]
    title = f"Share of the {figures['risk'].get('linked', 'records')} that each attacker links"
    return Picture(title, draw_paired_bars(rows, title, percent))


def frontier(figures: Figures, *, utility: str = "loss", risk: str = "risk") -> Picture:
    """Every point of a comparison by two of its figures.

    Parameters
    ----------
    figures
        A comparison as its ``json()`` has it: ``points``, each with ``method``, ``loss`` and ``risk``.
    utility, risk
        The figures to draw; the front is drawn for loss and risk only.
    """
    points = figures.get("points", ())
    if not points:
        msg = "these figures are not those of a comparison"
        raise UsageError(msg, hint="make them with `kinonym compare ... --report points.json`")
    unknown = [name for name in (utility, risk) if name not in points[0]]
    if unknown:
        msg = f"the comparison has no figure {unknown[0]!r}"
        raise UsageError(msg, hint="its figures are the columns of its table")
    measured = [point for point in points if point[utility] is not None and point[risk] is not None]
    if not measured:
        msg = "no point of the comparison has these figures"
        raise UsageError(msg, hint="the table of the comparison says why each point failed")
    title = "What each setting loses and what it risks"
    return Picture(title, draw_frontier(measured, utility=utility, risk=risk, legend=True))


PLOTS: dict[str, Callable[..., Picture]] = {
    "frontier": frontier,
    "frequencies": frequencies,
    "distances": distances,
    "correlations": correlations,
    "classes": classes,
    "attackers": attackers,
}
"""Name → function of the figures of a report or comparison; frequencies and distances also take a column."""
