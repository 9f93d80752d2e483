"""Sets of concepts, plainly: distances by their definitions, centres by trying everything."""

from itertools import combinations, permutations


def directed(d, left, right):
    return [min(d(a, b) for b in right) for a in left]


def average(d, left, right):
    there, back = directed(d, left, right), directed(d, right, left)
    return 0.5 * (sum(there) / len(there) + sum(back) / len(back))


def assignment(d, left, right):
    few, many = sorted((left, right), key=len)
    cheapest = min(sum(map(d, few, chosen)) for chosen in permutations(many, len(few)))
    return (cheapest + len(many) - len(few)) / len(many)


def hausdorff(d, left, right):
    return max(*directed(d, left, right), *directed(d, right, left))


DISTANCES = {"average": average, "assignment": assignment, "hausdorff": hausdorff}


def set_distance(kind, d, left, right):
    if not left or not right:
        return float(bool(left) != bool(right))
    return DISTANCES[kind](d, sorted(left), sorted(right))


def hierarchy(taxonomy, union):
    """H(V): the subsumers of the values below their LCS."""
    top = taxonomy.lcs(*union)
    above = {s for v in union for s in taxonomy.subsumers(v)}
    return sorted(c for c in above if top in taxonomy.subsumers(c))


def cost(kind, d, centre, sets, weights):
    return sum(w * set_distance(kind, d, centre, members) for members, w in zip(sets, weights, strict=True))


def lower_median(sets, weights):
    """The size of the middle set, by weight: the least one with half of the weight at or below it."""
    reached = 0
    for size, w in sorted(zip(map(len, map(set, sets)), weights, strict=True)):
        reached += w
        if 2 * reached >= sum(weights):
            return size
    return None


def may_be_centre(taxonomy, chosen, limit):
    """Not more concepts than the limit, and none together with an ancestor."""
    return 0 < len(chosen) <= limit and not any(a in taxonomy.subsumers(b) for a in chosen for b in chosen if a != b)


def exact_centre(kind, d, taxonomy, candidates, sets, weights):
    """The least sum over all sets of candidates that may be a centre."""
    limit = lower_median(sets, weights)
    every = (c for size in range(1, limit + 1) for c in combinations(candidates, size))
    return min(cost(kind, d, chosen, sets, weights) for chosen in every if may_be_centre(taxonomy, chosen, limit))


def steps_from(centre, candidates):
    """All sets that one concept more, one less or another one makes of a set."""
    outside = [c for c in candidates if c not in centre]
    for c in outside:
        yield {*centre, c}
    for a in centre:
        if len(centre) > 1:
            yield centre - {a}
        for c in outside:
            yield (centre - {a}) | {c}
