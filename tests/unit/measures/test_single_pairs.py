"""A single call of `Nominal.distance`: the same as the matrix, and cheap."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinonym as kn
from kinonym.errors import UsageError
from kinonym.measures import MEASURES
from kinonym.testing import taxonomies

PLAIN = [name for name in MEASURES if name not in ("rodriguez-egenhofer", "x-similarity")]
BY_CONTENT = ["resnik", "lin+zhou", "jiang-conrath+sanchez", "lin"]


@pytest.mark.parametrize("measure", [*PLAIN, *BY_CONTENT[1:3]])
@given(taxonomy=taxonomies(), data=st.data())
def test_a_single_distance_is_the_one_of_the_matrix(measure, taxonomy, data):
    domain = kn.Nominal(taxonomy, measure=measure)
    a, b = data.draw(st.tuples(*[st.sampled_from(taxonomy.concepts)] * 2))
    assert domain.distance(a, b) == domain.distances([a], [b])[0, 0]


def test_labels_isolates_and_unknown_names():
    sports = kn.Taxonomy.from_parents({"1": [], "2": ["1"], "3": ["1"]}, {"2": "soccer", "3": "boxing"})
    domain = kn.Nominal(sports, isolates=(None, "chess"))
    assert domain.distance("soccer", "boxing") == domain.distance("2", "3") == 0.5
    assert domain.distance("chess", "soccer") == 1.0
    assert domain.distance("chess", "chess") == 0.0
    with pytest.raises(UsageError, match="no concept"):
        domain.distance("soccer", "socker")


@pytest.mark.parametrize(("measure", "least"), [("wu-palmer", 300_000), *((name, 200_000) for name in BY_CONTENT)])
def test_wordnet_gives_hundreds_of_thousands_of_distances_a_second(measure, least):
    """In processor time, the best of five rounds, so that a busy machine does not count; a quiet core gives twice as many."""
    wordnet = kn.ontologies.load("wordnet")
    domain, draw = kn.Nominal(wordnet, measure=measure), random.Random(1)
    pairs = [(draw.choice(wordnet.concepts), draw.choice(wordnet.concepts)) for _ in range(20_000)]
    rates = []
    for _ in range(6):
        start = time.process_time()
        for a, b in pairs:
            domain.distance(a, b)
        rates.append(len(pairs) / (time.process_time() - start))
    assert max(rates[1:]) >= least
