"""shuffle: data shuffling by semantic ranks (T 2.3.2.4, 8.3; Muralidhar and Sarathy 2006)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.methods.blind_channel import BlindChannel
from kinonym.methods.contract import Method, MethodTraits, check_bounded
from kinonym.methods.progress import Progress, silent
from kinonym.methods.swap.ranking import most_marginal, reference_distances
from kinonym.methods.swap.swapping import notices, plan_from_records
from kinonym.operators.samples import column_sample
from kinonym.tuples import Plan, Tuples

__all__ = ["Shuffle", "normal_correlations", "rank_correlations"]

Floats = NDArray[np.float64]

_NEGATIVE = -1e-9
"""An eigenvalue below it is negative, and not 0 by rounding."""


@dataclass(frozen=True, kw_only=True)
class Shuffle(Method):
    """Each column keeps its values; they are reassigned by the ranks of normal numbers with the same correlations.

    Values are ranked by their distance from the most marginal one. Numbers are drawn for every record from a normal
    distribution with the rank correlations of the columns, and a record receives the value of the rank of its number.

    Notes
    -----
    This is the form of the method for a table with only confidential columns masked: the values of a record have
    no influence on what it receives, only the rank correlations have. What relates a masked column to an unmasked one
    is lost. Values at the same distance from the most marginal one share a rank and are assigned at random.
    """

    name = "shuffle"
    traits = MethodTraits(keeps_marginals=True, random=True)

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        check_bounded(tuples)
        distances = [_marginal_distances(tuples, j) for j in range(len(tuples.columns))]
        root, repaired = _root(normal_correlations(rank_correlations(tuples, distances)))
        drawn = rng.standard_normal((tuples.records, len(distances))) @ root.T
        masked = np.empty(drawn.shape, dtype=np.int32)
        for j, part in enumerate(tuples.column_tuples):
            codes = rng.permutation(np.repeat(part.codes[:, 0], part.counts))
            ranked = codes[np.argsort(distances[j][codes], kind="stable")]
            masked[np.argsort(drawn[:, j], kind="stable"), j] = ranked
            progress((j + 1) / len(distances))
        sentence = "the rank correlations fit no normal distribution; the nearest that does was taken"
        return plan_from_records(tuples, masked, (*notices(tuples), *([sentence] if repaired else [])))

    def objection(self, plan: Plan) -> str | None:
        """That more values of a column stay than a permutation of all of them leaves by chance."""
        from kinonym.methods.unchanged_values import describe_unchanged, permutation_chance

        every = np.arange(len(plan.tuples))
        rows = every, 0 * every, plan.tuples.counts
        return describe_unchanged(plan, permutation_chance(plan, rows, independent=False))

    def channel(self, tuples: Tuples) -> BlindChannel:
        """How likely a person receives each value: its frequency, for every person."""
        samples = [column_sample(tuples, j) for j in range(len(tuples.columns))]
        return BlindChannel(tuples, tuple((s.points, s.counts / tuples.records) for s in samples), stays=False)


def _marginal_distances(tuples: Tuples, j: int) -> Floats:
    """The distance of each value of a column from the most marginal one (T def. 8, 9); of several the first."""
    part = tuples.column_tuples[j]
    distances = np.zeros(len(tuples.columns[j].points))
    distances[part.codes[:, 0]] = reference_distances(part, int(most_marginal(part)[0]))
    return distances


def rank_correlations(tuples: Tuples, distances: list[Floats]) -> Floats:
    """Spearman's correlations of the columns by the ranks of these distances; 0 for a column of one rank."""
    scores = np.empty((len(tuples), len(distances)))
    for j, column in enumerate(distances):
        _, group = np.unique(column[tuples.codes[:, j]], return_inverse=True)
        records = np.bincount(group, weights=tuples.counts)
        ranks = np.cumsum(records) - (records - 1) / 2
        scores[:, j] = ranks[group]
    centred = scores - np.average(scores, axis=0, weights=tuples.counts)
    products = centred.T @ (tuples.counts[:, None] * centred)
    spread = np.sqrt(np.diag(products))
    both = np.outer(spread, spread)
    correlations: Floats = np.divide(products, both, out=np.zeros_like(products), where=both > 0)
    np.fill_diagonal(correlations, 1.0)
    return correlations


def normal_correlations(ranks: Floats) -> Floats:
    """The correlations of normal numbers with these rank correlations, 2·sin(π·r/6) (T eq. 2.8)."""
    correlations: Floats = 2.0 * np.sin(np.pi * ranks / 6.0)
    return correlations


def _root(correlations: Floats) -> tuple[Floats, bool]:
    """A matrix A with A·Aᵀ the correlations, and whether negative eigenvalues had to be set to 0."""
    values, vectors = np.linalg.eigh(correlations)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    return root / np.sqrt((root**2).sum(axis=1, keepdims=True)), bool(values.min(initial=0.0) < _NEGATIVE)
