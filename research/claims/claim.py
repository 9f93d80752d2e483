"""Claims of the papers as cases: comparisons of measured figures that support a claim or contradict it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise, product
from typing import NamedTuple, Self

from research.reading import Reading

__all__ = [
    "LEVEL", "Case", "Claim", "Outcome", "Results", "Tally", "below", "chance_of", "compared", "equal", "flat",
    "joined", "rising", "settled", "within",
]  # fmt: skip


LEVEL = 0.05
"""The chance that any case of a claim is decided wrongly if nothing but chance were at work (Holm's correction)."""


class Results:
    """The readings of all experiments, by experiment, data, method, strength and figure."""

    def __init__(self, readings: Mapping[str, Iterable[Reading]]) -> None:
        self._by_key = {(name, *r.key): r for name, rows in readings.items() for r in rows}
        self._strengths: dict[tuple[str, str, str, str], list[float]] = {}
        for name, data, method, at, figure in self._by_key:
            self._strengths.setdefault((name, data, method, figure), []).append(at)

    def reading(self, name: str, data: str, method: str, at: float, figure: str) -> Reading:
        """One figure with its error."""
        return self._by_key[name, data, method, at, figure]

    def strengths(self, name: str, data: str, method: str, figure: str) -> list[float]:
        """The strengths at which a method was measured, ascending."""
        return sorted(self._strengths[name, data, method, figure])


class Outcome(Enum):
    """The outcome of a case for its claim."""

    HOLDS = "holds"
    AGAINST = "against"
    OPEN = "open"

    @classmethod
    def of(cls, *, holds: bool, decided: bool) -> Self:
        """A case that is not decided is open, whatever its figures are."""
        if not decided:
            return cls.OPEN
        return cls.HOLDS if holds else cls.AGAINST


@dataclass(frozen=True)
class Case:
    """One comparison: on which data, what it says of the claim, and its figures.

    ``chance``: of a difference as large as this if there were none, from the standard errors; 0 where nothing is drawn.
    """

    data: str
    outcome: Outcome
    figures: str
    chance: float = 0.0


def chance_of(gap: float, error: float) -> float:
    """The chance of a difference at least as large, either way, if there were none; of exact figures 0 or 1."""
    if error == 0.0:
        return float(gap == 0.0)
    return math.erfc(abs(gap) / error / math.sqrt(2.0))


def settled(cases: Sequence[Case]) -> list[Case]:
    """The cases of a claim; those that chance may explain are open, by Holm's correction for their number.

    The i-th least chance of m (from 0) decides if it and all lesser ones are at most `LEVEL` / (m − i).
    """
    order = sorted(range(len(cases)), key=lambda i: cases[i].chance)
    decided: set[int] = set()
    for rank, i in enumerate(order):
        if cases[i].chance > LEVEL / (len(cases) - rank):
            break
        decided.add(i)
    return [case if i in decided else replace(case, outcome=Outcome.OPEN) for i, case in enumerate(cases)]


class Tally(NamedTuple):
    """The numbers of cases that support a claim, contradict it, or are open."""

    holds: int
    against: int
    open: int

    @classmethod
    def of(cls, cases: Iterable[Case]) -> Self:
        """Count them."""
        counts = Counter(case.outcome for case in cases)
        return cls(*(counts[outcome] for outcome in Outcome))


def compared(data: str, low: Reading, high: Reading, figures: str, factor: float = 1.0) -> Case:
    """The case that the first is less than ``factor`` times the second; equal ones leave it open."""
    gap = factor * high.value - low.value
    same = abs(gap) <= 1e-9 * abs(high.value)
    chance = 1.0 if same else chance_of(gap, math.hypot(low.error, factor * high.error))
    return Case(data, Outcome.of(holds=gap > 0, decided=not same), figures, chance)


Cases = Callable[[Results], list[Case]]


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A sentence of a paper, how it is checked, and the reason if it does not hold."""

    paper: str
    where: str
    says: str
    cases: Cases
    why: str = ""


def below(
    name: str,
    figure: str,
    pairs: Sequence[tuple[str, str]],
    data: Sequence[str],
    *,
    at: Callable[[float], bool] = lambda _: True,
    factor: float = 1.0,
) -> Cases:
    """The first of each pair has less than ``factor`` times the figure of the second, at every strength of the first.

    A baseline that was measured at a single strength is compared at all strengths.
    """

    def cases(results: Results) -> list[Case]:
        found = []
        for table in data:
            for less, more in pairs:
                second = results.strengths(name, table, more, figure)
                for strength in filter(at, results.strengths(name, table, less, figure)):
                    other = second[0] if len(second) == 1 else strength
                    a = results.reading(name, table, less, strength, figure)
                    b = results.reading(name, table, more, other, figure)
                    figures = f"{less} {a.value:.4g}, {more} {b.value:.4g} at {strength:g}"
                    found.append(compared(table, a, b, figures, factor))
        return found

    return cases


def equal(name: str, figure: str, pair: tuple[str, str], data: Sequence[str], share: float = 1e-6) -> Cases:
    """Two methods have the same figure, but for a share of it."""

    def cases(results: Results) -> list[Case]:
        found = []
        for table in data:
            for at in results.strengths(name, table, pair[0], figure):
                a, b = (results.reading(name, table, method, at, figure).value for method in pair)
                outcome = Outcome.of(holds=abs(a - b) <= share * abs(a), decided=True)
                found.append(Case(table, outcome, f"{pair[0]} {a:.4g}, {pair[1]} {b:.4g} at {at:g}"))
        return found

    return cases


def rising(name: str, figure: str, methods: Sequence[str], data: Sequence[str], *, falling: bool = False) -> Cases:
    """The figure grows (or falls) with the strength, from each to the next."""

    def cases(results: Results) -> list[Case]:
        found = []
        for table in data:
            for method in methods:
                for low, high in pairwise(results.strengths(name, table, method, figure)):
                    a, b = (results.reading(name, table, method, at, figure) for at in (low, high))
                    figures = f"{method} {a.value:.4g} at {low:g}, {b.value:.4g} at {high:g}"
                    found.append(compared(table, *((b, a) if falling else (a, b)), figures))
        return found

    return cases


def within(
    name: str,
    figure: str,
    methods: Sequence[str],
    data: Sequence[str],
    low: float,
    high: float,
    *,
    at: Callable[[float], bool] = lambda _: True,
) -> Cases:
    """The figure lies between two numbers at every strength."""

    def cases(results: Results) -> list[Case]:
        found = []
        for table, method in product(data, methods):
            for strength in filter(at, results.strengths(name, table, method, figure)):
                r = results.reading(name, table, method, strength, figure)
                outcome = Outcome.of(holds=low <= r.value <= high, decided=True)
                chance = chance_of(min(abs(r.value - low), abs(r.value - high)), r.error)
                found.append(
                    Case(table, outcome, f"{method} {r.value:.4g} at {strength:g}", chance if r.error else 0.0)
                )
        return found

    return cases


def flat(
    name: str,
    figure: str,
    methods: Sequence[str],
    data: Sequence[str],
    share: float,
    *,
    at: Callable[[float], bool] = lambda _: True,
) -> Cases:
    """The figure is almost constant: at every strength within a share of its mean over all of them."""

    def cases(results: Results) -> list[Case]:
        found = []
        for table, method in product(data, methods):
            strengths = list(filter(at, results.strengths(name, table, method, figure)))
            readings = [results.reading(name, table, method, strength, figure) for strength in strengths]
            mean = sum(r.value for r in readings) / len(readings)
            for strength, r in zip(strengths, readings, strict=True):
                off = abs(r.value - mean)
                outcome = Outcome.of(holds=off <= share * mean, decided=True)
                chance = chance_of(off - share * mean, r.error) if r.error else 0.0
                found.append(Case(table, outcome, f"{method} {r.value:.4g} at {strength:g}, mean {mean:.4g}", chance))
        return found

    return cases


def joined(*several: Cases) -> Cases:
    """All cases of several relations."""
    return lambda results: [case for cases in several for case in cases(results)]
