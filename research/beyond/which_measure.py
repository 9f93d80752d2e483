"""Which measure? The same method led by every measure, judged by three of them, and attacked."""

from __future__ import annotations

from pathlib import Path

from kinonym.measures import measure_named, missing_needs
from kinonym.methods.sa_mdav import SaMdav
from kinonym.metrics import measure_utility
from kinonym.metrics.risk import exact_linkage
from kinonym.privacy.attacks import semantic_linkage
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples
from research.data.tables import adult, diabetes, on_measure
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import judged_by, timed_plan
from research.papers.people import SPECS
from research.reading import Reading, single_readings

__all__ = ["ADULT", "DIABETES", "EXACT", "EXPERIMENT", "JUDGES", "LINKED", "judged", "loaded"]

ADULT, DIABETES = "Adult", "Diabetes 130, 3,006 records"
JUDGES = ("wu-palmer", "subsumers", "lin+seco")
LINKED, EXACT = "linked by the nearest in meaning", "linked by equal values"
SIZES = (5, 10)


def loaded(folder: Path, data: str) -> Tuples:
    """Two columns over WordNet or over ICD-9-CM."""
    return adult(folder) if data == ADULT else diabetes(folder, rows=3006)


def judged(plan: Plan, tuples: Tuples) -> dict[str, float]:
    """The loss by three measures, and what two attackers find; both know all original records."""
    figures = {
        f"loss L (%), judged by {judge}": measure_utility(judged_by(plan, on_measure(tuples, judge))).loss
        for judge in JUDGES
    }
    semantic = judged_by(plan, tuples)
    figures[LINKED] = float(semantic_linkage(semantic, generator(0)).success)
    figures[EXACT] = exact_linkage(semantic) / 100.0
    return figures


def led_by(folder: Path, data: str, measure: str) -> list[Reading]:
    """SA-MDAV by one measure; nothing where the ontology lacks what the measure needs."""
    tuples = loaded(folder, data)
    if any(missing_needs(measure_named(measure), column.domain.tau) for column in tuples.columns):
        return []
    seen = on_measure(tuples, measure)
    readings: list[Reading] = []
    for k in SIZES:
        plan = timed_plan(SaMdav(k=k, weighted=False), seen, 0)[0]
        readings += single_readings(data, measure, k, judged(plan, tuples))
    return readings


LOSSES = tuple(f"loss L (%), judged by {judge}" for judge in JUDGES)
EXPERIMENT = Experiment(
    title="Which measure",
    shows="beyond the papers: SA-MDAV, unweighted, led by every measure",
    needs=("adult", "diabetes", "icd9"),
    parts=tuple(
        Part(name=f"{data} {measure}", run=led_by, settings={"data": data, "measure": measure})
        for data in (ADULT, DIABETES)
        for measure in SPECS
    ),
    tables=(
        *(Table(title=figure, figures=(figure,), digits=3) for figure in LOSSES),
        Table(title=LINKED, figures=(LINKED,), percent=True, digits=2),
        Table(title=EXACT, figures=(EXACT,), percent=True, digits=2),
    ),
    figures=(Figure(name="loss", title="Loss by the measure that leads", figure=LOSSES[0]),),
)
