"""What a release must add up to: rows that were dealt otherwise than planned, or never counted, are refused."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.expected import Expectation, Fingerprint
from kinonym.engines.memory import MemorySource
from kinonym.errors import PrivacyError

TABLE = pa.table({"a": ["x", "x", "x", "y"]})


def expectation():
    """Of the three x one becomes A and two become B; y becomes A."""
    plan = Assignment(
        counted=MemorySource(TABLE).count(["a"]), planned_of_counted=np.arange(2), source=np.array([0, 0, 1]),
        target=np.array([0, 1, 0]), count=np.array([1, 2, 1]), written={"a": ["A", "B"]},
    )  # fmt: skip
    return Expectation(["a"], [""], plan, Fingerprint(RunKey(), ["a"]))


def added(table, targets):
    expected = expectation()
    expected.add(table, expected.planned(table), np.array(targets))
    return expected.total()


def test_what_is_dealt_as_planned_adds_up():
    assert added(TABLE, [1, 0, 1, 0]) != (0, 0)


@pytest.mark.parametrize("targets", [[0, 0, 1, 0], [1, 1, 1, 0], [1, 0, 1, 1], [1, 0, 1, -1]])
def test_what_is_dealt_otherwise_is_refused(targets):
    with pytest.raises(PrivacyError, match="do not become what the plan says"):
        added(TABLE, targets)


@pytest.mark.parametrize("texts", [["x", "x", "x"], ["x", "x", "x", "y", "y"]])
def test_rows_that_are_lost_or_doubled_are_refused(texts):
    with pytest.raises(PrivacyError, match="do not become what the plan says"):
        added(pa.table({"a": texts}), [1, 0, 1, 0, 0][: len(texts)])


def test_a_combination_that_was_not_counted_is_refused():
    with pytest.raises(PrivacyError, match="not counted"):
        added(pa.table({"a": ["x", "x", "x", "z"]}), [1, 0, 1, 0])
