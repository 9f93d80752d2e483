"""Correlations before and after as two matrices of shaded cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kinonym.plots.drawing import draw

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["draw_matrices", "pair_matrices", "shade"]

_CELL_WIDTH, _CELL_HEIGHT, _TOP, _BETWEEN = 48, 28, 42, 40
_LETTER = 6.4
_DARK = 0.55
"""Above this share the background is dark and the text is light."""


def pair_matrices(names: Sequence[str], pairs: Sequence[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The correlations of all columns before and after; each pair is (two names, before, after)."""
    before, after = np.eye(len(names)), np.eye(len(names))
    for columns, was, now in pairs:
        i, j = (names.index(name) for name in columns)
        before[i, j] = before[j, i] = was
        after[i, j] = after[j, i] = now
    return before, after


def shade(share: float) -> str:
    """The classes of a cell: a background in ten steps, and light text on the dark ones."""
    level = min(10, max(0, round(10 * share)))
    return f"heat h{level}{' light' if level / 10 > _DARK else ''}"


def draw_matrices(names: Sequence[str], before: NDArray[np.float64], after: NDArray[np.float64], label: str) -> Markup:
    """Two matrices next to each other; the columns are numbered like the rows."""
    numbered = [f"{i} {name}" for i, name in enumerate(names, 1)]
    left = 16 + _LETTER * max(map(len, numbered))
    side = len(names) * _CELL_WIDTH
    parts = [_matrix("Before", before, left), _matrix("After", after, left + side + _BETWEEN)]
    rows = [(_TOP + i * _CELL_HEIGHT + 18, name) for i, name in enumerate(numbered)]
    return draw(
        "matrices", label=label, width=round(left + 2 * side + _BETWEEN + 10), left=left,
        height=_TOP + len(names) * _CELL_HEIGHT + 10, matrices=parts, names=rows, cell_width=_CELL_WIDTH,
        cell_height=_CELL_HEIGHT,
    )  # fmt: skip


def _matrix(caption: str, values: NDArray[np.float64], left: float) -> dict[str, Any]:
    cells = [
        {
            "left": left + j * _CELL_WIDTH, "top": _TOP + i * _CELL_HEIGHT, "written": f"{value:.2f}",
            "middle": left + (j + 0.5) * _CELL_WIDTH, "base": _TOP + i * _CELL_HEIGHT + 18,
            "kind": shade(float(value)), "light": "light" in shade(float(value)),
        }
        for (i, j), value in np.ndenumerate(values)
    ]  # fmt: skip
    heads = [(left + (j + 0.5) * _CELL_WIDTH, str(j + 1)) for j in range(len(values))]
    return {"caption": caption, "left": left, "cells": cells, "heads": heads}
