"""Which ontology? The same method with a full ontology, with two levels of it, and with none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from kinonym.domains import Nominal
from kinonym.methods.sa_mdav import SaMdav
from kinonym.recipe import load_recipe
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Column, Plan, Tuples
from kinonym.tuples.tuples import tuple_points
from research.beyond.which_measure import ADULT, DIABETES, EXACT, JUDGES, LINKED, judged, loaded
from research.data.files import lines
from research.data.tables import on_measure
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import timed_plan
from research.reading import Reading, single_readings

__all__ = ["EXPERIMENT"]

FULL, TWO, NONE = "whole ontology", "two levels", "none"
SIZES = (2, 5, 10, 15)


def groups(folder: Path, data: str, column: Column) -> Mapping[str, str]:
    """The group of each concept that occurs: its chapter of ICD-9-CM, or ARX's first level for Adult."""
    tau = column.domain.tau
    concepts = [tau.concepts[int(p)] for p in column.points if p < len(tau)]
    if data == DIABETES:
        return {concept: tau.concepts[_below_root(tau, tau.number(concept))] for concept in concepts}
    rows = [line.split(";") for line in lines(folder / "adult_arx" / f"adult_hierarchy_{column.name}.csv")]
    recipe = load_recipe(Path(__file__).parents[2] / "examples" / "adult" / "recipe.toml")
    mapping = dict(line.split(",")[:2] for line in lines(recipe.folder / recipe.columns[column.name].mapping)[1:])
    return {mapping[leaf]: f"group {level}" for leaf, level, *_ in rows if mapping.get(leaf) in concepts}


def _below_root(tau: Taxonomy, number: int) -> int:
    above = tau.above(number)
    return int(above[tau.depths[above] == 2][0]) if tau.depths[number] > 1 else 0


def two_levels(folder: Path, data: str, tuples: Tuples) -> tuple[Tuples, list[np.ndarray]]:
    """The tuples over two levels; and what each of its concepts means in the whole ontology.

    A group means what subsumes all of its members.
    """
    domains, meanings, points = [], [], tuple_points(tuples)
    for j, column in enumerate(tuples.columns):
        tau, group_of = column.domain.tau, groups(folder, data, column)
        above = {group: ["all"] for group in group_of.values()}
        small = Taxonomy.from_parents({"all": [], **above, **{f"= {c}": [group] for c, group in group_of.items()}})
        members = {concept: tau.number(concept) for concept in group_of}
        meaning = np.zeros(len(small) + 1)
        for number, name in enumerate(small.concepts):
            inside = [members[c] for c, group in group_of.items() if name in ("all", group, f"= {c}")]
            meaning[number] = tau.lcs_number(inside) if len(inside) > 1 else inside[0]
        meaning[-1] = len(tau)  # missing
        domain = Nominal(small)
        place = {members[c]: float(small.number(f"= {c}")) for c in members}
        points[:, j] = [place.get(int(p), float(len(small))) for p in points[:, j]]
        domains.append(domain)
        meanings.append(meaning)
    names = [column.name for column in tuples.columns]
    return Tuples.from_points(names, domains, points, tuples.counts)[0], meanings


def decided(folder: Path, data: str, tuples: Tuples, ontology: str, k: int) -> Plan:
    """SA-MDAV with one ontology, as a plan over the whole one."""
    method = SaMdav(k=k, weighted=False)
    if ontology == TWO:
        small, meanings = two_levels(folder, data, tuples)
        plan = timed_plan(method, small, 0)[0]
        here = _translated(tuple_points(small), meanings)
        places = {tuple(row): i for i, row in enumerate(tuple_points(tuples).tolist())}
        source = np.array([places[tuple(here[i].tolist())] for i in plan.source])
        return Plan(tuples, source, plan.target, plan.count, _translated(plan.targets, meanings))
    seen = tuples if ontology == FULL else on_measure(tuples, "equality")
    plan = timed_plan(method, seen, 0)[0]
    return Plan(tuples, plan.source, plan.target, plan.count, plan.targets)


def _translated(points: np.ndarray, meanings: list[np.ndarray]) -> np.ndarray:
    return np.column_stack([meanings[j][points[:, j].astype(np.int64)] for j in range(points.shape[1])])


def masked(folder: Path, data: str, ontology: str) -> list[Reading]:
    """One ontology for every k."""
    tuples = loaded(folder, data)
    readings: list[Reading] = []
    for k in SIZES:
        figures = judged(decided(folder, data, tuples, ontology, k), tuples)
        readings += single_readings(data, ontology, k, figures)
    return readings


LOSS = f"loss L (%), judged by {JUDGES[0]}"
EXPERIMENT = Experiment(
    title="Which ontology",
    shows="beyond the papers: SA-MDAV, unweighted, with a whole ontology, two levels of it and none",
    needs=("adult", "diabetes", "icd9"),
    parts=tuple(
        Part(name=f"{data} {ontology}", run=masked, settings={"data": data, "ontology": ontology})
        for data in (ADULT, DIABETES)
        for ontology in (FULL, TWO, NONE)
    ),
    tables=(
        Table(title=LOSS, figures=(LOSS,), digits=3),
        Table(title=LINKED, figures=(LINKED,), percent=True, digits=2),
        Table(title=EXACT, figures=(EXACT,), percent=True, digits=2),
    ),
    figures=(
        Figure(name="loss", title="Loss by the ontology", figure=LOSS),
        Figure(name="linked", title="Records linked by the nearest in meaning", figure=LINKED),
    ),
)
