"""Bars before and after, one pair for each value, group or attacker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kinonym.plots.drawing import draw

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["draw_paired_bars"]

BarRow = tuple[str, float | None, float | None]
"""A name, the figure before and the figure after; None draws no bar."""

_WIDTH, _TOP, _BAR, _GAP = 640, 24, 12, 9
_LETTER = 6.2
_LONGEST = 46
_FIGURE = 64


def draw_paired_bars(rows: Sequence[BarRow], label: str, written: Callable[[float], str]) -> Markup:
    """A pair of bars for each row, with its name at the left and its figures at the ends of the bars."""
    names = [_cut(name) for name, *_ in rows]
    left = 16 + _LETTER * max((len(name) for name in names), default=0)
    most = max((figure for _, *pair in rows for figure in pair if figure is not None), default=0.0) or 1.0
    wide = _WIDTH - left - _FIGURE
    shapes = []
    for i, (name, (whole_name, *pair)) in enumerate(zip(names, rows, strict=True)):
        top = _TOP + i * (2 * _BAR + _GAP)
        bars = [
            {
                "side": side, "top": top + j * _BAR, "height": _BAR - 1, "width": f"{wide * figure / most:.1f}",
                "end": f"{left + wide * figure / most + 5:.1f}", "base": top + j * _BAR + 9,
                "written": written(figure), "title": f"{whole_name}, {side}: {written(figure)}",
            }
            for j, (side, figure) in enumerate(zip(("before", "after"), pair, strict=True))
            if figure is not None
        ]  # fmt: skip
        shapes.append({"name": name, "middle": top + _BAR + 3, "bars": bars})
    height = _TOP + len(rows) * (2 * _BAR + _GAP)
    legend = [(left, 12, "before"), (left + 70, 12, "after")]
    return draw("bars", label=label, width=_WIDTH, height=height, left=left, rows=shapes, legend=legend)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
