"""The frontier of a comparison: loss against risk, the best points joined by a staircase."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from kinonym.assess import FIGURES
from kinonym.errors import UsageError
from kinonym.plots.library import COLOURS, altair, dressed

__all__ = ["frontier"]


def frontier(figures: Mapping[str, Any], *, utility: str = "loss", risk: str = "risk") -> Any:  # noqa: ANN401
    """Draw every point of a comparison.

    Parameters
    ----------
    figures
        A comparison as its ``json()`` says it: ``points``, each with ``method``, ``loss`` and ``risk``.
    utility, risk
        Which figures to draw; the front is drawn for loss and risk only.

    Returns
    -------
    altair.LayerChart
        With tooltips, and a legend that picks out a method.
    """
    alt = altair()
    points = _measured(figures, utility, risk)
    data = alt.Data(values=points)
    pick = alt.selection_point(fields=["name"], bind="legend")
    x = alt.X(
        f"{risk}:Q", title="risk: share linked by the strongest attacker" if risk == "risk" else _title(risk),
        scale=_scale(alt, [p[risk] for p in points]), axis=alt.Axis(format="~%", tickCount=6),
    )  # fmt: skip
    y = alt.Y(
        f"{utility}:Q", title="loss of information L (%)" if utility == "loss" else _title(utility),
        scale=_scale(alt, [p[utility] for p in points]), axis=alt.Axis(format=",~r", tickCount=5),
    )  # fmt: skip
    order = list(dict.fromkeys(p["name"] for p in points))
    paint = alt.Scale(domain=order, range=_colours(len(order)))
    colour = alt.Color("name:N", title="method", sort=order, scale=paint)
    seen = alt.condition(pick, alt.value(1.0), alt.value(0.15))
    base = alt.Chart(data).encode(x=x, y=y)
    courses = base.mark_line(strokeWidth=1, color="#8a94a3", opacity=0.6).encode(order="strength:Q", detail="name:N")
    marks = (
        base.mark_point(filled=True, size=70, stroke="#fff", strokeWidth=0.8)
        .encode(
            color=colour,
            shape=alt.Shape(
                "name:N", title="method", sort=order, scale=alt.Scale(domain=order, range=_shapes(len(order)))
            ),
            opacity=seen,
            tooltip=["name:N", "setting:N", f"{risk}:Q", f"{utility}:Q", "attacker:N", "pareto:N"],
        )
        .add_params(pick)
    )
    layers = [courses, marks]
    if (utility, risk) == ("loss", "risk"):
        layers = [_front(alt, points, x, y), courses, marks, _labels(alt, _roomy(points), x, y)]
    return dressed(alt.layer(*layers).properties(width=620, height=380), "What each setting costs and what it risks")


def _title(name: str) -> str:
    """What a figure is called; an end of an interval, a strength or the seconds by their own names."""
    return next((figure.title for figure in FIGURES if figure.name == name), name)


def _measured(figures: Mapping[str, Any], utility: str, risk: str) -> list[dict[str, Any]]:
    points: Sequence[Mapping[str, Any]] = figures.get("points", ())
    if not points:
        msg = "these figures are not those of a comparison"
        raise UsageError(msg, hint="make them with `kinonym compare ... --report points.json`")
    unknown = [name for name in (utility, risk) if name not in points[0]]
    if unknown:
        msg = f"the comparison has no figure {unknown[0]!r}"
        raise UsageError(msg, hint="its figures are the columns of its table")
    measured = []
    for point in points:
        if point[utility] is None or point[risk] is None:
            continue
        strengths = {key: point[key] for key in ("k", "alpha", "epsilon") if point[key] is not None}
        rest = json.loads(point["settings"])
        name = " ".join([point["method"], *(f"{key}={value}" for key, value in rest.items())])
        setting = ", ".join(f"{key} = {value:g}" for key, value in strengths.items())
        measured.append({**point, "name": name, "setting": setting, "strength": next(iter(strengths.values()), 0)})
    return measured


def _scale(alt: Any, values: Sequence[float]) -> Any:  # noqa: ANN401
    return alt.Scale(type="log", nice=False, padding=20) if _wide(values) else alt.Scale(zero=True)


def _wide(values: Sequence[float]) -> bool:
    """Whether the greatest figure is more than fifty times the least, so that an axis is logarithmic."""
    return bool(values) and min(values) > 0 and max(values) / min(values) > 50


def _colours(number: int) -> list[str]:
    """Dark enough on white, and told apart without red and green."""
    return [COLOURS[i % len(COLOURS)] for i in range(number)]


def _shapes(number: int) -> list[str]:
    known = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
    return [known[i % len(known)] for i in range(number)]


def _front(alt: Any, points: Sequence[Mapping[str, Any]], x: Any, y: Any) -> Any:  # noqa: ANN401
    best = [point for point in points if point["pareto"]]
    return (
        alt.Chart(alt.Data(values=best))
        .mark_line(interpolate="step-after", strokeWidth=5, color="#9aa5b4", opacity=0.5)
        .encode(x=x, y=y, order="risk:Q")
    )


def _roomy(points: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Points of the front that are far enough from the one before to have room for their name."""
    best = sorted((point for point in points if point["pareto"]), key=lambda point: point["risk"])
    widths = {key: _spread([point[key] for point in points]) for key in ("risk", "loss")}
    roomy: list[Mapping[str, Any]] = []
    for point in best:
        near = roomy and all(
            abs(_place(point[key], widths[key]) - _place(roomy[-1][key], widths[key])) < room
            for key, room in (("risk", 0.09), ("loss", 0.05))
        )
        if not near:
            roomy.append(point)
    return roomy


def _spread(values: Sequence[float]) -> tuple[bool, float]:
    """Whether the axis is logarithmic, and how long it is."""
    if _wide(values):
        return True, math.log(max(values) / min(values))
    return False, max(values) or 1.0


def _place(value: float, spread: tuple[bool, float]) -> float:
    return math.log(value) / spread[1] if spread[0] else value / spread[1]


def _labels(alt: Any, points: Sequence[Mapping[str, Any]], x: Any, y: Any) -> Any:  # noqa: ANN401
    return (
        alt.Chart(alt.Data(values=list(points)))
        .mark_text(align="left", dx=8, dy=-8, fontSize=10, color="#1c2430")
        .encode(x=x, y=y, text="setting:N")
    )
