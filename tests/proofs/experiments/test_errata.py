"""Each erratum of docs/experiments/errata.md, shown: the heading of the page and the test have the same number."""

import re
from collections import Counter
from itertools import combinations
from math import log
from pathlib import Path

import numpy as np
import pytest

import kinonym as kn
from kinonym.domains import Nominal
from kinonym.methods.swap.rank_chances import rank_chances, worst
from research.data.files import records_of

pytestmark = pytest.mark.experiments

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "experiments" / "errata.md").read_text(encoding="utf-8")
SPORTS = {
    "sport": [], "contact_sport": ["sport"], "water_sport": ["sport"], "football": ["contact_sport"],
    "boxing": ["contact_sport"], "soccer": ["football"], "rugby": ["football"], "swimming": ["water_sport"],
    "surfing": ["water_sport"],
}  # fmt: skip
DISEASES = {
    "disease": [], "degenerative": ["disease"], "asbestosis": ["degenerative"], "M": ["degenerative"],
    "amyotrophia": ["M"], "myofibrosis": ["M"], "X": ["disease"], "allergy": ["X"], "squint": ["X"],
}  # fmt: skip


def test_every_erratum_of_the_page_has_its_test():
    headings = [int(number) for number in re.findall(r"^## (\d+) ", PAGE, re.MULTILINE)]
    shown = sorted(int(name.split("_")[1]) for name in globals() if re.match(r"test_\d+_", name))
    assert headings == shown == list(range(1, len(headings) + 1))


def test_01_the_centroid_of_example_3_is_football():
    """A prints the sums 5.23 and 3.93 and takes contact_sport; football has 3.77."""
    sports = Nominal(kn.Taxonomy.from_parents(SPORTS))
    values, counts = ["boxing", "soccer", "rugby", "contact_sport", "swimming", "surfing"], [1, 2, 2, 1, 1, 3]
    sums = {c: float(np.dot(sports.distances([c], values)[0], counts)) for c in ("sport", "contact_sport", "football")}
    assert {c: round(total, 2) for c, total in sums.items()} == {"sport": 5.23, "contact_sport": 3.93, "football": 3.77}
    assert kn.centroid(sports, values, counts) == "football"


def test_02_asbestosis_occurs_three_times():
    """E's own sums 6.81 and 8.24 come out with 3, not with the 2 of its text."""
    domain = Nominal(kn.Taxonomy.from_parents(DISEASES), measure="subsumers")
    values = ["asbestosis", "degenerative", "amyotrophia", "myofibrosis", "allergy", "squint"]

    def total(concept, asbestosis):
        return round(float(np.dot(domain.distances([concept], values)[0], [asbestosis, 2, 2, 2, 3, 1])), 2)

    assert [total(c, 3) for c in ("degenerative", "allergy")] == [6.81, 8.24]
    assert [total(c, 2) for c in ("degenerative", "allergy")] != [6.81, 8.24]


def test_03_tversky_needs_a_sum_in_its_denominator():
    """T eq. 4.7 prints a product: a concept would be infinitely similar to itself; M eq. 8 has the sum."""
    shared, own, other, gamma = 4, 0, 0, 0.5
    assert shared * gamma * own + (1 - gamma) * other == 0  # the printed denominator
    assert shared / (shared + gamma * own + (1 - gamma) * other) == 1.0


def test_04_tversky_depends_on_the_order_of_the_concepts():
    """T eq. 4.8 gives the share of the shallower concept to whatever is named first."""

    def similarity(first, second, depths):
        a, b = depths[first], depths[second]
        gamma = a / (a + b) if a <= b else 1 - a / (a + b)
        return 2 / (2 + gamma * (a - 2) + (1 - gamma) * (b - 2))  # two subsumers shared, the rest are their own

    depths = {"shallow": 3, "deep": 8}
    assert similarity("shallow", "deep", depths) == 2 / (2 + 3 / 11 * 1 + 8 / 11 * 6)
    assert similarity("deep", "shallow", depths) == 2 / (2 + 3 / 11 * 6 + 8 / 11 * 1)


def test_05_a_cluster_must_lose_what_the_next_one_gets():
    """A alg. 2, as printed, never takes s out of D: six records would become seven."""
    records, r, s = list(range(6)), 0, 5
    left = [t for t in records if t not in (r, 1, 2)]  # the first cluster of k = 3 takes r and its nearest
    second = [s]
    while len(second) < 3:
        second.append(left.pop(0))
    assert s in left  # so it is released a second time
    assert 3 + len(second) + len(left) == len(records) + 1


def test_06_leacock_and_chodorow_do_not_order_pairs_as_path_length_does():
    """M sect. 5.1 calls them identical: of one attribute they are, the mean over two is another thing."""

    def path(lengths):
        return sum(lengths) / 2

    def leacock_chodorow(lengths):
        return sum(log(n + 1) / log(2 * 16) for n in lengths) / 2

    uneven, even = (0, 7), (3, 3)
    assert path(uneven) > path(even)
    assert leacock_chodorow(uneven) < leacock_chodorow(even)


def test_07_discernibility_adds_up_classes_not_records():
    """M eq. 1 sums the square over every record; its words say that a record costs the size of its class."""
    sizes = [2, 3]
    in_words = sum(size for size in sizes for _ in range(size))
    assert in_words == sum(size**2 for size in sizes) == 13
    assert sum(size**2 for size in sizes for _ in range(size)) == 35  # as printed


def test_08_a_third_of_the_answers_are_rare():
    """A says that 31 % of the answers occur at most 5 times; by M table 5 it is 32.4 %."""
    rare = 118 * 1 + 26 * 2 + 20 * 3 + 9 * 4 + 10 * 5
    assert (rare, round(100 * rare / 975, 1)) == (316, 32.4)


def test_09_no_merge_of_adult_gives_the_printed_counts():
    """A prints 388 pairs, 83 unique, the largest 3,739; the file has 394, 84 and 3,735."""
    folder = ROOT.parent / "shared" / "data"
    if not (folder / "adult_arx" / "adult.csv").is_file():
        pytest.skip("the Adult table is not here")
    rows = records_of(folder / "adult_arx" / "adult.csv", ";")
    counts = Counter((row["occupation"], row["native-country"]) for row in rows)

    def figures(counted):
        return len(counted), sum(c == 1 for c in counted.values()), max(counted.values())

    assert figures(counts) == (394, 84, 3_735)
    merged = set()
    for a, b in combinations(sorted({country for _, country in counts}), 2):
        together = Counter()
        for (occupation, country), count in counts.items():
            together[occupation, a if country == b else country] += count
        merged.add(figures(together))
    assert (387, 81, 3_739) in merged  # Outlying-US joined to United-States
    assert (388, 83, 3_739) not in merged


def test_10_rank_swapping_as_published_does_not_keep_1_over_k():
    """T promises probabilistic k-anonymity; exact chances of SRS-1, k = 2, n = 7: a record is linked with 1."""
    assert max(worst(rank_chances(n, 2, among_next="ranks", permute_rest=False)) for n in range(2, 16)) * 2 == 2
    assert max(worst(rank_chances(n, 2)) for n in range(2, 16)) * 2 == 1


def test_11_the_variance_is_not_kept_within_a_quarter_of_alpha():
    """T sect. 7.5 says below 25 % of alpha; its own tables 7.7-7.9 have more, for the second attribute."""
    printed = {(7.7, 0.1): 0.03, (7.8, 0.1): 0.04, (7.8, 0.3): 0.08, (7.9, 0.1): 0.03}
    assert all(gap / alpha > 0.25 for (_, alpha), gap in printed.items())


def test_12_the_first_algorithm_does_not_keep_the_mean_better():
    """T sect. 7.5: SNA-1 keeps it slightly better than SNA-2; tables 7.8 and 7.9 add up to the contrary."""
    first = {"a": [0.20, 0.20, 0.20, 0.20], "b": [0, 0.18, 0.45, 0.45]}
    second = {"a": [0.20, 0.20, 0.20, 0.20], "b": [0.18, 0.18, 0.18, 0.45]}
    assert first["a"] == second["a"]
    assert sum(first["b"]) > sum(second["b"])


def test_13_one_correlation_is_printed_as_two():
    """T sect. 7.5 speaks of 0.87, table 7.11 prints 0.88; the differences of tables 7.12 and 7.13 need 0.88."""
    after_and_gap = [(0.68, 0.20), (0.56, 0.32), (0.48, 0.40), (0.42, 0.46), (0.70, 0.18), (0.60, 0.28), (0.54, 0.34)]
    assert {round(after + gap, 2) for after, gap in after_and_gap} == {0.88}


def test_14_suppression_cannot_lose_more_than_it_suppresses():
    """Every suppressed record adds at most 1 to SSE: 90 % of 3,006 records lose at most 2,705, not 2,875."""
    records, printed = 3006, 2875
    assert 0.9 * records < 2706 < printed
    assert round(100 * printed / records, 1) == 95.6


def test_15_the_centroid_and_the_farthest_record_sort_otherwise():
    """E sect. 3.3 sorts by the centroid, algorithm 1 by the record most distant from it."""
    domain = Nominal(kn.Taxonomy.from_parents(DISEASES), measure="subsumers")
    values = ["asbestosis", "amyotrophia", "myofibrosis", "allergy"]
    centre = kn.centroid(domain, values)
    far = max(values, key=lambda v: domain.distance(centre, v))
    by_centre, by_farthest = (sorted(values, key=lambda v: (domain.distance(ref, v), v)) for ref in (centre, far))
    assert far == "allergy"
    assert by_farthest[0] == "allergy" == by_centre[-1]


def test_16_algorithm_2_replaces_no_value():
    """A's lines 1 to 23, as far as they change the output: it is copied and put into clusters, and never written."""
    data = {"r": 1.0, "near": 2.0, "s": 9.0, "far": 8.0}
    output = dict(data)  # line 1
    clusters = [["r", "near"], ["s", "far"]]  # lines 5-19
    centroids = [sum(output[t] for t in cluster) / len(cluster) for cluster in clusters]  # lines 10 and 18
    assert output == data  # line 23
    masked = {t: c for cluster, c in zip(clusters, centroids, strict=True) for t in cluster}
    assert len(set(masked.values())) == 2 < len(set(output.values()))


def test_17_depths_in_links_make_all_pairs_that_meet_at_the_root_alike():
    """M: N3 links from the LCS to the root; T: depth in nodes. Children of the root: 0 in links, 1/2 in nodes."""

    def in_links(first, second, above):
        return 2 * above / (first + second + 2 * above)

    assert in_links(1, 1, 0) == in_links(7, 9, 0) == 0.0
    siblings = Nominal(kn.Taxonomy.from_parents({"root": [], "a": ["root"], "b": ["root"]}))
    assert 1 - siblings.distance("a", "b") == 2 * 1 / (2 * 1 + 1 + 1) == 0.5


def test_18_resampling_draws_k_samples():
    """E alg. 4: k samples of n/k records; its sect. 4.3 says n/k samples."""
    n, k = 3006, 15
    assert (k, n // k) == (15, 200)
    records = np.random.default_rng(0).permutation(n)
    samples = [records[i * (n // k) : (i + 1) * (n // k)] for i in range(k)]
    assert len(samples) == k != n // k
    assert sum(map(len, samples)) == n - n % k
