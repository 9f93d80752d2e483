"""The public set of one column: every value that may be released, fixed before anyone looks at the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Nominal, Points
from kinonym.errors import DataError, UsageError
from kinonym.methods.contract import check_bounded
from kinonym.tuples import Column, Tuples

__all__ = ["PublicSet", "public_set", "public_sets"]

Keys = NDArray[np.int32]

ONE = 1 << 24
_BLOCK = 256

Public = Mapping[str, str | tuple[str, ...]]

_WIDTHS: WeakKeyDictionary[Domain, dict[bytes, int]] = WeakKeyDictionary()
"""The sensitivities of public sets that were compared, as long as their domains live: a run asks several times."""


@dataclass(frozen=True, eq=False)
class PublicSet:
    """The points of the public values, ascending, and the domain that compares them."""

    column: str
    domain: Domain
    points: Points

    def __len__(self) -> int:
        return len(self.points)

    def keys(self, points: Points) -> Keys:
        """Distances of points to all public values in multiples of 2^-24: the scores of the mechanisms."""
        return np.rint(self.domain.point_distances(points, self.points) * ONE).astype(np.int32)

    @cached_property
    def sensitivity(self) -> int:
        """Greatest |d(x, y) − d(x', y)| over public x, x', y, in multiples of 2^-24; all pairs are compared."""
        widths, key = _WIDTHS.setdefault(self.domain, {}), self.points.tobytes()
        if key not in widths:
            widths[key] = self._widest()
        return widths[key]

    def _widest(self) -> int:
        most = np.zeros(len(self), dtype=np.int32)
        least = np.full(len(self), ONE, dtype=np.int32)
        for first in range(0, len(self), _BLOCK):
            keys = self.keys(self.points[first : first + _BLOCK])
            np.maximum(most, keys.max(axis=0), out=most)
            np.minimum(least, keys.min(axis=0), out=least)
        return int((most - least).max())

    def places(self, points: Points) -> NDArray[np.int64]:
        """Where each point stands in the set; raises if one is not public."""
        position = np.minimum(np.searchsorted(self.points, points), len(self) - 1)
        same = (self.points[position] == points) | (np.isnan(self.points[position]) & np.isnan(points))
        outside = len(np.unique(points[~same]))
        if outside:
            msg = f"column {self.column!r} has {outside} distinct values outside its public set"
            hint = "choose a root above them; for missing values, set missing = true"
            raise DataError(msg, hint=hint)
        return position


def public_sets(tuples: Tuples, public: Public, *, missing: bool) -> list[PublicSet]:
    """The public set of each column; raises if ``public`` names a column that is not masked."""
    check_bounded(tuples)
    unknown = set(public) - {column.name for column in tuples.columns}
    if unknown:
        msg = f"public names columns that are not masked: {', '.join(sorted(unknown))}"
        raise UsageError(msg, hint='give them role = "quasi", or take them out of public')
    return [public_set(column, public, missing=missing) for column in tuples.columns]


def public_set(column: Column, public: Public, *, missing: bool) -> PublicSet:
    """The set that ``public`` names for a column: a root of its ontology or a list; the data have no say.

    Parameters
    ----------
    column
        The column; its domain must be the very tau of the root that is named.
    public
        Column → root, or list of values.
    missing
        Whether missing is one of the public values.
    """
    domain = column.domain
    if domain.last_level is not None:
        points = np.arange(domain.last_level + 1, dtype=np.float64)
        return PublicSet(column.name, domain, np.append(points, np.nan) if missing else points)
    if domain.concepts is None:
        msg = f"column {column.name!r} has no public set: its values are known from the data only"
        raise UsageError(msg, hint='make it nominal with an ontology, or ordinal with its levels in "order"')
    if column.name not in public:
        msg = f"the public set of column {column.name!r} is not named; it must not come from the data"
        raise UsageError(msg, hint=f'name a root of the ontology, or a list: public.{column.name} = "…"')
    points = _find_concepts(domain.concepts, column.name, public[column.name])
    if missing and None in domain.concepts.isolates:
        points = np.append(points, domain.encode([None]))
    return PublicSet(column.name, domain, points)


def _find_concepts(domain: Nominal, name: str, public: str | tuple[str, ...]) -> Points:
    """The concepts below a public root, which must be the root of the domain; or the listed concepts."""
    taxonomy = domain.taxonomy
    names_listed = [public] if isinstance(public, str) else list(public)
    if not names_listed:
        msg = f"the public set of column {name!r} is empty"
        raise UsageError(msg, hint="name a root that has concepts below it")
    top = taxonomy.concepts[taxonomy.lcs_number([taxonomy.resolve(value) for value in names_listed])]
    if domain.tau.root != top and (isinstance(public, str) or domain.tau.root != taxonomy.root):
        msg = f"the domain of column {name!r} does not begin at its public root; distances would depend on the data"
        raise UsageError(msg, hint=f'add root = "{top}" to the column')
    if isinstance(public, str):
        return np.arange(len(domain.tau), dtype=np.float64)
    return np.unique(domain.encode(names_listed))
