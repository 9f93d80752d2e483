"""M figs 5-8, 14, 15: recoding by meaning, by a hand-made hierarchy, by discernibility and at random."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kinonym.methods.recode import Recode
from kinonym.metrics import measure_utility
from kinonym.metrics.risk import exact_linkage
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points
from research.data.tables import adult
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import timed_plan, warm
from research.papers.recoding_measures import LENGTH, RUNS, SIMILARITY, SIZES, judged
from research.reading import SECONDS, Reading, mean_readings
from research.survey import grouped_survey, survey

__all__ = ["DISCERNIBILITY", "EXPERIMENT", "GROUPS", "LINKAGE", "RANDOM", "SEMANTIC", "UNIFORM", "led_plan"]

SEMANTIC, GROUPS, UNIFORM, RANDOM = "WordNet", "hierarchy by hand", "discernibility", "random"
DISCERNIBILITY = "discernibility penalty"
LINKAGE = "record linkage (%)"


def led_plan(tuples: Tuples, lead: str, k: int, seed: int) -> tuple[Plan, float]:
    """A recoding led by meaning, by the hierarchy made by hand, by discernibility or by chance; and its seconds."""
    if lead == UNIFORM:
        return timed_plan(Recode(k=k, distance="discernibility"), tuples, seed)
    if lead == GROUPS:
        here, place = grouped_survey()
        plan, seconds = timed_plan(Recode(k=k), here, seed)
        into = np.empty(len(tuples), dtype=np.int64)
        into[place[plan.source]] = place[plan.target]
        return Plan(tuples, np.arange(len(tuples)), into, tuples.counts, tuple_points(tuples)), seconds
    return timed_plan(Recode(k=k, heuristics=0 if lead == RANDOM else 3), tuples, seed)


def led(folder: Path, data: str, lead: str) -> list[Reading]:
    """One lead for every k."""
    tuples = survey() if data == "Survey" else adult(folder)
    warm(Recode(k=2), tuples)
    readings: list[Reading] = []
    for k in SIZES:
        runs = [_figures(*led_plan(tuples, lead, k, seed), tuples) for seed in range(RUNS[data])]
        readings += mean_readings(data, lead, k, runs)
    return readings


def _figures(plan: Plan, seconds: float, tuples: Tuples) -> dict[str, float]:
    return {
        **judged(plan, tuples),
        DISCERNIBILITY: measure_utility(plan).discernibility,
        LINKAGE: exact_linkage(plan),
        SECONDS: seconds,
    }


LEADS = {"Survey": (SEMANTIC, GROUPS, UNIFORM, RANDOM), "Adult": (SEMANTIC, UNIFORM, RANDOM)}
EXPERIMENT = Experiment(
    title="Recoding by meaning and by distribution",
    shows="M figs 5-8, 14, 15",
    needs=("adult",),
    parts=tuple(
        Part(name=f"{data} {lead}", run=led, settings={"data": data, "lead": lead})
        for data, leads in LEADS.items()
        for lead in leads
    ),
    tables=(
        Table(title=SIMILARITY, figures=(SIMILARITY,)),
        Table(title=LENGTH, figures=(LENGTH,)),
        Table(title=DISCERNIBILITY, figures=(DISCERNIBILITY,), digits=0),
        Table(title=LINKAGE, figures=(LINKAGE,), digits=2),
        Table(title=SECONDS, figures=(SECONDS,)),
    ),
    figures=(
        Figure(name="similarity", title="Similarity to the original (M figs 5, 8)", figure=SIMILARITY),
        Figure(name="length", title="Path length to the original (M fig. 6)", figure=LENGTH),
        Figure(name="discernibility", title="Discernibility penalty (M fig. 7)", figure=DISCERNIBILITY),
        Figure(name="linkage", title="Record linkage (M fig. 14)", figure=LINKAGE),
        Figure(name="seconds", title="Time (M fig. 15)", figure=SECONDS, methods=(SEMANTIC,)),
    ),
)
