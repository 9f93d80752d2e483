"""Applying errors to one column: the interpretation of their magnitude and sign (T sect. 6.3-6.4)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points
from kinonym.methods.noise.distance_rows import Keys, Rows, candidate_count, key_rows

__all__ = ["Fixed", "Paired", "Reference", "Replaced", "add_to_line", "reference_of", "replace_concepts"]

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

_ONE = 1 << 24
_REFERENCE_BYTES = 1 << 30  # rows of the other column that are kept at a time


@dataclass(frozen=True, eq=False)
class Fixed:
    """One reference for all values of the column: the mean (SNA-1) or the root (SNA-3)."""

    row: Keys
    free: float | None = None
    """The value for which the side is not asked: the mean itself in SNA-1."""

    @classmethod
    def at(cls, domain: Domain, point: float, *, free: bool) -> Fixed:
        """A concept as reference."""
        return cls(key_rows(domain, np.array([point]))[0], point if free else None)


@dataclass(frozen=True, eq=False)
class Paired:
    """The original value of another column in the same record as reference (SNA-2)."""

    column: int
    domain: Domain


Reference = Fixed | Paired


@dataclass(frozen=True, eq=False)
class Replaced:
    """Masked values, how many errors were cut short or lost their side, the sum of the squared distances made."""

    points: Points
    truncations: int = 0
    side_drops: int = 0
    squares: float = 0.0


def add_to_line(domain: Domain, values: Points, errors: Floats) -> Replaced:
    """Classical additive noise; on ordered levels, the next level at least that far in its direction."""
    top = domain.last_level
    if top is None:
        return Replaced(values + errors * domain.unit, squares=float(errors @ errors))
    steps = np.sign(errors) * np.ceil(np.abs(errors) * top)
    moved = np.clip(values + steps, 0, top)
    made = domain.between(values, moved)
    return Replaced(moved, int(np.count_nonzero(moved != values + steps)), squares=float(made @ made))


def replace_concepts(
    domain: Domain,
    values: Points,
    errors: Floats,
    uniform: Floats,
    reference: Fixed | tuple[Domain, Points],
) -> Replaced:
    """Every value x with error e becomes the nearest concept at least |e| away, on the side that e asks for.

    Parameters
    ----------
    domain
        The column's domain; all its concepts are candidates.
    values, errors
        x and e of each record.
    uniform
        A number in [0, 1) for each record, that chooses among concepts at the same distance.
    reference
        A fixed one, or the domain and the values of the other column of the pair.

    Notes
    -----
    T eq. 6.2 with the conditions of SNA-Algorithm 1-3. Records are taken by value (by pair of values): one
    distance row and one sort of the candidates for each, then a binary search per record.
    """
    from kinonym.kernels.noise.noise_draws import draw, sort_levels

    if not len(values):
        return Replaced(values)
    owners, owner = np.unique(values, return_inverse=True)
    others = _References(domain, owners, reference, len(values))
    rows = Rows(domain, owners)
    order, bounds = _groups(owner, others.code, others.tile)
    chosen = np.empty(len(values), dtype=np.int64)
    tally = np.zeros(3)
    sorted_errors, sorted_uniform = errors[order], uniform[order]
    last = -1
    for first, end in pairwise(bounds):
        x = int(owner[order[first]])
        if x != last:
            levels = sort_levels(rows[x])
            last = x
        span = slice(first, end)
        row, here, ask = others.at(x, int(others.code[order[first]]))
        draw(*levels, row, here, ask, sorted_errors[span], sorted_uniform[span], chosen[span], tally)
    points = np.empty(len(values))
    points[order] = np.where(chosen < 0, values[order], chosen)
    return Replaced(points, int(tally[0]), int(tally[1]), float(tally[2]))


class _References:
    """The reference of each record: its row of distances, the distance of x to it, and whether it counts."""

    def __init__(self, domain: Domain, owners: Points, reference: Fixed | tuple[Domain, Points], records: int) -> None:
        self.size = candidate_count(domain)
        self.owners = owners
        self.fixed = reference if isinstance(reference, Fixed) else None
        if isinstance(reference, Fixed):
            self.code: Numbers = np.zeros(records, dtype=np.int64)
            self.tile = 1
        else:
            partners, self.code = np.unique(reference[1], return_inverse=True)
            self.rows = Rows(reference[0], partners, tile_bytes=_REFERENCE_BYTES)
            self.tile = self.rows.tile

    def at(self, x: int, code: int) -> tuple[Keys, int, bool]:
        if self.fixed is not None:
            return reference_of(self.fixed.row, float(self.owners[x]), self.size, self.fixed.free)
        return reference_of(self.rows[code], float(self.owners[x]), self.size, None)


def reference_of(row: Keys, point: float, size: int, free: float | None) -> tuple[Keys, int, bool]:
    """A reference as the kernels take it: its row, the distance of x to it, whether the side is asked."""
    here = int(row[int(point)]) if point < size else _ONE  # a text without a concept is 1 from all
    return row, here, point != free


def _groups(owner: Numbers, other: Numbers, tile: int) -> tuple[Numbers, list[int]]:
    """Records in order of (tile of references, value, reference), and where each group of equals begins."""
    key = (other // tile * (int(owner.max()) + 1) + owner) * (int(other.max()) + 1) + other
    order = np.argsort(key, kind="stable")
    change = np.flatnonzero(np.diff(key[order])) + 1
    return order, [0, *change.tolist(), len(order)]
