"""Attribute disclosure against naive loops, against pycanon where an interpreter has it, and by hand."""

import json
import os
import subprocess
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinonym as kn
from kinonym.metrics import measure_disclosure, measure_semantic_disclosure
from metrics.cases import SPORTS

pairs = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=1, max_size=40)


def cells_of(rows):
    groups = sorted({g for g, _ in rows})
    renumbered = [(groups.index(g), v) for g, v in rows]
    counted = Counter(renumbered)
    sizes = np.bincount([g for g, _ in renumbered])
    group, value = (np.array(x) for x in zip(*counted, strict=True))
    return sizes, (group, value, np.array(list(counted.values())))


@given(pairs)
def test_disclosure_is_that_of_the_records(rows):
    sizes, cells = cells_of(rows)
    found = measure_disclosure("disease", sizes, cells)
    classes = {g: [v for h, v in rows if h == g] for g, _ in rows}
    every = Counter(v for _, v in rows)
    single = [g for g, values in classes.items() if len(set(values)) == 1]
    assert found.homogeneous_classes == len(single)
    assert found.homogeneous == pytest.approx(sum(g in single for g, _ in rows) / len(rows))
    assert found.guess == pytest.approx(sum(max(Counter(v).values()) for v in classes.values()) / len(rows))
    assert found.guess_before == pytest.approx(max(every.values()) / len(rows))
    apart = {
        g: sum(abs(values.count(v) / len(values) - every[v] / len(rows)) for v in every) / 2
        for g, values in classes.items()
    }
    assert found.closeness == pytest.approx(max(apart.values()))
    assert found.mean_closeness == pytest.approx(sum(apart[g] for g, _ in rows) / len(rows))


def test_semantic_disclosure_by_hand():
    # Class 0: soccer, rugby: football, depth 3. Class 1: soccer, surfing: sport, depth 1. Class 2: one
    # without a concept. The whole column lies below sport.
    rows = [(0, 0), (0, 1), (0, 1), (1, 0), (1, 2), (2, 3)]
    _, cells = cells_of(rows)
    concept_of = np.array([SPORTS.number(c) for c in ("soccer", "rugby", "surfing")] + [-1])
    found = measure_semantic_disclosure("sport", cells, SPORTS, concept_of)
    assert (found.depth, found.deepest) == (1, 3)
    assert found.homogeneous == pytest.approx(3 / 5)
    assert found.mean_depth == pytest.approx((3 * 3 + 2 * 1) / 5)
    assert measure_semantic_disclosure("sport", cells, SPORTS, np.full(4, -1)) is None


PYCANON = """
import json, sys
import pandas as pd
from pycanon import anonymity
table = pd.read_csv(sys.stdin, dtype=str)
quasi, confidential = ["a", "b"], ["c"]
print(json.dumps({
    "k": anonymity.k_anonymity(table, quasi),
    "l": anonymity.l_diversity(table, quasi, confidential),
    "t": anonymity.t_closeness(table, quasi, confidential),
}))
"""


@pytest.mark.skipif(
    "KINONYM_PYCANON_PYTHON" not in os.environ,
    reason="KINONYM_PYCANON_PYTHON names no interpreter with pycanon; its pins exclude our numpy",
)
@pytest.mark.parametrize("seed", range(5))
def test_verify_agrees_with_pycanon(seed):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {name: rng.integers(0, size, 120).astype(str) for name, size in (("a", 3), ("b", 3), ("c", 5))}
    )
    command = [os.environ["KINONYM_PYCANON_PYTHON"], "-c", PYCANON]
    run = subprocess.run(command, input=table.to_csv(index=False), capture_output=True, text=True, check=True)
    theirs = json.loads(run.stdout)
    ours = kn.verify(table, ["a", "b"], ["c"])
    assert (ours.k, ours.l) == (theirs["k"], theirs["l"])
    assert ours.t == pytest.approx(theirs["t"], abs=1e-6)
