"""What a release costs (utility) and what it risks, measured on plans: distinct tuples, never rows."""

from kinonym.metrics.cluster_number import ClusterNumber, choose_clusters, variance_ratio
from kinonym.metrics.disclosure import (
    Concepts,
    ConfidentialCounts,
    Disclosure,
    SemanticDisclosure,
    measure_disclosure,
    measure_semantic_disclosure,
)
from kinonym.metrics.distribution import Distribution, Generality, measure_distribution, measure_generality
from kinonym.metrics.risk import ClassBand, Risk, measure_risk, score
from kinonym.metrics.statistics import (
    Partitions,
    Statistics,
    measure_partitions,
    measure_statistics,
    partition_distance,
    ward,
)
from kinonym.metrics.utility import (
    ColumnUtility,
    Flow,
    Utility,
    column_flow,
    distance_histogram,
    measure_utility,
    texts_changed,
)

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
    "Risk",
    "SemanticDisclosure",
    "Statistics",
    "Utility",
    "choose_clusters",
    "column_flow",
    "distance_histogram",
    "measure_disclosure",
    "measure_distribution",
    "measure_generality",
    "measure_partitions",
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
