"""t of a written file, counted from its texts alone: ground distances by their definitions, transport by a linear programme.

Nothing of the program is used here. Taxonomies are dicts (concept → parents); texts are cells of a CSV file.
"""

from collections import Counter
from functools import cache

import numpy as np
from scipy.optimize import linprog


class Below:
    """The concepts below a root, with depths, heights and least common subsumers measured among them."""

    def __init__(self, parents, root):
        self.parents, self.root = parents, root
        self.concepts = {concept for concept in parents if root in self.above(concept)}
        self.least = cache(self._least)

    def above(self, concept):
        found, new = set(), {concept}
        while new:
            found |= new
            new = {parent for c in new for parent in self.parents[c]} - found
        return found

    def longest(self, low, high):
        """Links of the longest path between two concepts, the upper of which subsumes the lower."""
        if low == high:
            return 0
        steps = [p for p in self.parents[low] if p in self.concepts and high in self.above(p)]
        return 1 + max(self.longest(p, high) for p in steps)

    def shortest(self, low, high):
        """Links of the shortest path."""
        if low == high:
            return 0
        return 1 + min(self.shortest(p, high) for p in self.parents[low] if high in self.above(p))

    def depth(self, concept):
        return 1 + self.longest(concept, self.root)

    def height(self, concept):
        return max(self.longest(c, concept) for c in self.concepts if concept in self.above(c))

    def _least(self, a, b):
        common = self.above(a) & self.above(b) & self.concepts
        return min(common, key=lambda s: (-self.depth(s), self.shortest(a, s) + self.shortest(b, s), s))

    def hierarchical(self, a, b):
        return self.height(self.least(a, b)) / self.height(self.root)

    def wu_palmer(self, a, b):
        top = self.least(a, b)
        deep, links = self.depth(top), self.shortest(a, top) + self.shortest(b, top)
        return 1 - 2 * deep / (2 * deep + links)


def table_of(texts, distance):
    """Distances of all pairs of texts; 0 for equal ones."""
    return np.array([[0.0 if a == b else distance(a, b) for b in texts] for a in texts])


def by_concept(column, meaning, distance):
    """Texts at the distance of their concepts; 1 for those without one and for all but the commonest spelling."""
    count, first = Counter(column), {}
    for text in sorted(count, key=lambda t: (-count[t], t)):
        first.setdefault(meaning(text), text)
    alone = {text for text in count if meaning(text) is None or first[meaning(text)] != text}
    return lambda a, b: 1.0 if a in alone or b in alone else distance(meaning(a), meaning(b))


def by_rank(column, number):
    """Texts at the distance of the ranks of their numbers; spellings of one number one rank apart; 1 for the others."""
    order = sorted({number(text) for text in column if number(text) is not None})
    step = 1 / max(1, len(order) - 1)

    def distance(a, b):
        if number(a) is None or number(b) is None:
            return 1.0
        return step * max(1, abs(order.index(number(a)) - order.index(number(b))))

    return distance


def by_difference(column, number):
    """Numbers by the share of the range between them; 1 for missing ones."""
    numbers = [number(text) for text in column if number(text) is not None]
    width = (max(numbers) - min(numbers)) or 1.0 if numbers else 1.0
    return lambda a, b: 1.0 if None in (number(a), number(b)) else abs(number(a) - number(b)) / width


def greatest_distance(classes, distance):
    """t: the greatest cost of turning the texts of a class into those of the table, both as shares."""
    column = [text for members in classes for text in members]
    texts = sorted(set(column))
    cost, size, everyone = table_of(texts, distance), len(texts), Counter(column)
    sums = np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
    worst = 0.0
    for members in classes:
        own = Counter(members)
        shares = [own[t] / len(members) for t in texts] + [everyone[t] / len(column) for t in texts]
        worst = max(worst, linprog(cost.ravel(), A_eq=sums, b_eq=shares, method="highs").fun)
    return worst
