"""The public names of DESIGN exist, and type checkers see them."""

import kinonym as kn

NAMES = (
    "Taxonomy", "Nominal", "Plain", "Numeric", "Ordinal", "word_similarity", "centroid", "semantic_mean",
    "semantic_variance", "distance_covariance", "distance_correlation", "sort", "mask", "verify", "ontologies",
)  # fmt: skip


def test_public_names():
    for name in NAMES:
        assert getattr(kn, name) is not None
        assert name in dir(kn) or name == "ontologies"
