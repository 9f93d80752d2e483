"""Each bad input (docs/privacy.md, section 5) ends within 2 s with its exit code and a hint.

The message shows no value of the table, and every file is left unchanged.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import time

import pyarrow as pa
import pytest

import kinonym as kn
from audit.bad_files import CASES as FILES
from audit.bad_inputs import CASES as INPUTS
from audit.bad_inputs import UNUSUAL_LAYOUTS
from audit.starting import SECRET

CASES = [*INPUTS, *FILES]
SECONDS = 2.0  # of the processor, so that a busy machine does not matter
HANGS = 30  # seconds of the clock

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes and devices are POSIX")


def contents(folder):
    """Every file below a folder with its bytes; folders, links and pipes by what they are."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else path.is_dir()
        for path in sorted(folder.rglob("*"))
        if not path.name.endswith("unmapped.csv")  # a private list for the user
    }


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile the methods first, so that compiling does not count as time of a refusal."""
    words = ["a", "b", "c", "d"] * 3
    for name in ("sa-mdav", "mdav", "recode", "srs1", "record-swap", "resample"):
        table = pa.table({"x": words, "n": [str(i) for i in range(12)]})
        columns = {"x": {"role": "quasi", "type": "plain"}, "n": {"role": "quasi", "type": "numeric"}}
        kn.mask(table, {"columns": columns, "method": {"name": name, "k": 2}})


def timed(kinonym, command):
    """Run a command; returns its result and its processor time. A command that hangs ends with an internal error."""

    def stop(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(HANGS)
    started = time.process_time()
    try:
        return kinonym(*command), time.process_time() - started
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_at_least_180_bad_inputs_are_tried():
    assert len({case.name for case in CASES}) == len(CASES) >= 180


@pytest.mark.parametrize("case", UNUSUAL_LAYOUTS, ids=lambda case: case.name)
def test_an_unusual_layout_is_read_and_reported(case, kinonym, folder):
    case.make(folder)
    ran = kinonym(*case.command)
    assert ran.code == case.code, ran.err
    assert "separated by" in ran.out or "use --encoding" in ran.out


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace("\n", " "))
def test_a_bad_input_is_refused(case, kinonym, folder, monkeypatch):
    case.make(folder)
    before = contents(folder)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(case.stdin)))
    ran, seconds = timed(kinonym, case.command)
    assert ran.code == case.code, (ran.code, ran.out, ran.err)
    assert "hint: " in ran.err or "--help' for help" in ran.err, ran.err
    assert "Traceback" not in ran.err
    assert SECRET not in ran.out + ran.err
    assert seconds <= SECONDS, seconds
    assert contents(folder) == before
