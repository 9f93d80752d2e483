"""Pictures of readings in the papers' form, with Altair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import altair as alt
import vl_convert

from research.experiment import Figure, shown
from research.reading import Reading

__all__ = ["pictures"]

COLOURS = (
    "#0067a5", "#c2410c", "#00795c", "#9b2d78", "#8a6100", "#1f7a9c", "#444444", "#b3001b", "#5b3fa8", "#3f6212",
)  # fmt: skip
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
WIDTH, HEIGHT = 330, 240
PLAIN = ",~r"
"""Numbers of an axis in full, without powers of ten."""


def pictures(figure: Figure, readings: Sequence[Reading]) -> dict[str, bytes]:
    """A figure as SVG and PNG, by the ending of its file."""
    rows = [
        {"data": r.data, "method": r.method, "at": r.at, "value": r.value,
         "low": r.value - r.error, "high": r.value + r.error}
        for r in shown(figure, readings)
        if r.figure == figure.figure
        and math.isfinite(r.value)
        and (figure.data is None or r.data in figure.data)
    ]  # fmt: skip
    chart = _curves(figure, rows) if len({row["at"] for row in rows}) > 1 else _bars(figure, rows)
    chart = _dressed(chart, figure.title)
    specification = chart.to_json()
    return {
        ".svg": vl_convert.vegalite_to_svg(specification).encode(),
        ".png": vl_convert.vegalite_to_png(specification, scale=1),
    }


def _dressed(chart: Any, title: str) -> Any:  # noqa: ANN401
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


def _methods(rows: Sequence[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(row["method"] for row in rows))


def _curves(figure: Figure, rows: Sequence[dict[str, Any]]) -> Any:  # noqa: ANN401
    """A curve for each method, a panel for each data set."""
    names = _methods(rows)
    paint = alt.Scale(domain=names, range=[COLOURS[i % len(COLOURS)] for i in range(len(names))])
    shape = alt.Scale(domain=names, range=[SHAPES[i % len(SHAPES)] for i in range(len(names))])
    x = alt.X("at:Q", title=figure.x, scale=_scale(log=figure.log_x), axis=alt.Axis(tickCount=6, format=PLAIN))
    y = alt.Y("value:Q", title=figure.y or figure.figure, scale=_scale(log=figure.log_y),
              axis=alt.Axis(tickCount=5, format=PLAIN))  # fmt: skip
    colour = alt.Color("method:N", title=None, sort=names, scale=paint)
    base = alt.Chart().encode(x=x, color=colour)
    line = base.mark_line(strokeWidth=1.6).encode(y=y)
    marks = base.mark_point(filled=True, size=38).encode(
        y=y, shape=alt.Shape("method:N", title=None, sort=names, scale=shape)
    )
    spread = base.mark_rule(strokeWidth=1).encode(y=alt.Y("low:Q"), y2="high:Q")
    layers = alt.layer(line, marks, spread).properties(width=WIDTH, height=HEIGHT)
    data = alt.Data(values=list(rows))
    independent = {"x": "independent", "y": "independent"}
    sets = list(dict.fromkeys(row["data"] for row in rows))
    facet = alt.Facet("data:N", title=None, sort=sets)
    return layers.facet(facet, data=data, columns=2).resolve_scale(**independent)


def _bars(figure: Figure, rows: Sequence[dict[str, Any]]) -> Any:  # noqa: ANN401
    """A bar for each method, where nothing varies."""
    names = _methods(rows)
    y = alt.Y("method:N", title=None, sort=names)
    x = alt.X("value:Q", title=figure.y or figure.figure, scale=_scale(log=figure.log_y))
    bars = alt.Chart().mark_bar(color=COLOURS[0], height=12).encode(x=x, y=y)
    spread = alt.Chart().mark_rule(color="#1c2430").encode(x="low:Q", x2="high:Q", y=y)
    layers = alt.layer(bars, spread).properties(width=WIDTH, height=18 * len(names))
    facet = alt.Facet("data:N", title=None, sort=list(dict.fromkeys(row["data"] for row in rows)))
    return layers.facet(facet, data=alt.Data(values=list(rows)), columns=2)


def _scale(*, log: bool) -> Any:  # noqa: ANN401
    return alt.Scale(type="log", nice=False) if log else alt.Scale(zero=False)
