"""Kinonym: anonymise tables of words by replacing each value with its kin in an ontology."""

from __future__ import annotations

from kinonym._version import __version__

TYPE_CHECKING = False  # not typing's: whatever is imported here runs before the command can catch an interruption
if TYPE_CHECKING:
    from typing import Any

    from kinonym import ontologies
    from kinonym.comparing import compare
    from kinonym.domains import ConceptSets, Nominal, Numeric, Ordinal, Plain
    from kinonym.errors import KinonymError
    from kinonym.methods import (
        DataSwap,
        Exponential,
        Generalise,
        KWard,
        Mdav,
        Noise,
        NoiseNaive,
        NoiseProbabilistic,
        Pram,
        Recode,
        RecordSwap,
        Resample,
        SaMdav,
        Shuffle,
        Srs1,
        Srs2,
        Srs3,
        Suppress,
    )
    from kinonym.methods.noise import recommend_noise
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
    from kinonym.pipeline.draft_recipe import draft
    from kinonym.pipeline.masking import mask, mask_file
    from kinonym.recipe import Recipe
    from kinonym.recommending import recommend
    from kinonym.taxonomy import Taxonomy
    from kinonym.verifying import verify

__all__ = [
    "ConceptSets",
    "DataSwap",
    "Exponential",
    "Generalise",
    "KWard",
    "KinonymError",
    "Mdav",
    "Noise",
    "NoiseNaive",
    "NoiseProbabilistic",
    "Nominal",
    "Numeric",
    "Ordinal",
    "Plain",
    "Pram",
    "Recipe",
    "Recode",
    "RecordSwap",
    "Resample",
    "SaMdav",
    "Shuffle",
    "Srs1",
    "Srs2",
    "Srs3",
    "Suppress",
    "Taxonomy",
    "__version__",
    "centroid",
    "compare",
    "describe",
    "distance_correlation",
    "distance_covariance",
    "distance_variance",
    "draft",
    "independence_test",
    "marginality",
    "mask",
    "mask_file",
    "most_distant",
    "ontologies",
    "recommend",
    "recommend_noise",
    "semantic_mean",
    "semantic_variance",
    "sort",
    "verify",
    "word_similarity",
]

# Public name → module; each is imported when first used, so that `import kinonym` stays light.
_HOMES = {
    "ConceptSets": "kinonym.domains",
    "Taxonomy": "kinonym.taxonomy",
    "Nominal": "kinonym.domains",
    "Plain": "kinonym.domains",
    "Numeric": "kinonym.domains",
    "Ordinal": "kinonym.domains",
    "mask": "kinonym.pipeline.masking",
    "mask_file": "kinonym.pipeline.masking",
    "verify": "kinonym.verifying",
    "compare": "kinonym.comparing",
    "draft": "kinonym.pipeline.draft_recipe",
    "recommend": "kinonym.recommending",
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
    "SaMdav": "kinonym.methods",
    "Mdav": "kinonym.methods",
    "KWard": "kinonym.methods",
    "Recode": "kinonym.methods",
    "Resample": "kinonym.methods",
    "Generalise": "kinonym.methods",
    "Suppress": "kinonym.methods",
    "Shuffle": "kinonym.methods",
    "Srs1": "kinonym.methods",
    "Srs2": "kinonym.methods",
    "Srs3": "kinonym.methods",
    "RecordSwap": "kinonym.methods",
    "DataSwap": "kinonym.methods",
    "Noise": "kinonym.methods",
    "NoiseNaive": "kinonym.methods",
    "NoiseProbabilistic": "kinonym.methods",
    "Pram": "kinonym.methods",
    "Exponential": "kinonym.methods",
    "recommend_noise": "kinonym.methods.noise",
    "word_similarity": "kinonym.operators.word_pairs",
    "KinonymError": "kinonym.errors",
}
_MODULES = ("ontologies", "testing")


def __getattr__(name: str) -> Any:  # noqa: ANN401
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"kinonym.{name}")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    msg = f"module 'kinonym' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
