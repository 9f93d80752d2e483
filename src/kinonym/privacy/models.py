"""k-anonymity, l-diversity, p-sensitivity and t-closeness of a table, computed from its equivalence classes.

A class is the set of records with equal quasi-identifiers; missing counts as a value.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kinonym.tuples.persons import WeightedValues

__all__ = ["Classes", "Models", "check_models"]

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Classes:
    """How often each confidential value occurs in each class: for each column, rows (class, value, count).

    ``sizes``: number of records, or of persons, of each class. If persons are counted, a value counts once for each
    person who has it, and ``shared`` has the weights of values if every person has the weight 1 (specification 11).
    """

    sizes: Numbers
    confidential: dict[str, tuple[Numbers, Numbers, Numbers]]
    shared: dict[str, WeightedValues] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Models:
    """The strongest parameter for which each model holds; None without a confidential column.

    ``l``: least number of distinct confidential values in a class (distinct l-diversity), ``p`` the same as
    p-sensitive k-anonymity, ``entropy_l``: exp of the least entropy, ``t``: greatest distance between the distributions
    of a class and of the table, with the same distance between all values. ``recursive``: for l = 2, 3, … up to the
    least number of distinct values, every class is recursively (c, l)-diverse for each c greater than the figure.
    ``commonest``: the greatest share of one value in a class, which is that figure for l = 1.
    """

    k: int
    l: int | None  # noqa: E741
    p: int | None
    t: float | None
    entropy_l: float | None
    recursive: tuple[float, ...] = ()
    commonest: float | None = None


def check_models(classes: Classes) -> Models:
    """Compute the parameters of every model; of several confidential columns, the weakest counts."""
    k = int(classes.sizes.min()) if len(classes.sizes) else 0
    columns = [_column_models(rows, classes.shared.get(name)) for name, rows in classes.confidential.items()]
    if not columns or not len(classes.sizes):
        return Models(k=k, l=None, p=None, t=None, entropy_l=None)
    distinct = min(x[0] for x in columns)
    ratios = [_recursive(rows, distinct) for rows in classes.confidential.values()]
    return Models(
        k=k,
        l=distinct,
        p=distinct,
        t=max(x[1] for x in columns),
        entropy_l=min(x[2] for x in columns),
        recursive=tuple(float(x) for x in np.max(ratios, axis=0)[1:]),
        commonest=float(np.max(ratios, axis=0)[0]),
    )


def _column_models(rows: tuple[Numbers, Numbers, Numbers], shared: WeightedValues | None) -> tuple[int, float, float]:
    """(least number of distinct values, greatest distance to the table, exp of the least entropy)."""
    group, _, count = rows
    share = count / np.bincount(group, weights=count)[group]
    entropy = -np.bincount(group, weights=share * np.log(share))
    return (
        int(np.bincount(group).min()),
        _greatest_distance(shared or _weigh_by_records(*rows)),
        float(np.exp(entropy.min())),
    )


def _weigh_by_records(group: Numbers, value: Numbers, count: Numbers) -> WeightedValues:
    """The same rows, weighted by records."""
    return WeightedValues(group, value, count.astype(np.float64), np.bincount(value, weights=count) / count.sum())


def _greatest_distance(rows: WeightedValues) -> float:
    """Equal ground distance: half the L1 distance; values absent from the class add their share of the table."""
    group, value, weight, overall = rows
    share = weight / np.bincount(group, weights=weight)[group]
    present = np.bincount(group, weights=np.abs(share - overall[value]) - overall[value])
    return float(max(0.0, ((present + 1.0) / 2.0).max()))


def _recursive(rows: tuple[Numbers, Numbers, Numbers], distinct: int) -> NDArray[np.float64]:
    """For l = 1 … ``distinct``: the greatest r₁ / (r_l + … + r_m), where r₁ ≥ r₂ ≥ … are the frequencies in a class."""
    group, _, count = rows
    order = np.lexsort((-count, group))
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    counts = count[order]
    cumulative = np.append(0, np.cumsum(counts))
    ends = cumulative[np.append(starts[1:], len(counts))]
    return np.array([(counts[starts] / (ends - cumulative[starts + rank])).max() for rank in range(distinct)])
