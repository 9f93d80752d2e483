"""T tables 7.6-7.13 and figs 7.4-7.6, N tables 1-8: semantic noise, correlated or not, and two baselines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from kinonym.methods import Method
from kinonym.methods.noise import Noise, NoiseNaive, NoiseProbabilistic
from kinonym.methods.noise.fitted import FittedNoise
from kinonym.metrics.plan_changes import find_masked_tuples, row_changes
from kinonym.metrics.statistics import Moments, moments
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples
from research.data.tables import diabetes, mimic
from research.experiment import Experiment, Figure, Part, Table
from research.reading import Reading, mean_readings, single_readings

__all__ = ["ALIKE", "CORRELATION", "DEMO", "EXPERIMENT", "LOST", "METHODS", "SAMPLE", "TABLES", "WHOLE"]

COLUMNS = ("first", "second")
CORRELATION, LOST = "sdCor after", "|sdCor* − sdCor|"
FEATURES = ("records", "sVar of the first", "sVar of the second", "sdVar of the first", "sdVar of the second", "sdCor")


class Independent(Noise):
    """Correlated noise with its covariances set to 0: errors of the same size that do not depend on each other."""

    def _fit(self, tuples: Tuples, rng: np.random.Generator) -> FittedNoise:
        fitted = super()._fit(tuples, rng)
        np.copyto(fitted.covariance, np.diag(np.diag(fitted.covariance)))
        return fitted


METHODS: dict[str, Callable[[float], Method]] = {
    "uncorrelated SNA-1": lambda alpha: Noise(alpha=alpha, correlated=False),
    "correlated SNA-1": lambda alpha: Noise(alpha=alpha),
    "correlated SNA-2": lambda alpha: Noise(alpha=alpha, reference="pair"),
    "correlated SNA-3": lambda alpha: Noise(alpha=alpha, reference="root"),
    "SNA-1, as large as correlated, independent": lambda alpha: Independent(alpha=alpha),
    "naive": lambda _: NoiseNaive(),
    "probabilistic": lambda _: NoiseProbabilistic(),
}
BASELINES = ("naive", "probabilistic")
ALIKE, SAMPLE, WHOLE, DEMO = TABLES = (
    "Diabetes 130, same chapter, 1,350 records", "Diabetes 130, 1,350 records", "Diabetes 130, 101,388 records",
    "MIMIC-III demo, 506 procedures",
)  # fmt: skip
ALPHAS = {data: (0.1, 0.3, 0.5, 1.0) if data == WHOLE else (0.1, 0.3, 0.5, 0.7, 1.0) for data in TABLES}
RUNS = {ALIKE: 10, SAMPLE: 10, WHOLE: 2, DEMO: 20}


def loaded(folder: Path, data: str) -> Tuples:
    """First and second diagnosis, or diagnosis and procedure."""
    if data == DEMO:
        return mimic(folder)
    return diabetes(folder, rows=None if data == WHOLE else 1350, alike=data == ALIKE)


def described(folder: Path, data: str) -> list[Reading]:
    """T tables 7.6 and 7.11."""
    tuples = loaded(folder, data)
    before = moments(tuples)
    spread = np.diag(before.covariance)
    figures = (tuples.records, *before.variances, *spread, before.correlation[0, 1])
    return single_readings(data, "original", 0, dict(zip(FEATURES, map(float, figures), strict=True)))


def distorted(folder: Path, data: str, method: str) -> list[Reading]:
    """One kind of noise for every alpha."""
    tuples = loaded(folder, data)
    before = moments(tuples)
    readings: list[Reading] = []
    for alpha in ALPHAS[data][-1:] if method in BASELINES else ALPHAS[data]:
        made = METHODS[method](alpha)
        plans = [made.plan(tuples, generator(seed)) for seed in range(RUNS[data])]
        share = 0.0 if method in BASELINES else alpha
        readings += mean_readings(data, method, alpha, [_figures(plan, before, share) for plan in plans])
    return readings


def _figures(plan: Plan, before: Moments, alpha: float) -> dict[str, float]:
    """T sect. 7.3."""
    tuples, masked = plan.tuples, moments(find_masked_tuples(plan)[0])
    actual = np.sqrt((plan.count / tuples.records) @ row_changes(plan) ** 2)
    figures: dict[str, float] = {}
    for j, name in enumerate(COLUMNS):
        column = tuples.columns[j]
        means = np.array([before.means[j]]), np.array([masked.means[j]])
        figures[f"distance of the means, {name}"] = float(column.domain.between(*means)[0])
        figures[f"sVar after, {name}"] = masked.variances[j]
        figures[f"|sVar* − (1 + α)·sVar|, {name}"] = abs(masked.variances[j] - (1 + alpha) * before.variances[j])
        figures[f"RMSE, {name}"] = float(actual[j])
        target = plan.facts.get(f"rmse_target:{column.name}")
        if target is not None:
            figures[f"RMSE target, {name}"] = target
            figures[f"RMSE / target, {name}"] = float(actual[j]) / target
            figures[f"truncated, {name}"] = plan.facts[f"truncations:{column.name}"] / tuples.records
    correlation = float(masked.correlation[0, 1])
    return figures | {CORRELATION: correlation, LOST: abs(correlation - float(before.correlation[0, 1]))}


def _methods(data: str) -> list[str]:
    """SNA-2 needs two columns of one taxonomy."""
    return [name for name in METHODS if data != DEMO or name != "correlated SNA-2"]


EXPERIMENT = Experiment(
    title="Semantic noise",
    shows="T tables 7.6-7.13, figs 7.4-7.6; N tables 1-8",
    needs=("diabetes", "icd9", "mimic"),
    parts=(
        *(Part(name=f"{data} described", run=described, settings={"data": data}) for data in TABLES),
        *(
            Part(name=f"{data} {method}", run=distorted, settings={"data": data, "method": method})
            for data in TABLES
            for method in _methods(data)
        ),
    ),
    tables=(
        Table(title="The tables (T tables 7.6, 7.11)", figures=FEATURES),
        *(
            Table(title=f"{figure}, {name}", figures=(f"{figure}, {name}",))
            for name in COLUMNS
            for figure in (
                "RMSE",
                "RMSE target",
                "distance of the means",
                "sVar after",
                "|sVar* − (1 + α)·sVar|",
                "truncated",
            )
        ),
        Table(title=CORRELATION, figures=(CORRELATION,)),
        Table(title=LOST, figures=(LOST,)),
    ),
    figures=(
        Figure(name="first", title="RMSE of the first column (T fig. 7.4)", figure="RMSE, first", x="α"),
        Figure(name="second", title="RMSE of the second column (T fig. 7.5)", figure="RMSE, second", x="α"),
        Figure(name="correlation", title="Distance correlation (T fig. 7.6)", figure=CORRELATION, x="α"),
    ),
)
