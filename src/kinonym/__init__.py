"""Kinonym: anonymise tables of words by replacing each value with its kin in an ontology."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kinonym._version import __version__

# Public name → module; each is imported when first used, so that `import kinonym` stays light.
_HOMES = {
    "Taxonomy": "kinonym.taxonomy",
    "Nominal": "kinonym.domains",
    "Plain": "kinonym.domains",
    "Numeric": "kinonym.domains",
    "Ordinal": "kinonym.domains",
    "mask": "kinonym.run",
    "verify": "kinonym.run",
    "compare": "kinonym.run.compare",
    "describe": "kinonym.run.describe",
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
    "word_similarity": "kinonym.operators.words",
    "KinonymError": "kinonym.errors",
}

__all__ = ["__version__", *_HOMES]


_MODULES = ("ontologies", "plots", "testing")


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in _MODULES:
        return import_module(f"kinonym.{name}")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    msg = f"module 'kinonym' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
