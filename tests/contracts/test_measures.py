"""Every measure of the registry, with its variants and unbounded forms, keeps what its traits say."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinonym import Nominal
from kinonym.errors import UsageError
from kinonym.measures import MEASURES, VARIANTS, Measure, measure_named, missing_needs
from kinonym.measures.edge import Path
from kinonym.measures.information import JiangConrath, Resnik
from kinonym.taxonomy.order import compressed
from kinonym.testing import taxonomies

NAMED = [
    measure_named(f"{name}+{variant}")
    for name in MEASURES
    for variant in VARIANTS.get(name, ("", ()))[1]
] + [measure_named(name) for name in MEASURES if name not in VARIANTS]  # fmt: skip
UNBOUNDED = [
    Path(bounded=False),
    Resnik(ic="sanchez", bounded=False),
    JiangConrath(ic="corpus", bounded=False),
]

every_measure = pytest.mark.parametrize("measure", NAMED + UNBOUNDED, ids=str)
few = settings(max_examples=20)  # for each of some twenty measures


@st.composite
def rich_taxonomies(draw):
    """A random DAG that carries all that a measure may need."""
    bare = draw(taxonomies(max_size=18))
    size = len(bare)
    words = st.lists(st.sampled_from(["red", "green", "blue", "grey"]), max_size=3).map(" ".join)
    number = st.integers(0, size - 1)
    parts = np.array(draw(st.lists(st.tuples(number, number), max_size=size)), dtype=np.int64).reshape(-1, 2)
    return replace(
        bare,
        glosses=tuple(draw(st.lists(words, min_size=size, max_size=size))),
        part_csr=compressed(*np.unique(parts, axis=0).T, size),
        counts=np.array(draw(st.lists(st.integers(0, 9), min_size=size, max_size=size)), dtype=np.int64),
    )


def all_pairs(measure, taxonomy):
    every = np.arange(len(taxonomy))
    out = np.full((len(taxonomy), len(taxonomy)), np.nan)
    measure.fill(taxonomy, every, every, out)
    return out


@every_measure
@few
@given(taxonomy=rich_taxonomies())
def test_a_distance(measure, taxonomy):
    distances = all_pairs(measure, taxonomy)
    assert (np.diag(distances) == 0).all()
    assert (distances >= 0).all()
    assert np.isfinite(distances).all()


@every_measure
@few
@given(taxonomy=rich_taxonomies())
def test_traits(measure, taxonomy):
    distances = all_pairs(measure, taxonomy)
    if measure.traits.bounded:
        assert (distances <= 1).all()
    if measure.traits.symmetric:
        np.testing.assert_array_equal(distances, distances.T)
    if measure.traits.triangle:
        detours = (distances[:, :, None] + distances[None, :, :]).min(axis=1)
        assert (distances <= detours + 1e-12).all()
    assert measure.traits.uses_ic == hasattr(measure, "ic")


@every_measure
@few
@given(taxonomy=rich_taxonomies(), data=st.data())
def test_a_part_of_the_matrix_is_the_same_as_in_the_whole(measure, taxonomy, data):
    """Narrow or wide, turned or not, in either precision: the same figures."""
    concept = st.integers(0, len(taxonomy) - 1)
    left = np.array(data.draw(st.lists(concept, min_size=1, max_size=40)))
    right = np.array(data.draw(st.lists(concept, min_size=1, max_size=40)))
    whole = all_pairs(measure, taxonomy)[np.ix_(left, right)]
    for kind in (np.float32, np.float64):
        out = np.empty((len(left), len(right)), dtype=kind)
        measure.fill(taxonomy, left, right, out)
        np.testing.assert_array_equal(out, whole.astype(kind))


CARRIED = {"glosses": "glosses", "parts": "part_csr", "counts": "counts"}


@every_measure
@few
@given(taxonomy=rich_taxonomies())
def test_needs(measure, taxonomy):
    """Without what it needs it refuses; without all the rest its figures are the same."""
    given_up = {field: None for need, field in CARRIED.items() if need not in measure.traits.needs}
    if not missing_needs(measure, taxonomy) and measure.name != "x-similarity":  # which takes parts where it finds them
        np.testing.assert_array_equal(all_pairs(measure, taxonomy), all_pairs(measure, replace(taxonomy, **given_up)))
    for need in measure.traits.needs & set(CARRIED):
        poorer = replace(taxonomy, **{CARRIED[need]: None})
        with pytest.raises(UsageError, match=f"{measure.name.split('+')[0]}.* needs .*{need}") as raised:
            Nominal(poorer, measure=measure).distance(poorer.root, poorer.root)
        assert need in raised.value.hint


@every_measure
def test_is_a_measure_that_its_name_finds_again(measure):
    assert isinstance(measure, Measure)
    found = measure_named(measure.name)
    assert type(found) is type(measure)
    assert measure in (found, replace(found, bounded=False) if "bounded" in vars(found) else found)


@pytest.mark.parametrize("measure", UNBOUNDED, ids=str)
@few
@given(taxonomy=rich_taxonomies())
def test_the_unbounded_form_is_a_multiple_of_the_bounded_one(measure, taxonomy):
    bounded, raw = all_pairs(replace(measure, bounded=True), taxonomy), all_pairs(measure, taxonomy)
    if bounded.any():
        factor = raw.max() / bounded.max()
        np.testing.assert_allclose(raw, bounded * factor, atol=1e-12)
