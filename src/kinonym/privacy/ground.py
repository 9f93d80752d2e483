"""How far apart two confidential values are, as t-closeness sees it: the ground of an earth mover's distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Nominal, Numeric, Ordinal, Points
from kinonym.errors import UsageError
from kinonym.grouped.tuples import comparable

__all__ = ["GROUNDS", "Ground", "GroundName", "ground_of"]

GroundName = Literal["equal", "ordered", "hierarchical", "semantic"]
GROUNDS: tuple[GroundName, ...] = ("equal", "ordered", "hierarchical", "semantic")

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ground:
    """The values of one column at their ground distances.

    ``step``: the gap after each value on a line, all gaps together 1 (``ordered``). ``node_of``, ``parent``,
    ``height``: the tree of the values, parents first (``hierarchical``). ``table``: value × value (``semantic``).
    """

    name: GroundName
    step: Floats
    node_of: Numbers
    parent: Numbers
    height: Floats
    table: Floats


def ground_of(column: str, domain: Domain, points: Points, name: GroundName) -> Ground:
    """The ground distances between the points of a column, ascending.

    Parameters
    ----------
    column
        Its name, for errors.
    domain
        What its values mean.
    points
        The distinct values.
    name
        ``equal``: 0 or 1. ``ordered``: the share of values between two (ordinals and numbers). ``hierarchical``:
        the height of what subsumes both, by the height of the whole tree. ``semantic``: the column's own distance.

    Notes
    -----
    Li, Li and Venkatasubramanian (2007) define the first three. A taxonomy may have several parents; the tree
    keeps the deepest one of each concept. A value without a concept, missing among them, hangs below the root.
    Where a point is repeated, the texts after the first are other spellings of what it means: they are as far from
    everything as a text without a concept (SPEC 5).
    """
    size = len(points)
    nothing = np.empty(0, dtype=np.int64)
    step, table = np.zeros(size), np.empty((0, 0))
    node_of, parent, height = np.zeros(size, dtype=np.int64), nothing, np.empty(0)
    if name == "ordered":
        step = _steps(column, domain, size)
    elif name == "hierarchical":
        node_of, parent, height = _tree(column, domain, points)
        node_of[_respelt(points)] = 0
    elif name == "semantic":
        table = _table(domain, points)
        for text in np.flatnonzero(_respelt(points)):
            table[text], table[:, text], table[text, text] = 1.0, 1.0, 0.0
    return Ground(name, step, node_of, parent, height, table)


def _respelt(points: Points) -> NDArray[np.bool_]:
    """Which texts repeat the point before them."""
    same = np.zeros(len(points), dtype=bool)
    same[1:] = comparable(points[1:]) == comparable(points[:-1])
    return same


def _steps(column: str, domain: Domain, size: int) -> Floats:
    """Neighbours are 1/(r − 1) apart, r the number of values."""
    if not isinstance(domain, Numeric | Ordinal):
        msg = f"column {column!r} has no order; an ordered ground distance needs a numeric or ordinal column"
        raise UsageError(msg, hint='use ground = "equal", "hierarchical" or "semantic"')
    step = np.full(size, 1.0 / max(1, size - 1))
    step[-1] = 0.0
    return step


def _tree(column: str, domain: Domain, points: Points) -> tuple[Numbers, Numbers, Floats]:
    if not isinstance(domain, Nominal):
        msg = f"column {column!r} has no taxonomy; a hierarchical ground distance needs one"
        raise UsageError(msg, hint='give the column an ontology, or use ground = "equal" or "ordered"')
    tau = domain.tau
    start, parents = tau.parent_csr
    concepts = np.where(points < len(tau), points, 0).astype(np.int64)
    kept = {0}
    above: dict[int, int] = {}
    for concept in np.unique(concepts).tolist():
        at = concept
        while at not in kept:
            kept.add(at)
            choice = parents[start[at] : start[at + 1]]
            above[at] = int(choice[np.argmax(tau.depths[choice])])
            at = above[at]
    nodes = sorted(kept)  # concepts are numbered parents first
    place = {node: i for i, node in enumerate(nodes)}
    parent = np.array([place[above.get(node, 0)] for node in nodes], dtype=np.int64)
    height = np.zeros(len(nodes))
    for i in range(len(nodes) - 1, 0, -1):
        height[parent[i]] = max(height[parent[i]], height[i] + 1)
    if (points >= len(tau)).any() or _respelt(points).any():
        height[0] = max(height[0], 1.0)
    node_of = np.array([place[c] for c in concepts.tolist()], dtype=np.int64)
    return node_of, parent, height / max(height[0], 1.0)


def _table(domain: Domain, points: Points) -> Floats:
    if isinstance(domain, Nominal):
        return domain.point_distances(points, points)
    table = domain.between(points[:, None], points[None, :])
    return table / max(float(table.max(initial=0.0)), 1.0)  # numbers may lie more than 1 apart
