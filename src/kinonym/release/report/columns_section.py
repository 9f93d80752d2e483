"""The report's section on columns: frequencies before and after, distances moved, the tree of values."""

from __future__ import annotations

import numpy as np

from kinonym.metrics import distance_histogram
from kinonym.release.report.content import Content
from kinonym.release.report.hiding import SMALLEST
from kinonym.release.report.markup import Markup, element, join
from kinonym.release.report.pictures import bar_cell, histogram
from kinonym.release.report.tables import number, percent, plain_table
from kinonym.release.report.tree import LIMIT, tree_html
from kinonym.release.report.values import ColumnView

__all__ = ["columns_section"]

_BARS = 15


def columns_section(content: Content) -> Markup:
    """One part for each column."""
    note = (
        f"Values with fewer than {SMALLEST} records are not shown, and where they could be had by subtraction, the "
        "next rarest are hidden with them. A dash says: none, or too few to be shown."
    )
    parts = [_column(content, j) for j in range(len(content.names))]
    return join([element("p", note, class_="quiet"), *parts])


def _column(content: Content, j: int) -> Markup:
    view = content.views[j]
    return element(
        "article",
        element("h3", view.name),
        _distances(content, j),
        _frequencies(view),
        _tree(view),
    )


def _distances(content: Content, j: int) -> Markup:
    edges, counts = distance_histogram(content.plan, j)
    stayed = counts[0] / counts.sum()
    words = f"{percent(float(stayed))} of the values stayed; mean distance {number(_mean(content, j))}"
    seen = np.where((counts > 0) & (counts < SMALLEST), 0, counts)
    picture = histogram(edges, seen, f"Histogram of the distances by which values moved: {words}")
    return element(
        "figure",
        picture,
        element(
            "figcaption",
            f"How far the values moved: {words}. Bars by their share of all records, moved ones on their own scale.",
        ),
    )


def _mean(content: Content, j: int) -> float:
    return content.utility.columns[content.names[j]].distance


def _frequencies(view: ColumnView) -> Markup | None:
    rows = view.rows[:_BARS]
    if not rows:
        return None
    most = max(max(row.before or 0, row.after or 0) for row in rows)
    body = [
        [
            row.label,
            bar_cell((row.before or 0) / most, _count(row.before), "before"),
            bar_cell((row.after or 0) / most, _count(row.after), "after"),
        ]
        for row in rows
    ]
    table = plain_table(f"{view.name}: records by value", ("value", "before", "after"), body)
    return join([table, element("p", _left_out(view, len(rows)), class_="quiet")])


def _count(records: int | None) -> str:
    return "–" if records is None else f"{records:,}"


def _left_out(view: ColumnView, number: int) -> str | None:
    more, (before, after) = len(view.rows) - number, view.hidden
    parts = []
    if more > 0:
        parts.append(f"{more:,} more values")
    if before or after:
        parts.append(f"{before:,} values before and {after:,} after that are too rare to show")
    return f"Not in this list: {', '.join(parts)}." if parts else None


def _tree(view: ColumnView) -> Markup | None:
    made = tree_html(view)
    if made is None:
        return None
    cut = f" The {LIMIT} most frequent values." if len(view.rows) > LIMIT else ""
    note = f"Records before → after, with everything below; open a value to see what it became.{cut}"
    return element(
        "details",
        element("summary", f"The tree of values of {view.name}, and where they went"),
        element("p", note, class_="quiet"),
        made,
        class_="panel",
    )
