"""The tree of a column's values: the part of the taxonomy that holds them, folded where nothing happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Nominal
from kinonym.release.report.hiding import shown
from kinonym.release.report.markup import Markup, element, join
from kinonym.release.report.values import ColumnView, ValueRow, labels_of
from kinonym.taxonomy import Taxonomy

__all__ = ["Branch", "tree", "tree_html"]

LIMIT = 300
"""At most so many values of a column stand in the tree, the most frequent ones."""
_OPEN = 2
_WAYS = 5


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


def tree(view: ColumnView) -> Branch | None:
    """The tree of a nominal column, or None; concepts with several parents stand below the deepest of them."""
    domain = view.domain
    if not isinstance(domain, Nominal):
        return None
    size = len(domain.tau)
    rows = {int(row.point): row for row in view.rows[:LIMIT] if row.point is not None and row.point < size}
    if not rows:
        return None
    above = {number: _parent(domain.tau, number) for number in _closure(domain.tau, rows)}
    names = labels_of(domain, np.array(sorted(above), dtype=np.float64))
    branches = {n: Branch(label, rows.get(n)) for n, label in zip(sorted(above), names, strict=True)}
    for number in sorted(above):
        if (parent := above[number]) is not None:
            branches[parent].children.append(branches[number])
    return _folded(branches[0])


def _closure(taxonomy: Taxonomy, rows: dict[int, ValueRow]) -> set[int]:
    """The values and what lies above them along the chosen parents."""
    found: set[int] = set()
    for number in rows:
        node: int | None = number
        while node is not None and node not in found:
            found.add(node)
            node = _parent(taxonomy, node)
    return found


def _parent(taxonomy: Taxonomy, number: int) -> int | None:
    start, parent = taxonomy.parent_csr
    own: NDArray[np.int64] = parent[start[number] : start[number + 1]]
    return int(own[np.argmax(taxonomy.depths[own])]) if len(own) else None


def _folded(branch: Branch) -> Branch:
    """Join a concept that holds nothing itself with its only child; sort the rest by size."""
    while branch.row is None and len(branch.children) == 1:
        child = branch.children[0]
        branch = Branch(child.label, child.row, (*branch.above, branch.label), child.children)
    branch.children = sorted(
        (_folded(child) for child in branch.children), key=lambda child: (-child.before - child.after, child.label)
    )
    return branch


def tree_html(view: ColumnView) -> Markup | None:
    """The tree as nested lists that open and close."""
    top = tree(view)
    if top is None:
        return None
    ways = dict(_ways(view))
    return element("ul", _branch(top, ways, 0), class_="tree")


def _branch(branch: Branch, ways: dict[float, Markup], level: int) -> Markup:
    counts = element("span", f"{_count(branch.before)} → {_count(branch.after)}", class_="counts")
    name = join([_path(branch.above), element("span", branch.label, class_="concept" if branch.row else "above")])
    went = ways.get(branch.row.point) if branch.row and branch.row.point is not None else None
    inner = [went] if went else []
    if branch.children:
        inner.append(element("ul", *(_branch(child, ways, level + 1) for child in branch.children)))
    if not inner:
        return element("li", element("span", name, " ", counts, class_="leaf"))
    summary = element("summary", name, " ", counts)
    opened = "" if level < _OPEN else None
    return element("li", element("details", summary, *inner, open=opened))


def _path(above: tuple[str, ...]) -> Markup | None:
    """What was folded away: the first, and that there was more."""
    if not above:
        return None
    return element("span", f"{above[0]} › {'… › ' if len(above) > 1 else ''}", class_="above")


def _count(records: int) -> str:
    return f"{records:,}" if records else "–"


def _ways(view: ColumnView) -> Iterator[tuple[float, Markup]]:
    """For each original value that may be shown: what its records became."""
    flow = view.flow
    labels = np.array(labels_of(view.domain, flow.after), dtype=object)
    order = np.argsort(flow.source, kind="stable")
    first = np.searchsorted(flow.source[order], np.arange(len(flow.before) + 1))
    for i in np.flatnonzero(view.seen_before):
        rows = order[first[i] : first[i + 1]]
        target, count = flow.target[rows], flow.count[rows]
        if len(rows) == 1 and target[0] >= 0 and flow.after[target[0]] == flow.before[i]:
            continue  # all stayed
        seen = shown(count) & (target >= 0)
        seen[seen] = view.seen_after[target[seen]]
        yield float(flow.before[i]), _way(labels, target, count, seen)


def _way(
    labels: NDArray[np.object_], target: NDArray[np.int64], count: NDArray[np.int64], seen: NDArray[np.bool_]
) -> Markup:
    ranked = np.flatnonzero(seen)[np.argsort(-count[seen], kind="stable")][:_WAYS]
    parts = [f"{labels[target[r]]} {count[r]:,}" for r in ranked]
    if rest := len(target) - len(ranked):
        parts.append(f"{rest:,} other" if ranked.size else f"{rest:,} values, too rare to show")
    return element("p", element("span", "became: ", class_="quiet"), join([", ".join(parts)]), class_="ways")
