"""Ctrl-C, and a polite kill, end a long run at once and leave nothing behind."""

import signal
import subprocess
import sys
import time

import pandas as pd
import pytest

from kinonym.demo.records import RECIPE, discharges
from kinonym.random import generator

# A process started in the background of a script would ignore Ctrl-C.
START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from kinonym.cli import main
main()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_leaves_nothing(tmp_path, name):
    pd.DataFrame(discharges(30_000, generator(1))).to_csv(tmp_path / "data.csv", index=False)
    (tmp_path / "recipe.toml").write_text(RECIPE.replace("k = 5", "k = 5\nrefine = true\nblock_size = 5000"))
    before = {path.name for path in tmp_path.iterdir()}
    command = [sys.executable, "-c", START, "mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(4)  # somewhere in the work; it takes longer than that
    run.send_signal(getattr(signal, name))
    _, told = run.communicate(timeout=300)  # a first run compiles what it began to compile
    assert run.returncode == 130, told
    assert "interrupted; nothing was written" in told
    assert {path.name for path in tmp_path.iterdir()} == before
