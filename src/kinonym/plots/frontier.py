"""The frontier of a comparison: loss against risk of every point, with the best of them joined."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kinonym.assess import FIGURES, STRENGTHS
from kinonym.plots.drawing import draw
from kinonym.plots.scales import Scale, scale_for

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["Row", "draw_frontier", "frontier_legend", "setting_name", "strength_text"]

Row = Mapping[str, Any]
"""A point of a comparison."""

_WIDTH, _HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 738, 22, 404
_LOOKS = (
    ("#0067a5", "circle"), ("#c2410c", "square"), ("#00795c", "triangle"), ("#9b2d78", "diamond"),
    ("#8a6100", "cross"), ("#1f7a9c", "hollow circle"), ("#444444", "hollow square"), ("#b3001b", "hollow triangle"),
    ("#5b3fa8", "hollow diamond"), ("#3f6212", "plus"),
)  # fmt: skip
_PATHS = {
    "square": "M-4 -4L4 -4L4 4L-4 4Z",
    "triangle": "M0 -5.5L5 4L-5 4Z",
    "diamond": "M0 -6L6 0L0 6L-6 0Z",
    "cross": "M-4.5 -4.5L4.5 4.5L0 0L-4.5 4.5L4.5 -4.5L0 0Z",
    "plus": "M0 -5.5L0 5.5L0 0L-5.5 0L5.5 0L0 0Z",
}
_AXES = {"risk": "risk: share linked by the strongest attacker", "loss": "loss of information L"}
_ENTRIES, _ENTRY_HEIGHT = 3, 20
_LABEL = 55


def setting_name(row: Row) -> str:
    """The method of a point, with its settings other than the strength."""
    settings = json.loads(row["settings"])
    return " ".join([row["method"], *(f"{key}={value}" for key, value in settings.items())])


def strength_text(row: Row) -> str:
    """The strength of a point, such as ``k = 5``."""
    return ", ".join(f"{key} = {row[key]:g}" for key in STRENGTHS if row[key] is not None)


def frontier_legend(rows: Sequence[Row]) -> list[tuple[Markup, str]]:
    """The mark and the name of each method that was measured."""
    return [(draw("mark", look=_look(i)), name) for i, name in enumerate(_names(rows))]


def draw_frontier(rows: Sequence[Row], *, utility: str = "loss", risk: str = "risk", legend: bool = False) -> Markup:
    """Every point that was measured; the front is drawn for loss and risk only.

    Parameters
    ----------
    rows
        Points as rows of the table of a comparison.
    utility, risk
        The figures of the vertical and of the horizontal axis.
    legend
        Whether the picture has a legend below the axes.
    """
    across = scale_for([row[risk] for row in rows], _LEFT, _RIGHT)
    up = scale_for([row[utility] for row in rows], _BOTTOM, _TOP)
    names = _names(rows)
    front = sorted((row for row in rows if row["pareto"]), key=lambda row: row["risk"])
    joined = front if (utility, risk) == ("loss", "risk") else []
    entries = _legend(names) if legend else []
    points = [
        {"title": _title(row, utility, risk), "look": _look(names.index(setting_name(row))),
         "x": f"{across(row[risk]):.1f}", "y": f"{up(row[utility]):.1f}"}
        for row in rows
    ]  # fmt: skip
    return draw(
        "frontier", label=f"{_axis(utility)} against {_axis(risk)}, {len(rows)} settings; the table has the figures.",
        width=_WIDTH, height=_HEIGHT + (_ENTRY_HEIGHT * -(-len(entries) // _ENTRIES)), left=_LEFT, right=_RIGHT,
        top=_TOP, bottom=_BOTTOM, title_across=_axis(risk), title_up=_axis(utility),
        ticks_across=[(round(across(tick), 1), _format_tick(risk, tick)) for tick in across.ticks()],
        ticks_up=[(round(up(tick), 1), _format_tick(utility, tick)) for tick in up.ticks()],
        lines=_lines(rows, names, utility, risk, across, up), front=_staircase(joined, across, up), points=points,
        labels=_labels(joined, across, up), legend=entries,
    )  # fmt: skip


def _names(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(setting_name(row) for row in rows))


def _axis(figure: str) -> str:
    return _AXES.get(figure) or next((one.title for one in FIGURES if one.name == figure), figure)


def _format_tick(figure: str, tick: float) -> str:
    """A tick of an axis in the unit of its figure."""
    kind = next((one.kind for one in FIGURES if one.name == figure), "number")
    if kind == "share":
        return f"{100 * tick:g} %"
    return f"{tick:g} %" if kind == "percent" else f"{tick:,g}"


def _title(row: Row, utility: str, risk: str) -> str:
    figures = ", ".join(f"{_axis(name)} {row[name]:.4g}" for name in (risk, utility))
    if (utility, risk) == ("loss", "risk"):
        figures = f"risk {row['risk']:.1%}, L {row['loss']:.2f} %"
    return f"{setting_name(row)}, {strength_text(row)}: {figures}"


def _lines(
    rows: Sequence[Row], names: Sequence[str], utility: str, risk: str, across: Scale, up: Scale
) -> list[dict[str, str]]:
    """The points of one method, joined in the order of its strength."""
    lines = []
    for i, name in enumerate(names):
        same = [row for row in rows if setting_name(row) == name]
        path = " ".join(f"{across(row[risk]):.1f},{up(row[utility]):.1f}" for row in same)
        if len(same) > 1:
            lines.append({"points": path, "colour": _LOOKS[i % len(_LOOKS)][0]})
    return lines


def _staircase(front: Sequence[Row], across: Scale, up: Scale) -> str:
    """The least loss at each risk."""
    if not front:
        return ""
    path: list[str] = []
    for i, row in enumerate(front):
        x, y = across(row["risk"]), up(row["loss"])
        path.append(f"{x:.1f},{(_TOP if i == 0 else up(front[i - 1]['loss'])):.1f}")
        path.append(f"{x:.1f},{y:.1f}")
    path.append(f"{_RIGHT},{up(front[-1]['loss']):.1f}")
    return " ".join(path)


def _labels(front: Sequence[Row], across: Scale, up: Scale) -> list[dict[str, str]]:
    """The strengths of the points of the front that are not too near to the label before."""
    labels: list[dict[str, str]] = []
    last = (-100.0, -100.0)  # where the label before begins, and its line
    for row in front:
        x, y = across(row["risk"]), up(row["loss"])
        at_end = x > _RIGHT - _LABEL
        begin = x - 9 - _LABEL if at_end else x + 9
        if abs(begin - last[0]) < _LABEL and abs(y - last[1]) < 15:
            continue
        last = (begin, y)
        labels.append(
            {"words": strength_text(row), "x": f"{x - 9 if at_end else x + 9:.1f}", "y": f"{y - 9:.1f}",
             "anchor": "end" if at_end else "start"}
        )  # fmt: skip
    return labels


def _legend(names: Sequence[str]) -> list[dict[str, Any]]:
    wide = (_RIGHT - _LEFT) // _ENTRIES
    return [
        {"look": _look(i), "name": name, "x": _LEFT + 8 + wide * (i % _ENTRIES),
         "y": _HEIGHT + 6 + _ENTRY_HEIGHT * (i // _ENTRIES)}
        for i, name in enumerate(names)
    ]  # fmt: skip


def _look(number: int) -> dict[str, str]:
    """Colour and shape of a mark; shapes differ so that colour is not needed."""
    colour, shape = _LOOKS[number % len(_LOOKS)]
    kind = shape.rpartition(" ")[2]
    fill, stroke = ("#fff", colour) if shape.startswith("hollow") else (colour, "#fff")
    if kind in ("cross", "plus"):
        fill, stroke = "none", colour
    return {"path": _PATHS.get(kind, ""), "shape": kind, "fill": fill, "stroke": stroke}
