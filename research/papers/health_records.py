"""E figs 4-6: suppression, recoding, microaggregation and resampling of diagnoses, each with meaning and without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from kinonym.methods import Method
from kinonym.methods.mdav import Mdav
from kinonym.methods.recode import Recode
from kinonym.methods.resample import Resample
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.suppress import Suppress
from kinonym.metrics import measure_distribution, measure_utility
from kinonym.metrics.plan_changes import find_masked_tuples
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples
from research.data.tables import diabetes, on_measure
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import in_order, one_by_one, timed_plan, warm
from research.reading import SECONDS, Reading, mean_readings

__all__ = ["DIVERGENCE", "EXPERIMENT", "FORMS", "PLAIN", "SAMPLE", "SPARSE", "SSE", "WHOLE"]

SSE, DIVERGENCE = "SSE", "KL divergence"
SAMPLE, SPARSE, WHOLE = (
    "Diabetes 130, 3,006 records", "Diabetes 130, each code at most 8 times, 2,549 records",
    "Diabetes 130, 101,388 records",
)  # fmt: skip
PLAIN = ", not semantic"


@dataclass(frozen=True)
class Form:
    """A method, whether it sees the ontology, and what is put in random order, which decides over equal distances."""

    make: Callable[[int], Method]
    semantic: bool = True
    shuffled: Literal["tuples", "records", "nothing"] = "tuples"


FORMS: dict[str, Form] = {
    "microaggregation": Form(lambda k: SaMdav(k=k)),
    f"microaggregation{PLAIN}": Form(lambda k: SaMdav(k=k), semantic=False),
    "microaggregation, groups of k": Form(lambda k: Mdav(k=k)),
    f"microaggregation, groups of k{PLAIN}": Form(lambda k: Mdav(k=k, distance="equality", centroid="mode")),
    "recoding": Form(lambda k: Recode(k=k, weighted=True)),
    f"recoding{PLAIN}": Form(lambda k: Recode(k=k, weighted=True), semantic=False),
    "recoding, unweighted": Form(lambda k: Recode(k=k)),
    f"recoding, unweighted{PLAIN}": Form(lambda k: Recode(k=k), semantic=False),
    "resampling": Form(lambda k: Resample(k=k), shuffled="records"),
    f"resampling{PLAIN}": Form(lambda k: Resample(k=k), semantic=False, shuffled="records"),
    "resampling, ties in order": Form(lambda k: Resample(k=k), shuffled="nothing"),
    f"resampling, ties in order{PLAIN}": Form(lambda k: Resample(k=k), semantic=False, shuffled="nothing"),
    "suppression": Form(lambda k: Suppress(k=k)),
}
PAPER = tuple(name for name in FORMS if "groups" not in name and "unweighted" not in name and "ties" not in name)
GROUPS = ("microaggregation, groups of k", f"microaggregation, groups of k{PLAIN}")
SEMANTIC = tuple(name for name in PAPER if not name.endswith(PLAIN) and name != "suppression")
SIZES = {SAMPLE: (2, 3, 4, 5, 6, 8, 10, 12, 15), SPARSE: (2, 5, 10, 15), WHOLE: (2, 5, 15)}
RUNS = {SAMPLE: 5, SPARSE: 5, WHOLE: 2}


def loaded(folder: Path, data: str) -> Tuples:
    """First and second diagnosis, with the distance of E eq. 1."""
    return diabetes(
        folder,
        rows=3006 if data == SAMPLE else None,
        measure="subsumers",
        at_most=8 if data == SPARSE else None,
    )


def masked(folder: Path, data: str, form: str) -> list[Reading]:
    """One method for every k."""
    tuples = loaded(folder, data)
    warm(FORMS[form].make(2), tuples)
    readings: list[Reading] = []
    for k in SIZES[data]:
        runs = [_figures(FORMS[form], k, tuples, seed) for seed in range(RUNS[data])]
        readings += mean_readings(data, form, k, runs)
    return readings


def _figures(form: Form, k: int, tuples: Tuples, seed: int) -> dict[str, float]:
    """One plan over the records or tuples in a separate order, measured with meaning."""
    if form.shuffled == "tuples":
        tuples = in_order(tuples, seed)
    seen, origin = tuples if form.semantic else on_measure(tuples, "equality"), np.arange(len(tuples))
    if form.shuffled == "records":
        seen, origin = one_by_one(seen, generator(seed))
    plan, seconds = timed_plan(form.make(k), seen, seed)
    semantic = Plan(tuples, origin[plan.source], plan.target, plan.count, plan.targets)
    divergence = measure_distribution(tuples, find_masked_tuples(semantic)[0]).divergence
    return {SSE: measure_utility(semantic).sse, DIVERGENCE: divergence, SECONDS: seconds}


EXPERIMENT = Experiment(
    title="Methods for health records",
    shows="E figs 4-6",
    needs=("diabetes", "icd9"),
    parts=tuple(
        Part(name=f"{data} {form}", run=masked, settings={"data": data, "form": form})
        for data in SIZES
        for form in (FORMS if data == SAMPLE else PAPER + GROUPS)
    ),
    tables=(
        Table(title="SSE", figures=(SSE,), digits=1),
        Table(title=DIVERGENCE, figures=(DIVERGENCE,)),
        Table(title=SECONDS, figures=(SECONDS,), digits=3),
    ),
    figures=(
        Figure(name="sse", title="Semantic information loss (E fig. 4)", figure=SSE, methods=PAPER),
        Figure(name="semantic", title="The semantic methods: SSE (E fig. 5)", figure=SSE, methods=SEMANTIC),
        Figure(
            name="divergence",
            title="The semantic methods: KL divergence (E fig. 5)",
            figure=DIVERGENCE,
            methods=SEMANTIC,
        ),
        Figure(name="seconds", title="Time (E fig. 6)", figure=SECONDS, methods=SEMANTIC, log_y=True),
    ),
)
