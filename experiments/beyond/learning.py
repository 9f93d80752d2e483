"""What a data scientist loses: models trained on a release, tested on original records that were held out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from experiments.data_files import records_of
from experiments.data_tables import diagnosis_points, encounters, icd9
from experiments.experiment import Experiment, Figure, Part, Table
from experiments.mondrian import mondrian_plan
from experiments.reading import Reading, mean_readings
from kinonym import ontologies
from kinonym.domains import Nominal
from kinonym.grouped import Plan, Tuples
from kinonym.methods.generalise import Generalise
from kinonym.methods.mdav import Mdav
from kinonym.methods.noise import Noise
from kinonym.methods.recode import Recode
from kinonym.methods.resample import Resample
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.suppress import Suppress
from kinonym.methods.swap import RecordSwap, Srs2, Srs3
from kinonym.random import generator

__all__ = ["BOOSTING", "EXPERIMENT", "LOGISTIC", "NONE", "TABLES"]

Points = NDArray[np.float64]
BOOSTING, LOGISTIC = "AUC, gradient boosting", "AUC, logistic regression"
NONE, LEFT_OUT = "original", "masked columns left out"
ADULT, DIABETES = "Adult, salary", "Diabetes 130, readmission"
TABLES = (ADULT, DIABETES)
TRAIN = TEST = 5000
SEEDS = 5
SIZES = (5, 10, 25, 50)
BOOSTED = (5, 25)
"""Gradient boosting takes longer and is trained at these only, as are refinement and noise tried."""
CONCEPTS = 120
"""So many of the commonest concepts, values or what subsumes them, are what a model sees of the masked columns."""
QUASI = ("sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation")
COUNTS = ("time_in_hospital", "num_medications", "number_inpatient", "number_emergency", "number_diagnoses")

Planner = Callable[[Tuples, int, int], Plan]
METHODS: dict[str, Planner] = {
    NONE: lambda tuples, _k, _seed: Plan.unchanged(tuples),
    LEFT_OUT: lambda tuples, _k, _seed: _left_out(tuples),
    "sa-mdav": lambda tuples, k, seed: SaMdav(k=k).plan(tuples, generator(seed)),
    "sa-mdav refined": lambda tuples, k, seed: SaMdav(k=k, refine=True).plan(tuples, generator(seed)),
    "mdav": lambda tuples, k, seed: Mdav(k=k).plan(tuples, generator(seed)),
    "recode": lambda tuples, k, seed: Recode(k=k).plan(tuples, generator(seed)),
    "resample": lambda tuples, k, seed: Resample(k=k).plan(tuples, generator(seed)),
    "suppress": lambda tuples, k, seed: Suppress(k=k).plan(tuples, generator(seed)),
    "Mondrian": lambda tuples, k, _seed: mondrian_plan(tuples, k),
    "full-domain generalisation": lambda tuples, k, seed: Generalise(k=k, suppress_share=0.05).plan(
        tuples, generator(seed)
    ),
    "srs2": lambda tuples, k, seed: Srs2(k=k).plan(tuples, generator(seed)),
    "srs3": lambda tuples, k, seed: Srs3(k=k).plan(tuples, generator(seed)),
    "record-swap": lambda tuples, k, seed: RecordSwap(k=k).plan(tuples, generator(seed)),
    "noise, α = 0.3 and 1": lambda tuples, k, seed: Noise(alpha=0.3 if k == SIZES[0] else 1.0).plan(
        tuples, generator(seed)
    ),
}
FIXED = (NONE, LEFT_OUT)
"""What does not depend on k."""
AT_TWO = ("sa-mdav refined", "noise, α = 0.3 and 1")


def _left_out(tuples: Tuples) -> Plan:
    """Every record alike: what the columns that are kept can teach by themselves."""
    nothing = np.array([[column.domain.encode([None])[0] for column in tuples.columns]])
    return Plan(tuples, np.arange(len(tuples)), np.zeros(len(tuples), dtype=np.int64), tuples.counts, nothing)


@cache
def loaded(folder: Path, data: str) -> tuple[tuple[str, ...], tuple[Nominal, ...], Points, Points, NDArray[np.bool_]]:
    """Names and domains of the masked columns, their points, columns that are kept, and what is to be learnt."""
    if data == ADULT:
        rows = records_of(folder / "adult_arx" / "adult.csv", ";")
        files = [folder / "adult_arx" / f"adult_hierarchy_{name}.csv" for name in QUASI]
        domains = tuple(Nominal(ontologies.load(file)) for file in files)
        points = [d.encode([row[name] for row in rows]) for name, d in zip(QUASI, domains, strict=True)]
        learnt = np.array([row["salary-class"] == ">50K" for row in rows])
        return QUASI, domains, np.column_stack(points), np.empty((len(rows), 0)), learnt
    rows = encounters(folder)
    names = ("diag_1", "diag_2", "diag_3")
    domain = Nominal(icd9(folder))
    kept = np.array([[float(row[name]) for name in COUNTS] for row in rows])
    learnt = np.array([row["readmitted"] != "NO" for row in rows])
    return names, (domain,) * 3, diagnosis_points(domain, rows, names), kept, learnt


def released(plan: Plan, place: NDArray[np.int64], seed: int) -> Points:
    """The masked values of each row: its tuple's targets dealt out at random."""
    rng = np.random.default_rng(seed)
    rows = np.lexsort((rng.random(len(place)), place))
    planned = np.argsort(plan.source, kind="stable")
    masked = np.empty((len(place), plan.targets.shape[1]))
    masked[rows] = plan.targets[np.repeat(plan.target[planned], plan.count[planned])]
    return masked


def seen(domains: Sequence[Nominal], points: Points, chosen: Sequence[NDArray[np.int64]]) -> Points:
    """For each chosen concept whether it is a row's value or subsumes it."""
    columns = []
    for j, domain in enumerate(domains):
        values, place = np.unique(points[:, j].astype(np.int64), return_inverse=True)
        below = np.zeros((len(values), len(chosen[j])))
        for row, value in enumerate(values.tolist()):
            if value < len(domain.tau):  # nothing subsumes a missing value
                below[row] = np.isin(chosen[j], domain.tau.above(value))
        columns.append(below[place])
    return np.column_stack(columns)


def commonest(domains: Sequence[Nominal], points: Points) -> list[NDArray[np.int64]]:
    """Of each column the concepts that are, or subsume, the values of most rows; the root says nothing."""
    chosen = []
    for j, domain in enumerate(domains):
        values, counts = np.unique(points[points[:, j] < len(domain.tau), j].astype(np.int64), return_counts=True)
        total = np.zeros(len(domain.tau))
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            total[domain.tau.above(value)] += count
        total[0] = 0
        most = np.argsort(-total, kind="stable")[: CONCEPTS // len(domains)]
        chosen.append(most[total[most] > 0])
    return chosen


def learnt_from(folder: Path, data: str, method: str) -> list[Reading]:
    """Train on a release of some rows, test on other rows as they are."""
    readings: list[Reading] = []
    runs: list[dict[str, float]] = []
    for k in BOOSTED if method in AT_TWO else SIZES:
        if not runs or method not in FIXED:
            runs = [_tried(folder, data, method, k, seed) for seed in range(SEEDS)]
        shown = [{name: run[name] for name in run if name == LOGISTIC or k in BOOSTED} for run in runs]
        readings += mean_readings(data, method, k, shown)
    return readings


def _tried(folder: Path, data: str, method: str, k: int, seed: int) -> dict[str, float]:
    """One split, one release, both models."""
    names, domains, points, kept, learnt = loaded(folder, data)
    rows = np.random.default_rng(seed).permutation(len(points))
    train, test = rows[:TRAIN], rows[TRAIN : TRAIN + TEST]
    tuples, place = Tuples.from_points(names, domains, points[train], np.ones(TRAIN, dtype=np.int64))
    masked = released(METHODS[method](tuples, k, seed), place, seed)
    chosen = commonest(domains, points[train])
    sides = [
        np.column_stack([seen(domains, side, chosen), kept[part]])
        for side, part in ((masked, train), (points[test], test))
    ]
    return _scores(sides[0], learnt[train], sides[1], learnt[test], seed, boosted=k in BOOSTED)


def _scores(
    train: Points, known: NDArray[np.bool_], test: Points, asked: NDArray[np.bool_], seed: int, *, boosted: bool
) -> dict[str, float]:
    scale = train.std(axis=0)
    scale[scale < 1e-6] = 1.0  # what never varies in the release says nothing
    models: dict[str, tuple[ClassifierMixin, Points | float]] = {
        LOGISTIC: (LogisticRegression(max_iter=200, C=0.1), scale)
    }
    if boosted:
        models[BOOSTING] = HistGradientBoostingClassifier(max_iter=60, random_state=seed), 1.0
    return {
        name: float(roc_auc_score(asked, model.fit(train / unit, known).predict_proba(test / unit)[:, 1]))
        for name, (model, unit) in models.items()
    }


EXPERIMENT = Experiment(
    title="What a data scientist loses",
    shows="beyond the papers: trained on the release, tested on original records",
    needs=("adult", "diabetes", "icd9"),
    parts=tuple(
        Part(name=f"{data} {method}", run=learnt_from, settings={"data": data, "method": method})
        for data in TABLES
        for method in METHODS
    ),
    tables=(Table(title=BOOSTING, figures=(BOOSTING,), digits=3), Table(title=LOGISTIC, figures=(LOGISTIC,), digits=3)),
    figures=(
        Figure(name="boosting", title="Gradient boosting trained on the release", figure=BOOSTING),
        Figure(name="logistic", title="Logistic regression trained on the release", figure=LOGISTIC),
    ),
)
