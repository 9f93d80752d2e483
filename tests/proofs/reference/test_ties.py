"""Distances are rounded once: sums that are equal as fractions stay equal, and ties are ties (specification 6).

root ← x1 ← x2 ← x3 and root ← y1 ← y2 ← y3: by `path` two concepts are links/6 apart, so that 2 + 4 = 3 + 3 links
make 1/3 + 2/3 = 1/2 + 1/2.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from drawing import fresh_generator, fresh_seed, scale_count
from kinonym import Nominal, Taxonomy
from kinonym.methods.noise.distance_rows import key_rows
from kinonym.methods.recode import Recode
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.swap import Srs3
from kinonym.operators.samples import concept_rows
from kinonym.random import generator
from kinonym.tuples import Tuples
from swap.tables import released

TWO_CHAINS = Taxonomy.from_parents(
    {"root": [], "x1": "root", "x2": "x1", "x3": "x2", "y1": "root", "y2": "y1", "y3": "y2"}
)
PATH = Nominal(TWO_CHAINS, measure="path")
LINKS = {"x1": 2, "root": 3, "y1": 4}  # from x3

# Wu-Palmer, all below the root: 1/3 is one link below depth 1, 2/3 four links, 1/2 two links about depth 1
WIDE = Taxonomy.from_parents({"top": [], "a": "top", "b": "top", "b1": "b", "b2": "b1", "b3": "b2"})
WU_PALMER = Nominal(WIDE)

STEP = 2.0**-24


def in_steps(distance):
    """A fraction to the nearest multiple of 2^-24: 1/3 and 2/3 lie on no border, so that there is no doubt."""
    return round(distance * 2**24) * STEP


def tables_of(domain, start, ends):
    """The distances from one value to others as every table of the program holds them."""
    points = domain.encode([start, *ends])
    every = dict(zip(domain.tau.concepts, domain.row(start).tolist(), strict=True))
    space = domain.space(np.sort(points))
    place = np.searchsorted(np.sort(points), points)
    in_space = space.table[place[0], space.candidate_of[place[1:]]].tolist()
    _, row = next(iter(concept_rows(domain, points[:1])))
    numbers = points[1:].astype(np.int64)
    keys = key_rows(domain, points[:1])[0]
    return {
        "row": [every[end] for end in ends],
        "space": in_space,
        "concept rows": [float(row[0, i]) * STEP for i in numbers],
        "keys": [int(keys[i]) * STEP for i in numbers],
    }


@pytest.mark.parametrize("where", ["row", "space", "concept rows", "keys"])
def test_a_table_is_rounded_once(where):
    third, half, two_thirds = tables_of(PATH, "x3", ["x1", "root", "y1"])[where]
    assert third + two_thirds == half + half
    assert [third, half, two_thirds] == [in_steps(Fraction(links, 6)) for links in LINKS.values()]


@pytest.mark.parametrize("where", ["row", "space", "concept rows", "keys"])
def test_a_table_of_wu_palmer_is_rounded_once(where):
    # top–a: 1 / (2 + 1); a–b: 2 / (2 + 2); top–b3 lies 4 links from the root: 4 / (2 + 4)
    third = tables_of(WU_PALMER, "top", ["a"])[where][0]
    half = tables_of(WU_PALMER, "a", ["b"])[where][0]
    two_thirds = tables_of(WU_PALMER, "top", ["b3"])[where][0]
    assert third + two_thirds == half + half == 1.0


def test_pairs_are_not_rounded_at_all():
    left, right = PATH.encode(["x3"] * 3), PATH.encode(list(LINKS))
    assert PATH.between(left, right).tolist() == [links / 6 for links in LINKS.values()]


# From (x3, x3): 2 + 4 = 3 + 3 links in the first, 2 + 2 = 4 + 0 in the second; rounded thirds do not add up to 2/3.
TABLES = {
    "1/3 + 2/3 = 1/2 + 1/2": [("x3", "x3"), ("x1", "y1"), ("root", "root"), ("y3", "y3"), ("x2", "y2")],
    "1/3 + 1/3 = 2/3 + 0": [("x3", "x3"), ("x1", "x1"), ("y1", "x3"), ("y3", "y3"), ("x2", "y2")],
}


def grouped(name):
    points = np.column_stack([PATH.encode(column) for column in zip(*TABLES[name], strict=True)])
    return Tuples.from_points(["a", "b"], [PATH, PATH], points, np.ones(len(points), dtype=np.int64))[0]


def links(a, b):
    """Links between two concepts of two chains: up from both to where they meet."""
    up = {"root": (), "x1": "x", "x2": "xx", "x3": "xxx", "y1": "y", "y2": "yy", "y3": "yyy"}
    meet = min(len(up[a]), len(up[b])) if up[a][:1] == up[b][:1] else 0
    return len(up[a]) + len(up[b]) - 2 * meet


def srs3(records, k):
    """Specification 6, every course followed with whole numbers: P(what each record holds), as published."""
    n, m = len(records), len(records[0])
    apart = [[sum(links(a, b) for a, b in zip(s, t, strict=True)) for t in records] for s in records]
    chances = Counter()

    def step(reference, column, source, free, cluster, chance):
        """The reference exchanges its value of ``column``, then that of the next one, then hands over."""
        if column == m:
            left = [i for i in range(n) if any(i in some for some in free)]
            if not left:
                chances[tuple(tuple(records[source[j][i]][j] for j in range(m)) for i in range(n))] += chance
                return
            most = max(apart[reference][i] for i in left)
            ends = [i for i in left if apart[reference][i] == most]
            for end in ends:
                begin(end, source, free, chance / len(ends))
            return
        partners = [i for i in cluster if i in free[column]] if reference in free[column] else []
        remaining = free[column] - {reference}
        for other in partners or [reference]:
            swapped = list(source[column])
            swapped[reference], swapped[other] = swapped[other], swapped[reference]
            sources = (*source[:column], tuple(swapped), *source[column + 1 :])
            frees = (*free[:column], remaining - {other}, *free[column + 1 :])
            step(reference, column + 1, sources, frees, cluster, chance / max(1, len(partners)))

    def begin(reference, source, free, chance):
        others = sorted((i for i in range(n) if i != reference), key=lambda i: apart[reference][i])
        border = apart[reference][others[k - 1]]
        inside = [i for i in others if apart[reference][i] < border]
        parts = list(combinations([i for i in others if apart[reference][i] == border], k - len(inside)))
        for part in parts:
            step(reference, 0, source, free, [*inside, *part], chance / len(parts))

    margins = [sum(row) for row in apart]
    starts = [i for i in range(n) if margins[i] == max(margins)]
    for start in starts:
        every = tuple(range(n))
        begin(start, (every,) * m, (frozenset(every),) * m, Fraction(1, len(starts)))
    return chances


def wanted(tuples):
    """The chances of the reference, in the order and the numbers of the tuples."""
    names = [
        tuple(PATH.tau.concepts[int(c.points[v])] for c, v in zip(tuples.columns, row, strict=True))
        for row in tuples.codes
    ]
    codes = [{PATH.tau.concepts[int(p)]: i for i, p in enumerate(c.points)} for c in tuples.columns]
    chances = Counter()
    for records, chance in srs3(names, 2).items():
        chances[tuple(tuple(codes[j][v] for j, v in enumerate(record)) for record in records)] += chance
    return chances


@pytest.mark.parametrize("name", TABLES)
def test_the_exact_chances_of_srs3_are_those_of_the_specification(name):
    tuples = grouped(name)
    (factor,) = Srs3(k=2, published=True).factors(tuples)
    assert factor.columns == (0, 1)
    assert factor.chances == wanted(tuples)


@pytest.mark.parametrize("name", TABLES)
def test_the_draws_of_srs3_have_the_chances_of_the_specification(name):
    """Chi-squared, error rate 1e-6."""
    tuples, rng, draws = grouped(name), fresh_generator("srs3", name), 1000
    method = Srs3(k=2, published=True)
    seen = Counter(released(method.plan(tuples, rng)) for _ in range(draws))
    expected = {}
    for records, chance in wanted(tuples).items():
        points = [tuple(float(c.points[v]) for c, v in zip(tuples.columns, row, strict=True)) for row in records]
        expected[tuple(sorted((source, target, 1) for source, target in enumerate(points)))] = float(chance) * draws
    assert set(seen) <= set(expected)
    often = [outcome for outcome in expected if expected[outcome] >= 5]
    rest = draws - sum(seen[o] for o in often), draws - sum(expected[o] for o in often)
    got, awaited = [seen[o] for o in often], [expected[o] for o in often]
    if len(often) < len(expected):
        got, awaited = [*got, rest[0]], [*awaited, rest[1]]
    assert chisquare(got, awaited).pvalue > 1e-6


# Two records at 1/3 and one at 2/3 are tied: 2·(1/3) = 1·(2/3), though 1/3 and 2/3 are rounded to 2^-24.
def weighted_tuples(counts):
    points = PATH.encode(list(counts))
    return Tuples.from_points(["a"], [PATH], points[:, None], np.array(list(counts.values())))[0]


def test_weighted_ties_in_recode_go_to_the_lighter_tuple():
    """x3 is 2/6 from x1 with 2 records, and 4/6 from y1 with 1: by w·sd both are 4/6 away, and y1 is lighter."""
    tuples = weighted_tuples({"x1": 2, "x3": 1, "y1": 1, "y3": 9})
    plan = Recode(k=2, weighted=True).plan(tuples, generator(1))
    reached = PATH.decode(plan.targets[plan.target[np.argsort(plan.source)], 0])
    becomes = dict(zip(PATH.decode(tuples.columns[0].points), reached, strict=True))
    assert becomes["x3"] == becomes["y1"] != becomes["x1"]


UP = {"root": ["root"], "x1": ["x1", "root"], "x2": ["x2", "x1", "root"], "x3": ["x3", "x2", "x1", "root"],
      "y1": ["y1", "root"], "y2": ["y2", "y1", "root"], "y3": ["y3", "y2", "y1", "root"]}  # fmt: skip


def centre_in_links(members, counts):
    """The centroid by whole numbers of links; ties: the deeper concept, then the smaller id."""
    top = max(set.intersection(*(set(UP[m]) for m in members)), key=lambda c: len(UP[c]))
    candidates = {c for m in members for c in UP[m] if top in UP[c]}
    return min(candidates, key=lambda c: (sum(counts[m] * links(c, m) for m in members), -len(UP[c]), c))


def sa_mdav_in_links(counts, k):
    """A alg. 2 on one column with whole numbers, so that nothing is rounded: the groups of concepts."""
    alive, groups = sorted(counts, key=lambda c: PATH.encode([c])[0]), []

    def nearest(centre, sign):
        return min(alive, key=lambda t: (sign * counts[t] * links(t, centre), alive.index(t)))

    def cluster_around(t):
        members, centre = [], t
        while True:
            alive.remove(t)
            members.append(t)
            centre = centre_in_links(members, counts) if len(members) > 1 else t
            if sum(counts[m] for m in members) >= k:
                groups.append(members)
                return
            t = nearest(centre, 1)

    while sum(counts[t] for t in alive) >= k:
        r = nearest(centre_in_links(alive, counts), -1)
        cluster_around(r)
        if sum(counts[t] for t in alive) >= k:
            cluster_around(nearest(r, -1))
    centres = [centre_in_links(members, counts) for members in groups]
    for t in alive:
        groups[min(range(len(groups)), key=lambda g: (links(t, centres[g]), g))].append(t)
    return {frozenset(members) for members in groups}


@pytest.mark.drawn
def test_weighted_ties_in_sa_mdav_are_those_of_whole_numbers():
    """Distances in sixths, weights of 1 to 4: products are tied often, and rounding must not part them."""
    for seed in range(scale_count(100)):
        draw = np.random.default_rng(fresh_seed("weighted ties", seed))
        names = draw.choice(list(UP), draw.integers(3, 8), replace=False).tolist()
        counts = {name: int(draw.integers(1, 5)) for name in names}
        k = int(draw.integers(2, max(3, sum(counts.values()) // 2 + 1)))
        tuples = weighted_tuples(counts)
        rows = SaMdav(k=k).clusters(tuples, None, generator(0), lambda _: None)
        members = [str(c) for c in PATH.decode(tuples.columns[0].points)]
        groups = {frozenset(members[t] for t in rows.source[rows.group == g]) for g in set(rows.group.tolist())}
        assert groups == sa_mdav_in_links(counts, k), (seed, counts, k)
