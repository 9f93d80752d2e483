"""How far from the best possible? The loss of the methods, compared with a bound that no release can go below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kinonym.methods import Method
from kinonym.methods.mdav import Mdav
from kinonym.methods.recode import Recode
from kinonym.methods.sa_mdav import SaMdav
from kinonym.metrics import measure_utility
from kinonym.tuples import Tuples
from research.beyond.lower_bounds import best_known, centre_squares, linear_bound, pair_bound
from research.data.tables import adult
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import timed_plan
from research.reading import Reading, single_readings

__all__ = ["EXPERIMENT", "METHODS", "PAIRS", "RATIO", "SSE", "squared_error"]

SSE, RATIO = "SSE", "times the best bound"
ADULT = "Adult"
PAIRS, LINEAR, BEST = (
    "bound by pairs",
    "bound by linear programme",
    "integer programme on the centres of the linear one",
)
METHODS: dict[str, Callable[[int], Method]] = {
    "sa-mdav refined": lambda k: SaMdav(k=k, refine=True),
    "mdav refined": lambda k: Mdav(k=k, refine=True),
    "sa-mdav": lambda k: SaMdav(k=k),
    "mdav": lambda k: Mdav(k=k),
    "recode": lambda k: Recode(k=k),
}
SIZES = (2, 5, 10, 15)


def on_adult(folder: Path, k: int) -> list[Reading]:
    """Bounds, the best release known and the methods for one k."""
    tuples = adult(folder)
    squares = centre_squares(tuples)
    linear = linear_bound(squares, tuples.counts, k)
    reached = {PAIRS: pair_bound(squares, tuples.counts, k), LINEAR: linear.value}
    reached[BEST] = best_known(linear, squares, tuples.counts, k)
    reached |= {name: squared_error(make(k), tuples) for name, make in METHODS.items()}
    return [
        reading
        for name, value in reached.items()
        for reading in single_readings(ADULT, name, k, {SSE: value, RATIO: value / linear.value})
    ]


def squared_error(method: Method, tuples: Tuples) -> float:
    """SSE of one plan (E eq. 7)."""
    return measure_utility(timed_plan(method, tuples, 0)[0]).sse


EXPERIMENT = Experiment(
    title="How far from the best possible",
    shows="beyond the papers: lower bounds on the SSE",
    needs=("adult",),
    parts=tuple(Part(name=f"k {k}", run=on_adult, settings={"k": k}) for k in SIZES),
    tables=(Table(title=SSE, figures=(SSE,), digits=3), Table(title=RATIO, figures=(RATIO,), digits=2)),
    figures=(Figure(name="bounds", title="What is reached and what is possible", figure=SSE, log_y=True),),
)
