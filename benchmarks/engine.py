"""The parts that touch every row, on a million of them: read, count, assign, replace, write and verify.

Run: python benchmarks/engine.py [rows]. Prints a table, then the same as one line of JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from kinonym.release.roles import check_roles

from kinonym.engines.memory import assign, count, replace
from kinonym.files.table_file import read_table
from kinonym.release.checks import MinimumClass, Shape
from kinonym.release.gate import write_release

QUASI = ["diagnosis", "occupation", "region"]
SIZES = [915, 300, 20]


def make(rows):
    """Long-tailed columns of words, as real codes and occupations are, and one column that passes through."""
    rng = np.random.default_rng(1)
    columns = {}
    for name, size in zip(QUASI, SIZES, strict=True):
        words = np.array([f"{name} {i:04}" for i in range(size)])
        # A power law from uniform draws: numpy's own zipf gives other numbers in other versions.
        columns[name] = words[np.minimum(rng.random(rows) ** -3.0, size).astype(np.int64) - 1]
    columns["outcome"] = np.array(["home", "ward", "other"])[rng.integers(0, 3, rows)]
    return pa.table(columns)


def timed(results, name, function):
    start = time.perf_counter()
    value = function()
    results[name] = round(time.perf_counter() - start, 3)
    return value


def plans(counted, rng):
    """One target per tuple, and one where every tuple is split in two."""
    tuples = np.arange(len(counted.counts))
    whole = (tuples, tuples % 50, counted.counts)
    half = counted.counts // 2
    split = (
        np.tile(tuples, 2),
        rng.integers(0, 50, 2 * len(tuples)),
        np.concatenate([half, counted.counts - half]),
    )
    return whole, split


def run(rows):
    results = {}
    rng = np.random.default_rng(2)
    arrow = make(rows)
    tables = {"pyarrow": arrow, "pandas": arrow.to_pandas(), "polars": pl.from_arrow(arrow)}
    assert isinstance(tables["pandas"], pd.DataFrame)
    new = {name: [f"{name} group {i}" for i in range(50)] for name in QUASI}
    for kind, table in tables.items():
        counted = timed(results, f"count, {kind}", lambda table=table: count(table, QUASI))
        whole, split = plans(counted, rng)
        target = timed(results, f"assign whole, {kind}", lambda c=counted, p=whole: assign(c.tuple_of_row, *p, rng))
        timed(results, f"assign split, {kind}", lambda c=counted, p=split: assign(c.tuple_of_row, *p, rng))
        result = timed(results, f"replace, {kind}", lambda table=table, t=target: replace(table, new, t))
    roles = dict.fromkeys(QUASI, "quasi") | {"outcome": "other"}
    timed(results, "roles", lambda: check_roles(arrow.column_names, roles, arrow))
    masked = replace(arrow, new, target)
    checks = [Shape(tuple(masked.column_names), rows), MinimumClass(tuple(QUASI), 1)]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("out.csv", "out.csv.gz", "out.parquet"):
            path = Path(folder) / name
            timed(
                results,
                f"write and verify {name}",
                lambda path=path: write_release(masked, path, checks=checks, rng=rng),
            )
            timed(results, f"read {name}", lambda path=path: read_table(path))
    return {"rows": rows, "tuples": len(counted.counts), "result": type(result).__name__, "seconds": results}


def main():
    figures = run(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
    figures["peak_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{figures['rows']:,} rows, {figures['tuples']:,} distinct tuples, peak {figures['peak_mib']:,} MiB")
    for name, seconds in figures["seconds"].items():
        print(f"  {name:<32}{seconds:>8.3f} s")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
