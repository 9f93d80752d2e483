"""Differential privacy per cell: the exponential mechanism and permute-and-flip over public concepts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Points
from kinonym.errors import UsageError
from kinonym.methods.contract import Method, MethodTraits, Mode
from kinonym.methods.drawn_records import plan_by_record
from kinonym.methods.exponential.certified_channel import (
    CERTIFIED,
    ExponentialChannel,
    certify,
    expected_unchanged,
    largest_rate,
)
from kinonym.methods.exponential.exact_draws import Sampler, exact
from kinonym.methods.exponential.public import ONE, PublicSet, public_sets
from kinonym.methods.progress import Progress, silent
from kinonym.tuples import Plan, Tuples

__all__ = ["Exponential"]


@dataclass(frozen=True, kw_only=True)
class Exponential(Method):
    """Every cell becomes a concept of a public set, near ones more likely, epsilon-locally private.

    Parameters
    ----------
    epsilon
        For each cell of each column; a row in total has epsilon times the number of columns.
    mechanism
        ``exponential``: P(y | x) ∝ exp(−epsilon·d(x, y) / (2·Δ)). ``permute-and-flip``: for the same epsilon never
        farther on average (McKenna and Sheldon 2020).
    public
        Column → a root of its ontology, or a list of values: all that may be released. Levels of an ordinal column
        are public by themselves. A set taken from the data is refused.
    missing
        Whether missing is one of the public values, at distance 1 from all others.
    tight
        Nearer values for the same epsilon: the factor 2 in the formula covers sets with normalising sums that differ as
        much as they can; real ones hardly differ. The greatest rate is taken at which the enumerated channel still
        keeps epsilon. Public knowledge decides it, so nothing is lost; only for sets of up to 4,096 values.

    Notes
    -----
    Δ = max |d(x, y) − d(x', y)| over the public set, computed exactly. Draws use whole numbers only. For a set of up
    to 4,096 values the whole channel is enumerated, and its worst log-ratio stands in the plan's facts. A list is
    compared in the tau of the ontology's root or of the list's own LCS, never in one that the data chose. Cost:
    expected N / Σ_y exp(−…) candidates are tried per record, at most N, the size of the set.
    """

    epsilon: float
    mechanism: Literal["exponential", "permute-and-flip"] = "exponential"
    public: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict, hash=False)
    missing: bool = False
    tight: bool = False
    name = "exponential"
    traits = MethodTraits(promise="differential-privacy", random=True, strength="epsilon")

    def __post_init__(self) -> None:
        check_epsilon(self.epsilon)
        exact(self.epsilon)
        if self.mechanism not in ("exponential", "permute-and-flip"):
            msg = f"there is no mechanism {self.mechanism!r}"
            raise UsageError(msg, hint="one of: exponential, permute-and-flip")

    @classmethod
    def modes(cls) -> tuple[Mode, ...]:
        """Every documented form."""
        public = {"a": "top", "b": "top"}
        return (
            cls.mode(twins=True, public=public),
            cls.mode(twins=True, public=public, mechanism="permute-and-flip"),
            cls.mode(twins=True, public=public, tight=True, missing=True),
        )

    def plan(self, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent) -> Plan:
        """Decide what every record becomes."""
        sets = self.public_sets(tuples)
        spent = [self._spent(chosen) for chosen in sets]
        samplers = [Sampler(*pair, self.mechanism) for pair in zip(sets, spent, strict=True)]

        def mask(points: Points) -> Points:
            released = [
                s.public.points[s.draw(s.public.places(x), rng)] for s, x in zip(samplers, points.T, strict=True)
            ]
            return np.column_stack(released)

        facts = self._facts(sets, spent)
        notices = tuple(_expectation(chosen, facts, self.epsilon) for chosen in sets)
        return plan_by_record(tuples, mask, progress, notices=notices, facts=lambda: facts)

    def objection(self, plan: Plan) -> str | None:
        """That more values stay than any mechanism that keeps epsilon leaves by chance."""
        from kinonym.methods.unchanged_values import describe_unchanged, find_unchanged

        chance = 0.0
        for j in range(len(plan.tuples.columns)):
            values, count = plan.tuples.codes[plan.source, j], plan.count.astype(np.float64)
            unchanged, records = (
                np.bincount(values, weights=weights) for weights in (count * find_unchanged(plan, j), count)
            )
            chance += private_chance(unchanged, records, self.epsilon)
        return describe_unchanged(plan, chance)

    def channel(self, tuples: Tuples) -> ExponentialChannel:
        """How likely the values of a person become others: public knowledge, and the same for every table."""
        sets = self.public_sets(tuples)
        return ExponentialChannel(tuples, tuple(sets), tuple(float(self._spent(s)) for s in sets), self.mechanism)

    def public_sets(self, tuples: Tuples) -> list[PublicSet]:
        """The public set of each column, checked."""
        return public_sets(tuples, self.public, missing=self.missing)

    def preview(self, tuples: Tuples) -> tuple[str, ...]:
        """What to expect, said before a run: set size, share of cells that stay, epsilon in total."""
        sets = self.public_sets(tuples)
        facts = self._facts(sets, [self._spent(chosen) for chosen in sets])
        return tuple(_expectation(chosen, facts, self.epsilon) for chosen in sets)

    def _spent(self, chosen: PublicSet) -> Fraction:
        """The epsilon that the formula is given: as asked for, or as much as the enumerated channel allows."""
        return largest_rate(chosen, exact(self.epsilon), self.mechanism) if self.tight else exact(self.epsilon)

    def _facts(self, sets: list[PublicSet], spent: list[Fraction]) -> dict[str, float]:
        facts = {"epsilon_total": self.epsilon * len(sets)}
        for chosen, used in zip(sets, spent, strict=True):
            name, rate = chosen.column, float(used)
            facts[f"epsilon:{name}"] = self.epsilon
            facts[f"rate:{name}"] = rate
            facts[f"public_values:{name}"] = float(len(chosen))
            facts[f"sensitivity:{name}"] = chosen.sensitivity / ONE
            facts[f"expected_unchanged:{name}"] = expected_unchanged(chosen, rate, self.mechanism)
            if len(chosen) <= CERTIFIED:
                facts[f"worst_log_ratio:{name}"] = certify(chosen, self.epsilon, self.mechanism, rate=rate).worst
        return facts


def private_chance(unchanged: NDArray[np.number], records: NDArray[np.number], epsilon: float) -> float:
    """The logarithm of the chance, at most, that an epsilon-private mechanism keeps so many records of each value.

    Notes
    -----
    Let p_u be the chance that value u stays. By definition u becomes each other value y with a chance of at least
    exp(−epsilon)·p_y, so that p_u + exp(−epsilon)·Σ p_y ≤ 1 over y ≠ u; added up over the m values of a column,
    Σ p_u ≤ m / (1 + (m − 1)·exp(−epsilon)). Under that bound Π C(n_u, k_u)·p_u^k_u is greatest where p_u is in
    proportion to k_u, but at most 1.
    """
    occur = records > 0
    unchanged, records = unchanged[occur], records[occur]
    bound, free = len(unchanged) / (1.0 + (len(unchanged) - 1) * math.exp(-epsilon)), unchanged > 0
    stays = np.ones(len(unchanged))
    while free.any():
        share = max(0.0, bound - float((~free & (unchanged > 0)).sum())) / float(unchanged[free].sum())
        stays[free] = np.minimum(1.0, share * unchanged[free])
        if not (full := free & (stays >= 1.0)).any():
            break
        free &= ~full
    ways = [
        math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        for n, k in zip(records, unchanged, strict=True)
    ]
    with np.errstate(divide="ignore"):
        return min(0.0, float(np.sum(ways) + unchanged[unchanged > 0] @ np.log(stays[unchanged > 0])))


def _expectation(chosen: PublicSet, facts: Mapping[str, float], epsilon: float) -> str:
    share = facts[f"expected_unchanged:{chosen.column}"]
    size = len(chosen)
    nearly = "; this is nearly a uniform draw from the whole set" if share * size < 10 and size > 20 else ""
    return (
        f"column {chosen.column!r}: epsilon = {epsilon:g} over {size:,} public values leaves about {share:.2%} of the "
        f"cells unchanged, where a blind draw leaves {1 / size:.2%}{nearly}"
    )


def check_epsilon(epsilon: object) -> None:
    """Raise unless epsilon is a finite number above 0."""
    number = isinstance(epsilon, int | float) and not isinstance(epsilon, bool)
    if not number or not math.isfinite(epsilon) or epsilon <= 0:  # type: ignore[arg-type, operator]  # checked before
        msg = "epsilon must be a finite number greater than 0"
        raise UsageError(msg, hint="epsilon is per cell; below about 4 the output of a large set is nearly uniform")
