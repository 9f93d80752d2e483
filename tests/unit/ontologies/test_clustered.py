import random
from collections import Counter

import pytest

from kinonym.errors import DataError, UsageError
from kinonym.ontologies.clustered import taxonomy_from_cooccurrence


def cooccurrences(values, others):
    """The records of each value, and with each value of the other columns."""
    return Counter(values), [Counter(zip(values, cells, strict=True)) for cells in others.values()]


@pytest.fixture(scope="module")
def wards():
    """Nine wards of three kinds, which treat different patients, with a column of noise and one of keys."""
    draw = random.Random(4)
    kinds = {"child": ["a1", "a2", "a3"], "birth": ["b1", "b2", "b3"], "heart": ["c1", "c2", "c3"]}
    usual = {"child": ("0-9", "m"), "birth": ("20-39", "f"), "heart": ("60-99", "m")}
    rows = []
    for i in range(900):
        kind = draw.choice(list(kinds))
        age, sex = usual[kind] if draw.random() < 0.9 else ("40-59", draw.choice("mf"))
        rows.append((draw.choice(kinds[kind]), age, sex, str(draw.randint(1, 5)), str(i)))
    ward, age, sex, noise, key = zip(*rows, strict=True)
    return cooccurrences(ward, {"age": age, "sex": sex, "noise": noise, "key": key})


def test_values_that_occur_with_the_same_values_are_grouped(wards):
    tax = taxonomy_from_cooccurrence(*wards)
    groups = [tax.lcs(*(f"{kind}{i}" for i in (1, 2, 3))) for kind in "abc"]
    assert len(set(groups)) == 3
    assert tax.root not in groups
    assert tax.lcs("a1", "c1") not in groups


def test_the_hierarchy_says_what_it_is(wards):
    source = taxonomy_from_cooccurrence(*wards).source
    assert source.name == "clustered"
    assert source.from_values
    assert "last resort" in source.notices[0]


def test_every_value_is_a_leaf(wards):
    tax = taxonomy_from_cooccurrence(*wards)
    assert all(not tax.children(value) for value in wards[0])


def test_values_that_cannot_be_clustered_are_refused(wards):
    with pytest.raises(UsageError, match="3 distinct values"):
        taxonomy_from_cooccurrence(*cooccurrences(["a", "b", "c"], {"x": ["1", "2", "1"]}))
    counts, (*_, key) = wards
    with pytest.raises(DataError, match="nothing to cluster by"):
        taxonomy_from_cooccurrence(counts, [key])
