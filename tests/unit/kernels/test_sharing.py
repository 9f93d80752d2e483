"""Processes that need the same kernels share the work of compiling them; kernels leave nothing behind."""

import os
import select
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import kinonym
from kinonym.kernels.swapping.rank_walk import start_walk, walk
from kinonym.random import generator

WORK = """
import sys
import numba.core.event as event
import numpy as np
from kinonym.domains import Numeric, Plain
from kinonym.tuples import Tuples
from kinonym.kernels.clusters.centroids import group_centres
from kinonym.kernels.distances.tuple_distances import marginalities, row_distances
points = np.array([[0.0, 5.0], [1.0, 7.0], [1.0, 9.0]])
tuples, _ = Tuples.from_points(["x", "y"], [Plain(("a", "b")), Numeric(scale=1.0)], points, np.ones(3, dtype=np.int64))
zeros = np.zeros(3, dtype=np.int64)
work = [
    lambda: group_centres(tuples.kernel_columns, tuples.codes, np.arange(3), zeros, tuples.counts, 1),
    lambda: row_distances(tuples.kernel_columns, tuples.codes, np.arange(3), zeros, np.array([[1.0, 7.0]])),
    lambda: marginalities(tuples.kernel_columns, tuples.codes, tuples.counts),
]
with event.install_recorder("numba:compile") as seen:
    for piece in work[:: int(sys.argv[1])]:
        piece()
for _, found in seen.buffer:
    function = found.data["dispatcher"].py_func
    if found.is_start and function.__module__.startswith("kinonym"):
        print(function.__module__, function.__name__, found.data["args"])
"""

LOCK = """
import sys
from kinonym.kernels.kernel_cache import _acquire_lock
print(_acquire_lock("a kernel"), flush=True)
sys.stdin.read()
"""


def started(folder, script, *arguments):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(Path(kinonym.__file__).parents[1])}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, "-c", script, *arguments], env=environment, **pipes)


@pytest.mark.cold
def test_no_kernel_is_compiled_by_two_processes(tmp_path):
    processes = [started(tmp_path, WORK, way) for way in ("1", "-1")]
    compiled = Counter(line for process in processes for line in process.communicate()[0].splitlines())
    assert [process.returncode for process in processes] == [0, 0]
    assert len(compiled) > 5
    assert set(compiled.values()) == {1}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_a_lock_ends_with_its_process(tmp_path):
    with started(tmp_path, LOCK) as first:
        assert first.stdout.readline() == "True\n"
        with started(tmp_path, LOCK) as second:
            assert select.select([second.stdout], [], [], 3.0)[0] == []
            first.kill()
            assert second.stdout.readline() == "True\n"
            second.stdin.close()


def test_kernels_keep_no_reference_to_what_they_are_given():
    rng = generator(1)
    walk(start_walk(20), 3, False, rng, 100)
    before = sys.getrefcount(rng)
    for _ in range(50):
        walk(start_walk(20), 3, False, rng, 100)
    assert sys.getrefcount(rng) == before
