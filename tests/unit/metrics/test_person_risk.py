"""What attackers find about persons, against plain loops over persons, their records and the released records."""

from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np
import pytest

from drawing import fresh_generator, fresh_random, scale_count
from kinonym.domains import Plain
from kinonym.methods import METHODS
from kinonym.metrics.risk import exact_linkage, measure_risk
from kinonym.privacy.attacks.linking import _distances, link, nearest_linkage
from kinonym.random import generator
from kinonym.tuples import Persons, Tuples
from kinonym.tuples.tuples import tuple_points

CASES = scale_count(15)


def table(case):
    """Random records of persons: the tuples, and (person, cells) of every record."""
    draw = fresh_random("persons at risk", case)
    people, rows = draw.randint(3, 9), draw.randint(8, 40)
    records = [(draw.randrange(people), (draw.choice("abc"), draw.choice("xyz"))) for _ in range(rows)]
    domains = [Plain().fit(sorted({cells[j] for _, cells in records})) for j in range(2)]
    points = np.column_stack([domains[j].encode([cells[j] for _, cells in records]) for j in range(2)])
    once = np.ones(rows, dtype=np.int64)
    tuples, place = Tuples.from_points(["a", "b"], domains, points, once)
    owners = np.array([person for person, _ in records])
    return replace(tuples, persons=Persons.from_cells(place, owners, once, len(tuples))), owners, place


def released(plan, place):
    """What each record of a plan of whole tuples becomes; None if it goes."""
    target = dict(zip(plan.source.tolist(), plan.target.tolist(), strict=True))
    points = [tuple(row) for row in plan.targets.tolist()]
    return [None if target[t] < 0 else points[target[t]] for t in place.tolist()]


@pytest.mark.drawn
@pytest.mark.parametrize("name", ["sa-mdav", "suppress"])
@pytest.mark.parametrize("drop", [False, True])
def test_linkage_of_persons_agrees_with_plain_loops(name, drop):
    for case in range(CASES):
        tuples, owners, place = table(case)
        settings = {"drop": True} if drop and name == "suppress" else {}
        plan = METHODS[name](k=3, **settings).plan(tuples, fresh_generator("masked persons", case))
        after = released(plan, place)
        own = [tuple(row) for row in tuple_points(tuples)[place].tolist()]
        released_persons = defaultdict(list)
        for person, cells in zip(owners.tolist(), after, strict=True):
            if cells is not None:
                released_persons[cells].append(person)
        risk = measure_risk(plan)
        assert risk.unit == "persons"
        assert risk.fewest_persons == min(
            (len(set(rows)) for rows in released_persons.values()), default=len(set(owners))
        )
        best = Counter()
        for rows in released_persons.values():
            for person in rows:
                best[person] = max(best[person], rows.count(person) / len(rows))
        assert risk.prosecutor == pytest.approx(max(best.values(), default=0.0))
        people = sorted(set(owners.tolist()))
        assert risk.marketer == pytest.approx(sum(best[person] for person in people) / len(people))
        assert nearest_linkage(plan, generator(1)).success == pytest.approx(nearest(own, after, owners.tolist()))
        assert exact_linkage(plan) / 100 == pytest.approx(exact(own, after, owners.tolist()))
        assert nearest_linkage(plan, generator(1)).success <= risk.marketer + 1e-12


def nearest(own, after, owners):
    """Each person, each of her records: the nearest released records, one of them at random."""
    total, people = 0.0, sorted(set(owners))
    kept = [(cells, person) for cells, person in zip(after, owners, strict=True) if cells is not None]
    for person in people:
        mine = [cells for cells, owner in zip(own, owners, strict=True) if owner == person]
        for cells in mine:
            apart = [sum(x != y for x, y in zip(cells, other, strict=True)) for other, _ in kept]
            candidates = [owner for (_, owner), d in zip(kept, apart, strict=True) if d == min(apart)]
            total += candidates.count(person) / max(1, len(candidates)) / len(mine)
    return total / len(people)


def exact(own, after, owners):
    """The records that were equal before, one of them at random, for every record that did not change."""
    total, people = 0.0, sorted(set(owners))
    for person in people:
        mine = [i for i, owner in enumerate(owners) if owner == person]
        for i in mine:
            if own[i] == after[i]:
                equal = [owner for cells, owner in zip(own, owners, strict=True) if cells == own[i]]
                total += equal.count(person) / len(equal) / len(mine)
    return total / len(people)


def test_a_sample_of_persons_is_near_all_of_them():
    """2,000 of 6,000 persons: half an interval is 1.96 standard deviations or more, so that p < 1e-6."""
    draw = fresh_generator("sampled persons")
    rows = 12_000
    domains = [Plain().fit([f"{i:03}" for i in range(200)])] * 2
    points = np.column_stack([domain.encode([f"{i:03}" for i in draw.integers(0, 200, rows)]) for domain in domains])
    once = np.ones(rows, dtype=np.int64)
    tuples, place = Tuples.from_points(["a", "b"], domains, points, once)
    tuples = replace(tuples, persons=Persons.from_cells(place, draw.integers(0, 6000, rows), once, len(tuples)))
    plan = METHODS["suppress"](k=2).plan(tuples, generator(1))
    whole = nearest_linkage(plan, generator(1))
    assert not whole.sampled
    assert whole.persons == tuples.persons.number
    some = link(plan, "nearest-values", _distances(plan, semantic=False), fresh_generator("sample"), limit=100)
    assert some.sampled
    assert some.persons == 2000
    low, high = some.interval
    assert abs(some.success - whole.success) < 2.5 * (high - low) / 2
