"""A figs 6, 7 and E figs 4, 5 for all k-anonymous methods at once, by the default distance: which one loses least."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import KinonymError
from kinonym.methods import Method
from kinonym.methods.generalise import Generalise
from kinonym.methods.mdav import Mdav
from kinonym.methods.recode import Recode
from kinonym.methods.resample import Resample
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.suppress import Suppress
from kinonym.metrics import measure_utility
from kinonym.tuples import Tuples
from research.data.tables import adult, diabetes, on_measure
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import in_order, judged_by, smallest_class, timed_plan
from research.reading import Reading, mean_readings

__all__ = ["ADULT", "DIABETES", "EXPERIMENT", "FORMS", "SSE"]

SSE = "SSE"
ADULT, DIABETES = "Adult, 30,162 records", "Diabetes 130, three diagnoses, 101,766 records"
SIZES = {ADULT: (2, 5, 10, 15), DIABETES: (5, 10)}
RUNS = {ADULT: 5, DIABETES: 1}


@dataclass(frozen=True)
class Form:
    """A method with its settings, and whether it sees the ontology."""

    make: Callable[[int], Method]
    semantic: bool = True


FORMS: dict[str, Form] = {
    "sa-mdav": Form(lambda k: SaMdav(k=k)),
    "sa-mdav, static": Form(lambda k: SaMdav(k=k, static=True)),
    "sa-mdav, unweighted": Form(lambda k: SaMdav(k=k, weighted=False)),
    "sa-mdav, refined": Form(lambda k: SaMdav(k=k, refine=True)),
    "sa-mdav, equality": Form(lambda k: SaMdav(k=k), semantic=False),
    "mdav": Form(lambda k: Mdav(k=k)),
    "mdav, refined": Form(lambda k: Mdav(k=k, refine=True)),
    "mdav, equality and mode": Form(lambda k: Mdav(k=k, distance="equality", centroid="mode")),
    "mdav, lcs": Form(lambda k: Mdav(k=k, centroid="lcs")),
    "recode": Form(lambda k: Recode(k=k)),
    "recode, weighted": Form(lambda k: Recode(k=k, weighted=True)),
    "recode, equality": Form(lambda k: Recode(k=k), semantic=False),
    "recode, no heuristics": Form(lambda k: Recode(k=k, heuristics=0)),
    "resample": Form(lambda k: Resample(k=k)),
    "resample, one reference": Form(lambda k: Resample(k=k, reference="table")),
    "resample, equality": Form(lambda k: Resample(k=k), semantic=False),
    "generalise": Form(lambda k: Generalise(k=k)),
    "generalise, local": Form(lambda k: Generalise(k=k, scheme="local")),
    "suppress": Form(lambda k: Suppress(k=k)),
}


def masked(folder: Path, data: str, form: str) -> list[Reading]:
    """One method for every k, on tuples in random order."""
    tuples = adult(folder) if data == ADULT else diabetes(folder, ("diag_1", "diag_2", "diag_3"), missing=True)
    readings: list[Reading] = []
    for k in SIZES[data]:
        runs = [_figures(FORMS[form], k, in_order(tuples, seed), seed) for seed in range(RUNS[data])]
        readings += mean_readings(data, form, k, runs)
    return readings


def _figures(form: Form, k: int, tuples: Tuples, seed: int) -> dict[str, float]:
    seen = tuples if form.semantic else on_measure(tuples, "equality")
    plan = judged_by(timed_plan(form.make(k), seen, seed)[0], tuples)
    if smallest_class(plan) < k:
        msg = f"{form.make(k).name} made a class of fewer than {k} records"
        raise KinonymError(msg)
    return {SSE: measure_utility(plan).sse}


EXPERIMENT = Experiment(
    title="The order of the methods",
    shows="A figs 6, 7 and E figs 4, 5 for all k-anonymous methods",
    needs=("adult", "diabetes", "icd9"),
    parts=tuple(
        Part(name=f"{data} {form}", run=masked, settings={"data": data, "form": form})
        for data in SIZES
        for form in FORMS
    ),
    tables=(Table(title=SSE, figures=(SSE,), digits=1),),
    figures=(Figure(name="sse", title="Semantic squared error", figure=SSE, log_y=True),),
)
