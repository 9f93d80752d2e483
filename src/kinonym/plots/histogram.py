"""The histogram of the distances by which the values of a column moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kinonym.plots.drawing import draw

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["draw_histogram"]

_WIDTH, _HEIGHT, _BELOW, _ABOVE = 640, 160, 24, 18
_STAYED, _MOVED = 8.0, 80.0
"""Where the bar of the values that stayed begins, and where those of the others begin."""


def draw_histogram(edges: NDArray[np.float64], counts: NDArray[np.int64], total: int, label: str) -> Markup:
    """Records by distance. Values that stayed have a bar at the left; all bars are on one scale.

    Parameters
    ----------
    edges
        Edges of the bins; the first bin holds the values that stayed.
    counts
        Records of each bin.
    total
        All records.
    label
        What the picture shows, for those who cannot see it.
    """
    most = max(1, int(counts.max()))
    step = (_WIDTH - 90) / (len(counts) - 1)
    bars = [_bar(_STAYED, 44.0, counts[0] / most, f"stayed: {counts[0] / total:.1%} of the records", "stay")]
    texts = [(_fix(30.0), _fix(_place_label(counts[0] / most)), f"{100 * counts[0] / total:.0f} %")]
    for i, count in enumerate(counts[1:].tolist()):
        title = f"moved by {edges[i + 1]:.2f} to {edges[i + 2]:.2f}: {count / total:.1%} of the records"
        bars.append(_bar(_MOVED + i * step, step - 2.0, count / most, title, "move"))
    if counts[1:].any():
        highest = int(np.argmax(counts[1:]))
        count = int(counts[1 + highest])
        middle = _MOVED + (highest + 0.5) * step
        texts.append((_fix(middle), _fix(_place_label(count / most)), f"{100 * count / total:.1f} %"))
    axes = [(0.0, 60.0), (_MOVED, _WIDTH - 10.0)]
    return draw(
        "histogram", label=label, width=_WIDTH, height=_HEIGHT, base=_HEIGHT - _BELOW + 0.5, bars=bars, axes=axes,
        texts=[*texts, *_ticks(edges, step)],
    )  # fmt: skip


def _bar(left: float, width: float, share: float, title: str, kind: str) -> dict[str, Any]:
    height = (_HEIGHT - _BELOW - _ABOVE) * share
    top = _HEIGHT - _BELOW - height
    return {
        "left": _fix(left), "top": _fix(top), "width": _fix(width), "height": _fix(height), "title": title,
        "kind": kind,
    }  # fmt: skip


def _place_label(share: float) -> float:
    """Where the figure of a bar is written."""
    return _HEIGHT - _BELOW - (_HEIGHT - _BELOW - _ABOVE) * share - 4.0


def _ticks(edges: NDArray[np.float64], step: float) -> list[tuple[str, str, str]]:
    last, y = len(edges) - 2, _fix(_HEIGHT - 6.0)
    marked = range(0, last + 1, max(1, last // 4))
    return [
        (_fix(30.0), y, "same"),
        *((_fix(_MOVED + i * step), y, f"{edges[i + 1]:.2g}") for i in marked),
    ]


def _fix(value: float) -> str:
    return f"{value:.1f}"
