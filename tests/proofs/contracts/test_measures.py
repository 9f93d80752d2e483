"""Every measure of the registry, with its variants and unbounded forms, has its declared traits; violations are noticed."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings

from kinonym.measures import MEASURES, VARIANTS, Measure, MeasureTraits, measure_named
from kinonym.measures.edge import Path, WuPalmer
from kinonym.measures.information import JiangConrath, Resnik
from kinonym.testing import check_measure, full_taxonomies

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
WELCOME = {"x-similarity": frozenset({"parts"})}  # it uses parts if there are any

every_measure = pytest.mark.parametrize("measure", NAMED + UNBOUNDED, ids=str)


@every_measure
def test_every_measure_passes_its_contract(measure):
    check_measure(measure, welcome=WELCOME.get(measure.name, frozenset()))
    assert measure.traits.uses_ic == hasattr(measure, "ic")


@every_measure
def test_every_measure_is_found_by_its_name(measure):
    assert isinstance(measure, Measure)
    found = measure_named(measure.name)
    assert type(found) is type(measure)
    assert measure in (found, replace(found, bounded=False) if "bounded" in vars(found) else found)


def all_pairs(measure, taxonomy):
    every = np.arange(len(taxonomy))
    out = np.full((len(taxonomy), len(taxonomy)), np.nan)
    measure.fill(taxonomy, every, every, out)
    return out


@pytest.mark.parametrize("measure", UNBOUNDED, ids=str)
@settings(max_examples=20)
@given(taxonomy=full_taxonomies())
def test_the_unbounded_form_is_a_multiple_of_the_bounded_one(measure, taxonomy):
    bounded, raw = all_pairs(replace(measure, bounded=True), taxonomy), all_pairs(measure, taxonomy)
    if bounded.any():
        factor = raw.max() / bounded.max()
        np.testing.assert_allclose(raw, bounded * factor, atol=1e-12)


@dataclass(frozen=True, kw_only=True)
class Spoilt:
    """Wu-Palmer with one fault."""

    fault: str
    traits: MeasureTraits
    name = "spoilt"

    def fill(self, taxonomy, left, right, out):
        WuPalmer().fill(taxonomy, left, right, out)
        if self.fault == "not zero":
            out += 0.125
        elif self.fault == "negative":
            out *= -1.0
        elif self.fault == "large":
            out *= 2.0
        elif self.fault == "one way":
            out *= np.where(left[:, None] < right[None, :], 1.0, 0.5)
        elif self.fault == "place":
            out[0] *= 0.5
        elif self.fault == "glosses" and taxonomy.glosses is not None:
            out *= 0.5


@pytest.mark.parametrize(
    ("fault", "traits", "said"),
    [
        ("not zero", {}, "not 0 from itself"),
        ("negative", {}, "not a number of at least 0"),
        ("large", {}, "greater than 1"),
        ("one way", {}, "the distance is not symmetric"),
        ("none", {"triangle": True}, "the triangle inequality fails"),
        ("place", {"symmetric": False}, "a part of the matrix differs"),
        ("glosses", {}, "uses more of the ontology than it says"),
    ],
)
@pytest.mark.usefixtures("as_it_comes")
def test_a_measure_that_violates_its_traits_fails_the_contract(fault, traits, said):
    with pytest.raises(AssertionError, match=said):
        check_measure(Spoilt(fault=fault, traits=MeasureTraits(**traits)), examples=300)


def test_the_measure_without_a_fault_passes_the_contract():
    check_measure(Spoilt(fault="none", traits=MeasureTraits()))
