"""The public names of the library exist, and type checkers see them."""

import re
from pathlib import Path

import pytest

import kinonym as kn
from kinonym import errors
from kinonym.hints import did_you_mean

NAMES = (
    "Taxonomy", "Nominal", "Plain", "Numeric", "Ordinal", "word_similarity", "centroid", "semantic_mean",
    "semantic_variance", "distance_covariance", "distance_correlation", "sort", "mask", "verify", "compare", "ontologies",
    "draft", "recommend", "recommend_noise",
)  # fmt: skip


def test_public_names():
    for name in NAMES:
        assert getattr(kn, name) is not None
        assert name in dir(kn) or name == "ontologies"


def test_every_public_name_exists_in_its_module():
    assert {*kn.__all__, "testing"} == {*kn._HOMES, "__version__"}
    for name in (*kn.__all__, "testing"):
        assert getattr(kn, name) is not None


def test_each_public_name_is_listed_once():
    lines = Path(kn.__file__).with_suffix(".pyi").read_text(encoding="utf-8").splitlines()[1:]
    names = [re.fullmatch(r"from [\w.]+ import (\w+) as \1", line)[1] for line in lines]
    assert len(names) == len(set(names))


def test_every_error_class_can_be_caught_by_its_public_name():
    classes = {name for name in errors.__all__ if isinstance(getattr(errors, name), type)}
    assert classes <= set(kn.__all__)


def test_what_functions_return_can_be_named():
    for name in ("Result", "Claim", "Verification", "Comparison", "Dates", "TimesOfDay"):
        assert isinstance(getattr(kn, name), type)


def test_a_suggestion_is_like_the_name():
    taxonomy = kn.Taxonomy.from_parents({"animal": [], "banana": ["animal"], "x": ["animal"]})
    with pytest.raises(kn.UsageError) as near:
        taxonomy.resolve("bananna")
    assert near.value.hint == "did you mean: banana?"
    with pytest.raises(kn.UsageError) as far:
        taxonomy.resolve("qwxz")
    assert "did you mean" not in far.value.hint
    assert did_you_mean("qwxz", ["wu-palmer", "path"]) == "there are: wu-palmer, path"
