"""M figs 2 and 3: recoding led by three measures that count edges, judged by similarity and by path length."""

from __future__ import annotations

from pathlib import Path

from kinonym.measures.edge import Path as Links
from kinonym.methods.recode import Recode
from kinonym.metrics import measure_utility
from kinonym.metrics.plan_changes import row_changes
from kinonym.tuples import Plan, Tuples
from research.data.tables import adult, on_measure
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import judged_by, timed_plan
from research.reading import Reading, mean_readings
from research.survey import survey

__all__ = ["EXPERIMENT", "LENGTH", "SIMILARITY", "judged", "links_of"]

SIMILARITY = "similarity (Wu-Palmer)"
LENGTH = "path length (links)"
LEADS = ("wu-palmer", "leacock-chodorow", "path")
SIZES = tuple(range(2, 16))
RUNS = {"Survey": 20, "Adult": 5}


def links_of(plan: Plan) -> float:
    """Mean number of links between a value and its masked one."""
    linked = judged_by(plan, on_measure(plan.tuples, Links(bounded=False)))
    return float((plan.count / plan.tuples.records) @ row_changes(linked).mean(axis=1))


def judged(plan: Plan, tuples: Tuples) -> dict[str, float]:
    """A plan by Wu-Palmer and by links (M eq. 22)."""
    semantic = judged_by(plan, tuples)
    return {SIMILARITY: measure_utility(semantic).quality, LENGTH: links_of(semantic)}


def led_by(folder: Path, data: str, lead: str) -> list[Reading]:
    """Recoding by one measure for every k."""
    tuples = survey() if data == "Survey" else adult(folder)
    seen = on_measure(tuples, lead)
    readings: list[Reading] = []
    for k in SIZES:
        runs = [judged(timed_plan(Recode(k=k), seen, seed)[0], tuples) for seed in range(RUNS[data])]
        readings += mean_readings(data, lead, k, runs)
    return readings


EXPERIMENT = Experiment(
    title="Recoding by three measures",
    shows="M figs 2, 3",
    needs=("adult",),
    parts=tuple(
        Part(name=f"{data} {lead}", run=led_by, settings={"data": data, "lead": lead})
        for data in ("Survey", "Adult")
        for lead in LEADS
    ),
    tables=(Table(title=SIMILARITY, figures=(SIMILARITY,)), Table(title=LENGTH, figures=(LENGTH,))),
    figures=(
        Figure(name="similarity", title="Semantic similarity of the masked table (M fig. 2)", figure=SIMILARITY),
        Figure(name="length", title="Path length to the original (M fig. 3)", figure=LENGTH),
    ),
)
