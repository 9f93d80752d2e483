"""M table 6: the clusters that Ward's method finds in the masked answers, against those of the original ones."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np

from kinonym.metrics.partitions import CLUSTERS, partition_distance
from kinonym.metrics.plan_changes import find_masked_tuples
from kinonym.metrics.ward_clusters import tuple_distances, ward
from kinonym.tuples import Plan
from research.experiment import Experiment, Figure, Part, Table
from research.papers.recoding_distribution import GROUPS, SEMANTIC, UNIFORM, led_plan
from research.reading import Reading, mean_readings
from research.survey import survey

__all__ = ["EXPERIMENT", "ORIGINAL"]

ORIGINAL = "original"
DISTANCE = "distance of the partitions"
SIZES = (3, 5, 8, 10, 15)
RUNS = 20


def labelled(plan: Plan) -> np.ndarray:
    """The cluster of each original tuple after masking, of 14 as in M."""
    masked, place = find_masked_tuples(plan)
    labels = ward(tuple_distances(masked), masked.counts, min(CLUSTERS, len(masked)))
    of_tuple = np.empty(len(plan.tuples), dtype=np.int64)
    of_tuple[plan.source] = labels[place]
    return of_tuple


def compared(_folder: Path, k: int) -> list[Reading]:
    """Every pair of the original and three maskings for one k."""
    tuples = survey()
    runs = []
    for seed in range(RUNS):
        sides = {ORIGINAL: labelled(Plan.unchanged(tuples))}
        sides |= {lead: labelled(led_plan(tuples, lead, k, seed)[0]) for lead in (SEMANTIC, GROUPS, UNIFORM)}
        runs.append({
            f"{a} and {b}": partition_distance(sides[a], sides[b], tuples.counts) for a, b in combinations(sides, 2)
        })  # fmt: skip
    readings: list[Reading] = []
    for pair in runs[0]:
        readings += mean_readings("Survey", pair, k, [{DISTANCE: run[pair]} for run in runs])
    return readings


EXPERIMENT = Experiment(
    title="Clusters kept by recoding",
    shows="M table 6",
    needs=(),
    parts=tuple(Part(name=f"k {k}", run=compared, settings={"k": k}) for k in SIZES),
    tables=(Table(title=f"{DISTANCE}, {CLUSTERS} clusters", figures=(DISTANCE,), digits=3),),
    figures=(Figure(name="partitions", title="Clusters of original and masked answers (M table 6)", figure=DISTANCE),),
)
