"""A sample: the distinct values of one column with their counts; every operator starts from one.

Distances between its points live here too; what is computed from them has a module each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import ConceptSets, Domain, Nominal, Plain, Points
from kinonym.domains.domain import ROUNDING
from kinonym.errors import UsageError
from kinonym.grouped import Tuples
from kinonym.measures import measure_named

__all__ = [
    "Sample",
    "Value",
    "checked_counts",
    "column_sample",
    "concept_rows",
    "distance_matrix",
    "is_missing",
    "name_of",
    "names_of",
    "take",
    "tie_order",
]

Value = str | float | None
"""What an operator returns: a concept id, a level, a text, a number; None is missing."""

_ROWS = 8  # of 100,000 concepts they fit the cache


@dataclass(frozen=True, eq=False)
class Sample:
    """Distinct points of a domain, ascending, with their counts; ``place`` says which is whose value."""

    domain: Domain
    points: Points
    counts: NDArray[np.int64]
    place: NDArray[np.int64]

    @property
    def total(self) -> int:
        """How many records the sample stands for."""
        return int(self.counts.sum())


def take(domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None) -> Sample:
    """Resolve values in their domain and count equal ones together."""
    texts = list(values)
    weights = checked_counts(len(texts), counts)
    if isinstance(domain, Plain) and not set(texts) <= set(domain.values):
        domain = domain.fit(texts)
    points, place = np.unique(domain.encode(texts), return_inverse=True)
    total = np.bincount(place, weights=weights, minlength=len(points)).astype(np.int64)
    return Sample(domain, points, total, place)


def checked_counts(size: int, counts: Sequence[int] | None) -> NDArray[np.int64]:
    """Counts as an array; one each by default."""
    if counts is None and size:
        return np.ones(size, dtype=np.int64)
    given = np.asarray([] if counts is None else counts)
    if given.shape != (size,) or not np.issubdtype(given.dtype, np.integer) or (given < 0).any() or not given.any():
        msg = "counts must be whole numbers of at least 0, one for each value, and not all 0"
        raise UsageError(msg, hint="leave counts out where every value stands for one record")
    return given.astype(np.int64)


def distance_matrix(domain: Domain, left: Points, right: Points) -> NDArray[np.float64]:
    """Distances between points (left × right), exact."""
    if isinstance(domain, Nominal | ConceptSets):
        return domain.point_distances(left, right)
    return domain.between(left[:, None], right[None, :])


def concept_rows(domain: Nominal, points: Points) -> Iterator[tuple[slice, NDArray[np.float64]]]:
    """Distances of points to every concept of tau in multiples of 2^-24, eight rows at a time.

    The array is used again for the next rows: whoever needs them longer must copy them.
    """
    every = np.arange(len(domain.tau))
    measure = measure_named(domain.measure)
    buffer = np.empty((min(_ROWS, len(points)), len(every)))
    for first in range(0, len(points), _ROWS):
        span = slice(first, min(first + _ROWS, len(points)))
        rows = buffer[: span.stop - first]
        concept = points[span] < len(every)
        if concept.all():
            measure.fill(domain.tau, points[span].astype(np.int64), every, rows)
        else:
            rows[...] = domain.point_distances(points[span], every.astype(np.float64))
        np.multiply(rows, 1 / ROUNDING, out=rows)
        yield span, np.rint(rows, out=rows)


def is_missing(domain: Domain, points: Points) -> NDArray[np.bool_]:
    """Which points mean that the value is missing."""
    if isinstance(domain, Nominal | Plain):
        known = domain.isolates if isinstance(domain, Nominal) else domain.values
        return points == domain.encode([None])[0] if None in known else np.zeros(points.shape, dtype=bool)
    return points == domain.encode([None])[0] if isinstance(domain, ConceptSets) else np.isnan(points)


def tie_order(domain: Domain, points: Points) -> NDArray[np.int64]:
    """Rank of each point among equals: deeper concepts first, then smaller ids; else smaller points."""
    if not isinstance(domain, Nominal):
        return np.arange(len(points))
    size = len(domain.tau)
    concept = np.minimum(points, size - 1).astype(np.int64)
    isolated = points >= size
    order = np.lexsort((points, domain.tau.id_ranks[concept], -domain.tau.depths[concept], isolated))
    ranks = np.empty(len(points), dtype=np.int64)
    ranks[order] = np.arange(len(points))
    return ranks


def names_of(domain: Domain, points: Points) -> list[Value]:
    """Points → concept ids of a nominal domain or of sets, else what the domain writes."""
    if isinstance(domain, ConceptSets):
        return domain.names(points)
    if not isinstance(domain, Nominal):
        return domain.decode(points)
    tau = domain.tau
    found = points.astype(np.int64).tolist()
    return [tau.concepts[i] if i < len(tau) else domain.isolates[i - len(tau)] for i in found]


def name_of(domain: Domain, point: float) -> Value:
    """One point's name."""
    return names_of(domain, np.array([point]))[0]


def column_sample(tuples: Tuples, j: int) -> Sample:
    """One column of grouped data; ``place`` says which value each tuple has."""
    column, codes = tuples.columns[j], tuples.codes[:, j]
    counts = np.bincount(codes, weights=tuples.counts, minlength=len(column.points)).astype(np.int64)
    return Sample(column.domain, column.points, counts, codes.astype(np.int64))
