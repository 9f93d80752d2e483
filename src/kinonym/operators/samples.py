"""The values of a column as a sample: distinct points with their counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Nominal, Points
from kinonym.domains.points import ROUNDING
from kinonym.errors import UsageError
from kinonym.tuples import Tuples

__all__ = ["Sample", "Value", "check_counts", "column_sample", "concept_rows", "name_of", "present", "take"]

_ROWS = 8  # with 100,000 concepts they fit in the cache

Value = str | float | None
"""What an operator returns: a concept id, a level, a text, a number; None is missing."""


@dataclass(frozen=True, eq=False)
class Sample:
    """Distinct points of a domain, ascending, with their counts; ``inverse`` maps each given value to its point."""

    domain: Domain
    points: Points
    counts: NDArray[np.int64]
    inverse: NDArray[np.int64]

    @property
    def total(self) -> int:
        """How many records the sample represents."""
        return int(self.counts.sum())


def take(domain: Domain, values: Sequence[str | None], counts: Sequence[int] | None = None) -> Sample:
    """Resolve values in their domain and count equal ones together."""
    texts = list(values)
    weights = check_counts(len(texts), counts)
    domain = domain.cover(texts)
    points, inverse = np.unique(domain.encode(texts), return_inverse=True)
    total = np.bincount(inverse, weights=weights, minlength=len(points)).astype(np.int64)
    return Sample(domain, points, total, inverse)


def check_counts(size: int, counts: Sequence[int] | None) -> NDArray[np.int64]:
    """Counts as an array; one each by default."""
    if counts is None and size:
        return np.ones(size, dtype=np.int64)
    array = np.asarray([] if counts is None else counts)
    if array.shape != (size,) or not np.issubdtype(array.dtype, np.integer) or (array < 0).any() or not array.any():
        msg = "counts must be whole numbers of at least 0, one for each value, and not all 0"
        raise UsageError(msg, hint="leave counts out where every value represents one record")
    return array.astype(np.int64)


def concept_rows(domain: Nominal, points: Points) -> Iterator[tuple[slice, NDArray[np.float64]]]:
    """Distances of points to every concept of tau in multiples of 2^-24, eight rows at a time.

    The array is reused for the next rows: copy the rows to use them longer.
    """
    every = np.arange(len(domain.tau), dtype=np.float64)
    buffer = np.empty((min(_ROWS, len(points)), len(every)))
    for first in range(0, len(points), _ROWS):
        span = slice(first, min(first + _ROWS, len(points)))
        rows = buffer[: span.stop - first]
        domain.fill(points[span], every, rows)
        np.multiply(rows, 1 / ROUNDING, out=rows)
        yield span, np.rint(rows, out=rows)


def name_of(domain: Domain, point: float) -> Value:
    """One point's name."""
    return domain.names(np.array([point]))[0]


def column_sample(tuples: Tuples, j: int) -> Sample:
    """One column of grouped data; ``inverse`` says which value each tuple has."""
    column, codes = tuples.columns[j], tuples.codes[:, j]
    counts = np.bincount(codes, weights=tuples.counts, minlength=len(column.points)).astype(np.int64)
    return Sample(column.domain, column.points, counts, codes.astype(np.int64))


def present(sample: Sample) -> Sample:
    """The sample without its missing values; unchanged if all are missing."""
    used = ~sample.domain.is_missing(sample.points) & (sample.counts > 0)
    if used.all() or not used.any():
        return sample
    position = np.where(used, np.cumsum(used) - 1, -1)[sample.inverse]
    return Sample(sample.domain, sample.points[used], sample.counts[used], position)
