"""The first run after installation: what compiling the kernels costs.

Usage: python -m research.speed.first_run [--part demo|methods ...]
`demo`: `kinonym demo` with nothing compiled, and again. `methods`: the kernels of each method alone, in one process.
Wall seconds, processor seconds of all processes, kernels compiled. Prints tables, then the same as JSON.
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
from kinonym.warm import _tables
name, settings = sys.argv[1], json.loads(sys.argv[2])
mode = METHODS[name].mode(**settings) if settings else METHODS[name].modes()[0]
tuples = _tables().twins if mode.twins else _tables().mixed
with event.install_recorder("numba:compile") as seen:
    mode.made().plan(tuples, generator(0))
print(sum(found.is_start for _, found in seen.buffer))
"""
METHODS = [("sa-mdav", {}), ("sa-mdav", {"refine": True}), ("mdav", {}), ("recode", {}), ("resample", {}), ("srs1", {}),
           ("srs3", {}), ("noise", {}), ("exponential", {})]  # fmt: skip


def timed(command, folder, working):
    """Wall seconds, processor seconds of all processes, what was printed."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(command, cwd=working, env=environment, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - begin, used, done.stdout


def demo(working):
    """`kinonym demo`, first and again."""
    rows = []
    for run in ("first", "again"):
        wall, processor, _ = timed([sys.executable, "-m", "kinonym", "demo"], working / "demo", working)
        kernels = len(list((working / "demo").rglob("*.nbi")))
        rows.append({"run": run, "wall": wall, "processor": processor, "kernels kept": kernels})
        print(f"{run:10}{wall:8.1f} s wall {processor:8.1f} s processor {kernels:5} kernels kept", flush=True)
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


PARTS = {"demo": demo, "methods": methods}


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
