"""A figs 6, 7, 9-12: SA-MDAV, its simpler forms and the two baselines on Adult (k up to 1,800) and on the survey."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kinonym.errors import KinonymError
from kinonym.methods import Method
from kinonym.methods.mdav import Mdav
from kinonym.methods.sa_mdav import SaMdav
from kinonym.metrics import measure_utility, score
from kinonym.metrics.risk import exact_linkage
from kinonym.tuples import Tuples
from research.data.tables import adult
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import in_order, smallest_class, timed_plan, warm
from research.reading import SECONDS, Reading, mean_readings
from research.survey import survey

__all__ = ["BY_WEIGHT", "EXPERIMENT", "LINKAGE", "LOSS", "MIDDLE", "SCORE"]

LOSS, LINKAGE, SCORE = "information loss L (%)", "record linkage RL (%)", "score, weight 0.5"
BY_WEIGHT = "score"
REFINED = "SA-MDAV refined"
METHODS: dict[str, Callable[[int], Method]] = {
    "SA-MDAV": lambda k: SaMdav(k=k),
    "SA-MDAV static": lambda k: SaMdav(k=k, static=True),
    "S-MDAV": lambda k: Mdav(k=k),
    "Domingo-Ferrer and Torra": lambda k: Mdav(k=k, distance="equality", centroid="mode"),
    "Abril et al.": lambda k: Mdav(k=k, centroid="lcs"),
    "SA-MDAV unweighted": lambda k: SaMdav(k=k, weighted=False),
    REFINED: lambda k: SaMdav(k=k, refine=True),
}
IN_PAPER = tuple(METHODS)[:5]
COMPARED = ("SA-MDAV", "Domingo-Ferrer and Torra", "Abril et al.")
SIZES = {
    "Survey": tuple(range(2, 16)),
    "Adult": (2, 3, 5, 10, 15, 25, 50, 100, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800),
}
ORDERS, FEWER = 20, 3
"""Equal distances go to the tuple that comes first; A does not say which that is, so twenty orders are tried, fewer
with refinement, which takes longest."""
MIDDLE = {"Survey": 8, "Adult": 1000}
"""The k of A fig. 11, which the paper only calls intermediate."""


def masked(folder: Path, data: str, method: str) -> list[Reading]:
    """One method for every k; nothing in it is random but the order of the tuples."""
    tuples = survey() if data == "Survey" else adult(folder)
    warm(METHODS[method](2), tuples)
    orders = [in_order(tuples, seed) for seed in range(FEWER if method == REFINED else ORDERS)]
    readings: list[Reading] = []
    for k in SIZES[data]:
        runs = [_figures(METHODS[method](k), order, k) for order in orders]
        readings += mean_readings(data, method, k, runs)
        if k == MIDDLE[data]:
            readings += _by_weight(f"{data}, k = {k:,}", method, runs)
    return readings


def _figures(method: Method, tuples: Tuples, k: int) -> dict[str, float]:
    plan, seconds = timed_plan(method, tuples, 0)
    if smallest_class(plan) < k:
        msg = f"{method.name} made a class of fewer than {k} records"
        raise KinonymError(msg)
    loss, linkage = measure_utility(plan).loss, exact_linkage(plan)
    return {LOSS: loss, LINKAGE: linkage, SCORE: score(loss, linkage), SECONDS: seconds}


def _by_weight(data: str, method: str, runs: list[dict[str, float]]) -> list[Reading]:
    """A fig. 11: the score as the weight of the loss goes from 0 to 1."""
    readings: list[Reading] = []
    for weight in (step / 10 for step in range(11)):
        scores = [{BY_WEIGHT: score(run[LOSS], run[LINKAGE], weight)} for run in runs]
        readings += mean_readings(data, method, weight, scores)
    return readings


EXPERIMENT = Experiment(
    title="Adaptive microaggregation",
    shows="A figs 6, 7, 9-12",
    needs=("adult",),
    parts=tuple(
        Part(name=f"{data} {method}", run=masked, settings={"data": data, "method": method})
        for data in SIZES
        for method in METHODS
    ),
    tables=(
        Table(title=LOSS, figures=(LOSS,), digits=3),
        Table(title=LINKAGE, figures=(LINKAGE,), digits=3),
        Table(title=SCORE, figures=(SCORE,), digits=3),
        Table(title="Score by the weight of the loss", figures=(BY_WEIGHT,), digits=3),
        Table(title=SECONDS, figures=(SECONDS,), digits=3),
    ),
    figures=(
        Figure(name="versions", title="Three versions of the algorithm (A fig. 6)", figure=LOSS, methods=IN_PAPER[:3]),
        Figure(name="loss", title="Information loss and the baselines (A fig. 7)", figure=LOSS, methods=COMPARED),
        Figure(name="linkage", title="Record linkage (A fig. 9)", figure=LINKAGE, methods=COMPARED),
        Figure(name="score", title="Score, loss and linkage alike (A fig. 10)", figure=SCORE, methods=COMPARED),
        Figure(name="weight", title="Score by the weight of the loss (A fig. 11)", figure=BY_WEIGHT, x="weight of L",
               methods=COMPARED),
        Figure(name="seconds", title="Time (A fig. 12)", figure=SECONDS, methods=COMPARED, log_y=True),
        Figure(name="beyond", title="What the paper does not have: unweighted, refined", figure=LOSS, log_y=True,
               methods=("SA-MDAV", "S-MDAV", "SA-MDAV unweighted", REFINED)),
    ),
)  # fmt: skip
