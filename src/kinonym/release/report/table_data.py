"""Tables as plain data: what the templates of the report expect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

__all__ = ["Cell", "bar", "table"]

Cell = str | dict[str, Any]
"""A text, or a figure with a bar behind it."""


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Cell]], note: str = "") -> dict[str, Any]:
    """A table with a header; the first cell of a row names it, and the note is written below."""
    return {"caption": caption, "head": list(head), "rows": [list(row) for row in rows], "note": note}


def bar(share: float, text: str, side: Literal["before", "after"]) -> dict[str, Any]:
    """A cell with a bar behind its figure."""
    return {"share": min(1.0, max(0.0, share)), "text": text, "side": side}
