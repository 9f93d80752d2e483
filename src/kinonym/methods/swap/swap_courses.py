"""The swaps in their plainest form, record by record, for tables so small that every course can be followed.

Every draw is a call of ``choose``; `every_outcome` runs a swap along all its courses with exact chances, and
`factor_of` says what the records then hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from kinonym.domains.points import ROUNDING, round_distances
from kinonym.errors import UsageError
from kinonym.privacy.attacks import Factor
from kinonym.privacy.attacks.posterior import RecordValues
from kinonym.tuples import Tuples

__all__ = [
    "MOST_COURSES", "MOST_RECORDS", "Choose", "Outcomes", "Source", "TooManyCoursesError", "cluster_swap",
    "every_outcome", "factor_of", "permutation", "permutation_factor", "rank_swap", "record_distances",
]  # fmt: skip

MOST_RECORDS = 8
"""Most records of a table with courses that are followed."""
MOST_COURSES = 20_000
"""Most courses of a swap that are followed; it takes about a second."""

_ROUNDED = 8 * ROUNDING
"""What rounding may do to the distance of two records."""

Source = tuple[tuple[int, ...], ...]
"""For each column, the record from which each record receives its value."""
Outcomes = dict[Source, Fraction]
Choose = Callable[[Sequence[int]], int]
"""Chooses one of several with these weights; returns its position."""
Distances = Sequence[Sequence[float]]


class TooManyCoursesError(UsageError):
    """A swap can take more courses than can be followed."""


def every_outcome(swap: Callable[[Choose], Source]) -> Outcomes:
    """Follow every course of a swap: each draw is repeated with every answer."""
    outcomes: Outcomes = {}
    course: list[tuple[int, Sequence[int]]] = []  # (answer, weights) of each draw
    for _ in range(MOST_COURSES):
        drawn = 0

        def choose(weights: Sequence[int]) -> int:
            nonlocal drawn
            if drawn == len(course):
                course.append((0, weights))
            drawn += 1
            return course[drawn - 1][0]

        result = swap(choose)
        chance = Fraction(1)
        for answer, weights in course:
            chance *= Fraction(weights[answer], sum(weights))
        outcomes[result] = outcomes.get(result, Fraction(0)) + chance
        while course and course[-1][0] + 1 == len(course[-1][1]):
            course.pop()
        if not course:
            return outcomes
        course[-1] = (course[-1][0] + 1, course[-1][1])
    msg = f"the swap can take more than {MOST_COURSES:,} courses: its exact chances cannot be computed"
    raise TooManyCoursesError(msg, hint="use the window or the likelihood attack")


def permutation(records: Sequence[int], source: list[int], choose: Choose) -> None:
    """Permute what these records receive uniformly."""
    for i in range(len(records) - 1, 0, -1):
        a, b = records[i], records[choose([1] * (i + 1))]
        source[a], source[b] = source[b], source[a]


def rank_swap(distances: Distances, k: int, choose: Choose, *, published: bool) -> Source:
    """srs1 (T SRS-Algorithm1) of records with these distances in one column; ties in random order."""
    ranked = _rank(distances, _most_marginal(distances, choose), choose)
    source = list(range(len(distances)))
    unswapped = list(ranked)
    while unswapped:
        if not published and len(unswapped) < 2 * k:
            permutation(unswapped, source, choose)
            break
        record = unswapped.pop(0)
        ranks = ranked[ranked.index(record) + 1 :][:k] if published else unswapped[:k]
        _exchange(record, [other for other in ranks if other in unswapped], source, unswapped, choose)
    return (tuple(source),)


def cluster_swap(distances: Distances, columns: int, k: int, choose: Choose, *, published: bool) -> Source:
    """srs2 (one column) and srs3 (T SRS-Algorithm2 and 3) of records with these distances."""
    n = len(distances)
    sources = [list(range(n)) for _ in range(columns)]
    unswapped = [list(range(n)) for _ in range(columns)]
    reference = _most_marginal(distances, choose)
    while True:
        row = distances[reference]
        cluster = _nearest(row, reference, range(n), k, choose) if published else []
        for source, free in zip(sources, unswapped, strict=True):
            if reference not in free:
                continue
            if not published and len(free) < 2 * k:
                permutation(free, source, choose)
                free.clear()
                continue
            free.remove(reference)
            near = [i for i in cluster if i in free] if published else _nearest(row, reference, free, k, choose)
            _exchange(reference, near, source, free, choose)
        left = [i for i in range(n) if any(i in free for free in unswapped)]
        if not left:
            return tuple(tuple(source) for source in sources)
        ends = [i for i in left if row[i] == max(row[j] for j in left)]
        reference = ends[choose([1] * len(ends))]


def _exchange(record: int, partners: Sequence[int], source: list[int], unswapped: list[int], choose: Choose) -> None:
    """Exchange with one of the partners, if there is any."""
    if partners:
        other = partners[choose([1] * len(partners))]
        source[record], source[other] = source[other], source[record]
        unswapped.remove(other)


def _nearest(row: Sequence[float], reference: int, among: Sequence[int], k: int, choose: Choose) -> list[int]:
    """The k nearest records, the reference excluded; of those tied at the border any part that fills up to k."""
    others = sorted((i for i in among if i != reference), key=lambda i: row[i])
    border = row[others[k - 1]]
    inside = [i for i in others if row[i] < border]
    parts = list(combinations([i for i in others if row[i] == border], k - len(inside)))
    return inside + list(parts[choose([1] * len(parts))])


def _most_marginal(distances: Distances, choose: Choose) -> int:
    margins = [sum(row) for row in distances]
    starts = [i for i, margin in enumerate(margins) if margin >= max(margins) - len(margins) * _ROUNDED]
    return starts[choose([1] * len(starts))]


def _rank(distances: Distances, reference: int, choose: Choose) -> list[int]:
    """Ascending distances; of those tied each value comes next as likely as it has records left."""
    row = distances[reference]
    ranked: list[int] = []
    waiting = list(range(len(row)))
    while waiting:
        least = min(row[i] for i in waiting)
        values: dict[int, list[int]] = {}
        for i in waiting:
            if row[i] == least:
                same = next((v for v in values if distances[v][i] == 0), i)
                values.setdefault(same, []).append(i)
        groups = list(values.values())
        ranked.append(groups[choose([len(group) for group in groups])][0])
        waiting.remove(ranked[-1])
    return ranked


def record_distances(tuples: Tuples, columns: Sequence[int]) -> list[list[float]]:
    """Distances of all pairs of records, in the order of tuples, over these columns."""
    originals = np.repeat(tuples.codes, tuples.counts, axis=0)
    total = np.zeros((len(originals), len(originals)))
    for j in columns:
        column = tuples.columns[j]
        points = column.points[originals[:, j]]
        apart = round_distances(column.domain.between(points[:, None], points[None, :]))
        squared = tuples.euclidean and len(columns) > 1
        total += column.weight * apart**2 if squared else round_distances(column.weight * apart)
    exact = (
        tuples.euclidean or len(columns) == 1
    )  # as in the kernels: nothing is summed, or nothing was round_distances
    slack = 0.0 if exact else sum(tuples.columns[j].weight + 1.0 for j in columns) * ROUNDING
    distances: list[list[float]] = _level_ties(total, slack).tolist()
    return distances


def _level_ties(total: NDArray[np.float64], slack: float) -> NDArray[np.float64]:
    """Sums that differ by rounding alone as one of them, so that ties are ties."""
    distinct, inverse = np.unique(total, return_inverse=True)
    begins = np.flatnonzero(np.diff(distinct, prepend=-np.inf) > slack)
    levelled: NDArray[np.float64] = distinct[begins][np.searchsorted(begins, inverse, side="right") - 1]
    return levelled.reshape(total.shape)


def factor_of(
    tuples: Tuples, columns: tuple[int, ...], swap: Callable[[Choose], Source], *, deal_out: bool = False
) -> Factor:
    """Follow every course of a swap of some columns of a small table.

    With ``deal_out`` the swap took records of equal values in a fixed order; any of them may be any other.
    """
    originals = np.repeat(tuples.codes, tuples.counts, axis=0)
    chances: dict[RecordValues, Fraction] = {}
    for source, chance in every_outcome(swap).items():
        received = [originals[list(s), j].tolist() for s, j in zip(source, columns, strict=True)]
        outcome = tuple(zip(*received, strict=True))
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return Factor(columns, _dealt_out(chances, originals[:, columns].tolist()) if deal_out else chances)


def _dealt_out(chances: Mapping[RecordValues, Fraction], originals: list[list[int]]) -> dict[RecordValues, Fraction]:
    """Assign the values received by records with equal values to them in all arrangements, equally likely."""
    classes = [
        [i for i, values in enumerate(originals) if values == kind] for kind in map(list, set(map(tuple, originals)))
    ]
    together: dict[tuple[tuple[tuple[int, ...], ...], ...], Fraction] = {}
    for outcome, chance in chances.items():
        key = tuple(tuple(sorted(outcome[i] for i in members)) for members in classes)
        together[key] = together.get(key, Fraction(0)) + chance
    shared_out: dict[RecordValues, Fraction] = {}
    places = [i for members in classes for i in members]
    for key, chance in together.items():
        arrangements = list(product(*(sorted(set(permutations(part))) for part in key)))
        for arrangement in arrangements:
            by_place = dict(zip(places, chain(*arrangement), strict=True))
            shared_out[tuple(by_place[i] for i in range(len(originals)))] = chance / len(arrangements)
    return shared_out


def permutation_factor(tuples: Tuples, j: int, blocks: Sequence[Sequence[int]]) -> Factor:
    """A column permuted uniformly inside blocks of records, numbered in the order of tuples."""

    def swap(choose: Choose) -> Source:
        source = list(range(tuples.records))
        for block in blocks:
            permutation(block, source, choose)
        return (tuple(source),)

    return factor_of(tuples, (j,), swap)
