"""What a release costs (utility) and what it risks, measured on plans: distinct tuples, never rows."""

from kinonym.metrics.cluster_number import ClusterNumber, choose_clusters, variance_ratio
from kinonym.metrics.column_flow import Flow, column_flow
from kinonym.metrics.disclosure import (
    Concepts,
    ConfidentialCounts,
    Disclosure,
    SemanticDisclosure,
    measure_disclosure,
    measure_semantic_disclosure,
)
from kinonym.metrics.distribution import Distribution, Generality, measure_distribution, measure_generality
from kinonym.metrics.partitions import Partitions, measure_partitions, partition_distance
from kinonym.metrics.plan_changes import distance_histogram, texts_changed
from kinonym.metrics.population_risk import PopulationRisk, individual_risk, measure_population_risk
from kinonym.metrics.risk import ClassBand, Risk, measure_risk, score
from kinonym.metrics.special_uniques import SpecialUniques, find_special_uniques
from kinonym.metrics.statistics import Statistics, measure_statistics
from kinonym.metrics.utility import ColumnUtility, Utility, measure_utility
from kinonym.metrics.ward_clusters import ward

__all__ = [
    "ClassBand",
    "ClusterNumber",
    "ColumnUtility",
    "Concepts",
    "ConfidentialCounts",
    "Disclosure",
    "Distribution",
    "Flow",
    "Generality",
    "Partitions",
    "PopulationRisk",
    "Risk",
    "SemanticDisclosure",
    "SpecialUniques",
    "Statistics",
    "Utility",
    "choose_clusters",
    "column_flow",
    "distance_histogram",
    "find_special_uniques",
    "individual_risk",
    "measure_disclosure",
    "measure_distribution",
    "measure_generality",
    "measure_partitions",
    "measure_population_risk",
    "measure_risk",
    "measure_semantic_disclosure",
    "measure_statistics",
    "measure_utility",
    "partition_distance",
    "score",
    "texts_changed",
    "variance_ratio",
    "ward",
]
