"""Small pictures without any library: bars in table cells, a histogram and heat maps, readable without colour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.release.report.markup import Markup, element, join

__all__ = ["bar_cell", "heat_map", "histogram", "shade"]

_WIDTH, _HEIGHT, _BASE = 640, 150, 24
_DARK_ENOUGH = 0.55


def bar_cell(share: float | None, text: str, kind: str) -> Markup:
    """A table cell with a bar behind its figure; ``kind`` is ``before`` or ``after``."""
    width = 0.0 if share is None else 100.0 * min(1.0, max(0.0, share))
    bar = element("span", class_=f"bar {kind}", style=f"width:{width:.1f}%")
    return element("td", bar, element("span", text, class_="figure"), class_="barred")


def histogram(edges: NDArray[np.float64], counts: NDArray[np.int64], label: str) -> Markup:
    """Records by the distance that their value moved; the first bar stands apart: the values that stayed."""
    total, most = max(1, int(counts.sum())), max(1, int(counts.max()))
    step = (_WIDTH - 60) / (len(counts) - 1)
    bars = []
    for i, count in enumerate(counts.tolist()):
        height = (_HEIGHT - _BASE - 16) * count / most
        left = 0.0 if i == 0 else 50.0 + (i - 1) * step
        wide = 36.0 if i == 0 else step - 2.0
        what = "stayed" if i == 0 else f"moved by {edges[i]:.2f} to {edges[i + 1]:.2f}"
        title = element("title", f"{what}: {count / total:.1%} of the records")
        bars.append(
            element(
                "rect", title, x=f"{left:.1f}", y=f"{_HEIGHT - _BASE - height:.1f}", width=f"{wide:.1f}",
                height=f"{height:.1f}", class_="stay" if i == 0 else "move",
            )
        )  # fmt: skip
    return element(
        "svg", join(bars), join(_ticks(edges, step)), _axis(), role="img", aria_label=label, class_="histogram",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
    )  # fmt: skip


def _axis() -> Markup:
    y = _HEIGHT - _BASE + 0.5
    return element("line", x1=0, x2=_WIDTH - 10, y1=y, y2=y, class_="axis")


def _ticks(edges: NDArray[np.float64], step: float) -> list[Markup]:
    last = len(edges) - 2
    ticks = [element("text", "same", x=18, y=_HEIGHT - 6, text_anchor="middle")]
    for i in range(0, last + 1, max(1, last // 4)):
        x = 50.0 + i * step
        ticks.append(element("text", f"{edges[i + 1]:.2g}", x=f"{x:.1f}", y=_HEIGHT - 6, text_anchor="middle"))
    return ticks


def shade(share: float) -> str:
    """The class of a heat map's cell: its background in ten steps, its text light on the dark ones."""
    level = min(10, max(0, round(10 * share)))
    return f"heat h{level}{' light' if level / 10 > _DARK_ENOUGH else ''}"


def heat_map(names: Sequence[str], matrix: NDArray[np.float64], caption: str) -> Markup:
    """A matrix between 0 and 1 as a table of shaded cells."""
    head = element("tr", element("td", ""), *(element("th", name, scope="col") for name in names))
    rows = [
        element(
            "tr",
            element("th", name, scope="row"),
            *(element("td", f"{value:.2f}", class_=shade(float(value))) for value in matrix[i]),
        )
        for i, name in enumerate(names)
    ]
    return element("table", element("caption", caption), head, *rows, class_="heatmap")
