"""Swapping: exact chances of srs1, published and repaired, and times.

Usage: python -m research.speed.swap [DATA_FOLDER] [--part exact|times ...]
Default: both parts, the data folder from KINONYM_DATA or ../shared/data. Prints tables, then the same as JSON.
`swap_tables.py` measures utility and attacks on Diabetes 130.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np

from kinonym.domains import Nominal
from kinonym.kernels.swapping.rank_walk import start_walk, walk
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.methods.swap.rank_chances import rank_chances, worst
from kinonym.random import generator
from kinonym.taxonomy import Taxonomy
from kinonym.tuples import Tuples
from research.data import existing_data_folder
from research.data.tables import DIAGNOSES, diabetes

PARTNERS = {
    "repaired": {"among_next": "unswapped"},
    "repaired, of the next k ranks": {"among_next": "ranks"},
    "published": {"among_next": "ranks", "permute_rest": False},
}


def exact():
    """260 cases of srs1 (k = 2..6, n = k..7k + 1), and how the published form ends."""
    start = time.process_time()
    rows = []
    print(f"{'k':>3} {'form':32}{'cases':>6}{'at most 1/k':>13}{'worst · k':>11}{'at n':>6}")
    for k in range(2, 7):
        for form, options in PARTNERS.items():
            sizes = range(k, 7 * k + 2)
            chances = [worst(rank_chances(n, k, **options)) * k for n in sizes]
            at = sizes[int(np.argmax([float(chance) for chance in chances]))]
            rows.append({"k": k, "form": form, "cases": len(sizes), "at most 1/k": sum(c <= 1 for c in chances),
                         "worst · k": float(max(chances)), "n": at})  # fmt: skip
            print("{k:3} {form:32}{cases:6}{at most 1/k:13}{worst · k:11.3f}{n:6}".format(**rows[-1]))
    for form in PARTNERS:
        of = [row for row in rows if row["form"] == form]
        print(f"{form}: {sum(r['at most 1/k'] for r in of)} of {sum(r['cases'] for r in of)} cases keep 1/k")
    ends = [end(k) for k in (4, 6, 8, 10)] + [{"k": 100, "last keeps its value · √k": simulated_end(100)}]
    print("as published: n even, worst · k (1.386 is 2 ln 2); n odd, P(last keeps its value) · √k (about 0.94)")
    for row in ends:
        print("  ", {key: round(value, 4) for key, value in row.items()})
    print(f"processor {time.process_time() - start:.1f} s")
    return {"cases": rows, "ends": ends}


def end(k):
    """The last ranks of the published form, n even and odd."""
    even, odd = (rank_chances(n, k, among_next="ranks", permute_rest=False) for n in (6 * k, 6 * k + 1))
    return {"k": k, "worst · k": float(worst(even)) * k, "last keeps its value · √k": float(odd[-1][-1]) * math.sqrt(k)}


def simulated_end(k, runs=40_000):
    """How often the last of 7k + 1 ranks keeps its value, times √k."""
    rng = generator(1)
    stays = 0
    for _ in range(runs):
        state = start_walk(7 * k + 1)
        walk(state, k, published=True, rng=rng, budget=7 * k + 2)
        stays += state.source[7 * k] == 7 * k
    return float(stays / runs * math.sqrt(k))


def million():
    """1,000,000 records of 500 words, as many of the i-th word as 1/i."""
    parents = {"root": []}
    for a in range(10):
        parents[f"{a}"] = ["root"]
        parents |= {f"{a}.{b}": [f"{a}"] for b in range(50)}
    domain = Nominal(Taxonomy.from_parents(parents))
    points = domain.encode([f"{a}.{b}" for a in range(10) for b in range(50)])
    counts = np.maximum(1, (1_000_000 / 6.8 / np.arange(1, 501)).astype(np.int64))
    counts[0] += 1_000_000 - counts.sum()
    return Tuples.from_points(["word"], [domain], points[:, None], counts)[0]


def times(folder):
    """Wall and processor seconds of one run, after a small one that compiles."""
    words = million()
    cases = [("1,000,000 × 500 values", words, method) for method in (Srs2(k=10), Srs2(k=10, published=True))]
    if folder:
        table = diabetes(folder, DIAGNOSES, missing=True)
        methods = (
            Srs1(k=10), Srs2(k=10), Srs3(k=10), Srs3(k=10, published=True), Srs3(k=100), RecordSwap(k=10),
            RecordSwap(k=10, partition="mdav"), DataSwap(),
        )  # fmt: skip
        cases += [(f"Diabetes {table.records:,} × 3", table, method) for method in methods]
    rows = []
    for name, tuples, method in cases:
        few = min(len(tuples), 300)
        method.plan(Tuples(tuples.codes[:few], tuples.counts[:few].clip(max=50), tuples.columns), generator(1))
        wall, processor = time.perf_counter(), time.process_time()
        method.plan(tuples, generator(1))
        rows.append({"table": name, "method": repr(method), "seconds": time.perf_counter() - wall,
                     "processor": time.process_time() - processor})  # fmt: skip
        print("{table:24} {method:42} {seconds:7.2f} s  processor {processor:7.2f} s".format(**rows[-1]), flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--part", nargs="*", choices=["exact", "times"], default=["exact", "times"])
    asked = parser.parse_args()
    folder = existing_data_folder(asked.folder)
    parts = {"exact": exact, "times": lambda: times(folder)}
    print(json.dumps({part: parts[part]() for part in asked.part}))


if __name__ == "__main__":
    main()
