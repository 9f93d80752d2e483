"""A fig. 8: what WordNet knows of a column's values, of which the centroids are chosen."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kinonym.domains import Nominal
from kinonym.errors import UsageError
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Tuples
from research.data.tables import adult
from research.experiment import Experiment, Figure, Part, Table
from research.reading import Reading, single_readings
from research.survey import survey

__all__ = ["EXPERIMENT"]

SURVEY, ADULT = "Survey, first reason", "Adult, occupation"
OWN, BELOW, FAR = FIGURES = ("records with this value", "records at or below it", "sum of distances to all records")
STEP = "· "
"""Stands before a concept once for each of those above it."""


def evaluated(folder: Path, data: str) -> list[Reading]:
    """Every concept of the minimum subsumer hierarchy of the first column, from the top; the centroid has least far."""
    tuples = survey() if data == SURVEY else adult(folder)
    domain, values, counts = _first(tuples)
    tau = domain.tau
    top = tau.lcs_number(values.tolist())
    hierarchy = {int(c) for v in values.tolist() for c in tau.above(v) if top in tau.above(int(c))}
    distances = (
        domain.point_distances(np.array(sorted(hierarchy), dtype=np.float64), values.astype(np.float64)) @ counts
    )
    far = dict(zip(sorted(hierarchy), distances.tolist(), strict=True))
    readings: list[Reading] = []
    for concept, depth in _from_the_top(tau, top, hierarchy):
        own = float(counts[values == concept].sum())
        below = float(sum(n for v, n in zip(values.tolist(), counts.tolist(), strict=True) if concept in tau.above(v)))
        name = STEP * depth + tau.label(tau.concepts[concept])
        readings += single_readings(data, name, 0, dict(zip(FIGURES, (own, below, far[concept]), strict=True)))
    return readings


def _first(tuples: Tuples) -> tuple[Nominal, np.ndarray, np.ndarray]:
    """The domain, the values and their records of the first column."""
    column = tuples.columns[0]
    if not isinstance(column.domain, Nominal):
        msg = "a column of words has a knowledge structure, others do not"
        raise UsageError(msg)
    counts = np.bincount(tuples.codes[:, 0], weights=tuples.counts, minlength=len(column.points))
    known = column.points < len(column.domain.tau)
    return column.domain, column.points[known].astype(np.int64), counts[known]


def _from_the_top(tau: Taxonomy, top: int, hierarchy: set[int]) -> list[tuple[int, int]]:
    """Every concept once, below the first of its parents, with its depth below the top."""
    order: list[tuple[int, int]] = []
    seen: set[int] = set()
    waiting = [(top, 0)]
    while waiting:
        concept, depth = waiting.pop()
        if concept in seen:
            continue
        seen.add(concept)
        order.append((concept, depth))
        children = [tau.number(child) for child in tau.children(tau.concepts[concept])]
        waiting += [(child, depth + 1) for child in reversed(children) if child in hierarchy]
    return order


EXPERIMENT = Experiment(
    title="What is known of the values",
    shows="A fig. 8: the concepts of WordNet above a column's values",
    needs=("adult",),
    parts=tuple(Part(name=data, run=evaluated, settings={"data": data}) for data in (SURVEY, ADULT)),
    tables=(Table(title="Minimum subsumer hierarchy", figures=FIGURES, digits=1),),
    figures=tuple(
        Figure(name=name, title=f"Records at or below each concept (A fig. 8): {data}", figure=BELOW, data=(data,))
        for name, data in (("survey", SURVEY), ("adult", ADULT))
    ),
)
