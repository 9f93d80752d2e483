"""What a release must add up to: rows with other targets than planned, or never counted, are rejected."""

from __future__ import annotations

import itertools
import os
import pickle
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest

from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.expected import Expectation, RowBatch
from kinonym.engines.fingerprint import Fingerprint
from kinonym.engines.memory import MemorySource
from kinonym.errors import PrivacyError

TABLE = pa.table({"a": ["x", "x", "x", "y"]})


def expectation(key=None):
    """Of the three x one becomes A and two become B; y becomes A."""
    plan = Assignment(
        counted=MemorySource(TABLE).count(["a"]), planned_of_counted=np.arange(2), source=np.array([0, 0, 1]),
        target=np.array([0, 1, 0]), count=np.array([1, 2, 1]), written={"a": ["A", "B"]},
    )  # fmt: skip
    return Expectation(["a"], [""], plan, Fingerprint(key or RunKey(), ["a"]))


def part(expected, table, targets):
    return expected.part(RowBatch(table, np.array(targets), np.arange(len(targets))))


def added(table, targets):
    expected = expectation()
    return expected.total([part(expected, table, targets)])


def test_rows_masked_as_planned_meet_the_expectation():
    assert added(TABLE, [1, 0, 1, 0]) != (0, 0)


@pytest.mark.parametrize("targets", [[0, 0, 1, 0], [1, 1, 1, 0], [1, 0, 1, 1], [1, 0, 1, -1]])
def test_rows_with_other_targets_are_refused(targets):
    with pytest.raises(PrivacyError, match="do not become what the plan says"):
        added(TABLE, targets)


@pytest.mark.parametrize("texts", [["x", "x", "x"], ["x", "x", "x", "y", "y"]])
def test_rows_that_are_lost_or_doubled_are_refused(texts):
    with pytest.raises(PrivacyError, match="do not become what the plan says"):
        added(pa.table({"a": texts}), [1, 0, 1, 0, 0][: len(texts)])


def test_a_combination_that_was_not_counted_is_refused():
    with pytest.raises(PrivacyError, match="not counted"):
        added(pa.table({"a": ["x", "x", "x", "z"]}), [1, 0, 1, 0])


@pytest.mark.parametrize("cut", [0, 1, 3])
def test_parts_of_an_expectation_add_up_across_processes(cut):
    """A part may be computed by another process, from a copy of the expectation."""
    expected, targets = expectation(), [1, 0, 1, 0]
    copy = pickle.loads(pickle.dumps(expected))  # noqa: S301
    parts = [part(copy, TABLE.slice(cut), targets[cut:]), part(expected, TABLE.slice(0, cut), targets[:cut])]
    assert expected.total(parts) == expected.total([part(expected, TABLE, targets)])


def test_hashes_do_not_depend_on_the_process():
    program = """
from kinonym.engines.contract import RunKey
from kinonym.engines.fingerprint import Fingerprint
made = Fingerprint(RunKey.of(3), ["a"], nobody=[""])
print(made.texts("a", ["x", None, "", "é" * 40]).tolist(), made.persons(["P1 "]).tolist())
"""
    shown = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert shown[0] == shown[1] != ""


def test_different_texts_have_different_hashes():
    """Texts that differ in their length, in the order of their bytes, in one byte beyond the table, and all short ones."""
    short = ["".join(letters) for size in range(4) for letters in itertools.product("ab \0", repeat=size)]
    long = ["x" * size for size in (31, 32, 33, 64, 65)] + ["y" + "x" * 32, "x" * 32 + "y", "é" * 16, "é" * 17]
    texts = [*dict.fromkeys([*short, *long])]
    made = Fingerprint(RunKey(), ["a"])
    hashes = made.texts("a", [*texts, None])
    assert len(set(hashes.tolist())) == len(texts) + 1
    assert hashes.tolist() == [int(made.texts("a", [text])[0]) for text in [*texts, None]]
