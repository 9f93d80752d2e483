"""Every measure in bulk against the naive one, pair by pair, on random DAGs."""

import numpy as np
import pytest

from drawing import fresh_random, scale_count
from kinonym.measures import MEASURES, VARIANTS, measure_named
from kinonym.measures.edge import Path
from kinonym.measures.feature import RodriguezEgenhofer
from kinonym.measures.information import JiangConrath, Resnik
from reference.distances import NAIVE, links, random_case, rodriguez_egenhofer

OTHER_FORMS = (
    (Path(bounded=False), links),
    (
        Resnik(ic="sanchez", bounded=False),
        lambda t, a, b: NAIVE["resnik+sanchez"](t, a, b) * t.ic_max("sanchez"),
    ),
    (
        JiangConrath(ic="corpus", bounded=False),
        lambda t, a, b: NAIVE["jiang-conrath+corpus"](t, a, b) * 2 * t.ic_max("corpus"),
    ),
    (
        RodriguezEgenhofer(labels=1, parts=3, neighbourhood=0.5, radius=2),
        lambda t, a, b: rodriguez_egenhofer(t, a, b, (1, 3, 0.5), 2),
    ),
)


def test_every_measure_and_variant_has_a_naive_reference():
    variants = {f"{name}+{variant}" for name, (_, known) in VARIANTS.items() for variant in known[1:]}
    assert set(NAIVE) == set(MEASURES) | variants


def sampled(draw, size):
    """Any number of concepts, some of them more than once: one, a few, or more than a tile."""
    return np.array([draw.randrange(size) for _ in range(draw.choice([1, 2, 5, 31, 40, 70]))])


@pytest.mark.drawn
@pytest.mark.parametrize("first", range(0, scale_count(100), 50))
def test_many_distances_equal_single_distances(first):
    for seed in range(first, first + 50):
        taxonomy, naive = random_case(seed)
        draw = fresh_random("concepts", seed)
        left, right = sampled(draw, len(taxonomy)), sampled(draw, len(taxonomy))
        some = [(draw.randrange(len(left)), draw.randrange(len(right))) for _ in range(12)]
        for measure, expected in [(measure_named(name), f) for name, f in NAIVE.items()] + list(OTHER_FORMS):
            out = np.full((len(left), len(right)), np.nan, dtype=draw.choice([np.float32, np.float64]))
            measure.fill(taxonomy, left, right, out)
            assert np.isfinite(out).all()
            for i, j in some:
                a, b = taxonomy.concepts[left[i]], taxonomy.concepts[right[j]]
                assert out[i, j] == pytest.approx(expected(naive, a, b), abs=1e-6), (seed, measure, a, b)
