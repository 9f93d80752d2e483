"""Every experiment by its name."""

from __future__ import annotations

from experiments.experiment import Experiment
from experiments.papers import (
    adaptive_microaggregation,
    clustering_kept,
    people,
    recoding_distribution,
    recoding_heuristics,
    recoding_measures,
)

__all__ = ["EXPERIMENTS"]

EXPERIMENTS: dict[str, Experiment] = {
    "people": people.EXPERIMENT,
    "recoding-measures": recoding_measures.EXPERIMENT,
    "recoding-heuristics": recoding_heuristics.EXPERIMENT,
    "recoding-distribution": recoding_distribution.EXPERIMENT,
    "clustering-kept": clustering_kept.EXPERIMENT,
    "adaptive-microaggregation": adaptive_microaggregation.EXPERIMENT,
}
