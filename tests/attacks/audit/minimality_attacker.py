"""An attacker who knows a method and undoes its choices (Wong, Fu, Wang and Pei 2007), on small tables.

The attacker knows the quasi-identifiers of everybody, the method with its settings, and the release. Each way to give
the released confidential values of a class to its members is one world. A world is possible if the method turns it
into exactly this release; possible worlds are equally likely, or as likely as the method's draws make the release.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import product

import numpy as np

from kinonym.domains import Numeric, Plain
from kinonym.tuples import Confidential, Tuples


@dataclass(frozen=True)
class Posterior:
    """What the attacker knows about the person about whom most is known."""

    chance: float
    """The probability of the most likely confidential value."""
    claimed: float
    """The greatest share of a value in its class, which l and t bound."""
    worlds: int
    """Assignments that agree with the release."""
    possible: int
    """Those that the method turns into the release."""

    @property
    def excess(self):
        """How much more the attacker knows than the class shows."""
        return self.chance - self.claimed


def arrangements(values):
    """All different orders of some values."""
    if not values:
        yield ()
        return
    for value in sorted(set(values)):
        rest = list(values)
        rest.remove(value)
        for tail in arrangements(rest):
            yield (value, *tail)


def group_records(numbers, secrets, method, seed=0):
    """The masked number of each record, which is that of its class."""
    domain = Numeric(scale=float(np.std(numbers)) or 1.0)
    points = np.array(numbers, dtype=np.float64)[:, None]
    tuples, tuple_of = Tuples.from_points(["age"], [domain], points, np.ones(len(numbers), dtype=np.int64))
    texts = sorted(set(secrets))
    plain = Plain(tuple(texts))
    cells = tuple_of, np.array([texts.index(s) for s in secrets]), np.ones(len(secrets), dtype=np.int64)
    column = Confidential.from_counts("illness", plain, plain.encode(texts), texts, cells, len(tuples))
    plan = method.plan(tuples.with_confidential(column), np.random.default_rng(seed))
    target = np.empty(len(tuples), dtype=np.int64)
    target[plan.source] = plan.target
    return tuple(plan.targets[target[tuple_of], 0].tolist())


def release_of(groups, secrets):
    """What is published: the classes with their confidential values, in no order."""
    return sorted(zip(groups, secrets, strict=True))


def attack(numbers, secrets, method, seeds=(0,)):
    """The posterior of the person about whom most is known.

    Parameters
    ----------
    seeds
        Draws of a random method that the attacker tries in every world; the release is that of the first.
    """
    groups = group_records(numbers, secrets, method, seeds[0])
    release = release_of(groups, secrets)
    members = [[i for i, g in enumerate(groups) if g == group] for group in sorted(set(groups))]
    orders = [list(arrangements([secrets[i] for i in rows])) for rows in members]
    weight, of_value, worlds, possible = 0.0, [Counter() for _ in secrets], 0, 0
    for chosen in product(*orders):
        world = list(secrets)
        for rows, values in zip(members, chosen, strict=True):
            for i, value in zip(rows, values, strict=True):
                world[i] = value
        worlds += 1
        fits = sum(release_of(group_records(numbers, world, method, seed), world) == release for seed in seeds)
        if fits:
            possible += 1
            weight += fits
            for i, value in enumerate(world):
                of_value[i][value] += fits
    best = max(range(len(secrets)), key=lambda i: max(of_value[i].values()) / weight - _share(members, secrets, i))
    chance = max(of_value[best].values()) / weight
    return Posterior(chance, _share(members, secrets, best), worlds, possible)


def _share(members, secrets, i):
    """The greatest share of a value in the class of a record."""
    rows = next(rows for rows in members if i in rows)
    return max(Counter(secrets[j] for j in rows).values()) / len(rows)
