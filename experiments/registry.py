"""Every experiment by its name."""

from __future__ import annotations

from experiments.beyond import best_possible, best_possible_diagnoses, learning, which_measure, which_ontology
from experiments.experiment import Experiment
from experiments.papers import (
    adaptive_microaggregation,
    clustering_kept,
    health_records,
    people,
    rank_swapping,
    recoding_distribution,
    recoding_heuristics,
    recoding_measures,
    semantic_noise,
)

__all__ = ["EXPERIMENTS"]

EXPERIMENTS: dict[str, Experiment] = {
    "people": people.EXPERIMENT,
    "recoding-measures": recoding_measures.EXPERIMENT,
    "recoding-heuristics": recoding_heuristics.EXPERIMENT,
    "recoding-distribution": recoding_distribution.EXPERIMENT,
    "clustering-kept": clustering_kept.EXPERIMENT,
    "adaptive-microaggregation": adaptive_microaggregation.EXPERIMENT,
    "health-records": health_records.EXPERIMENT,
    "rank-swapping": rank_swapping.EXPERIMENT,
    "semantic-noise": semantic_noise.EXPERIMENT,
    "best-possible": best_possible.EXPERIMENT,
    "best-possible-diagnoses": best_possible_diagnoses.EXPERIMENT,
    "learning": learning.EXPERIMENT,
    "which-ontology": which_ontology.EXPERIMENT,
    "which-measure": which_measure.EXPERIMENT,
}
