"""t-closeness on the hierarchical ground against a linear programme, on random trees and DAGs (specification 1, 5).

Heights are those of tau, whatever values a table has; the reference here is written from the definitions.
"""

from functools import cache

import numpy as np
import pyarrow as pa
import pytest
from scipy.optimize import linprog

import kinonym as kn
from drawing import fresh_random, is_frequent, scale_count
from kinonym.domains import Nominal
from kinonym.privacy.closeness import class_distances
from kinonym.privacy.ground import ground_of

CASES = scale_count(100)
MASKED = scale_count(15)


class Reference:
    """Distances of concepts by the height of what subsumes both, inside tau(root)."""

    def __init__(self, parents, root):
        self.parents = parents
        self.root = root
        self.inside = {c for c in parents if root in self.above(c)}
        self.whole = self.height(root)

    def above(self, concept):
        return {concept}.union(*(self.above(p) for p in self.parents[concept]))

    def subsumers(self, concept):
        return self.above(concept) & self.inside

    def height(self, concept):
        below = [c for c in self.inside if concept in self.parents[c]]
        return 1 + max(map(self.height, below)) if below else 0

    def depth(self, concept):
        if concept == self.root:
            return 1
        return 1 + max(self.depth(p) for p in self.parents[concept] if p in self.inside)

    def links(self, concept, subsumer):
        if concept == subsumer:
            return 0
        higher = [p for p in self.parents[concept] if subsumer in self.subsumers(p)]
        return 1 + min(self.links(p, subsumer) for p in higher)

    def lcs(self, a, b):
        common = self.subsumers(a) & self.subsumers(b)
        return min(common, key=lambda s: (-self.depth(s), self.links(a, s) + self.links(b, s), s))

    def distance(self, a, b):
        if a == b:
            return 0.0
        if a not in self.inside or b not in self.inside:
            return 1.0
        return self.height(self.lcs(a, b)) / self.whole


def random_parents(draw, *, several):
    """Concepts with shuffled names, each below one or, if ``several``, up to three earlier ones."""
    size = draw.randint(4, 14)
    names = [f"c{i:02}" for i in draw.sample(range(100), size)]
    parents = {names[0]: []}
    for i in range(1, size):
        wanted = draw.choice([1, 1, 2, 3]) if several else 1
        parents[names[i]] = draw.sample(names[:i], min(i, wanted))
    return parents


def earth_mover(share, overall, cost):
    """The least work that turns one distribution into the other."""
    size = len(cost)
    equal = np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
    return linprog(np.ravel(cost), A_eq=equal, b_eq=[*share, *overall], method="highs").fun


@pytest.mark.drawn
@pytest.mark.parametrize("several", [False, True], ids=["trees", "DAGs"])
def test_classes_are_as_far_from_the_table_as_a_linear_programme_says(several):
    draw = fresh_random("ground", several)
    shapes, graded = set(), 0
    for case in range(CASES):
        parents = random_parents(draw, several=several)
        inner = [c for c in parents if any(c in above for above in parents.values())]
        reference = Reference(parents, inner[0] if draw.random() < 0.7 else draw.choice(inner))
        isolates = (None, "no concept")
        domain = Nominal(kn.Taxonomy.from_parents(parents), reference.root, isolates=isolates)
        texts = draw.sample([*sorted(reference.inside), *isolates], draw.randint(2, min(7, len(reference.inside) + 2)))
        texts.sort(key=lambda text: domain.encode([text])[0])
        points = domain.encode(texts)
        if draw.random() < 0.3:  # a second spelling of some text, which is 1 from all others
            twin = draw.randrange(len(texts))
            points, texts = np.insert(points, twin, points[twin]), [*texts[: twin + 1], "respelt", *texts[twin + 1 :]]
        counts = np.array([[draw.choice([0, 0, 1, 2, 5]) for _ in texts] for _ in range(3)])
        counts[range(3), draw.choices(range(len(texts)), k=3)] += 1
        group, value = np.nonzero(counts)
        cells = group.astype(np.int64), value.astype(np.int64), counts[group, value].astype(np.int64)
        ground = ground_of("secret", domain, points, "hierarchical")
        cost = [[reference.distance(a, b) for b in texts] for a in texts]
        kept = counts.sum(axis=0) > 0
        wanted = [
            earth_mover(
                row[kept] / row.sum(), counts.sum(axis=0)[kept] / counts.sum(), np.array(cost)[np.ix_(kept, kept)]
            )
            for row in counts
        ]
        assert class_distances(cells, ground) == pytest.approx(wanted, abs=1e-7), (case, parents, texts)
        shapes.add(ground.shape)
        graded += any(0 < d < 1 for row in cost for d in row)
    assert shapes == ({"tree", "table"} if several else {"tree"})
    assert is_frequent(graded, CASES, 0.4)


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode", "resample"])
@pytest.mark.drawn
@pytest.mark.parametrize("several", [False, True], ids=["trees", "DAGs"])
def test_every_class_of_a_release_is_t_close(several, name, tmp_path):
    draw = fresh_random("mask", several, name)
    split = 0
    for case in range(MASKED):
        parents = random_parents(draw, several=several)
        place = tmp_path / f"{case}.csv"
        place.write_text("child,parent\n" + "".join(f"{c},{p}\n" for c in parents for p in parents[c] or [""]))
        rows = draw.randint(8, 24)
        table = pa.table(
            {
                "town": draw.choices("abcdef", k=rows),
                "secret": draw.choices([*sorted(parents), "no concept", None], k=rows),
            }
        )
        level = draw.choice([0.15, 0.3, 0.45])
        recipe = {
            "columns": {
                "town": {"role": "quasi", "type": "plain"},
                "secret": {
                    "role": "confidential", "ontology": str(place), "root": next(iter(parents)), "unmapped": "isolate",
                },
            },
            "method": {"name": name, "k": 2, "t_closeness": level, "ground": "hierarchical"},
            "release": {"accept_unique": True},
        }  # fmt: skip
        masked = kn.mask(table, recipe, aligned=True).table.to_pylist()
        reference = Reference(parents, next(iter(parents)))
        distance = cache(lambda a, b, near=reference: near.distance(a, b))
        texts = sorted({row["secret"] or "" for row in masked})
        cost = [[distance(a, b) for b in texts] for a in texts]
        overall = [sum((row["secret"] or "") == text for row in masked) / rows for text in texts]
        classes = {}
        for row in masked:
            classes.setdefault(row["town"], []).append(row["secret"] or "")
        for values in classes.values():
            share = [values.count(text) / len(values) for text in texts]
            assert earth_mover(share, overall, cost) <= level + 1e-7, (case, parents, values)
        split += len(classes) > 1
    assert is_frequent(split, MASKED, 0.15)
