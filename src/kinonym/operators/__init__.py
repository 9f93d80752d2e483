"""Statistics on words: centroid, mean, variance, dependence, marginality and sorting on a domain (specification 4)."""

from kinonym.operators.centres import centroid, semantic_mean, semantic_variance
from kinonym.operators.covariance import (
    correlation_matrix,
    covariance_matrix,
    distance_correlation,
    distance_covariance,
    distance_variance,
)
from kinonym.operators.description import Description, describe
from kinonym.operators.independence import Independence, independence_test
from kinonym.operators.marginality import marginality, most_distant
from kinonym.operators.sorting import sort

__all__ = [
    "Description",
    "Independence",
    "centroid",
    "correlation_matrix",
    "covariance_matrix",
    "describe",
    "distance_correlation",
    "distance_covariance",
    "distance_variance",
    "independence_test",
    "marginality",
    "most_distant",
    "semantic_mean",
    "semantic_variance",
    "sort",
]
