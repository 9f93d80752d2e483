"""A hierarchy for values that no ontology knows, as a last resort: clustered by the company they keep in the table.

It says what occurs alike, not what means alike, and it is made of the data: whoever uses it checks it first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DataError, UsageError
from kinonym.metrics.statistics import ward
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["CLUSTERED", "taxonomy_from_cooccurrence"]

CLUSTERED = "clustered"
_FEWEST, _MOST = 4, 2_000
_MOST_BESIDE = 200
_BRANCHES = 3
_PRIOR = 5.0  # records of the whole table that each value is given, so that rare ones say little
_NAMED = 3

Matrix = NDArray[np.float64]
Cells = Sequence[str | None]


def taxonomy_from_cooccurrence(values: Cells, beside: Mapping[str, Cells]) -> Taxonomy:
    """Cluster a column's values by what stands beside them in the other columns, row by row.

    Parameters
    ----------
    values
        The column, None for missing.
    beside
        The other columns, of the same length; those with one value or more than 200 say nothing.

    Notes
    -----
    Two values are as far apart as their distributions over another column (half the sum of absolute differences), on
    average over the columns; Ward's hierarchy of them is cut into a third of the groups level by level.

    Examples
    --------
    >>> rows = [("ant", "6"), ("bee", "6"), ("cat", "4"), ("dog", "4")] * 9
    >>> found = taxonomy_from_cooccurrence([a for a, _ in rows], {"legs": [b for _, b in rows]})
    >>> found.label(found.lcs("ant", "bee")), found.lcs("ant", "dog") == found.root
    ('group of ant, bee', True)
    """
    counts = Counter(value for value in values if value is not None)
    names = [name for name, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    if not _FEWEST <= len(names) <= _MOST:
        msg = f"a column with {len(names):,} different values cannot be clustered; it takes {_FEWEST} to {_MOST:,}"
        raise UsageError(msg, hint="give the column an ontology, or leave it plain")
    distances = _distances(names, values, beside)
    weights = np.array([counts[name] for name in names], dtype=np.int64)
    levels = [ward(distances, weights, size) for size in _sizes(len(names))]
    return _taxonomy(names, levels)


def _sizes(number: int) -> list[int]:
    """How many groups each level has, the coarsest first."""
    sizes = []
    while number > _BRANCHES:
        number = -(-number // _BRANCHES)
        sizes.append(number)
    return [size for size in reversed(sizes) if size > 1]


def _distances(names: Sequence[str], values: Cells, beside: Mapping[str, Cells]) -> Matrix:
    place = {name: i for i, name in enumerate(names)}
    rows = [(place[value], i) for i, value in enumerate(values) if value is not None]
    value_of, row_of = (np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
    total, used = np.zeros((len(names), len(names))), 0
    for cells in beside.values():
        number: dict[str | None, int] = {}
        codes = np.array([number.setdefault(cell, len(number)) for cell in cells], dtype=np.int64)
        if 2 <= len(number) <= _MOST_BESIDE:
            total += _apart(value_of, codes[row_of], len(names), len(number))
            used += 1
    if not used:
        msg = "no other column has between 2 and 200 different values, so there is nothing to cluster by"
        raise DataError(msg, hint="write a hierarchy by hand, or leave the column plain")
    return total / used


def _apart(value: NDArray[np.int64], other: NDArray[np.int64], rows: int, width: int) -> Matrix:
    table = np.bincount(value * width + other, minlength=rows * width).reshape(rows, width).astype(np.float64)
    whole = table.sum(axis=0) / table.sum()
    shares = (table + _PRIOR * whole) / (table.sum(axis=1, keepdims=True) + _PRIOR)
    return np.stack([np.abs(shares - row).sum(axis=1) / 2 for row in shares])


def _taxonomy(names: Sequence[str], levels: Sequence[NDArray[np.int64]]) -> Taxonomy:
    """Groups below groups; each is called by its commonest values."""
    parents: dict[str, list[str]] = {"*": []}
    labels: dict[str, str] = {"*": "any"}
    above = ["*"] * len(names)
    for depth, level in enumerate(levels, 1):
        for group in np.unique(level).tolist():
            members = np.flatnonzero(level == group).tolist()
            if len(members) == 1:
                continue  # a value by itself is its own group
            concept = f"group {depth}.{group + 1}"
            parents[concept] = [above[members[0]]]
            labels[concept] = _called([names[i] for i in members])
            for i in members:
                above[i] = concept
    for i, name in enumerate(names):
        parents[name], labels[name] = [above[i]], name
    notice = "the groups were clustered from the table itself, as a last resort: check them before use"
    return Taxonomy.from_parents(parents, labels, source=Source(name="clustered", notices=(notice,), from_values=True))


def _called(members: Sequence[str]) -> str:
    more = f" and {len(members) - _NAMED} more" if len(members) > _NAMED else ""
    return f"group of {', '.join(members[:_NAMED])}{more}"
