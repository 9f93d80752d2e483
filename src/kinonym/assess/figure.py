"""A figure: a name, a function that reads its value, and its display; `figure_table` lists all figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from kinonym.assess.measured import Measured

__all__ = [
    "ColumnFigure", "ColumnValue", "Figure", "Kind", "Number", "Value", "View", "number", "percent", "written",
]  # fmt: skip

Number = float | int | None
Kind = Literal["count", "share", "percent", "sum", "number"]
"""A count of records; a share of 1, displayed in percent; a percentage; a sum; any other number."""
View = Literal["summary", "utility", "risk", "comparison", "points", "terminal", "verify"]
"""Where a figure is displayed.

``summary``: the end of `kinonym mask`, and `Report.text`. ``utility``, ``risk``: sections of the page. ``comparison``:
the fields of a `Point`. ``points``: the table of points on the page; ``terminal``: on a terminal. ``verify``: a release
compared with its original. JSON contains all figures.
"""

Value = Callable[[Measured], Number]
ColumnValue = Callable[[Measured, str], Number]


def number(value: float, digits: int = 3) -> str:
    """Format a small number; a number other than zero never looks like zero.

    >>> number(0.25), number(0.00001), number(0.0)
    ('0.250', '<0.001', '0')
    """
    if value == 0:
        return "0"
    least = 10.0**-digits
    return f"<{least:g}" if 0 < value < least else f"{value:,.{digits}f}"


def percent(share: float, digits: int = 1) -> str:
    """Format a share as a percentage; a share other than zero never looks like zero.

    >>> percent(0.25), percent(0.00001), percent(0.0)
    ('25.0 %', '<0.1 %', '0 %')
    """
    return f"{number(100 * share, digits)} %"


def written(value: Number, kind: Kind, digits: int) -> str:
    """Format a figure; a dash if it is unknown."""
    if value is None:
        return "–"
    if kind == "count":
        return f"{value:,.0f}"
    return percent(value, digits) if kind == "share" else number(value, digits) + (" %" if kind == "percent" else "")


@dataclass(frozen=True, kw_only=True)
class _FigureText:
    """The name of a figure and how it is displayed."""

    name: str
    """In JSON, in tables of points and in targets."""
    title: str
    kind: Kind
    describe: str
    """Its meaning, in a sentence."""
    views: tuple[View, ...]
    better: Literal["low", "high"] | None = None
    digits: int = 1

    def written(self, value: Number) -> str:
        """Format the value alone."""
        return written(value, self.kind, self.digits)


@dataclass(frozen=True, kw_only=True)
class Figure(_FigureText):
    """A figure of the whole table; ``before``: the same for the original; ``interval``: if it was sampled.

    ``words`` follow the number.
    """

    value: Value
    before: Value | None = None
    interval: Callable[[Measured], tuple[float, float] | None] | None = None
    words: Callable[[Measured], str] | None = None
    short: str = ""
    """The head of its column in a table of points."""
    samples_only: bool = False
    """Whether it is measured only if the table is a sample of a population."""

    def applies(self, measured: Measured) -> bool:
        """Whether the figure can be measured for this kind of table."""
        return not self.samples_only or measured.population_risk is not None

    def text(self, measured: Measured) -> str:
        """Format the figure with its words, before and after; a dash if it is unknown."""
        value = self.value(measured)
        shown = self.written(value)
        if self.before is not None:
            shown = f"{self.written(self.before(measured))} → {shown}"
        ends = self.interval(measured) if self.interval else None
        interval = "" if ends is None else f" ({self.written(ends[0])} to {self.written(ends[1])} with 95 %)"
        return shown + interval + (self.words(measured) if self.words and value is not None else "")

    def values(self, measured: Measured) -> dict[str, Number]:
        """The values by name, with the suffixes ``_before``, ``_low`` and ``_high``."""
        numbers = {self.name: self.value(measured)}
        if self.before is not None:
            numbers[f"{self.name}_before"] = self.before(measured)
        if self.interval is not None:
            numbers[f"{self.name}_low"], numbers[f"{self.name}_high"] = self.interval(measured) or (None, None)
        return numbers


@dataclass(frozen=True, kw_only=True)
class ColumnFigure(_FigureText):
    """A figure of each column."""

    value: ColumnValue
    before: ColumnValue | None = None

    def text(self, measured: Measured, column: str) -> str:
        """Format the figure, before and after; a dash if it is unknown."""
        after = self.written(self.value(measured, column))
        return (
            after if self.before is None or after == "–" else f"{self.written(self.before(measured, column))} → {after}"
        )
