"""What a data scientist loses: models trained on a release, tested on other original records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from kinonym import ontologies
from kinonym.domains import Nominal
from kinonym.tuples import Plan, Tuples
from research.beyond.learning_methods import FAMILIES, STRENGTHS, plan_of, strengths_of
from research.data.files import COUNTED, records_of
from research.data.tables import diagnosis_points, encounters, icd9
from research.experiment import Experiment, Figure, Part, Table
from research.reading import Reading, mean_readings

__all__ = ["BOOSTING", "EXPERIMENT", "LOGISTIC", "TABLES"]

Points = NDArray[np.float64]
BOOSTING, LOGISTIC = "AUC, gradient boosting", "AUC, logistic regression"
ADULT, DIABETES = "Adult, salary", "Diabetes 130, readmission"
TABLES = (ADULT, DIABETES)
TRAIN = TEST = 5000
SEEDS = 5
EVERYWHERE = sorted({at for strengths in STRENGTHS.values() for at in strengths})
CONCEPTS = 120
"""So many of the commonest concepts, values or what subsumes them, are what a model sees of the masked columns."""
QUASI = ("sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation")


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
    kept = np.array([[float(row[name]) for name in COUNTED] for row in rows])
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


def learnt_from(folder: Path, data: str, method: str, strength: float | None = None) -> list[Reading]:
    """Train on a release of some rows, test on other rows as they are.

    What has no strength is tried once and stands at every strength of its tables.
    """
    runs = [_tried(folder, data, method, strength or 0.0, seed) for seed in range(SEEDS)]
    places = EVERYWHERE if strength is None else (strength,)
    return [reading for at in places for reading in mean_readings(data, method, at, runs)]


def _tried(folder: Path, data: str, method: str, strength: float, seed: int) -> dict[str, float]:
    """One split, one release, both models."""
    names, domains, points, kept, learnt = loaded(folder, data)
    rows = np.random.default_rng(seed).permutation(len(points))
    train, test = rows[:TRAIN], rows[TRAIN : TRAIN + TEST]
    tuples, place = Tuples.from_points(names, domains, points[train], np.ones(TRAIN, dtype=np.int64))
    masked = released(plan_of(method, tuples, strength, seed), place, seed)
    chosen = commonest(domains, points[train])
    sides = [
        np.column_stack([seen(domains, side, chosen), kept[part]])
        for side, part in ((masked, train), (points[test], test))
    ]
    return _scores(sides[0], learnt[train], sides[1], learnt[test], seed)


def _scores(
    train: Points, known: NDArray[np.bool_], test: Points, asked: NDArray[np.bool_], seed: int
) -> dict[str, float]:
    scale = train.std(axis=0)
    scale[scale < 1e-6] = 1.0  # what never varies in the release says nothing
    models: dict[str, tuple[ClassifierMixin, Points | float]] = {
        BOOSTING: (HistGradientBoostingClassifier(max_iter=60, random_state=seed), 1.0),
        LOGISTIC: (LogisticRegression(max_iter=200, C=0.1), scale),
    }
    return {
        name: float(roc_auc_score(asked, model.fit(train / unit, known).predict_proba(test / unit)[:, 1]))
        for name, (model, unit) in models.items()
    }


def _parts() -> list[Part]:
    """A part for each release: some take a second, refinement at high k minutes."""
    names = dict.fromkeys(name for family in FAMILIES.values() for name in family.members)
    return [
        Part(name=f"{data} {method}" + ("" if at is None else f" {at:g}"), run=learnt_from,
             settings={"data": data, "method": method, **({} if at is None else {"strength": at})})
        for data in TABLES
        for method in names
        for at in strengths_of(method) or (None,)
    ]  # fmt: skip


EXPERIMENT = Experiment(
    title="What a data scientist loses",
    shows="beyond the papers: trained on the release, tested on original records",
    needs=("adult", "diabetes", "icd9"),
    parts=_parts(),
    tables=tuple(
        Table(title=f"{family.title}, by {family.symbol}: {model}", figures=(model,), digits=3,
              methods=family.members, at=STRENGTHS[family.strength])
        for family in FAMILIES.values()
        for model in (BOOSTING, LOGISTIC)
    ),
    figures=tuple(
        Figure(name=f"{name}-{short}", title=f"{family.title}: {title} trained on the release", figure=model,
               x=family.symbol, methods=family.members, at=STRENGTHS[family.strength], log_x=True)
        for name, family in FAMILIES.items()
        for short, title, model in (("boosting", "gradient boosting", BOOSTING),
                                   ("logistic", "logistic regression", LOGISTIC))
    ),
)  # fmt: skip
