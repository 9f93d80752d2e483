"""Kinonym: anonymise tables of words by replacing each value with its kin in an ontology."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kinonym._version import __version__

if TYPE_CHECKING:
    from kinonym import ontologies
    from kinonym.comparing import compare
    from kinonym.domains import Nominal, Numeric, Ordinal, Plain
    from kinonym.errors import KinonymError
    from kinonym.methods.exponential import Exponential
    from kinonym.methods.noise import Noise, recommend
    from kinonym.operators import (
        centroid,
        distance_correlation,
        distance_covariance,
        distance_variance,
        independence_test,
        marginality,
        most_distant,
        semantic_mean,
        semantic_variance,
        sort,
    )
    from kinonym.operators.word_pairs import word_similarity
    from kinonym.pipeline.describing import describe
    from kinonym.pipeline.masking import mask, mask_file
    from kinonym.recipe import Recipe
    from kinonym.taxonomy import Taxonomy
    from kinonym.verifying import verify

__all__ = [
    "Exponential",
    "KinonymError",
    "Noise",
    "Nominal",
    "Numeric",
    "Ordinal",
    "Plain",
    "Recipe",
    "Taxonomy",
    "__version__",
    "centroid",
    "compare",
    "describe",
    "distance_correlation",
    "distance_covariance",
    "distance_variance",
    "independence_test",
    "marginality",
    "mask",
    "mask_file",
    "most_distant",
    "ontologies",
    "recommend",
    "semantic_mean",
    "semantic_variance",
    "sort",
    "verify",
    "word_similarity",
]

# Public name → module; each is imported when first used, so that `import kinonym` stays light.
_HOMES = {
    "Taxonomy": "kinonym.taxonomy",
    "Nominal": "kinonym.domains",
    "Plain": "kinonym.domains",
    "Numeric": "kinonym.domains",
    "Ordinal": "kinonym.domains",
    "mask": "kinonym.pipeline.masking",
    "mask_file": "kinonym.pipeline.masking",
    "verify": "kinonym.verifying",
    "compare": "kinonym.comparing",
    "describe": "kinonym.pipeline.describing",
    "Recipe": "kinonym.recipe",
    "centroid": "kinonym.operators",
    "semantic_mean": "kinonym.operators",
    "semantic_variance": "kinonym.operators",
    "distance_covariance": "kinonym.operators",
    "distance_variance": "kinonym.operators",
    "distance_correlation": "kinonym.operators",
    "marginality": "kinonym.operators",
    "most_distant": "kinonym.operators",
    "sort": "kinonym.operators",
    "independence_test": "kinonym.operators",
    "Noise": "kinonym.methods.noise",
    "recommend": "kinonym.methods.noise",
    "Exponential": "kinonym.methods.exponential",
    "word_similarity": "kinonym.operators.word_pairs",
    "KinonymError": "kinonym.errors",
}
_MODULES = ("ontologies", "testing")


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in _MODULES:
        return import_module(f"kinonym.{name}")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    msg = f"module 'kinonym' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
