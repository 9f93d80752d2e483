"""The methods of every domain: words, sets, numbers, levels, dates and times."""

import numpy as np
import pytest

import kinonym as kn
from kinonym.domains import ConceptSets, Dates, Nominal, Numeric, Ordinal, Plain
from kinonym.domains.date_formats import DateForm
from kinonym.domains.time_form import TimeForm
from kinonym.domains.times_of_day import TimesOfDay

SPORTS = kn.Taxonomy.from_parents({"sport": [], "ball": ["sport"], "tennis": ["ball"], "boxing": ["sport"]})
DOMAINS = {
    "words": (Nominal(SPORTS), ["tennis", "boxing", "ball"]),
    "sets": (ConceptSets(Nominal(SPORTS)), ["tennis|boxing", "ball", "boxing"]),
    "texts": (Plain().fit(["a", "b", "c"]), ["a", "b", "c"]),
    "numbers": (Numeric().fit(["1", "2", "10"]), ["1", "2", "10"]),
    "levels": (Ordinal(("low", "middle", "high")), ["low", "middle", "high"]),
    "dates": (Dates(form=DateForm(), period="month"), ["2020-01-31", "2021-05-02", "2020-02-01"]),
    "times": (TimesOfDay.of(TimeForm(), "hour"), ["09:10", "23:50", "12:00"]),
}


@pytest.fixture(params=DOMAINS)
def column(request):
    domain, texts = DOMAINS[request.param]
    return domain, domain.encode([*texts, None])


def test_only_missing_is_missing(column):
    domain, points = column
    assert domain.is_missing(points).tolist() == [False, False, False, True]


def test_another_run_reads_what_a_run_exports(column):
    domain, points = column
    exported = domain.to_portable(points[:3])
    assert [domain.from_portable(value) for value in exported] == points[:3].tolist()


def test_the_last_level_of_generalisation_is_one_value(column):
    domain, points = column
    *_, last = domain.generalise(points[:3])
    assert len(set(np.nan_to_num(last, nan=-1.0).tolist())) == 1


def test_missing_comes_last_in_preorder(column):
    domain, points = column
    assert domain.walk(points).argmax() == 3


def test_rounding_changes_nothing_that_can_be_written(column):
    domain, points = column
    assert domain.decode(domain.round(points)) == domain.decode(points)


def test_distances_of_points_are_those_of_texts(column):
    domain, points = column
    texts = [None if text is None else str(text) for text in domain.decode(points)]
    assert np.allclose(domain.point_distances(points, points), domain.distances(texts, texts))


def test_traits_agree_with_the_methods(column):
    domain, points = column
    traits = domain.traits
    assert (domain.hierarchy is not None) == traits.has_hierarchy
    assert (domain.concepts is not None) == (traits.has_hierarchy and not traits.is_set)
    assert (domain.candidate_count is None) == traits.on_a_line
    assert (domain.last_level is not None) == (traits.scale == "ordinal")
    assert np.isnan(points).any() == traits.on_a_line
    assert domain.describe()
