"""The figures of samples: their risk towards the population, and the loss by survey weights (specification 23)."""

from __future__ import annotations

from collections.abc import Callable

from kinonym.assess.figure import Figure, Value
from kinonym.assess.measured import Measured
from kinonym.metrics.population_risk import PopulationSide

__all__ = ["POPULATION_FIGURES"]


def _from_population(read: Callable[[PopulationSide], float]) -> Value:
    return lambda m: None if (risk := m.population_risk) is None or risk.after is None else read(risk.after)


def _from_population_before(read: Callable[[PopulationSide], float]) -> Value:
    return lambda m: None if (risk := m.population_risk) is None else read(risk.before)


def _estimated(measured: Measured) -> str:
    risk = measured.population_risk
    return " (estimated)" if risk is not None and not risk.known else ""


POPULATION_FIGURES: tuple[Figure, ...] = (
    Figure(
        samples_only=True, name="population_risk", title="risk towards the population", kind="share", better="low",
        digits=2,
        views=("risk", "comparison"), before=_from_population_before(lambda side: side.mean_risk),
        value=_from_population(lambda side: side.mean_risk), words=_estimated,
        describe="for samples: mean chance that a record is the given person's, for an attacker who does not know who"
        " is in the sample; estimated from survey weights, or counted in a population table",
    ),
    Figure(
        samples_only=True, name="population_risk_most", title="the same, of the record most at risk", kind="share",
        better="low", digits=2, views=("risk",), value=_from_population(lambda side: side.greatest_risk),
        words=_estimated,
        describe="for samples: the greatest of these chances",
    ),
    Figure(
        samples_only=True, name="population_uniques", title="population uniques", kind="number", better="low",
        views=("risk",), before=_from_population_before(lambda side: side.uniques),
        value=_from_population(lambda side: side.uniques), words=_estimated,
        describe="for samples: combinations that one person of the sample and of the population has",
    ),
    Figure(
        samples_only=True, name="match", title="a unique match is right", kind="share", better="low", digits=2,
        views=("risk",), before=_from_population_before(lambda side: side.match),
        value=_from_population(lambda side: side.match), words=_estimated,
        describe="for samples: the chance that combinations which are unique in the sample and in the population belong"
        " to one person (Skinner and Elliot)",
    ),
    Figure(
        samples_only=True, name="k_map", title="smallest group in the population", kind="count", better="high",
        views=("risk", "comparison"), value=_from_population(lambda side: side.fewest), words=_estimated,
        describe="for samples: persons of the population that the rarest masked combination stands for (k-map)",
    ),
    Figure(
        samples_only=True, name="weighted_loss", title="L by survey weights", kind="percent", better="low", digits=2,
        views=("utility", "comparison"),
        value=lambda m: None if m.population_risk is None else m.population_risk.weighted_loss,
        describe="for samples: L in which each record counts for the persons of the population that it stands for",
    ),
)  # fmt: skip
