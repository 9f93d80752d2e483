"""Where values went, against records taken one by one."""

from collections import Counter

import numpy as np
from hypothesis import given

from kinonym.metrics import column_flow, distance_histogram
from metrics.cases import named, plans, records, value_distance


@given(plans())
def test_flows_are_those_of_the_records(plan):
    for j in range(len(plan.tuples.columns)):
        flow = column_flow(plan, j)
        before, masked = named(flow.before), named(flow.after)
        found = {
            (before[s], masked[t] if t >= 0 else None): n
            for s, t, n in zip(flow.source.tolist(), flow.target.tolist(), flow.count.tolist(), strict=True)
        }
        expected = Counter((b[j], a[j] if a is not None else None) for b, a in records(plan))
        assert found == expected
        assert dict(zip(before, flow.before_counts.tolist(), strict=True)) == Counter(b[j] for b, _ in records(plan))
        kept = Counter(a[j] for _, a in records(plan) if a is not None)
        assert dict(zip(masked, flow.after_counts.tolist(), strict=True)) == kept


@given(plans())
def test_histogram_counts_every_record(plan):
    for j, column in enumerate(plan.tuples.columns):
        edges, counts = distance_histogram(plan, j, bins=10)
        moved = [1.0 if a is None else value_distance(column, b[j], a[j]) for b, a in records(plan)]
        assert counts.sum() == len(moved)
        assert counts[0] == sum(d == 0 for d in moved)
        assert edges[-1] >= max(moved)
        expected = np.histogram([d for d in moved if d > 0], bins=edges[1:])[0]
        assert counts[1:].tolist() == expected.tolist()
