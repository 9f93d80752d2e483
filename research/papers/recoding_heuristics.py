"""M fig. 4: what each of the three heuristics adds to recoding."""

from __future__ import annotations

from pathlib import Path

from kinonym.methods.recode import Recode
from research.data.tables import adult
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import timed_plan
from research.papers.recoding_measures import LENGTH, RUNS, SIMILARITY, SIZES, judged
from research.reading import Reading, mean_readings
from research.survey import survey

__all__ = ["EXPERIMENT", "NAMES"]

NAMES = ("no heuristic", "heuristic 1", "heuristics 1 and 2", "all three")


def guided(folder: Path, data: str, heuristics: int) -> list[Reading]:
    """Recoding with so many heuristics for every k."""
    tuples = survey() if data == "Survey" else adult(folder)
    readings: list[Reading] = []
    for k in SIZES:
        plans = [timed_plan(Recode(k=k, heuristics=heuristics), tuples, seed)[0] for seed in range(2 * RUNS[data])]
        readings += mean_readings(data, NAMES[heuristics], k, [judged(plan, tuples) for plan in plans])
    return readings


EXPERIMENT = Experiment(
    title="Heuristics of recoding",
    shows="M fig. 4",
    needs=("adult",),
    parts=tuple(
        Part(name=f"{data} {number}", run=guided, settings={"data": data, "heuristics": number})
        for data in ("Survey", "Adult")
        for number in range(len(NAMES))
    ),
    tables=(Table(title=SIMILARITY, figures=(SIMILARITY,)), Table(title=LENGTH, figures=(LENGTH,))),
    figures=(Figure(name="similarity", title="What each heuristic adds (M fig. 4)", figure=SIMILARITY),),
)
