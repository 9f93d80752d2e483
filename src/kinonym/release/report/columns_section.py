"""The report's section on columns: distances moved, frequencies before and after, the tree of values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.assess.figure import number, percent
from kinonym.plots.histogram import draw_histogram
from kinonym.release.report.publishing import Published
from kinonym.release.report.table_data import Cell, bar, table
from kinonym.release.report.value_labels import SMALLEST, labels_of
from kinonym.release.report.values_shown import LIMIT, ColumnView, ValueRow
from kinonym.taxonomy import Taxonomy

__all__ = ["columns_section", "tree_section"]

_BARS = 15
_OPEN = 2
_MOST_REPLACEMENTS = 5


def columns_section(published: Published) -> dict[str, Any] | None:
    """One part for each column; None if frequencies were not measured."""
    if not published.views:
        return None
    note = (
        f"Values with fewer than {SMALLEST} {published.assessment.linked} are not shown. If their counts could be "
        "derived by subtraction, the next rarest are hidden too. A dash means none, or too few to show."
    )
    return {"note": note, "columns": [_column(published, j) for j in range(len(published.names))]}


def _column(published: Published, j: int) -> dict[str, Any]:
    view = published.views[j]
    edges, counts, _ = published.distances(j)
    moved = published.assessment.utility.columns[published.names[j]]
    words = f"{percent(round(1.0 - moved.changed, 9))} of the values stayed; mean distance {number(moved.distance)}"
    label = f"Histogram of the distances by which values moved: {words}"
    return {
        "name": view.name,
        "histogram": draw_histogram(edges, counts, published.assessment.utility.records, label),
        "moved": f"How far the values moved: {words}. Each bar is a share of all records; all are on one scale.",
        "frequencies": _frequencies(view),
        "tree": tree_section(view),
    }


def _frequencies(view: ColumnView) -> dict[str, Any] | None:
    rows = view.rows[:_BARS]
    if not rows:
        return None
    most = max(max(row.before or 0, row.after or 0) for row in rows)
    cells: list[list[Cell]] = [
        [
            row.label,
            bar((row.before or 0) / most, _count(row.before), "before"),
            bar((row.after or 0) / most, _count(row.after), "after"),
        ]
        for row in rows
    ]
    return table(f"{view.name}: records by value", ("value", "before", "after"), cells, _left_out(view, len(rows)))


def _count(records: int | None) -> str:
    return "–" if records is None else f"{records:,}"


def _left_out(view: ColumnView, number: int) -> str:
    more, (before, after) = len(view.rows) - number, view.hidden
    parts = []
    if more > 0:
        parts.append(f"{more:,} more values")
    if before or after:
        parts.append(f"{before:,} values before and {after:,} after that are too rare to show")
    return f"Not in this list: {', '.join(parts)}." if parts else ""


def tree_section(view: ColumnView) -> dict[str, Any] | None:
    """The values of a column as a tree, with what they became; None without a taxonomy."""
    top = _tree(view)
    if top is None:
        return None
    cut = f" Only the {LIMIT} most frequent values are shown." if len(view.rows) > LIMIT else ""
    return {
        "title": f"The tree of values of {view.name}, and what they became",
        "note": f"Records before → after, of a value and everything below it; open a value to see what it became.{cut}",
        "top": _branch(top, dict(_replacements(view)), 0),
    }


@dataclass
class Branch:
    """A concept with the records of itself and of everything below it that may be shown.

    ``above`` are concepts that hold nothing themselves and have this as their only child.
    """

    label: str
    row: ValueRow | None = None
    above: tuple[str, ...] = ()
    children: list[Branch] = field(default_factory=list)

    @property
    def before(self) -> int:
        """Original records here and below."""
        return (self.row.before or 0 if self.row else 0) + sum(child.before for child in self.children)

    @property
    def after(self) -> int:
        """Masked records here and below."""
        return (self.row.after or 0 if self.row else 0) + sum(child.after for child in self.children)


def _tree(view: ColumnView) -> Branch | None:
    """The tree of a nominal column, or None; concepts with several parents stand below the deepest of them."""
    domain = view.domain.concepts
    if domain is None:
        return None
    size = len(domain.tau)
    rows = {int(row.point): row for row in view.rows[:LIMIT] if row.point is not None and row.point < size}
    if not rows:
        return None
    above = {number: _parent(domain.tau, number) for number in _closure(domain.tau, rows)}
    names = labels_of(domain, np.array(sorted(above), dtype=np.float64))
    branches = {n: Branch(label, rows.get(n)) for n, label in zip(sorted(above), names, strict=True)}
    for concept in sorted(above):
        if (parent := above[concept]) is not None:
            branches[parent].children.append(branches[concept])
    return _fold(branches[0])


def _closure(taxonomy: Taxonomy, rows: dict[int, ValueRow]) -> set[int]:
    """The values and what lies above them along the chosen parents."""
    closed: set[int] = set()
    for concept in rows:
        node: int | None = concept
        while node is not None and node not in closed:
            closed.add(node)
            node = _parent(taxonomy, node)
    return closed


def _parent(taxonomy: Taxonomy, number: int) -> int | None:
    start, parent = taxonomy.parent_csr
    parents: NDArray[np.int64] = parent[start[number] : start[number + 1]]
    return int(parents[np.argmax(taxonomy.depths[parents])]) if len(parents) else None


def _fold(branch: Branch) -> Branch:
    """Join a concept that holds nothing itself with its only child; sort the rest by size."""
    while branch.row is None and len(branch.children) == 1:
        child = branch.children[0]
        branch = Branch(child.label, child.row, (*branch.above, branch.label), child.children)
    branch.children = sorted(
        (_fold(child) for child in branch.children), key=lambda child: (-child.before - child.after, child.label)
    )
    return branch


def _branch(branch: Branch, became: dict[float, str], level: int) -> dict[str, Any]:
    """A branch as plain data."""
    return {
        "label": branch.label,
        "above": _path(branch.above),
        "has_records": branch.row is not None,
        "counts": f"{_count(branch.before or None)} → {_count(branch.after or None)}",
        "became": became.get(branch.row.point) if branch.row and branch.row.point is not None else None,
        "open": level < _OPEN,
        "children": [_branch(child, became, level + 1) for child in branch.children],
    }


def _path(above: tuple[str, ...]) -> str:
    """The concepts that were joined with the one below them: the first, and whether there are more."""
    if not above:
        return ""
    return f"{above[0]} › {'… › ' if len(above) > 1 else ''}"


def _replacements(view: ColumnView) -> Iterator[tuple[float, str]]:
    """For each original value that may be shown: what its records became."""
    flow = view.flow
    labels = np.array(labels_of(view.domain, flow.after), dtype=object)
    order = np.argsort(flow.source, kind="stable")
    first = np.searchsorted(flow.source[order], np.arange(len(flow.before) + 1))
    for i in np.flatnonzero(view.seen_before):
        rows = order[first[i] : first[i + 1]]
        target, count = flow.target[rows], flow.count[rows]
        if len(rows) == 1 and target[0] >= 0 and flow.after[target[0]] == flow.before[i]:
            continue  # all are unchanged
        seen = view.seen_ways(rows) & (target >= 0)
        seen[seen] = view.seen_after[target[seen]]
        yield float(flow.before[i]), _replacement(labels, target, count, seen)


def _replacement(
    labels: NDArray[np.object_], target: NDArray[np.int64], count: NDArray[np.int64], seen: NDArray[np.bool_]
) -> str:
    ranked = np.flatnonzero(seen)[np.argsort(-count[seen], kind="stable")][:_MOST_REPLACEMENTS]
    parts = [f"{labels[target[r]]} {count[r]:,}" for r in ranked]
    if rest := len(target) - len(ranked):
        parts.append(f"{rest:,} other" if ranked.size else f"{rest:,} values, too rare to show")
    return ", ".join(parts)
