"""T tables 7.1-7.5 and figs 7.1-7.3: three rank swappings and the unconstrained swap, on pairs of columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from kinonym import ontologies
from kinonym.domains import Nominal
from kinonym.errors import KinonymError
from kinonym.methods import Method
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.methods.swap.ranking import most_marginal, reference_distances
from kinonym.metrics.plan_changes import find_masked_tuples, row_changes
from kinonym.metrics.statistics import moments
from kinonym.tuples import Plan, Tuples
from research.data.tables import diabetes, mimic
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import timed_plan, warm
from research.reading import SECONDS, Reading, mean_readings, single_readings

__all__ = [
    "ALIKE", "CORRELATION", "DEMO", "EXPERIMENT", "FIRST", "LOST", "MADE", "SAMPLE", "SECOND", "TABLES", "UNCHANGED",
    "WHOLE",
]  # fmt: skip

FIRST, SECOND = "RMSE of the first column", "RMSE of the second column"
CORRELATION, LOST, UNCHANGED = "sdCor after", "|sdCor* − sdCor|", "cells unchanged"
TIE = "largest tie of the ranking"
FEATURES = ("records", "values of the first", "values of the second", "sdVar of the first", "sdVar of the second",
            "sdCor", TIE)  # fmt: skip
METHODS: dict[str, Callable[[int], Method]] = {
    "SRS-1": lambda k: Srs1(k=k, published=True),
    "SRS-2": lambda k: Srs2(k=k, published=True),
    "SRS-3": lambda k: Srs3(k=k, published=True),
    "data swapping": lambda _: DataSwap(),
    "SRS-1 repaired": lambda k: Srs1(k=k),
    "SRS-2 repaired": lambda k: Srs2(k=k),
    "SRS-3 repaired": lambda k: Srs3(k=k),
    "record swapping": lambda k: RecordSwap(k=k),
}
PAPER = tuple(METHODS)[:4]
SAMPLE, ALIKE, WHOLE, DEMO, MADE = (
    "Diabetes 130, 1,172 records", "Diabetes 130, same chapter, 1,012 records", "Diabetes 130, 101,388 records",
    "MIMIC-III demo, 506 procedures", "Made up over WordNet, 1,172 records",
)  # fmt: skip
TABLES = (SAMPLE, ALIKE, WHOLE, DEMO, MADE)
SIZES = {data: (2, 10, 100) if data == WHOLE else (2, 5, 10, 20, 50, 100) for data in TABLES}
RUNS = {SAMPLE: 5, ALIKE: 5, WHOLE: 2, DEMO: 5, MADE: 5}
RARE = 230
"""Values of each column that is made up, about as many as diagnoses in the sample."""


def loaded(folder: Path, data: str) -> Tuples:
    """First and second diagnosis, diagnosis and procedure, or two columns of random nouns."""
    if data == DEMO:
        return mimic(folder)
    if data == MADE:
        return random_nouns()
    rows = {SAMPLE: 1172, ALIKE: 1012, WHOLE: None}[data]
    return diabetes(folder, rows=rows, alike=data == ALIKE)


def random_nouns() -> Tuples:
    """Two columns of random nouns with long tails, a third of the records with the same noun twice.

    They mean nothing. WordNet is deeper than ICD-9-CM, so that a ranking by distance has fewer ties.
    """
    domain = Nominal(ontologies.load("wordnet"), "entity.n.01")
    rng = np.random.default_rng(1)
    nouns = rng.choice(len(domain.tau), RARE, replace=False).astype(np.float64)
    share = 1.0 / np.arange(1, RARE + 1)
    first, other = (rng.choice(nouns, 1172, p=share / share.sum()) for _ in range(2))
    points = np.column_stack([first, np.where(rng.random(1172) < 1 / 3, first, other)])
    return Tuples.from_points(("first", "second"), [domain] * 2, points, np.ones(1172, dtype=np.int64))[0]


def described(folder: Path, data: str) -> list[Reading]:
    """T table 7.1, and what decides over SRS-1: how many records its ranking cannot tell apart."""
    tuples = loaded(folder, data)
    before = moments(tuples)
    parts = [tuples.column_tuples[j] for j in (0, 1)]
    figures = (
        tuples.records, len(parts[0]), len(parts[1]), before.covariance[0, 0], before.covariance[1, 1],
        before.correlation[0, 1], max(_largest_tie(part) for part in parts),
    )  # fmt: skip
    return single_readings(data, "original", 0, dict(zip(FEATURES, map(float, figures), strict=True)))


def _largest_tie(part: Tuples) -> float:
    """Share of the records at the commonest distance from the most marginal value."""
    distances = reference_distances(part, int(most_marginal(part)[0]))
    _, place = np.unique(distances, return_inverse=True)
    return float(np.bincount(place, weights=part.counts).max() / part.records)


def swapped(folder: Path, data: str, method: str) -> list[Reading]:
    """One method for every k."""
    tuples = loaded(folder, data)
    warm(METHODS[method](2), tuples)
    readings: list[Reading] = []
    for k in SIZES[data] if method != "data swapping" else SIZES[data][:1]:
        runs = [_figures(*timed_plan(METHODS[method](k), tuples, seed), tuples) for seed in range(RUNS[data])]
        readings += mean_readings(data, method, k, runs)
    return readings


def _figures(plan: Plan, seconds: float, tuples: Tuples) -> dict[str, float]:
    """T sect. 7.3; means and variances of the columns stay by construction, which is checked."""
    before, masked = moments(tuples), moments(find_masked_tuples(plan)[0])
    if masked.means != before.means or not np.allclose(np.diag(masked.covariance), np.diag(before.covariance)):
        msg = "a swap changed the mean or the variance of a column"
        raise KinonymError(msg)
    changes, share = row_changes(plan), plan.count / tuples.records
    errors = np.sqrt(share @ changes**2)
    correlation = float(masked.correlation[0, 1])
    return {
        FIRST: float(errors[0]),
        SECOND: float(errors[1]),
        CORRELATION: correlation,
        LOST: abs(correlation - float(before.correlation[0, 1])),
        UNCHANGED: float((share @ (changes == 0)).mean()),
        SECONDS: seconds,
    }


EXPERIMENT = Experiment(
    title="Semantic rank swapping",
    shows="T tables 7.1-7.5, figs 7.1-7.3",
    needs=("diabetes", "icd9", "mimic"),
    parts=(
        *(Part(name=f"{data} described", run=described, settings={"data": data}) for data in TABLES),
        *(
            Part(name=f"{data} {method}", run=swapped, settings={"data": data, "method": method})
            for data in TABLES
            for method in (PAPER if data in (WHOLE, MADE) else METHODS)
        ),
    ),
    tables=(
        Table(title="The tables (T table 7.1)", figures=FEATURES),
        Table(title=FIRST, figures=(FIRST,)),
        Table(title=SECOND, figures=(SECOND,)),
        Table(title=CORRELATION, figures=(CORRELATION,)),
        Table(title=LOST, figures=(LOST,)),
        Table(title=UNCHANGED, figures=(UNCHANGED,), percent=True, digits=1),
    ),
    figures=(
        Figure(name="first", title="RMSE of the first column (T fig. 7.1)", figure=FIRST, methods=PAPER, log_x=True),
        Figure(name="second", title="RMSE of the second column (T fig. 7.2)", figure=SECOND, methods=PAPER, log_x=True),
        Figure(
            name="correlation", title="Distance correlation (T fig. 7.3)", figure=CORRELATION, methods=PAPER, log_x=True
        ),
        Figure(name="repaired", title="What the repaired forms lose of the correlation", figure=LOST, log_x=True),
    ),
)
