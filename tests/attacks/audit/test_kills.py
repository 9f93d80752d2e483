"""Whole runs killed at random points: every file that a run names is absent, the old one, or complete.

One process loads the program and forks; each child masks without end until it is killed. KINONYM_KILLS says how often.
"""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from connections import hospital

KILLS = int(os.environ.get("KINONYM_KILLS", "40"))
K = 3
PARENT = """
import os, sys, time
from kinonym.pipeline.masking import mask_file

def run():
    mask_file("data.csv", "recipe.toml", sys.argv[1], "report.json", private_risk="risk.jsonl")

run()  # so that everything is loaded
began = time.monotonic()
run()
print(time.monotonic() - began, flush=True)
for _ in sys.stdin:
    child = os.fork()
    if child == 0:
        try:
            while True:
                run()
                os.write(1, b"done\\n")
        finally:
            os._exit(9)
    os.write(1, f"child {child}\\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"gone\\n")
"""
RECIPE = """\
[columns.id]
role = "identifier"
[columns.a]
role = "quasi"
ontology = "sports.csv"
[columns.b]
role = "quasi"
ontology = "sports.csv"
[columns.age]
role = "quasi"
type = "numeric"
[columns.illness]
role = "confidential"
[columns.note]
role = "other"
[release]
accept_unique = true
[method]
name = "sa-mdav"
k = 3
"""
pytestmark = [pytest.mark.large, pytest.mark.skipif(os.name == "nt", reason="SIGKILL is POSIX")]


def rows_of(path):
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        table = pq.read_table(path)
        return [tuple(row.values()) for row in table.to_pylist()]
    with path.open(newline="") as file:
        return [tuple(row) for row in csv.reader(file)][1:]


def check_whole(folder, name, records):
    """Every file that is there is complete; returns which are there."""
    there = {path.name for path in folder.iterdir()}
    if name in there:
        rows = rows_of(folder / name)
        assert len(rows) == records
        assert min(Counter(row[:3] for row in rows).values()) >= K
    if "report.json" in there:
        json.loads((folder / "report.json").read_text())
    if "risk.jsonl" in there:
        lines = (folder / "risk.jsonl").read_text().splitlines()
        assert [json.loads(line) for line in lines]
    for path in folder.iterdir():
        if path.name.startswith(".kinonym-"):
            assert path.stat().st_mode & 0o077 == 0
    return there


@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_killed_at_random_points_of_whole_runs(name, tmp_path):
    content = hospital.rows(400)
    hospital.write_table(tmp_path, content)
    (tmp_path / "recipe.toml").write_text(RECIPE)
    draw, during = random.Random(name), 0
    command = [sys.executable, "-c", PARENT, name]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        usual = float(parent.stdout.readline())
        for _ in range(max(1, KILLS // 2)):
            parent.stdin.write("go\n")
            parent.stdin.flush()
            child = int(parent.stdout.readline().split()[1])
            time.sleep(draw.uniform(0, 1.5 * usual))
            os.kill(child, signal.SIGKILL)
            done = finished(parent)
            there = check_whole(tmp_path, name, len(content))
            assert not done or name in there
            during += any(path.startswith(".kinonym-") for path in there)
            if draw.random() < 0.3:
                for path in (name, "report.json", "risk.jsonl"):
                    (tmp_path / path).unlink(missing_ok=True)
        parent.stdin.close()
    assert during > KILLS // 10  # many of them while something was being written
    again(tmp_path, name)


def finished(parent):
    """How many runs were complete before the child was gone."""
    number = 0
    while parent.stdout.readline() == "done\n":
        number += 1
    return number


def again(folder, name):
    """The next run writes everything, and leaves nothing of the killed ones."""
    from kinonym.pipeline.masking import mask_file

    here = Path.cwd()
    os.chdir(folder)
    try:
        mask_file("data.csv", "recipe.toml", name, "report.json", private_risk="risk.jsonl")
    finally:
        os.chdir(here)
    assert {path.name for path in folder.iterdir()} == {
        "data.csv", "sports.csv", "recipe.toml", name, "report.json", "risk.jsonl",
    }  # fmt: skip
