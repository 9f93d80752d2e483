"""Plain, obviously right versions of what the kernels do: no arrays, no increments, no cleverness.

Distances come from the domains, rounded as the tables are, so that ties are ties here as well.
"""

from __future__ import annotations

import collections
import itertools
import math

import numpy as np

from kinonym.domains import Nominal, Numeric, Ordinal

ROUNDING = 2.0**-24


def grid(x):
    """To a multiple of 2^-24: sums of such numbers are exact in any order."""
    return round(x * 2**24) / 2**24


class Naive:
    """Tuples as Python lists of points, with the operators of specification 4."""

    def __init__(self, tuples, distance="semantic", centroid="semantic"):
        self.columns = tuples.columns
        self.distance_choice, self.centroid_choice = distance, centroid
        self.points = [
            [float(c.points[code]) for c, code in zip(tuples.columns, row, strict=True)] for row in tuples.codes
        ]
        self.counts = tuples.counts.tolist()
        self.euclidean = all(isinstance(c.domain, Numeric | Ordinal) for c in tuples.columns)
        self.asked = {}

    def value_distance(self, j, a, b):
        domain = self.columns[j].domain
        if self.distance_choice == "equality" and not isinstance(domain, Numeric | Ordinal):
            return float(a != b)
        if (j, a, b) not in self.asked:  # a domain is asked once, since a single answer is slow
            self.asked[j, a, b] = float(domain.between(np.array([a]), np.array([b]))[0])
        d = self.asked[j, a, b]
        return grid(d) if isinstance(domain, Nominal) else d

    def distance(self, a, b):
        """Weighted sum over the attributes; Euclidean for numbers."""
        each = [self.value_distance(j, x, y) for j, (x, y) in enumerate(zip(a, b, strict=True))]
        weights = [c.weight for c in self.columns]
        if self.euclidean:
            return math.sqrt(sum(w * (d * d) for w, d in zip(weights, each, strict=True)))
        return sum(grid(w * d) for w, d in zip(weights, each, strict=True))

    def mean_distance(self, a, b):
        """Weighted mean over the attributes (T eq. 5.5)."""
        total = sum(c.weight for c in self.columns)
        return self.distance(a, b) / (math.sqrt(total) if self.euclidean else total)

    def centroid(self, members):
        """members: list of (point tuple, weight)."""
        return [self._column_centroid(j, [(p[j], w) for p, w in members]) for j in range(len(self.columns))]

    def _column_centroid(self, j, weighted):
        domain = self.columns[j].domain
        if isinstance(domain, Numeric | Ordinal):
            return line_centre(weighted, median=isinstance(domain, Ordinal))
        if not isinstance(domain, Nominal) or self.centroid_choice == "mode":
            return mode(domain, weighted)
        concepts = sorted({p for p, _ in weighted if p < len(domain.tau)})
        isolates = {p for p, _ in weighted if p >= len(domain.tau)}
        if self.centroid_choice == "lcs":
            if isolates and (concepts or len(isolates) > 1):
                return 0.0
            return isolates.pop() if isolates else float(lcs(domain.tau, concepts))
        return self._semantic(j, domain.tau, weighted, concepts, isolates)

    def _semantic(self, j, tau, weighted, concepts, isolates):
        candidates = set(isolates)
        if concepts:
            top = tau.concepts[lcs(tau, concepts)]
            names = {s for c in concepts for s in tau.subsumers(tau.concepts[int(c)])}
            candidates |= {float(tau.number(s)) for s in names if top in tau.subsumers(s)}
        saved, self.distance_choice = self.distance_choice, "semantic"
        sums = {c: sum(w * self.value_distance(j, c, p) for p, w in weighted) for c in candidates}
        self.distance_choice = saved
        least = min(sums.values()) + sum(w for _, w in weighted) * ROUNDING
        return min((c for c in candidates if sums[c] <= least), key=lambda c: tie_key(tau, c))


def tie_key(tau, c):
    """Greater depth, then smaller id; isolates last."""
    if c >= len(tau):
        return (1, 0, "", c)
    return (0, -tau.depth(tau.concepts[int(c)]), tau.concepts[int(c)], 0)


def lcs(tau, concepts):
    common = set.intersection(*(set(tau.subsumers(tau.concepts[int(c)])) for c in concepts))
    below = {s: sum(s in tau.subsumers(c) for c in tau.concepts) for s in common}
    return tau.number(min(common, key=lambda s: (-tau.depth(s), below[s], s)))


def mode(domain, weighted):
    total = {}
    for p, w in weighted:
        total[p] = total.get(p, 0) + w
    most = max(total.values())
    tied = [p for p, w in total.items() if w == most]
    return min(tied, key=(lambda p: tie_key(domain.tau, p)) if isinstance(domain, Nominal) else (lambda p: p))


def line_centre(weighted, *, median):
    known = sorted((p, w) for p, w in weighted if not math.isnan(p))
    total = sum(w for _, w in known)
    if sum(w for p, w in weighted if math.isnan(p)) > total:
        return math.nan
    if not median:
        return sum(p * w for p, w in known) / total
    reached = 0
    for p, w in known:
        reached += w
        if reached >= total / 2:
            return p
    return math.nan


def slack_of(space, *, weighted):
    """By how much rounding may alter a distance: half a step for each column's table, and half for its weight."""
    return 2.0**-25 * sum(c.weight + 1.0 for c in space.columns) if weighted and not space.euclidean else 0.0


def tied(scores, weights, slack):
    """The tuples with the least w·sd, within rounding."""
    best = min(scores, key=scores.get)
    return [t for t in scores if scores[t] <= scores[best] + slack * (weights[t] + weights[best])]


def sa_mdav(tuples, k, *, static=False, weighted=True):
    """A alg. 2 as specification 5 reads it: the cluster of each tuple."""
    space = Naive(tuples)
    alive = list(range(len(tuples)))
    clusters = []

    def weight(t):
        return space.counts[t] if weighted else 1

    slack = slack_of(space, weighted=weighted)

    def nearest(centre, sign=1):
        """The tuple with the least w·sd, or with sign −1 the greatest; ties: the first."""
        scores = {t: sign * weight(t) * space.distance(space.points[t], centre) for t in alive}
        return min(tied(scores, space.counts, slack))

    def cluster_around(r):
        alive.remove(r)
        members, centre = [r], space.points[r]
        while sum(space.counts[t] for t in members) < k:
            t = nearest(centre)
            alive.remove(t)
            members.append(t)
            if not static:
                centre = space.centroid([(space.points[t], space.counts[t]) for t in members])
        clusters.append(members)

    def records():
        return sum(space.counts[t] for t in alive)

    while records() >= k:
        centre = space.centroid([(space.points[t], space.counts[t]) for t in alive])
        r = nearest(centre, -1)
        cluster_around(r)
        if records() >= k:
            cluster_around(nearest(space.points[r], -1))
    centres = [space.centroid([(space.points[t], space.counts[t]) for t in members]) for members in clusters]
    for t in alive:
        nearest = min(range(len(centres)), key=lambda g: (space.distance(space.points[t], centres[g]), g))
        clusters[nearest].append(t)
    return {t: g for g, members in enumerate(clusters) for t in members}


def mdav(tuples, k, *, distance="semantic", centroid="semantic"):
    """A alg. 1 on single records: a list of groups, each a list of tuple numbers, one entry a record."""
    space = Naive(tuples, distance, centroid)
    left = [t for t, n in enumerate(space.counts) for _ in range(n)]
    groups = []

    def from_centre():
        centre = space.centroid([(space.points[t], 1) for t in left])
        return max(left, key=lambda t: (space.distance(space.points[t], centre), t))

    def group_around(r):
        nearest = sorted(left, key=lambda t: (space.distance(space.points[t], space.points[r]), t))[:k]
        for t in nearest:
            left.remove(t)
        groups.append(nearest)

    while len(left) >= 3 * k:
        r = from_centre()
        s = max(left, key=lambda t: (space.distance(space.points[t], space.points[r]), t))
        group_around(r)
        group_around(s)
    if len(left) >= 2 * k:
        group_around(from_centre())
    groups.append(list(left))
    return groups


def plain_mean(space, a, b):
    """Weighted mean over the attributes, not rounded to the grid; Euclidean for numbers."""
    weights = [c.weight for c in space.columns]
    each = [space.value_distance(j, x, y) for j, (x, y) in enumerate(zip(a, b, strict=True))]
    total = 0.0
    for w, d in zip(weights, each, strict=True):
        total += w * (d * d if space.euclidean else d)
    mean = total / np.array(weights).sum()
    return math.sqrt(mean) if space.euclidean else mean


def resample(tuples, k, samples, *, one_reference=False, distance="semantic", centroid="semantic"):
    """E alg. 4 on single records: groups, each a list of tuple numbers. ``samples``: k lists of tuple numbers."""
    space = Naive(tuples, distance, centroid)
    records = [t for t, n in enumerate(space.counts) for _ in range(n)]
    left = list(records)
    for t in (t for sample in samples for t in sample):
        left.remove(t)

    def reference(members):
        """E alg. 1: the record most distant from the centroid; ties: the first tuple."""
        centre = space.centroid([(space.points[t], 1) for t in members])
        return max(sorted(members), key=lambda t: (plain_mean(space, space.points[t], centre), -t))

    def ordered(members):
        far = space.points[reference(records if one_reference else members)]
        return sorted(members, key=lambda t: (plain_mean(space, space.points[t], far), t))

    places = zip(*(ordered(sample) for sample in samples), strict=True)
    groups = [
        [t for row in rows for t in row] for _, rows in itertools.groupby(places, key=sorted)
    ]  # whichever sample they are from
    centres = [space.centroid([(space.points[t], 1) for t in group]) for group in groups]
    for t in left:
        nearest = min(range(len(centres)), key=lambda g: (space.distance(space.points[t], centres[g]), g))
        groups[nearest].append(t)
    return groups


def levels_of(column):
    """What each value of a column becomes at each level of full-domain generalisation, lowest first."""
    domain, values = column.domain, [float(p) for p in column.points]
    if not isinstance(domain, Nominal):
        return [values, [float(domain.encode([None])[0])] * len(values)]
    tau = domain.tau

    def depth(point):
        return tau.depth(tau.concepts[int(point)]) if point < len(tau) else 0

    def lifted(point, limit):
        while depth(point) > limit:
            above = [tau.number(parent) for parent in tau.parents(tau.concepts[int(point)])]
            point = float(min(above, key=lambda number: (-depth(number), number)))
        return point

    limits = range(max(map(depth, values)) - 1, 0, -1)
    found = [values, *([lifted(point, limit) for point in values] for limit in limits), [0.0] * len(values)]
    return [level for i, level in enumerate(found) if i == 0 or level != found[i - 1]]


def generalise(tuples, k):
    """All combinations of levels: (least height that reaches k, least squared error at that height)."""
    space = Naive(tuples)
    ladders = [levels_of(column) for column in tuples.columns]
    reached = []
    for levels in itertools.product(*(range(len(ladder)) for ladder in ladders)):
        rows = [[ladders[j][level][code] for j, (level, code) in enumerate(zip(levels, row, strict=True))]
                for row in tuples.codes.tolist()]  # fmt: skip
        sizes = collections.Counter()
        for row, n in zip(rows, space.counts, strict=True):
            sizes[tuple("?" if math.isnan(x) else x for x in row)] += n
        if min(sizes.values()) >= k:
            each = [
                space.mean_distance(a, b) ** 2 * n for a, b, n in zip(space.points, rows, space.counts, strict=True)
            ]
            reached.append((sum(levels), sum(each)))
    return min(reached)


def recode(tuples, k, rank, *, heuristics=3, weighted=False, distance="semantic"):
    """M sect. 4 as specification 5 reads it, heuristics 2 and 3: what each tuple is replaced by."""
    space = Naive(tuples, distance)
    weight, goal = list(space.counts), list(range(len(tuples)))

    slack = slack_of(space, weighted=weighted)

    def nearest(t):
        """(distance, weight, number) of the nearest other tuple that stands; ties: the lightest, then the first."""
        others = [u for u, w in enumerate(weight) if w > 0 and u != t]
        factor = weight if weighted else [1] * len(weight)
        scores = {u: factor[u] * space.distance(space.points[u], space.points[t]) for u in others}
        return min((weight[u], u, scores[u]) for u in tied(scores, weight, slack))

    while any(0 < w < k for w in weight):
        least = min(w for w in weight if w > 0)
        first = {t: nearest(t) for t, w in enumerate(weight) if w == least}
        apart, of_twin = {t: x[2] for t, x in first.items()}, {t: x[0] for t, x in first.items()}
        second = tied(apart, of_twin, slack)
        third = [t for t in second if heuristics < 3 or of_twin[t] == min(of_twin[u] for u in second)]
        t = min(third, key=lambda t: rank[t])
        twin = first[t][1]
        weight[twin] += weight[t]
        weight[t] = 0
        goal = [twin if g == t else g for g in goal]
    return goal


def recode_to_frequent(tuples, k):
    """M appendix, first paper: every rare tuple becomes the nearest of those that k records have from the start."""
    space = Naive(tuples)
    frequent = [t for t, w in enumerate(space.counts) if w >= k]

    def goal(t):
        return min((space.distance(space.points[u], space.points[t]), space.counts[u], u) for u in frequent)[2]

    return [t if t in frequent else goal(t) for t in range(len(tuples))]


def sizes_by_discernibility(counts, k):
    """M sect. 5.3: of the rarest class the merge that raises the sum of squared sizes least; the sizes in the end."""
    sizes = sorted(counts)
    while sizes[0] < k:
        rarest, others = sizes[0], sizes[1:]
        raised = [(rarest + other) ** 2 - rarest**2 - other**2 for other in others]
        other = others.pop(raised.index(min(raised)))
        sizes = sorted([*others, rarest + other])
    return sizes


def k_ward(tuples, k):
    """Domingo-Ferrer and Mateo-Sanz 2002 on distinct tuples, as specification 5 reads it: groups of tuple numbers.

    Groups are named after the tuple that they began with; the cost of a union is looked up by names.
    """
    space = Naive(tuples)

    def apart(a, b):
        return space.distance(space.points[a], space.points[b])

    def records(members):
        return sum(space.counts[t] for t in members)

    def nearest_until(start, among):
        taken = []
        for t in sorted(among, key=lambda t: (t != start, apart(start, t), t)):
            taken.append(t)
            if records(taken) >= k:
                break
        return taken

    def divided(members):
        centre = space.centroid([(space.points[t], space.counts[t]) for t in members])
        first = min(members, key=lambda t: (-space.distance(space.points[t], centre), t))
        begun = nearest_until(first, members)
        rest = [t for t in members if t not in begun]
        if records(rest) < k:
            return [members]
        ended = nearest_until(min(rest, key=lambda t: (-apart(first, t), t)), rest)
        groups, size = {t: [t] for t in members}, {t: space.counts[t] for t in members}
        cost = {
            (a, b): size[a] * size[b] / (size[a] + size[b]) * apart(a, b) ** 2
            for a in members for b in members if a != b
        }  # fmt: skip

        def join(a, b):
            for c in groups:
                if c not in (a, b):
                    total = (size[a] + size[c]) * cost[a, c] + (size[b] + size[c]) * cost[b, c] - size[c] * cost[a, b]
                    cost[a, c] = cost[c, a] = total / (size[a] + size[b] + size[c])
            groups[a] += groups.pop(b)
            size[a] += size.pop(b)

        for group in (begun, ended):
            for t in group[1:]:
                join(group[0], t)
        while any(n < k for n in size.values()):
            pairs = {(a, b): cost[a, b] for a in groups for b in groups if a != b and size[a] < k}
            limit = min(pairs.values()) + 1e-9 * records(members)
            join(*sorted(min((a, b) for (a, b), c in pairs.items() if c <= limit)))
        return list(groups.values())

    done, waiting = [], [list(range(len(tuples)))]
    while waiting:
        members = waiting.pop()
        parts = divided(members)
        for part in parts:
            (waiting if len(parts) > 1 and records(part) >= 2 * k else done).append(sorted(part))
    return sorted(done)
