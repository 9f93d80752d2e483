"""Tables of figures with their meaning beside them."""

from __future__ import annotations

from collections.abc import Sequence

from kinonym.release.report.markup import Markup, element

__all__ = ["Figure", "figures_table", "number", "percent", "plain_table"]

Figure = tuple[str, str, str]
"""A name, its figure, and what it says."""


def figures_table(caption: str, rows: Sequence[Figure]) -> Markup:
    """Name, figure, meaning."""
    body = [
        element(
            "tr",
            element("th", name, scope="row"),
            element("td", figure, class_="figure"),
            element("td", meaning, class_="meaning"),
        )
        for name, figure, meaning in rows
    ]
    return element("table", element("caption", caption), *body, class_="figures")


def plain_table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    """A header and rows; the first cell of a row names it."""
    top = element("tr", *(element("th", name, scope="col") for name in head))
    body = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            *(cell if cell.startswith("<td") and isinstance(cell, Markup) else element("td", cell) for cell in row[1:]),
        )
        for row in rows
    ]
    table = element("table", element("caption", caption), element("thead", top), element("tbody", *body))
    return element("div", table, class_="wide", tabindex=0, role="region", aria_label=caption)


def number(value: float, digits: int = 3) -> str:
    """A small number; what is not zero never looks like zero.

    >>> number(0.25), number(0.00001), number(0.0)
    ('0.250', '<0.001', '0')
    """
    if value == 0:
        return "0"
    least = 10.0**-digits
    return f"<{least:g}" if 0 < value < least else f"{value:.{digits}f}"


def percent(share: float, digits: int = 1) -> str:
    """A share as a percentage; what is not zero never looks like zero.

    >>> percent(0.25), percent(0.00001), percent(0.0)
    ('25.0 %', '<0.1 %', '0 %')
    """
    if share == 0:
        return "0 %"
    least = 10.0**-digits
    return f"<{least:g} %" if 0 < 100 * share < least else f"{100 * share:.{digits}f} %"
