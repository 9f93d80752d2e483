"""What a paper claims, as cases that hold or do not hold in the tables of results."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from experiments.reading import Reading

__all__ = ["ERRORS", "Case", "Claim", "Results", "below", "compared", "equal", "joined", "rising", "within"]


ERRORS = 2.0
"""A difference below so many standard errors, of both means together, decides nothing."""


class Results:
    """The readings of all experiments, looked up by what they are of."""

    def __init__(self, readings: Mapping[str, Iterable[Reading]]) -> None:
        self._by_key = {(name, *r.key): r for name, rows in readings.items() for r in rows}
        self._strengths: dict[tuple[str, str, str, str], list[float]] = {}
        for name, data, method, at, figure in self._by_key:
            self._strengths.setdefault((name, data, method, figure), []).append(at)

    def reading(self, name: str, data: str, method: str, at: float, figure: str) -> Reading:
        """One figure with its error."""
        return self._by_key[name, data, method, at, figure]

    def strengths(self, name: str, data: str, method: str, figure: str) -> list[float]:
        """Where a method was measured, ascending."""
        return sorted(self._strengths[name, data, method, figure])


@dataclass(frozen=True)
class Case:
    """One comparison: on which data, whether it held, its figures, and whether they differ beyond their error."""

    data: str
    held: bool
    figures: str
    decided: bool = True


def compared(data: str, low: Reading, high: Reading, figures: str, factor: float = 1.0) -> Case:
    """The case that the first is at most ``factor`` times the second."""
    gap = factor * high.value - low.value
    error = math.hypot(low.error, factor * high.error)
    held = gap >= -1e-9 * abs(high.value)
    return Case(data, held, figures, decided=error == 0 or abs(gap) > ERRORS * error)


Cases = Callable[[Results], list[Case]]


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A sentence of a paper, what would show it, and what we learnt where it does not hold."""

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
    """The first of each pair has at most ``factor`` times the figure of the second, at every strength of both."""

    def cases(results: Results) -> list[Case]:
        told = []
        for table in data:
            for less, more in pairs:
                second = results.strengths(name, table, more, figure)
                for strength in filter(at, results.strengths(name, table, less, figure)):
                    other = strength if strength in second else second[0]  # a baseline without a strength
                    a = results.reading(name, table, less, strength, figure)
                    b = results.reading(name, table, more, other, figure)
                    figures = f"{less} {a.value:.4g}, {more} {b.value:.4g} at {strength:g}"
                    told.append(compared(table, a, b, figures, factor))
        return told

    return cases


def equal(name: str, figure: str, pair: tuple[str, str], data: Sequence[str], share: float = 1e-6) -> Cases:
    """Two methods have the same figure, but for a share of it."""

    def cases(results: Results) -> list[Case]:
        told = []
        for table in data:
            for at in results.strengths(name, table, pair[0], figure):
                a, b = (results.reading(name, table, method, at, figure).value for method in pair)
                told.append(
                    Case(table, abs(a - b) <= share * abs(a), f"{pair[0]} {a:.4g}, {pair[1]} {b:.4g} at {at:g}")
                )
        return told

    return cases


def rising(name: str, figure: str, methods: Sequence[str], data: Sequence[str], *, falling: bool = False) -> Cases:
    """The figure grows (or falls) with the strength, from each to the next."""

    def cases(results: Results) -> list[Case]:
        told = []
        for table in data:
            for method in methods:
                for low, high in pairwise(results.strengths(name, table, method, figure)):
                    a, b = (results.reading(name, table, method, at, figure) for at in (low, high))
                    figures = f"{method} {a.value:.4g} at {low:g}, {b.value:.4g} at {high:g}"
                    told.append(compared(table, *((b, a) if falling else (a, b)), figures))
        return told

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
        told = []
        for table, method in product(data, methods):
            for strength in filter(at, results.strengths(name, table, method, figure)):
                r = results.reading(name, table, method, strength, figure)
                decided = min(abs(r.value - low), abs(r.value - high)) > ERRORS * r.error
                told.append(Case(table, low <= r.value <= high, f"{method} {r.value:.4g} at {strength:g}", decided))
        return told

    return cases


def joined(*several: Cases) -> Cases:
    """All cases of several relations."""
    return lambda results: [case for cases in several for case in cases(results)]
