"""Distances and centres of sets against plain ones, on random taxonomies with several parents."""

from functools import cache

import numpy as np
import pytest

from drawing import fresh_random, scale_count
from kinonym.domains import ConceptSets, Nominal
from kinonym.domains.centre_of_sets import lowest_common
from kinonym.domains.concept_sets import SET_DISTANCES
from reference.distances import random_case
from reference.naive_sets import cost, exact_centre, hierarchy, lower_median, may_be_centre, set_distance, steps_from

KINDS = pytest.mark.parametrize("kind", SET_DISTANCES)


def random_sets(draw, taxonomy, number, most=5):
    """Sets of one to five concepts, by name."""
    size = min(most, len(taxonomy))
    return [draw.sample(taxonomy.concepts, draw.randint(1, size)) for _ in range(number)]


@pytest.mark.drawn
@KINDS
def test_distances_as_defined(kind):
    for seed in range(scale_count(20)):
        taxonomy, _ = random_case(seed)
        draw = fresh_random("sets", seed)
        elements = Nominal(taxonomy, measure=draw.choice(["wu-palmer", "subsumers", "path"]))
        domain = ConceptSets(elements, kind)
        sets = [*random_sets(draw, taxonomy, 6, most=4), []]
        points = domain.add(sets)
        near = cache(elements.distance)
        expected = [[set_distance(kind, near, set(a), set(b)) for b in sets] for a in sets]
        assert domain.point_distances(points, points) == pytest.approx(np.array(expected), abs=1e-12)
        distinct = np.unique(points)
        table = domain.space(distinct).table
        assert table == pytest.approx(domain.point_distances(distinct, distinct), abs=2e-7)


@pytest.mark.drawn
@KINDS
def test_a_centre_cannot_be_bettered_by_one_step_nor_by_a_set_of_the_group(kind):
    for seed in range(scale_count(20)):
        taxonomy, _ = random_case(seed)
        draw = fresh_random("sets", seed)
        elements = Nominal(taxonomy)
        domain = ConceptSets(elements, kind)
        sets = random_sets(draw, taxonomy, draw.randint(2, 5), most=4)
        weights = np.array([draw.randint(1, 4) for _ in sets])
        centre = domain.names(np.array([domain.centre(domain.add(sets), weights)]))[0].split("|")
        candidates = hierarchy(taxonomy, {name for members in sets for name in members})
        assert set(centre) <= set(candidates)
        limit = lower_median(sets, weights)
        assert may_be_centre(taxonomy, centre, limit)
        least = cost(kind, elements.distance, set(centre), sets, weights)
        others = [*steps_from(set(centre), candidates), *map(set, sets)]
        others = [other for other in others if may_be_centre(taxonomy, other, limit)]
        assert all(cost(kind, elements.distance, other, sets, weights) >= least - 1e-5 for other in others), seed


@pytest.mark.drawn
@KINDS
def test_a_centre_of_few_candidates_is_the_exact_one(kind):
    """Against all sets that may be a centre, on cases small enough to try them; docs/sets.md states the ratios."""
    ratios = []
    for seed in range(scale_count(100)):
        taxonomy, _ = random_case(seed)
        draw = fresh_random("sets", seed)
        elements = Nominal(taxonomy)
        domain = ConceptSets(elements, kind)
        sets = random_sets(draw, taxonomy, draw.randint(2, 4), most=3)
        candidates = hierarchy(taxonomy, {name for members in sets for name in members})
        if len(candidates) > 8 or len(set(map(frozenset, sets))) == 1:  # equal sets stay as they are
            continue
        weights = np.array([draw.randint(1, 3) for _ in sets])
        centre = domain.names(np.array([domain.centre(domain.add(sets), weights)]))[0].split("|")
        exact = exact_centre(kind, elements.distance, taxonomy, candidates, sets, weights)
        least = cost(kind, elements.distance, set(centre), sets, weights)
        assert least >= exact - 1e-9
        ratios.append(1.0 if exact == 0 else least / exact)
    assert len(ratios) > 20
    assert max(ratios) < 1.0 + 1e-6


@pytest.mark.drawn
@KINDS
def test_a_centre_of_more_candidates_is_mostly_the_exact_one(kind):
    """Five to twelve candidates, up to six sets of up to six concepts; docs/sets.md states how often."""
    ratios = []
    for seed in range(scale_count(300)):
        taxonomy, _ = random_case(seed)
        draw = fresh_random("sets", seed)
        elements = Nominal(taxonomy)
        domain = ConceptSets(elements, kind)
        sets = random_sets(draw, taxonomy, draw.randint(2, 6), most=6)
        candidates = hierarchy(taxonomy, {name for members in sets for name in members})
        if not 5 <= len(candidates) <= 12 or len(set(map(frozenset, sets))) == 1:
            continue
        weights = np.array([draw.randint(1, 3) for _ in sets])
        centre = domain.names(np.array([domain.centre(domain.add(sets), weights)]))[0].split("|")
        exact = exact_centre(kind, elements.distance, taxonomy, candidates, sets, weights)
        least = cost(kind, elements.distance, set(centre), sets, weights)
        ratios.append(1.0 if exact == 0 else least / exact)
    assert len(ratios) > 40
    assert np.mean(np.array(ratios) < 1.0 + 1e-6) > 0.85
    assert np.mean(ratios) < 1.05


@pytest.mark.drawn
@KINDS
def test_the_centre_of_equal_sets_is_that_set_and_missing_wins_only_by_weight(kind):
    taxonomy, _ = random_case(3)
    domain = ConceptSets(Nominal(taxonomy), kind)
    leaves = [c for c in taxonomy.concepts if not taxonomy.children(c)][:3]
    own, missing = domain.add([leaves, []])
    assert domain.centre(np.array([own, own]), np.array([1, 1])) == own
    assert domain.centre(np.array([own, missing]), np.array([2, 1])) == own
    assert domain.centre(np.array([own, missing]), np.array([1, 2])) == missing


def test_the_common_subsumer_of_several_sets():
    for seed in range(scale_count(60)):
        taxonomy, _ = random_case(seed)
        draw = fresh_random("sets", seed)
        chosen = draw.sample(taxonomy.concepts, min(3, len(taxonomy)))
        numbers = np.unique([taxonomy.number(name) for name in chosen])
        assert taxonomy.concepts[lowest_common(taxonomy, numbers)] == taxonomy.lcs(*chosen)
