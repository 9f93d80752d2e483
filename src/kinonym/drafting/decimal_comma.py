"""Numbers with a decimal comma in a sample: found, and turned into numbers with a point for the guesses that follow."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

__all__ = ["with_points"]

_WITH_COMMA = re.compile(r"\s*[+-]?\d+(,\d+)?([eE][+-]?\d+)?\s*", re.ASCII)
_WITH_POINT = re.compile(r"\s*[+-]?\d*\.\d+\s*", re.ASCII)
_MOST = 0.9

Columns = Mapping[str, Sequence[str | None]]


def with_points(columns: Columns) -> tuple[dict[str, Sequence[str | None]], Literal[".", ","]]:
    """The columns with points in place of decimal commas, and the decimal mark that they had.

    >>> with_points({"weight": ["70,5", "81", None], "place": ["Bonn, south", "Ulm", "Bonn, south"]})
    ({'weight': ['70.5', '81', None], 'place': ['Bonn, south', 'Ulm', 'Bonn, south']}, ',')
    """
    numbers = {name for name, values in columns.items() if _has_commas(values)}
    if not numbers or any(_share(_WITH_POINT, values) > _MOST for values in columns.values()):
        return dict(columns), "."
    changed = {name: _pointed(values) if name in numbers else values for name, values in columns.items()}
    return changed, ","


def _has_commas(values: Sequence[str | None]) -> bool:
    """Whether nearly all that is there are numbers, some with a comma."""
    commas = any(value and "," in value and _WITH_COMMA.fullmatch(value) for value in values)
    return commas and _share(_WITH_COMMA, values) > _MOST


def _share(pattern: re.Pattern[str], values: Sequence[str | None]) -> float:
    present = [value for value in values if value]
    return sum(pattern.fullmatch(value) is not None for value in present) / max(1, len(present))


def _pointed(values: Sequence[str | None]) -> list[str | None]:
    return [v.replace(",", ".") if v and _WITH_COMMA.fullmatch(v) else v for v in values]
