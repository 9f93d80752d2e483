"""The public names of the library exist, and type checkers see them."""

import kinonym as kn

NAMES = (
    "Taxonomy", "Nominal", "Plain", "Numeric", "Ordinal", "word_similarity", "centroid", "semantic_mean",
    "semantic_variance", "distance_covariance", "distance_correlation", "sort", "mask", "verify", "compare", "ontologies",
    "draft", "recommend", "recommend_noise",
)  # fmt: skip


def test_public_names():
    for name in NAMES:
        assert getattr(kn, name) is not None
        assert name in dir(kn) or name == "ontologies"


def test_every_public_name_has_a_home():
    assert set(kn.__all__) == {*kn._HOMES, "__version__", "ontologies"}
    for name in kn.__all__:
        assert getattr(kn, name) is not None
