"""What a paper claims, as cases that hold or do not hold in the tables of results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from experiments.reading import Reading

__all__ = ["Case", "Claim", "Results", "below", "equal", "joined", "rising", "within"]


class Results:
    """The readings of all experiments, looked up by what they are of."""

    def __init__(self, readings: Mapping[str, Iterable[Reading]]) -> None:
        self._by_key = {(name, *r.key): r.value for name, rows in readings.items() for r in rows}
        self._strengths: dict[tuple[str, str, str, str], list[float]] = {}
        for name, data, method, at, figure in self._by_key:
            self._strengths.setdefault((name, data, method, figure), []).append(at)

    def value(self, name: str, data: str, method: str, at: float, figure: str) -> float:
        """One figure."""
        return self._by_key[name, data, method, at, figure]

    def strengths(self, name: str, data: str, method: str, figure: str) -> list[float]:
        """Where a method was measured, ascending."""
        return sorted(self._strengths[name, data, method, figure])


@dataclass(frozen=True)
class Case:
    """One comparison: on which data, whether it held, and its figures."""

    data: str
    held: bool
    figures: str


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
                    a = results.value(name, table, less, strength, figure)
                    b = results.value(name, table, more, other, figure)
                    figures = f"{less} {a:.4g}, {more} {b:.4g} at {strength:g}"
                    told.append(Case(table, a <= factor * b * (1 + 1e-9), figures))
        return told

    return cases


def equal(name: str, figure: str, pair: tuple[str, str], data: Sequence[str], share: float = 1e-6) -> Cases:
    """Two methods have the same figure, but for a share of it."""

    def cases(results: Results) -> list[Case]:
        told = []
        for table in data:
            for at in results.strengths(name, table, pair[0], figure):
                a, b = (results.value(name, table, method, at, figure) for method in pair)
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
                    a, b = (results.value(name, table, method, at, figure) for at in (low, high))
                    held = a >= b if falling else a <= b
                    told.append(Case(table, held, f"{method} {a:.4g} at {low:g}, {b:.4g} at {high:g}"))
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
        return [
            Case(table, low <= value <= high, f"{method} {value:.4g} at {strength:g}")
            for table in data
            for method in methods
            for strength in filter(at, results.strengths(name, table, method, figure))
            for value in [results.value(name, table, method, strength, figure)]
        ]

    return cases


def joined(*several: Cases) -> Cases:
    """All cases of several relations."""
    return lambda results: [case for cases in several for case in cases(results)]
