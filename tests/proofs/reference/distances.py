"""Every measure written straight from specification 1 and 2: dictionaries, sets and recursion, one pair at a time."""

from __future__ import annotations

import math
import re
from functools import cached_property

import numpy as np

from drawing import fresh_random
from kinonym import Taxonomy


class NaiveTaxonomy:
    """Concepts by id; several roots get the virtual one above them."""

    def __init__(self, parents, labels, glosses, parts, counts):
        self.parents = {c: set(p) for c, p in parents.items()}
        self.labels = {c: set(x) for c, x in labels.items()}
        self.glosses, self.parts, self.counts = (
            dict(glosses),
            {c: set(p) for c, p in parts.items()},
            dict(counts),
        )
        roots = [c for c, p in parents.items() if not p]
        self.root = roots[0]
        if len(roots) > 1:
            self.root = "*"
            self.parents |= {root: {"*"} for root in roots} | {"*": set()}
            self.labels["*"], self.glosses["*"], self.parts["*"], self.counts["*"] = {"any"}, "", set(), 0
        self.memory = {}

    def once(self, key, compute):
        if key not in self.memory:
            self.memory[key] = compute()
        return self.memory[key]

    def subsumers(self, c):
        return self.once(("S", c), lambda: {c}.union(*(self.subsumers(p) for p in self.parents[c])))

    def depth(self, c):
        return self.once(("depth", c), lambda: 1 + max((self.depth(p) for p in self.parents[c]), default=0))

    def links(self, c, s):
        def shortest():
            return 0 if c == s else 1 + min(self.links(p, s) for p in self.parents[c] if s in self.subsumers(p))

        return self.once(("links", c, s), shortest)

    @cached_property
    def max_depth(self):
        return max(self.depth(c) for c in self.parents)

    def below(self, c):
        return self.once(("below", c), lambda: {d for d in self.parents if c in self.subsumers(d)})

    def children(self, c):
        return {d for d, p in self.parents.items() if c in p}

    def leaves(self, c):
        return {d for d in self.below(c) if d != c and not self.children(d)}

    def common(self, a, b):
        return self.subsumers(a) & self.subsumers(b)

    def lcs(self, a, b):
        return min(self.common(a, b), key=lambda s: (-self.depth(s), self.links(a, s) + self.links(b, s), s))

    def ic(self, model, c):
        return self.once((model, c), lambda: IC[model](self, c))

    def shared_ic(self, model, a, b):
        return max(self.ic(model, s) for s in self.common(a, b))

    def ic_max(self, model):
        return self.once((model, "max"), lambda: max(self.ic(model, c) for c in self.parents))

    def around(self, c, radius):
        found = {c}
        for _ in range(radius):
            found = found.union(*(self.parents[d] | self.children(d) for d in found))
        return found

    def labels_of(self, concepts):
        return set().union(*(self.labels[c] for c in concepts))

    def terms(self, c):
        return self.once(("terms", c), lambda: self.labels_of(self.around(c, 1)))

    def part_terms(self, c):
        return self.labels_of({c} | self.parts[c] | {w for w, p in self.parts.items() if c in p})

    def words(self, c):
        return set(re.findall(r"[a-z0-9]+", self.glosses[c].lower()))


def seco(t, c):
    return 1 - math.log(len(t.below(c))) / math.log(len(t.parents)) if len(t.parents) > 1 else 0.0


def zhou(t, c):
    return 0.5 * seco(t, c) + 0.5 * (math.log(t.depth(c)) / math.log(t.max_depth) if t.max_depth > 1 else 0.0)


def sanchez(t, c):
    return -math.log((len(t.leaves(c)) / len(t.subsumers(c)) + 1) / (len(t.leaves(t.root)) + 1))


def corpus(t, c):
    def seen(concept):
        return sum(t.counts[d] + 1 for d in t.below(concept))

    return -math.log(seen(c) / seen(t.root))


IC = {"seco": seco, "zhou": zhou, "sanchez": sanchez, "corpus": corpus}


def wu_palmer(t, a, b):
    lcs = t.lcs(a, b)
    return 1 - 2 * t.depth(lcs) / (2 * t.depth(lcs) + t.links(a, lcs) + t.links(b, lcs))


def links(t, a, b):
    return min(t.links(a, s) + t.links(b, s) for s in t.common(a, b))


def path(t, a, b):
    return links(t, a, b) / (2 * (t.max_depth - 1)) if t.max_depth > 1 else 0.0


def leacock_chodorow(t, a, b):
    return math.log(links(t, a, b) + 1) / math.log(2 * t.max_depth)


def subsumers(t, a, b):
    either, both = t.subsumers(a) | t.subsumers(b), t.common(a, b)
    return math.log2(1 + (len(either) - len(both)) / len(either))


def overlap(t, a, b, features):
    """Tversky's form, the shallower concept first (T eq. 4.8)."""
    if t.depth(a) > t.depth(b):
        a, b = b, a
    g = t.depth(a) / (t.depth(a) + t.depth(b))
    first, second = features(a), features(b)
    whole = len(first & second) + g * len(first - second) + (1 - g) * len(second - first)
    return len(first & second) / whole if whole else 0.0


def rodriguez_egenhofer(t, a, b, weights=(1, 1, 1), radius=1):
    if a == b:
        return 0.0
    w, u, v = (x / sum(weights) for x in weights)
    return 1 - (
        w * overlap(t, a, b, t.labels.get)
        + u * overlap(t, a, b, t.parts.get)
        + v * overlap(t, a, b, lambda c: t.around(c, radius))
    )


def jaccard(first, second):
    return len(first & second) / len(first | second) if first | second else 0.0


def x_similarity(t, a, b):
    if t.labels[a] & t.labels[b]:
        return 0.0
    return 1 - max(jaccard(f(a), f(b)) for f in (t.terms, t.part_terms, t.words))


def resnik(t, a, b, ic):
    return 0.0 if a == b else 1 - t.shared_ic(ic, a, b) / t.ic_max(ic)


def lin(t, a, b, ic):
    total = t.ic(ic, a) + t.ic(ic, b)
    return 1 - 2 * t.shared_ic(ic, a, b) / total if total else float(a != b)


def jiang_conrath(t, a, b, ic):
    apart = t.ic(ic, a) + t.ic(ic, b) - 2 * t.shared_ic(ic, a, b)
    return apart / (2 * t.ic_max(ic)) if apart else 0.0


NAIVE = {
    "wu-palmer": wu_palmer,
    "path": path,
    "leacock-chodorow": leacock_chodorow,
    "subsumers": subsumers,
    "tversky": lambda t, a, b: 1 - overlap(t, a, b, t.subsumers),
    "tversky+terms": lambda t, a, b: 1 - overlap(t, a, b, t.terms),
    "rodriguez-egenhofer": rodriguez_egenhofer,
    "x-similarity": x_similarity,
    "equality": lambda _, a, b: float(a != b),
} | {
    f"{name}+{model}".removesuffix("+seco"): lambda t, a, b, f=function, m=model: f(t, a, b, m)
    for name, function in (("resnik", resnik), ("lin", lin), ("jiang-conrath", jiang_conrath))
    for model in IC
}


def random_case(seed):
    """The same random ontology as a Taxonomy and naively: up to 60 concepts, several parents and roots."""
    draw = fresh_random("taxonomy", seed)
    size, roots = draw.randint(1, 60), draw.randint(1, 3)
    ids = [f"c{i:02d}" for i in range(size)]
    draw.shuffle(ids)
    parents = {
        c: draw.sample(ids[:i], min(i, draw.choice([1, 1, 1, 2, 3]))) if i >= roots else [] for i, c in enumerate(ids)
    }
    labels = {c: [c, *draw.sample("abcdefgh", draw.choice([0, 0, 1]))] for c in ids}
    words = [f"w{i}" for i in range(12)]
    glosses = {c: " ".join(draw.choices(words, k=draw.randint(0, 6))) for c in ids}
    parts = {c: draw.sample(ids, min(size, draw.choice([0, 0, 1, 3]))) for c in ids}
    counts = {c: draw.choice([0, 0, 1, 5, 40]) for c in ids}
    number = {c: i for i, c in enumerate(ids)}

    def pairs(links):
        found = [(number[c], number[d]) for c, others in links.items() for d in others]
        return tuple(np.array(found, dtype=np.int64).reshape(-1, 2).T)

    taxonomy = Taxonomy.from_links(
        ids, pairs(parents), [labels[c] for c in ids], glosses=[glosses[c] for c in ids], parts=pairs(parts),
        counts=np.array([counts[c] for c in ids], dtype=np.int64),
    )  # fmt: skip
    return taxonomy, NaiveTaxonomy(parents, labels, glosses, parts, counts)
