"""The first run after installation: what compiling the kernels costs.

Usage: python -m research.speed.first_run [--part commands|methods ...]
`commands`: the demo and two masking runs with nothing compiled, and again. `methods`: the kernels of each method alone,
in one process. Wall seconds, processor seconds of all processes, kernels compiled. Prints tables, then the same as
JSON. With the Python of an environment into which a wheel was installed, the cold runs use the code of the wheel.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COUNTED = """
import json, sys
import numba.core.event as event
from kinonym.methods import METHODS
from kinonym.random import generator
from kinonym.warm.made_up_tables import make_tables
name, settings = sys.argv[1], json.loads(sys.argv[2])
mode = METHODS[name].mode(**settings) if settings else METHODS[name].modes()[0]
tables = make_tables()
tuples = tables.twins if mode.twins else tables.mixed
with event.install_recorder("numba:compile") as seen:
    mode.made().plan(tuples, generator(0))
print(sum(found.is_start for _, found in seen.buffer))
"""
METHODS = [("sa-mdav", {}), ("sa-mdav", {"refine": True}), ("mdav", {}), ("recode", {}), ("resample", {}), ("srs1", {}),
           ("srs3", {}), ("noise", {}), ("exponential", {})]  # fmt: skip

PYTHON = sys.executable
SIMPLE = """
[columns.record_id]
role = "identifier"
[columns.patient_id]
role = "identifier"
[columns.principal_diagnosis]
role = "quasi"
ontology = "icd10cm"
[columns.occupation]
role = "quasi"
ontology = "wordnet"
root = "person.n.01"
[columns.age]
role = "quasi"
type = "numeric"
precision = 0
[columns.secondary_diagnosis]
role = "other"
[columns.region]
role = "other"
[columns.length_of_stay]
role = "other"
[columns.outcome]
role = "confidential"
type = "plain"
[release]
accept_unique = true
confirm = ["patient_id"]
[method]
name = "sa-mdav"
k = 5
"""
RECIPES = {"sa-mdav": "", "sa-mdav refined": "refine = true\n"}


def timed(command, folder, working):
    """Wall seconds, processor seconds of all processes, what was printed."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(command, cwd=working, env=environment, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - begin, used, done.stdout


def commands(working):
    """The demo, and 1,000 of its rows masked: with nothing compiled, and again."""
    rows = []
    timed([PYTHON, "-m", "kinonym", "demo", "--records", "1000", "--folder", "data"], working / "made", working)
    for name, lines in RECIPES.items():
        (working / f"{name}.toml").write_text(SIMPLE + lines, encoding="utf-8")
    mask = [PYTHON, "-m", "kinonym", "mask", "data/discharges.csv", "-o", "out.csv", "-r"]
    wanted = {"demo": [PYTHON, "-m", "kinonym", "demo"]} | {name: [*mask, f"{name}.toml"] for name in RECIPES}
    print(f"{'processor seconds':20}{'cold':>8}{'warm':>8}   wall seconds{'cold':>8}{'warm':>8}   compiled")
    for number, (name, command) in enumerate(wanted.items()):
        folder = working / f"code{number}"
        cold, warm = (timed(command, folder, working) for _ in range(2))
        kernels = len(list(folder.rglob("*.nbi")))
        row = {"command": name, "cold": cold[:2], "warm": warm[:2], "kernels": kernels}
        rows.append(row)
        print(f"{name:20}{cold[1]:8.1f}{warm[1]:8.1f}{'':15}{cold[0]:8.1f}{warm[0]:8.1f}{kernels:11}", flush=True)
    return rows


def methods(working):
    """The plan of each method on a few tuples, with nothing compiled, less the same with everything compiled."""
    rows = []
    for number, (name, settings) in enumerate(METHODS):
        command = [sys.executable, "-c", COUNTED, name, json.dumps(settings)]
        cold, warm = (timed(command, working / str(number), working) for _ in range(2))
        compiled = int(cold[2].split()[-1])
        row = {"method": name, **settings, "processor": cold[1] - warm[1], "compilations": compiled}
        rows.append(row)
        title = f"{name} {settings or ''}"
        print(f"{title:28}{row['processor']:8.1f} s processor {compiled:5} compilations", flush=True)
    return rows


PARTS = {"commands": commands, "methods": methods}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", nargs="*", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as working:
        for part in asked.part:
            print(f"\n{PARTS[part].__doc__}")
            found[part] = PARTS[part](Path(working))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
