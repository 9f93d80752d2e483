"""The check of k-map: how many persons of the population each class of a release stands for (specification 23).

It starts from texts that were read again row by row, and shares no code with the counts that the method used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kinonym.engines.contract import Tally
from kinonym.release.checks import Check, refuse
from kinonym.release.planned_release import PlannedRelease
from kinonym.tuples.index_arrays import DROPPED

__all__ = [
    "EnoughPopulation",
    "FoundInPopulation",
    "PopulationTexts",
    "count_fewest_in_population",
    "enough_population",
]

Texts = tuple[str | None, ...]
_ROUNDING = 1e-6
"""What sums of weights may differ by, in another order."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PopulationTexts:
    """The persons of the population, by the texts of the masked columns."""

    persons: Mapping[Texts, float]
    known: bool
    """Whether they were counted; False: estimated from survey weights."""


@dataclass(frozen=True, kw_only=True)
class FoundInPopulation:
    """How many persons of the population the rarest class of a release stands for."""

    fewest: float
    known: bool

    @property
    def sentence(self) -> str:
        """What was counted, or estimated."""
        if self.known:
            return (
                f"k-map: the originals of every group have combinations that at least {self.fewest:,.0f} persons of "
                "the population table have."
            )
        return (
            f"Estimated from survey weights, not guaranteed: every group stands for at least {self.fewest:,.0f} "
            "persons of the population."
        )

    @property
    def limit(self) -> str:
        """Whom the sentence does not concern."""
        return "This is about attackers who do not know who is in the table; others are bounded by k alone."


@dataclass(frozen=True, eq=False, kw_only=True)
class EnoughPopulation:
    """The originals of every class have combinations that at least ``k_map`` persons of the population have."""

    planned: PlannedRelease
    k_map: int

    @property
    def columns(self) -> tuple[str, ...]:
        """The masked columns."""
        return self.planned.names

    def verify(self, tally: Tally) -> None:
        """Raise unless the rarest class stands for enough persons."""
        fewest = count_fewest_in_population(self.planned)
        if tally.records and (fewest is None or fewest < self.k_map - _ROUNDING):
            found = "unknown" if fewest is None else f"{fewest:,.1f}"
            refuse(f"a group stands for {found} persons of the population where {self.k_map} are required")


def count_fewest_in_population(planned: PlannedRelease) -> float | None:
    """Count the persons of the population for the class that has fewest; None if there are none, or it is unknown.

    A class is what is written alike. Its persons are those with the original texts of one of its records.
    """
    population = planned.population
    if population is None:
        return None
    places = [planned.counted.columns.index(name) for name in planned.names]
    texts_of: dict[int, set[Texts]] = {}
    for codes, t in zip(planned.counted.codes.tolist(), planned.planned_of_counted.tolist(), strict=True):
        if t != DROPPED:
            texts_of.setdefault(t, set()).add(tuple(planned.counted.values[j][codes[j]] for j in places))
    originals: dict[tuple[str | float | None, ...], set[Texts]] = {}
    for source, target in zip(planned.plan.source.tolist(), planned.plan.target.tolist(), strict=True):
        if target != DROPPED:
            written = tuple(planned.written[name][target] for name in planned.names)
            originals.setdefault(written, set()).update(texts_of.get(source, ()))
    return min((sum(population.persons.get(own, 0.0) for own in each) for each in originals.values()), default=None)


def enough_population(planned: PlannedRelease) -> Iterator[Check]:
    """Yield the check of k-map, if the method demands it."""
    if planned.method.population_k is not None:
        yield EnoughPopulation(planned=planned, k_map=planned.method.population_k)
