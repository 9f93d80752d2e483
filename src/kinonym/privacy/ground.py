"""How far apart two confidential values are, as t-closeness sees it: the ground of an earth mover's distance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Nominal, Points
from kinonym.errors import UsageError
from kinonym.privacy.heights import height_table, is_tree, value_tree
from kinonym.tuples.tuples import comparable

__all__ = ["GROUNDS", "Ground", "GroundName", "Shape", "ground_of", "no_ground"]

GroundName = Literal["equal", "ordered", "hierarchical", "semantic"]
GROUNDS: tuple[GroundName, ...] = ("equal", "ordered", "hierarchical", "semantic")

Shape = Literal["equal", "line", "tree", "table"]
"""In what form the distances are at hand, hence which solver takes them."""

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

_NONE: Numbers = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Ground:
    """The values of one column at their ground distances.

    ``shape`` says which of the arrays hold them. ``equal``: none. ``line``: ``rank``, that of each value's number
    among the distinct numbers, −1 for a text without a number. ``tree``: ``node_of``, ``parent`` and ``height``,
    parents first. ``table``: value × value.
    """

    name: GroundName
    shape: Shape
    rank: Numbers
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
        ``equal``: 0 or 1. ``ordered``: by rank among the distinct numbers (ordinals and numbers). ``hierarchical``:
        the height of what subsumes both, by the height of the root. ``semantic``: the column's own distance.

    Notes
    -----
    Li, Li and Venkatasubramanian (2007) define the first three, the hierarchical one on a tree. Here a height is that
    of tau, not of the values that occur, and where something above the values has several parents, two values
    meet at their LCS (specification 1, 5) and the distances are a table. A value without a concept, missing among
    them, is 1 from all others. Where a point is repeated, the texts after the first are other spellings of what it
    means: they are as far from everything as a text without a concept (specification 5). On the ordered ground of r
    distinct numbers, neighbours are 1/(r − 1) apart, and so are two spellings of one number; a text without a number
    is 1 from all others.
    """
    size = len(points)
    ground = replace(no_ground(size), name=name)
    if name == "ordered":
        return replace(ground, shape="line", rank=_number_ranks(column, domain, points))
    if name == "hierarchical":
        return _hierarchical(ground, _taxonomic(column, domain), points)
    if name == "semantic":
        return replace(ground, shape="table", table=_isolated(_table(domain, points), _respelt(points)))
    return ground


def no_ground(values: int) -> Ground:
    """Values that are equal or not."""
    zero = np.zeros(values, dtype=np.int64)
    return Ground("equal", "equal", zero, zero, _NONE, np.empty(0), np.empty((0, 0)))


def _hierarchical(ground: Ground, domain: Nominal, points: Points) -> Ground:
    alone = (points >= len(domain.tau)) | _respelt(points)
    concepts = np.where(alone, 0, points).astype(np.int64)
    if not is_tree(domain.tau, concepts):
        return replace(ground, shape="table", table=_isolated(height_table(domain.tau, concepts), alone))
    node_of, parent, height = value_tree(domain.tau, concepts)  # whoever hangs at the root is 1 from all others
    return replace(ground, shape="tree", node_of=node_of, parent=parent, height=height)


def _isolated(table: Floats, alone: NDArray[np.bool_]) -> Floats:
    """The same distances, but some values 1 from all others."""
    table[alone], table[:, alone] = 1.0, 1.0
    np.fill_diagonal(table, 0.0)
    return table


def _respelt(points: Points) -> NDArray[np.bool_]:
    """Which texts repeat the point before them."""
    same = np.zeros(len(points), dtype=bool)
    same[1:] = comparable(points[1:]) == comparable(points[:-1])
    return same


def _number_ranks(column: str, domain: Domain, points: Points) -> Numbers:
    """The rank of each text's number among the distinct numbers; −1 where it has none."""
    if not domain.traits.on_a_line:
        msg = f"column {column!r} has no order; an ordered ground distance needs a numeric or ordinal column"
        raise UsageError(msg, hint='use ground = "equal", "hierarchical" or "semantic"')
    ranks = np.cumsum(~_respelt(points)) - 1
    return np.where(np.isnan(points), -1, ranks).astype(np.int64)


def _taxonomic(column: str, domain: Domain) -> Nominal:
    if domain.concepts is None:
        msg = f"column {column!r} has no taxonomy; a hierarchical ground distance needs one"
        raise UsageError(msg, hint='give the column an ontology, or use ground = "equal" or "ordered"')
    return domain.concepts


def _table(domain: Domain, points: Points) -> Floats:
    table = domain.point_distances(points, points)
    if not domain.traits.on_a_line:
        return table
    return table / max(float(table.max(initial=0.0)), 1.0)  # numbers may lie more than 1 apart
