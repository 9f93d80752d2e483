"""Risk of a sample towards its population (specification 23): estimators of the literature, with their citations.

The figures are estimates if they rest on survey weights, and counts if a table of the population is given.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics.plan_changes import combine_distances, record_distances
from kinonym.metrics.utility import centre_distances
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.equal_rows import distinct_rows
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.population import Population

__all__ = [
    "PopulationRisk",
    "PopulationSide",
    "count_class_population",
    "expected_uniques",
    "individual_risk",
    "match_probability",
    "measure_population_risk",
]

Floats = NDArray[np.float64]
_RECURSIVE = 10
"""Frequencies below it are reached by recursion where the series converges slowly."""
_TERMS = 200


@dataclass(frozen=True, kw_only=True)
class PopulationSide:
    """The combinations of a table, or the classes of a release, compared with the population."""

    fewest: float
    """Persons of the population that the rarest combination stands for: the k of k-map."""
    uniques: float
    """Combinations that a single person of the sample and of the population has; expected, if estimated."""
    mean_risk: float
    """Mean individual risk of the records."""
    greatest_risk: float
    match: float
    """The chance that a match of two unique combinations, of the sample and of the population, is right."""


@dataclass(frozen=True, kw_only=True)
class PopulationRisk:
    """The risk of a sample before and after masking, and the loss by survey weights."""

    known: bool
    """Whether the population was counted; False: all figures are estimates."""
    size: float
    """Persons of the population with a combination that occurs in the sample."""
    before: PopulationSide
    after: PopulationSide | None
    """None if no record is left."""
    weighted_loss: float
    """L in which each record counts for the persons that it stands for."""


def individual_risk(sample: Floats, population: Floats) -> Floats:
    r"""The chance that a record is the given person's: the mean of 1/F given the frequency f in the sample.

    Parameters
    ----------
    sample
        f, how many records of the sample have the combination.
    population
        The estimate of F, how many persons of the population have it.

    Notes
    -----
    Benedetti and Franconi (1998): F given f is negative binomial with p = f / F, so that

    .. math:: r_f = \int_0^1 p^f s^{f-1} (1 - q s)^{-f} ds, \quad q = 1 - p.

    By parts, r_1 = (p/q)·log(1/p) and r_f = p / (q·(f − 1)) − (p/q)·r_{f−1}. With Euler's transformation (Polettini
    2003) it is the series p/f · Σ n! / ((f + 1) … (f + n)) · qⁿ. Recursion is used for f below 10 and q above 0.5,
    where the series is slow; the series elsewhere. sdcMicro replaces it by p / (f − q) for f above 2; this is exact.
    A population as large as the sample has the risk 1/f.

    >>> individual_risk(np.array([1.0, 2.0]), np.array([215.0, 152.0])).round(4).tolist()
    [0.0251, 0.0126]
    """
    f = np.asarray(sample, dtype=np.float64)
    p = np.minimum(1.0, f / np.maximum(population, f))
    q = 1.0 - p
    slow = (f < _RECURSIVE) & (q > 0.5)
    risk = np.empty(len(f))
    risk[~slow] = _risk_by_series(f[~slow], p[~slow], q[~slow])
    risk[slow] = _risk_by_recursion(f[slow], p[slow], q[slow])
    return risk


def _risk_by_series(f: Floats, p: Floats, q: Floats) -> Floats:
    term, total = np.ones(len(f)), np.ones(len(f))
    for n in range(1, _TERMS):
        term = term * q * n / (f + n)
        total += term
    return p / f * total


def _risk_by_recursion(f: Floats, p: Floats, q: Floats) -> Floats:
    risk = p / q * np.log(1.0 / p)
    for step in range(2, _RECURSIVE):
        risk = np.where(f >= step, p / (q * (step - 1)) - p / q * risk, risk)
    return risk


def expected_uniques(sample: Floats, population: Floats, *, known: bool) -> float:
    """Combinations with one person in the sample and in the population.

    Estimated, each sample unique is one with the probability p = 1 / F, which follows from the negative binomial
    distribution of F given f = 1 (Benedetti and Franconi 1998; tau 1 of Rinott and Shlomo 2006).

    >>> expected_uniques(np.array([1.0, 1.0, 2.0]), np.array([1.0, 4.0, 2.0]), known=False)
    1.25
    """
    alone = population[sample == 1]
    return float(np.count_nonzero(alone == 1)) if known else float((1.0 / np.maximum(alone, 1.0)).sum())


def match_probability(sample: Floats, population_size: float) -> float:
    """The chance that a unique match is right (Skinner and Elliot 2002): π·n1 / (π·n1 + 2·(1 − π)·n2).

    n1 and n2: combinations that occur once and twice in the sample; π: the share of the population that is in it.

    >>> match_probability(np.array([1.0, 1.0, 2.0]), 8.0)
    0.5
    """
    share = min(1.0, float(sample.sum()) / population_size)
    single, double = np.count_nonzero(sample == 1), np.count_nonzero(sample == 2)  # pairs
    right = share * single
    return float(right / (right + 2.0 * (1.0 - share) * double)) if right else 0.0


def measure_population_risk(plan: Plan) -> PopulationRisk | None:
    """Measure a plan of a sample; None if nothing is known of its population."""
    tuples, population = plan.tuples, plan.tuples.population
    if population is None:
        return None
    own = tuples.units_of_tuples.astype(np.float64)
    sizes, classes = count_class_population(plan, population)
    size = float(population.of_tuples.sum())
    return PopulationRisk(
        known=population.known,
        size=size,
        before=_measure_side(own, population.of_tuples, size, known=population.known),
        after=_measure_side(sizes, classes, size, known=population.known) if len(sizes) else None,
        weighted_loss=_weighted_loss(plan, population),
    )


def count_class_population(plan: Plan, population: Population) -> tuple[Floats, Floats]:
    """Return the records (persons) of each class, and the persons of the population with one of its combinations."""
    tuples, kept = plan.tuples, plan.target != DROPPED
    if not kept.any():
        return np.empty(0), np.empty(0)
    kind = distinct_rows(plan.targets)[1][plan.target[kept]]
    source, count = plan.source[kept], plan.count[kept]
    pairs, place = np.unique(kind * len(tuples) + source, return_inverse=True)
    records = np.bincount(place.reshape(-1), weights=count)
    own = population.of_tuples[pairs % len(tuples)]
    if not population.known:
        own = own * records / tuples.counts[pairs % len(tuples)]
    used, group = np.unique(pairs // len(tuples), return_inverse=True)
    persons = np.bincount(group.reshape(-1), weights=own, minlength=len(used)).astype(np.float64)
    if tuples.persons is None or not plan.whole:
        return np.bincount(group.reshape(-1), weights=records).astype(np.float64), persons
    group_of_tuple = np.full(len(tuples), DROPPED, dtype=np.int64)
    group_of_tuple[pairs % len(tuples)] = group.reshape(-1)
    return tuples.persons.in_groups(group_of_tuple, len(used)).astype(np.float64), persons


def _measure_side(sample: Floats, population: Floats, size: float, *, known: bool) -> PopulationSide:
    risk = 1.0 / population if known else individual_risk(sample, population)
    return PopulationSide(
        fewest=float(population.min()),
        uniques=expected_uniques(sample, population, known=known),
        mean_risk=float(np.average(risk, weights=sample)),
        greatest_risk=float(risk.max()),
        match=match_probability(sample, size),
    )


def _weighted_loss(plan: Plan, population: Population) -> float:
    """L (A eq. 9-11) in which each record counts for the persons of the population that it stands for."""
    tuples: Tuples = plan.tuples
    each = population.of_tuples / tuples.counts
    loss = float((plan.count * each[plan.source]) @ record_distances(plan) ** 2)
    most = float(population.of_tuples @ combine_distances(tuples, centre_distances(tuples)) ** 2)
    return 100.0 * loss / most if most > 0 else 0.0
