"""Every experiment by its name."""

from __future__ import annotations

from research.beyond import (
    best_possible,
    best_possible_diagnoses,
    blocks_cost,
    cell_channels,
    learning,
    lowest_loss,
    noise_attacks,
    scenarios,
    which_measure,
    which_ontology,
)
from research.experiment import Experiment
from research.papers import (
    adaptive_microaggregation,
    clustering_kept,
    health_records,
    knowledge_structure,
    order_of_methods,
    people,
    rank_swapping,
    recoding_distribution,
    recoding_heuristics,
    recoding_measures,
    semantic_noise,
    swap_attacks,
)

__all__ = ["EXPERIMENTS"]

EXPERIMENTS: dict[str, Experiment] = {
    "people": people.EXPERIMENT,
    "recoding-measures": recoding_measures.EXPERIMENT,
    "recoding-heuristics": recoding_heuristics.EXPERIMENT,
    "recoding-distribution": recoding_distribution.EXPERIMENT,
    "clustering-kept": clustering_kept.EXPERIMENT,
    "adaptive-microaggregation": adaptive_microaggregation.EXPERIMENT,
    "knowledge-structure": knowledge_structure.EXPERIMENT,
    "health-records": health_records.EXPERIMENT,
    "order-of-methods": order_of_methods.EXPERIMENT,
    "rank-swapping": rank_swapping.EXPERIMENT,
    "swap-attacks": swap_attacks.EXPERIMENT,
    "semantic-noise": semantic_noise.EXPERIMENT,
    "noise-attacks": noise_attacks.EXPERIMENT,
    "best-possible": best_possible.EXPERIMENT,
    "best-possible-diagnoses": best_possible_diagnoses.EXPERIMENT,
    "learning": learning.EXPERIMENT,
    "blocks-cost": blocks_cost.EXPERIMENT,
    "cell-channels": cell_channels.EXPERIMENT,
    "which-ontology": which_ontology.EXPERIMENT,
    "which-measure": which_measure.EXPERIMENT,
    "scenarios": scenarios.EXPERIMENT,
    "lowest-loss": lowest_loss.EXPERIMENT,
}
