"""Mean, variance, marginality, most distant and sorting against their definitions, written out plainly."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinonym as kn
from kinonym.errors import UsageError
from kinonym.testing import taxonomies

MEASURES = ("wu-palmer", "subsumers", "path", "leacock-chodorow")
TIE = 2.0**-20

#  coma ─ nervous system disorder ─ neuropathy:  the fragment of T fig. 4-1
NERVOUS = kn.Taxonomy.from_parents(
    {
        "disease": [],
        "disorder of nervous system": ["disease"],
        "coma": ["disorder of nervous system"],
        "neuropathy": ["disorder of nervous system"],
        "hepatic coma": ["coma"],
        "hypoglycemic coma": ["coma"],
    }
)


@st.composite
def samples(draw):
    tax = draw(taxonomies(max_size=12))
    values = draw(st.lists(st.sampled_from(tax.concepts), min_size=1, max_size=8))
    counts = draw(st.lists(st.integers(1, 9), min_size=len(values), max_size=len(values)))
    return kn.Nominal(tax, measure=draw(st.sampled_from(MEASURES))), values, counts


def total(domain, candidate, values, counts):
    return sum(n * domain.distance(candidate, v) for v, n in zip(values, counts, strict=True))


@given(samples())
def test_the_mean_is_the_nearest_concept_of_the_whole_domain(case):
    domain, values, counts = case
    tau = domain.tau
    sums = {c: total(domain, c, values, counts) for c in tau.concepts}
    tied = [c for c in tau.concepts if sums[c] <= min(sums.values()) + TIE]
    assert kn.semantic_mean(domain, values, counts) == min(tied, key=lambda c: (-tau.depth(c), c))


@given(samples())
def test_the_centroid_is_the_nearest_concept_of_the_values_own_hierarchy(case):
    domain, values, counts = case
    tau = domain.tau
    top = tau.lcs(*values)
    candidates = {c for v in values for c in tau.subsumers(v) if top in tau.subsumers(c)}
    sums = {c: total(domain, c, values, counts) for c in candidates}
    tied = [c for c in candidates if sums[c] <= min(sums.values()) + TIE]
    assert kn.centroid(domain, values, counts) == min(tied, key=lambda c: (-tau.depth(c), c))


@given(samples())
def test_the_variance_is_the_mean_square_about_the_mean(case):
    domain, values, counts = case
    mean = kn.semantic_mean(domain, values, counts)
    squares = sum(n * domain.distance(mean, v) ** 2 for v, n in zip(values, counts, strict=True))
    assert kn.semantic_variance(domain, values, counts) == pytest.approx(squares / sum(counts), abs=1e-6)


@given(samples())
def test_counts_weigh_like_repeated_records(case):
    domain, values, counts = case
    records = [v for v, n in zip(values, counts, strict=True) for _ in range(n)]
    assert kn.semantic_mean(domain, records) == kn.semantic_mean(domain, values, counts)
    assert kn.centroid(domain, records) == kn.centroid(domain, values, counts)
    assert kn.most_distant(domain, records) == kn.most_distant(domain, values, counts)
    assert kn.semantic_variance(domain, records) == pytest.approx(kn.semantic_variance(domain, values, counts))


@given(samples())
def test_marginality_adds_up_the_distances(case):
    domain, values, counts = case
    found = kn.marginality(domain, values, counts)
    assert found == pytest.approx([total(domain, v, values, counts) for v in values], abs=1e-5)
    tau = domain.tau
    tied = [v for v, m in zip(values, found, strict=True) if m >= found.max() - TIE * sum(counts)]
    assert kn.most_distant(domain, values, counts) == min(tied, key=lambda c: (-tau.depth(c), c))


@given(samples(), st.sampled_from(["marginal", "centroid"]))
def test_sorting_begins_at_the_reference_and_never_comes_nearer(case, reference):
    domain, values, counts = case
    order = kn.sort(domain, values, counts, reference=reference)
    assert sorted(order) == sorted(values)
    if reference == "marginal":
        assert order[0] == kn.most_distant(domain, values, counts)
    else:
        middle = kn.centroid(domain, values, counts)
        assert domain.distance(middle, order[0]) == max(domain.distance(middle, v) for v in values)
    distances = [domain.distance(order[0], v) for v in order]
    assert all(a <= b + TIE for a, b in pairwise(distances))


def test_sorting_by_coma_as_in_the_thesis_figure_4_2():
    """From coma (depth 3): its children 1/7, its parent 1/5, neuropathy 2/6; of the two children the smaller id first."""
    values = ["disorder of nervous system", "coma", "neuropathy", "hypoglycemic coma", "hepatic coma"]
    order = kn.sort(kn.Nominal(NERVOUS), values, origin="coma")
    assert order == ["coma", "hepatic coma", "hypoglycemic coma", "disorder of nervous system", "neuropathy"]


def test_numbers_levels_and_texts_have_their_ordinary_centres():
    assert kn.semantic_mean(kn.Numeric(), ["1", "2", "6"], [2, 1, 1]) == pytest.approx((2 * 1 + 2 + 6) / 4)
    assert kn.semantic_variance(kn.Numeric(), ["1", "3"]) == pytest.approx(1.0)
    assert kn.semantic_mean(kn.Ordinal(("low", "middle", "high")), ["low", "high", "middle"]) == "middle"
    assert kn.centroid(kn.Plain(), ["a", "b", "b"]) == "b"
    assert kn.semantic_variance(kn.Plain(), ["a", "b", "b", "b"]) == pytest.approx(1 / 4)


def test_missing_values_are_left_out_of_mean_and_variance_but_are_a_category_for_the_centroid():
    domain = kn.Nominal(NERVOUS)
    assert kn.semantic_mean(domain, ["coma", None], [1, 5]) == "coma"
    assert kn.semantic_variance(domain, ["coma", None], [1, 5]) == 0
    assert kn.centroid(domain, ["coma", None], [1, 5]) is None
    assert kn.semantic_mean(domain, [None]) is None


def test_labels_and_tails_of_iris_are_understood():
    tax = kn.Taxonomy.from_parents({"http://x/D0": [], "http://x/D1": ["http://x/D0"]}, {"http://x/D1": "Coma"})
    assert kn.semantic_mean(kn.Nominal(tax), ["Coma", "D1"]) == "http://x/D1"


@pytest.mark.parametrize("counts", [[1], [1, -1], [0, 0], [1.5, 2.0]])
def test_counts_that_do_not_fit_are_refused(counts):
    with pytest.raises(UsageError, match="counts"):
        kn.semantic_mean(kn.Numeric(), ["1", "2"], counts)


def test_wrong_names_are_refused():
    domain = kn.Nominal(NERVOUS)
    with pytest.raises(UsageError, match="centroid rule"):
        kn.centroid(domain, ["coma"], rule="middle")
    with pytest.raises(UsageError, match="sorting reference"):
        kn.sort(domain, ["coma"], reference="coma")
    with pytest.raises(UsageError, match="no concept"):
        kn.semantic_mean(domain, ["influenza"])
    with pytest.raises(UsageError, match="counts"):
        kn.semantic_mean(domain, [])


def test_a_wide_domain_is_summed_in_blocks():
    """150 leaves of a star, more than one block of rows: all are at 1/2 from each other, the root at 1/3."""
    leaves = [f"leaf{i:03d}" for i in range(150)]
    star = kn.Nominal(kn.Taxonomy.from_parents({"root": [], **{leaf: ["root"] for leaf in leaves}}))
    assert kn.semantic_mean(star, leaves) == "root"
    assert kn.semantic_variance(star, leaves) == pytest.approx(1 / 9)
    assert np.allclose(kn.marginality(star, leaves), 149 / 2)
