"""A hierarchy for values without an ontology, as a last resort: clustered by co-occurrence in the table.

It groups values that occur in similar records, not values with similar meanings, and it is derived from the data:
users must check it first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DataError, UsageError
from kinonym.metrics.ward_clusters import ward
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["CLUSTERED", "MOST_OTHER_VALUES", "taxonomy_from_cooccurrence"]

CLUSTERED = "clustered"
_FEWEST, _MOST = 4, 2_000
MOST_OTHER_VALUES = 200
_BRANCHES = 3
_PRIOR = 5.0  # records with the distribution of the whole table, added to each value, so that rare values matter little
_LISTED_MEMBERS = 3

Matrix = NDArray[np.float64]
Cooccurrence = Mapping[tuple[str, str | None], int]


def taxonomy_from_cooccurrence(counts: Mapping[str, int], cooccurrences: Iterable[Cooccurrence]) -> Taxonomy:
    """Cluster the values of a column by the values of other columns in the same rows.

    Parameters
    ----------
    counts
        The number of records with each value of the column.
    cooccurrences
        For each other column, the records that have a value of the column and a value of the other column; columns
        with one value or more than `MOST_OTHER_VALUES` are ignored.

    Notes
    -----
    The distance of two values is that of their distributions over another column (half the sum of absolute
    differences), averaged over the columns. Ward's hierarchy is cut into levels, each with a third of the groups.

    Examples
    --------
    >>> legs = {("ant", "6"): 9, ("bee", "6"): 9, ("cat", "4"): 9, ("dog", "4"): 9}
    >>> taxonomy = taxonomy_from_cooccurrence(dict.fromkeys(["ant", "bee", "cat", "dog"], 9), [legs])
    >>> taxonomy.label(taxonomy.lcs("ant", "bee")), taxonomy.lcs("ant", "dog") == taxonomy.root
    ('group of ant, bee', True)
    """
    names = [name for name, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    if not _FEWEST <= len(names) <= _MOST:
        msg = f"a column with {len(names):,} distinct values cannot be clustered; it must have {_FEWEST} to {_MOST:,}"
        raise UsageError(msg, hint="give the column an ontology, or leave it plain")
    distances = _mean_distances(names, cooccurrences)
    weights = np.array([counts[name] for name in names], dtype=np.int64)
    levels = [ward(distances, weights, size) for size in _level_sizes(len(names))]
    return _taxonomy(names, levels)


def _level_sizes(number: int) -> list[int]:
    """The number of groups on each level, the coarsest first."""
    sizes = []
    while number > _BRANCHES:
        number = -(-number // _BRANCHES)
        sizes.append(number)
    return [size for size in reversed(sizes) if size > 1]


def _mean_distances(names: Sequence[str], cooccurrences: Iterable[Cooccurrence]) -> Matrix:
    index_of = {name: i for i, name in enumerate(names)}
    distances = []
    for cells in cooccurrences:
        others = {other: j for j, other in enumerate(dict.fromkeys(other for _, other in cells))}
        if 2 <= len(others) <= MOST_OTHER_VALUES:
            table = np.zeros((len(names), len(others)))
            for (value, other), count in cells.items():
                table[index_of[value], others[other]] = count
            distances.append(_profile_distances(table))
    if not distances:
        msg = (
            f"no other column has between 2 and {MOST_OTHER_VALUES} distinct values, so there is nothing to cluster by"
        )
        raise DataError(msg, hint="write a hierarchy by hand, or leave the column plain")
    mean: Matrix = np.mean(distances, axis=0)
    return mean


def _profile_distances(table: Matrix) -> Matrix:
    overall = table.sum(axis=0) / table.sum()
    shares = (table + _PRIOR * overall) / (table.sum(axis=1, keepdims=True) + _PRIOR)
    return np.stack([np.abs(shares - row).sum(axis=1) / 2 for row in shares])


def _taxonomy(names: Sequence[str], levels: Sequence[NDArray[np.int64]]) -> Taxonomy:
    """Build the hierarchy of groups; the name of a group lists its commonest values."""
    parents: dict[str, list[str]] = {"*": []}
    labels: dict[str, str] = {"*": "any"}
    above = ["*"] * len(names)
    for depth, level in enumerate(levels, 1):
        for group in np.unique(level).tolist():
            members = np.flatnonzero(level == group).tolist()
            if len(members) == 1:
                continue  # a group of one value is that value
            concept = f"group {depth}.{group + 1}"
            parents[concept] = [above[members[0]]]
            labels[concept] = _name_group([names[i] for i in members])
            for i in members:
                above[i] = concept
    for i, name in enumerate(names):
        parents[name], labels[name] = [above[i]], name
    notice = "the groups were clustered from the table itself, as a last resort: check them before use"
    return Taxonomy.from_parents(parents, labels, source=Source(name="clustered", notices=(notice,), from_values=True))


def _name_group(members: Sequence[str]) -> str:
    more = f" and {len(members) - _LISTED_MEMBERS} more" if len(members) > _LISTED_MEMBERS else ""
    return f"group of {', '.join(members[:_LISTED_MEMBERS])}{more}"
