"""Distances between two confidential values for t-closeness: the ground distance of an earth mover's distance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Nominal, Points
from kinonym.errors import UsageError
from kinonym.privacy.heights import height_table, is_tree, value_tree
from kinonym.tuples.equal_rows import comparable

__all__ = ["GROUNDS", "Ground", "GroundName", "Shape", "equal_ground", "ground_of"]

GroundName = Literal["equal", "ordered", "hierarchical", "semantic"]
GROUNDS: tuple[GroundName, ...] = ("equal", "ordered", "hierarchical", "semantic")

Shape = Literal["equal", "line", "tree", "table"]
"""The form of the distances, which decides on the solver."""

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

_NO_ENTRIES: Numbers = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground distances between the values of one column.

    ``shape`` decides which arrays are used. ``equal``: none. ``line``: ``rank``, the rank of the number of each value
    among the distinct numbers, −1 for a text that is not a number. ``tree``: ``node_of``, ``parent`` and ``height``;
    parents come first. ``table``: value × value.
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
        The name of the column, for errors.
    domain
        The domain of its values.
    points
        The distinct values.
    name
        ``equal``: 0 or 1. ``ordered``: by rank among the distinct numbers (ordinals and numbers). ``hierarchical``:
        the height of the LCS divided by the height of the root. ``semantic``: the column's own distance.

    Notes
    -----
    Li, Li and Venkatasubramanian (2007) define the first three; the hierarchical one on a tree. Here, heights are those
    in the taxonomy, not among the values that occur. If a concept above the values has several parents, the LCS
    (specification 1, 5) gives a table of distances. A value without a concept, e.g. missing, has the distance 1 to all
    others. If a point is repeated, the texts after the first are other spellings of the same meaning: they have the
    distance 1 to everything, like a text without a concept (specification 5). With ``ordered`` and r distinct numbers,
    adjacent numbers have the distance 1/(r − 1), and so have two spellings of one number; a text that is not a number
    has the distance 1 to all others.
    """
    size = len(points)
    ground = replace(equal_ground(size), name=name)
    if name == "ordered":
        return replace(ground, shape="line", rank=_rank_numbers(column, domain, points))
    if name == "hierarchical":
        return _hierarchical(ground, _require_taxonomy(column, domain), points)
    if name == "semantic":
        return replace(
            ground, shape="table", table=_isolate_values(_semantic_table(domain, points), _find_respellings(points))
        )
    return ground


def equal_ground(values: int) -> Ground:
    """Distance 1 between all different values."""
    zero = np.zeros(values, dtype=np.int64)
    return Ground("equal", "equal", zero, zero, _NO_ENTRIES, np.empty(0), np.empty((0, 0)))


def _hierarchical(ground: Ground, domain: Nominal, points: Points) -> Ground:
    isolated = (points >= len(domain.tau)) | _find_respellings(points)
    concepts = np.where(isolated, 0, points).astype(np.int64)
    if not is_tree(domain.tau, concepts):
        return replace(ground, shape="table", table=_isolate_values(height_table(domain.tau, concepts), isolated))
    node_of, parent, height = value_tree(domain.tau, concepts)  # values at the root have the distance 1 to all others
    return replace(ground, shape="tree", node_of=node_of, parent=parent, height=height)


def _isolate_values(table: Floats, isolated: NDArray[np.bool_]) -> Floats:
    """Set the distances of some values to all others to 1."""
    table[isolated], table[:, isolated] = 1.0, 1.0
    np.fill_diagonal(table, 0.0)
    return table


def _find_respellings(points: Points) -> NDArray[np.bool_]:
    """Mark texts with the same point as the text before them."""
    same = np.zeros(len(points), dtype=bool)
    same[1:] = comparable(points[1:]) == comparable(points[:-1])
    return same


def _rank_numbers(column: str, domain: Domain, points: Points) -> Numbers:
    """The rank of the number of each text among the distinct numbers; −1 if the text is not a number."""
    if not domain.traits.on_a_line:
        msg = f"column {column!r} has no order; an ordered ground distance needs a numeric or ordinal column"
        raise UsageError(msg, hint='use ground = "equal", "hierarchical" or "semantic"')
    ranks = np.cumsum(~_find_respellings(points)) - 1
    return np.where(np.isnan(points), -1, ranks).astype(np.int64)


def _require_taxonomy(column: str, domain: Domain) -> Nominal:
    if domain.concepts is None:
        msg = f"column {column!r} has no taxonomy; a hierarchical ground distance needs one"
        raise UsageError(msg, hint='give the column an ontology, or use ground = "equal" or "ordered"')
    return domain.concepts


def _semantic_table(domain: Domain, points: Points) -> Floats:
    table = domain.point_distances(points, points)
    if not domain.traits.on_a_line:
        return table
    return table / max(float(table.max(initial=0.0)), 1.0)  # differences of numbers may exceed 1
