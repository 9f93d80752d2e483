"""Random releases of all methods are attacked by independent code: the reported risk is not too low.

The attacker knows the original table, the method and its parameters: it runs the method again and again on the
original table, counts what each value became, and picks the released record that this makes likeliest. It uses
nothing of the program's attacks. Where a method draws nothing, the reported risk bounds it exactly. Where it draws,
each release, all releases of a method together, and all releases of all methods (pairwise, since both figures come
from the same draw) are compared at `Z`: of all comparisons one fails by chance with at most 1e-6, whatever the seeds.
"""

import math
import random
from collections import Counter, defaultdict
from functools import cache

import numpy as np
import pytest
from scipy.stats import norm

from drawing import ERROR_RATE, fresh_generator, fresh_random, scale_count
from kinonym import Nominal, Taxonomy
from kinonym.assess import Assessment, masking_by
from kinonym.domains import ConceptSets, Dates
from kinonym.domains.date_formats import DateForm
from kinonym.errors import KinonymError
from kinonym.methods import METHODS
from kinonym.privacy.attacks import attack
from kinonym.random import generator
from kinonym.tuples import Tuples

RELEASES = 80
OF_HISTORIES = 45
RUNS = 40
COMPARISONS = scale_count(RELEASES) + scale_count(OF_HISTORIES) + 60
Z = float(norm.isf(ERROR_RATE / COMPARISONS))
MODES = [mode for kind in METHODS.values() for mode in kind.modes()]

#  top ─┬─ a ─┬─ a1 ── a11
#       │     └─ a2
#       ├─ b ─┬─ b1
#       │     └─ b2 (also below c)
#       └─ c ─── c1
WORDS = Taxonomy.from_parents(
    {"top": [], "a": "top", "b": "top", "c": "top", "a1": "a", "a2": "a", "a11": "a1", "b1": "b", "b2": ["b", "c"],
     "c1": "c"}
)  # fmt: skip
DOMAIN = Nominal(WORDS)
HISTORIES = {
    name for name, kind in METHODS.items() if kind.traits.random and not kind.traits.differentially_private
}  # a public set names concepts, neither sets nor dates


def random_table(draw):
    """Two columns of words, the second often the kin of the first."""
    words = sorted(WORDS.concepts)
    rows = []
    for _ in range(draw.randint(18, 40)):
        first = draw.choice(words)
        rows.append(
            (first, draw.choice(WORDS.children(first) or [first]) if draw.random() < 0.5 else draw.choice(words))
        )
    points = np.column_stack([DOMAIN.encode(column) for column in zip(*rows, strict=True)])
    return Tuples.from_points(["a", "b"], [DOMAIN, DOMAIN], points, np.ones(len(rows), dtype=np.int64))[0]


def random_histories(draw):
    """A column of sets of words and one of days, which often agree."""
    words = sorted(WORDS.concepts)
    sets = [tuple(sorted(draw.sample(words, draw.choice([1, 1, 2, 3])))) for _ in range(8)]
    days = [f"2020-{month:02}-{day:02}" for month in range(1, 5) for day in (3, 17)]
    places = [draw.randrange(8) for _ in range(draw.randint(18, 32))]
    agreeing = [place if draw.random() < 0.6 else draw.randrange(8) for place in places]
    own = ConceptSets(DOMAIN).fit(sets)
    dates = Dates(form=DateForm()).fit(days)
    points = np.column_stack(
        [own.add([sets[place] for place in places]), dates.encode([days[day] for day in agreeing])]
    )
    return Tuples.from_points(["a", "b"], [own, dates], points, np.ones(len(places), dtype=np.int64))[0]


def records_of(plan):
    """(original, released) of every record; released is None where it left the table."""
    own = [
        tuple(float(c.points[v]) for c, v in zip(plan.tuples.columns, row, strict=True)) for row in plan.tuples.codes
    ]
    pairs = []
    for source, target, count in zip(plan.source.tolist(), plan.target.tolist(), plan.count.tolist(), strict=True):
        released = None if target < 0 else tuple(plan.targets[target].tolist())
        pairs += [(own[source], released)] * count
    return pairs


def learnt(method, tuples, rng):
    """What each value of each column became in the runs, and what each whole record became."""
    columns, whole = [defaultdict(Counter) for _ in tuples.columns], defaultdict(Counter)
    for _ in range(RUNS if method.traits.random else 1):
        for original, released in records_of(method.plan(tuples, rng)):
            if released is None:
                continue
            whole[original][released] += 1
            for counted, before, after in zip(columns, original, released, strict=True):
                counted[before][after] += 1
    return columns, whole


def share(counted, after, kinds):
    """A chance from counts; an outcome that never occurred is unlikely, not impossible."""
    total = sum(counted.values())
    return (counted[after] + 0.5 / kinds) / (total + 0.5)


def successes(plan, columns, whole):
    """For each way to choose a record from what was learnt: the mean chance to be right."""
    pairs = records_of(plan)
    released = [after for _, after in pairs]
    kinds = len(WORDS)

    @cache
    def by_column(original, after):
        return math.prod(share(c[x], y, kinds) for c, x, y in zip(columns, original, after, strict=True))

    @cache
    def by_record(original, after):
        seen = whole[original]
        return (seen[after] + 2.0 * by_column(original, after)) / (sum(seen.values()) + 2.0)

    def hits(likelihood, *, against_all):
        weight = {y: sum(likelihood(x, y) for x, _ in pairs) if against_all else 1.0 for y in set(released) - {None}}
        total = 0.0
        for original, own in pairs:
            scores = [None if y is None else likelihood(original, y) / weight[y] for y in released]
            best = max((s for s in scores if s is not None), default=None)
            if best is None or own is None:
                continue
            candidates = sum(s is not None and s >= best * (1 - 1e-9) for s in scores)
            total += (likelihood(original, own) / weight[own] >= best * (1 - 1e-9)) / candidates
        return total / len(pairs)

    return [hits(way, against_all=against) for way in (by_column, by_record) for against in (False, True)]


def reported(method, plan, rng):
    """The reported risk: the success of the strongest attacker of the release."""
    measured = Assessment(plan=plan, masking=masking_by(method), attacks=attack(method, plan, rng))
    return measured.strongest.chance


def upper(chance, persons):
    """The upper end of Wilson's interval at `Z`."""
    centre = (chance + Z * Z / (2 * persons)) / (1 + Z * Z / persons)
    half = Z / (1 + Z * Z / persons) * math.sqrt(chance * (1 - chance) / persons + Z * Z / (4 * persons**2))
    return min(1.0, centre + half)


def attacked(case, modes=MODES, make=random_table):
    """One release: the method's name, its persons, the reported risk, and the success of each way to attack it."""
    mode = modes[case % len(modes)]
    draw, rng = fresh_random("release", make.__name__, case), fresh_generator("masking", make.__name__, case)
    tuples = make(draw)
    strengths = {"k": draw.choice([2, 3, 5]), "alpha": draw.choice([0.1, 0.3, 1.0]), "epsilon": draw.choice([2.0, 6.0])}
    kind = mode.method.traits.strength
    method = mode.made(**({kind: strengths[kind]} if kind else {}))
    plan = method.plan(tuples, rng)
    risk = reported(method, plan, rng)
    return mode.method.name, tuples.records, risk, successes(plan, *learnt(method, tuples, rng))


@pytest.mark.drawn
def test_no_attacker_does_better_than_reported():
    releases = defaultdict(list)
    for case in range(scale_count(RELEASES)):
        name, persons, risk, ways = attacked(case)
        bound = upper(risk, persons) if METHODS[name].traits.random else risk + 1e-9
        assert max(ways) <= bound, (case, name)
        releases[name].append((persons, risk, *ways))
    assert set(releases) == set(METHODS)
    drawn = {name: np.array(rows) for name, rows in releases.items() if METHODS[name].traits.random}
    for name, rows in drawn.items():
        reported, *reached = rows[:, 0] @ rows[:, 1:] / rows[:, 0].sum()
        assert max(reached) <= upper(reported, rows[:, 0].sum()), name
    every = np.concatenate(list(drawn.values()))
    excess = every[:, 2:] - every[:, 1:2]
    assert (excess.mean(axis=0) <= Z * excess.std(axis=0, ddof=1) / math.sqrt(len(every))).all()
    assert (
        Z * excess.std(axis=0, ddof=1) / math.sqrt(len(every)) < 0.1
    ).all()  # the bound above is narrow enough to notice errors


def takes_histories(mode):
    """Whether a mode can mask sets and dates: some need pairs of columns of one taxonomy, or a public set of concepts."""
    try:
        mode.made().plan(random_histories(random.Random(1)), generator(1))
    except KinonymError:
        return False
    return True


@pytest.mark.drawn
def test_no_attacker_does_better_than_reported_on_sets_and_dates():
    """Each release, and those of a method together, at `Z`."""
    modes = [mode for mode in MODES if mode.method.traits.random and takes_histories(mode)]
    assert {mode.method.name for mode in modes} == HISTORIES
    releases = defaultdict(list)
    for case in range(scale_count(OF_HISTORIES)):
        name, persons, risk, ways = attacked(case, modes, random_histories)
        assert max(ways) <= upper(risk, persons), (case, name)
        releases[name].append((persons, risk, *ways))
    assert set(releases) == HISTORIES
    for name, reported_and_reached in releases.items():
        rows = np.array(reported_and_reached)
        reported, *reached = rows[:, 0] @ rows[:, 1:] / rows[:, 0].sum()
        assert max(reached) <= upper(reported, rows[:, 0].sum()), name
