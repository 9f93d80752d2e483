"""Plans of any shape, their records one by one, and the small sports case of the figures derived by hand."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from kinonym.domains import Nominal, Numeric, Ordinal
from kinonym.taxonomy import Taxonomy
from kinonym.testing import mixed_tuples
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.tuples import tuple_points

#  sport ─┬─ contact_sport ─┬─ football ─┬─ soccer
#         │                 └─ boxing     └─ rugby
#         └─ water_sport ───┬─ swimming
#                           └─ surfing
SPORTS = Taxonomy.from_parents(
    {
        "sport": [],
        "contact_sport": ["sport"],
        "water_sport": ["sport"],
        "football": ["contact_sport"],
        "boxing": ["contact_sport"],
        "soccer": ["football"],
        "rugby": ["football"],
        "swimming": ["water_sport"],
        "surfing": ["water_sport"],
    }
)


def sports_plan(flows, removed=None):
    """A plan over one column from rows (before, after, records); ``after`` None removes the records."""
    domain = Nominal(SPORTS)
    before = sorted({b for b, _, _ in flows})
    after = sorted({a for _, a, _ in flows if a is not None})
    counts = np.array([sum(n for b, _, n in flows if b == name) for name in before])
    tuples, place = Tuples.from_points(["sport"], [domain], domain.encode(before)[:, None], counts)
    return Plan(
        tuples,
        np.array([place[before.index(b)] for b, _, _ in flows]),
        np.array([-1 if a is None else after.index(a) for _, a, _ in flows]),
        np.array([n for _, _, n in flows]),
        domain.encode(after)[:, None],
    )


@st.composite
def plans(draw, removing=True, **limits):
    """Any plan: the records of each tuple go to some of the tuples' own values mixed anew, or leave."""
    tuples = draw(mixed_tuples(**limits))
    own = tuple_points(tuples)
    size = draw(st.integers(1, 5))
    picks = [[draw(st.integers(0, len(own) - 1)) for _ in range(own.shape[1])] for _ in range(size)]
    targets = np.array([[own[row, j] for j, row in enumerate(pick)] for pick in picks])
    rows = {}
    for t, count in enumerate(tuples.counts.tolist()):
        for _ in range(count):
            target = draw(st.integers(-1 if removing else 0, size - 1))
            rows[t, target] = rows.get((t, target), 0) + 1
    source, target = (np.array(x) for x in zip(*rows, strict=True))
    return Plan(tuples, source, target, np.array(list(rows.values())), targets)


def records(plan):
    """Every record as (tuple before, tuple after or None), points with NaN as a text."""
    own = tuple_points(plan.tuples)
    out = []
    for s, t, n in zip(plan.source.tolist(), plan.target.tolist(), plan.count.tolist(), strict=True):
        pair = (named(own[s]), named(plan.targets[t]) if t >= 0 else None)
        out += [pair] * n
    return out


def named(points):
    return tuple("missing" if np.isnan(x) else float(x) for x in points)


def value_distance(column, a, b):
    a, b = (np.array([np.nan if x == "missing" else x]) for x in (a, b))
    return float(column.domain.between(a, b)[0])


def record_distance(plan, before, after):
    """Mean over the columns, or Euclidean where all are numbers; 1 for a removed record."""
    if after is None:
        return 1.0
    columns = plan.tuples.columns
    each = [value_distance(c, a, b) for c, a, b in zip(columns, before, after, strict=True)]
    weights = [c.weight for c in columns]
    if all(isinstance(c.domain, Numeric | Ordinal) for c in columns):
        return (sum(w * d * d for w, d in zip(weights, each, strict=True)) / sum(weights)) ** 0.5
    return sum(w * d for w, d in zip(weights, each, strict=True)) / sum(weights)
