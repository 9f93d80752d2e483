"""Classes of broader values, and of sets of values, for k from 2 to 50: Kinonym and two forms of Mondrian."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from kinonym import ontologies
from kinonym.domains import Nominal
from kinonym.methods import Method
from kinonym.methods.generalise import Generalise
from kinonym.methods.value_texts import cost_of_values, covers_of_values
from kinonym.metrics.distribution import point_ncp
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples
from research.data.files import records_of
from research.experiment import Experiment, Figure, Part, Table
from research.mondrian import branching_mondrian_plan, mondrian_plan
from research.reading import Reading, single_readings

__all__ = ["EXPERIMENT"]

DATA = "Adult, 9 columns"
NCP, SETS = "NCP", "cost as sets of values"
COLUMNS = ("sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation",
           "salary-class")  # fmt: skip
LOCAL, AS_VALUES = "generalise, local", "generalise, local, for sets"
HALVES, BRANCHES = "Mondrian, halves", "Mondrian, branches"
STRENGTHS = (2, 5, 10, 25, 50)


@cache
def nine_columns(folder: Path) -> Tuples:
    """All columns of Adult over the hierarchies that ARX ships with it."""
    rows = records_of(folder / "adult_arx" / "adult.csv", ";")
    files = [folder / "adult_arx" / f"adult_hierarchy_{name}.csv" for name in COLUMNS]
    domains = [Nominal(ontologies.load(file)) for file in files]
    points = [d.encode([row[name] for row in rows]) for name, d in zip(COLUMNS, domains, strict=True)]
    return Tuples.from_points(COLUMNS, domains, np.column_stack(points), np.ones(len(rows), dtype=np.int64))[0]


def mean_ncp(plan: Plan) -> float:
    """The mean NCP of a cell (M eq. 3)."""
    columns = enumerate(plan.tuples.columns)
    of_targets = np.mean([point_ncp(replace(c, points=plan.targets[:, j])) for j, c in columns], axis=0)
    return float(plan.count @ of_targets[plan.target]) / plan.tuples.records


def set_cost(plan: Plan, k: int) -> float:
    """The mean share of a column's values that a class has (specification 5)."""
    class_of = np.empty(len(plan.tuples), dtype=np.int64)
    class_of[plan.source] = plan.target
    cost = cost_of_values(covers_of_values(plan.tuples, k), plan.tuples.counts, class_of)
    return cost / plan.tuples.records / len(plan.tuples.columns)


def broader(folder: Path, k: int) -> list[Reading]:
    """NCP and the cost as sets of values, of the three at one k."""
    tuples = nine_columns(folder)
    plans = {
        LOCAL: Generalise(k=k, scheme="local").plan(tuples, generator(0)),
        HALVES: mondrian_plan(tuples, k),
        BRANCHES: branching_mondrian_plan(tuples, k),
    }
    rows = [r for name, plan in plans.items() for r in single_readings(DATA, name, k, {NCP: mean_ncp(plan)})]
    made: Method = Generalise(k=k, scheme="local", minimise="sets", form="values")
    plans = {AS_VALUES: made.plan(tuples, generator(0)), HALVES: plans[HALVES], BRANCHES: plans[BRANCHES]}
    rows += [r for name, plan in plans.items() for r in single_readings(DATA, name, k, {SETS: set_cost(plan, k)})]
    return rows


EXPERIMENT = Experiment(
    title="The lowest loss of broader values",
    shows="beyond the papers: cuts by cost and moves, against Mondrian",
    needs=("adult",),
    parts=tuple(Part(name=f"k = {k}", run=broader, settings={"k": k}) for k in STRENGTHS),
    tables=(
        Table(title="Mean NCP of a cell", figures=(NCP,), digits=4, methods=(LOCAL, HALVES, BRANCHES)),
        Table(title="Cost as sets of values", figures=(SETS,), digits=4, methods=(AS_VALUES, HALVES, BRANCHES)),
    ),
    figures=(Figure(name="ncp", title="NCP on nine columns of Adult", figure=NCP, methods=(LOCAL, HALVES, BRANCHES)),),
)
