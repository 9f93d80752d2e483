"""Swapping: exact chances, times, the tables of T 7.2-7.4 on Diabetes 130, and attacks on the results.

Usage: swap.py [DATA_FOLDER] [--part exact|times|tables|attacks ...] [--rows N] [--runs R]
Default: all parts, the data folder from KINONYM_DATA or ../shared/data, all rows, 10 runs. Missing diagnoses are left
out of the tables (a missing value is equally far from all others). Prints tables and the same as JSON.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import math
import os
import time
from pathlib import Path

import numpy as np

from kinonym import ontologies
from kinonym.domains import Nominal
from kinonym.grouped import Tuples
from kinonym.kernels.swap_walk import start_walk, walk
from kinonym.mapping import map_values
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.metrics.utility import row_changes
from kinonym.operators.covariance import correlation_matrix, covariance_matrix
from kinonym.operators.mean import mean_point
from kinonym.operators.sample import column_sample
from kinonym.privacy.attacks import (
    likelihood_linkage,
    measure_cells,
    nearest_linkage,
    rank_chances,
    semantic_linkage,
    simulated_worst_case,
    window_linkage,
    worst,
)
from kinonym.random import generator
from kinonym.taxonomy import Taxonomy

SIZES = (2, 5, 10, 20, 50, 100)
FORMS = {
    "srs1 published": lambda k: Srs1(k=k, published=True),
    "srs2 published": lambda k: Srs2(k=k, published=True),
    "srs3 published": lambda k: Srs3(k=k, published=True),
    "srs1": lambda k: Srs1(k=k),
    "srs2": lambda k: Srs2(k=k),
    "srs3": lambda k: Srs3(k=k),
    "record-swap": lambda k: RecordSwap(k=k),
    "data-swap": lambda _: DataSwap(),
}


def diabetes(folder, columns, *, rows=None, missing=True):
    """Columns of diagnoses as tuples; a fixed random part of the rows if asked for."""
    taxonomy = ontologies.load(folder / "ontologies" / "icd9cm_2015.csv")
    with gzip.open(folder / "diabetes130" / "diabetic_data.csv.gz", "rt") as file:
        table = [[row[c] for c in columns] for row in csv.DictReader(file)]
    table = [row for row in table if missing or "?" not in row]
    if rows:
        chosen = np.random.default_rng(0).choice(len(table), rows, replace=False)
        table = [table[i] for i in chosen]
    domain = Nominal(taxonomy)
    points = np.empty((len(table), len(columns)))
    for j, column in enumerate(zip(*table, strict=True)):
        known = sorted(set(column) - {"?"})
        concept_of = map_values(taxonomy, known, suggestions=0).concept_of
        place = dict(zip(known, domain.encode([concept_of[code] for code in known]), strict=True))
        place["?"] = domain.encode([None])[0]
        points[:, j] = [place[code] for code in column]
    return Tuples.from_points(columns, [domain] * len(columns), points, np.ones(len(table), dtype=np.int64))[0]


def exact():
    """260 cases of srs1, repaired and published, and the figures of its end."""
    start = time.perf_counter()
    rows = []
    for k in range(2, 7):
        for among_next in ("unswapped", "ranks"):
            sizes = range(k, 7 * k + 2)
            good = sum(worst(rank_chances(n, k, among_next=among_next)) * k <= 1 for n in sizes)
            rows.append({"k": k, "partner": among_next, "cases": len(sizes), "at most 1/k": good})
        worse = [worst(rank_chances(n, k, among_next="ranks", permute_rest=False)) * k for n in sizes]
        rows.append({"k": k, "partner": "published", "cases": len(sizes), "at most 1/k": sum(w <= 1 for w in worse),
                     "worst · k": float(max(worse))})  # fmt: skip
    for row in rows:
        print(row)
    kept = [row for row in rows if row["partner"] != "published"]
    print(f"repaired: {sum(r['at most 1/k'] for r in kept)} of {sum(r['cases'] for r in kept)} cases")
    even = rank_chances(60, 10, among_next="ranks", permute_rest=False)
    odd = rank_chances(61, 10, among_next="ranks", permute_rest=False)
    rng = generator(1)
    stays = float(np.mean([last_stays(701, 100, rng) for _ in range(40_000)]))
    ends = {
        "k=10 n even: worst · k": float(worst(even)) * 10,
        "k=10 n odd: last keeps its value": float(odd[-1][-1]),
        "k=100 n odd: last keeps its value (40,000 runs)": stays,
        "0.94/√100": 0.94 / math.sqrt(100),
    }
    print(ends, f"{time.perf_counter() - start:.1f} s")
    return {"cases": rows, "ends": ends}


def last_stays(n, k, rng):
    state = start_walk(n)
    walk(state, k, published=True, rng=rng, budget=n + 1)
    return state.source[n - 1] == n - 1


def times(folder):
    """The figures of time: wall and processor seconds of one run after a small one that compiles."""
    parents = {"root": []}
    for a in range(10):
        parents[f"{a}"] = ["root"]
        for b in range(50):
            parents[f"{a}.{b}"] = [f"{a}"]
    domain = Nominal(Taxonomy.from_parents(parents))
    points = domain.encode([f"{a}.{b}" for a in range(10) for b in range(50)])
    counts = np.maximum(1, (1_000_000 / 6.8 / np.arange(1, 501)).astype(np.int64))
    counts[0] += 1_000_000 - counts.sum()
    million = Tuples.from_points(["word"], [domain], points[:, None], counts)[0]
    cases = [("1,000,000 × 500 values", million, method) for method in (Srs2(k=10), Srs2(k=10, published=True))]
    if folder:
        table = diabetes(folder, ["diag_1", "diag_2", "diag_3"])
        methods = (
            Srs1(k=10), Srs2(k=10), Srs3(k=10), Srs3(k=10, published=True), RecordSwap(k=10),
            RecordSwap(k=10, partition="mdav"), DataSwap(),
        )  # fmt: skip
        cases += [("Diabetes × 3", table, method) for method in methods]
    rows = []
    for name, tuples, method in cases:
        method.plan(Tuples(tuples.codes[:100], tuples.counts[:100].clip(max=50), tuples.columns), generator(1))
        wall, processor = time.perf_counter(), time.process_time()
        method.plan(tuples, generator(1))
        rows.append({"table": name, "method": repr(method), "seconds": time.perf_counter() - wall,
                     "processor": time.process_time() - processor})  # fmt: skip
        print(
            f"{name:24} {rows[-1]['method']:40} {rows[-1]['seconds']:7.2f} s  processor {rows[-1]['processor']:7.2f} s"
        )
    return rows


def utility(tuples, method, runs, correlation):
    """Means over the runs: RMSE of each column, sdCor and its difference, share of unchanged cells."""
    found = []
    for seed in range(runs):
        plan = method.plan(tuples, generator(seed))
        change = row_changes(plan)
        share = plan.count / tuples.records
        names, domains = [c.name for c in tuples.columns], [c.domain for c in tuples.columns]
        masked = Tuples.from_points(names, domains, plan.targets[plan.target], plan.count)[0]
        assert all(mean_point(column_sample(masked, j)) == mean_point(column_sample(tuples, j)) for j in (0, 1))
        assert np.allclose(np.diag(covariance_matrix(masked)), np.diag(covariance_matrix(tuples)), atol=1e-12)
        kept = correlation_matrix(masked)[0, 1]
        unchanged = (share @ (change == 0)).mean()
        found.append([*np.sqrt(share @ change**2), kept, abs(kept - correlation), unchanged])
    return np.mean(found, axis=0)


def tables(folder, rows, runs):
    """T 7.2-7.4 for diag_1 and diag_2."""
    tuples = diabetes(folder, ["diag_1", "diag_2"], rows=rows, missing=False)
    correlation = correlation_matrix(tuples)[0, 1]
    spread = np.diag(covariance_matrix(tuples))
    values = [len(column.points) for column in tuples.columns]
    print(f"{tuples.records:,} records, {values} values, sdVar {spread.round(4)}, sdCor {correlation:.4f}, {runs} runs")
    print("sMean and sdVar of both columns stayed exactly in every run")
    out = []
    for form, make in FORMS.items():
        sizes = SIZES if form != "data-swap" else SIZES[:1]
        found = [utility(tuples, make(k), runs, correlation) for k in sizes]
        print(f"\n{form:38}" + "".join(f"{f'k={k}':>9}" for k in sizes))
        labels = ("RMSE(Xa, Xa*)", "RMSE(Xb, Xb*)", "sdCor(Xa*, Xb*)", "|sdCor* − sdCor|", "share of unchanged cells")
        for i, label in enumerate(labels):
            print(f"{label:38}" + "".join(f"{row[i]:9.4f}" for row in found), flush=True)
        out += [
            {"method": form, "k": k, **dict(zip(labels, row.tolist(), strict=True))}
            for k, row in zip(sizes, found, strict=True)
        ]
    orders(out)
    return out


def orders(rows):
    """Say for each k and form whether the order of T holds."""
    by = {(row["method"], row["k"]): row for row in rows}
    free = by["data-swap", SIZES[0]]
    for form in (" published", ""):
        for k in SIZES:
            one, two, three = (by[f"srs{i}{form}", k] for i in (1, 2, 3))
            errors = [[r[c] for r in (two, three, one, free)] for c in ("RMSE(Xa, Xa*)", "RMSE(Xb, Xb*)")]
            best = min((r["|sdCor* − sdCor|"], r["method"]) for r in (one, two, three, free))
            print(f"{form or ' repaired':10} k={k:3}: RMSE srs2 < srs3 < srs1 < data-swap "
                  f"{[e == sorted(e) for e in errors]}; sdCor kept best by {best[1]}")  # fmt: skip


def attacks(folder):
    """Three diagnoses, k = 10: 2,000 records in full, and all of them sampled."""
    out = []
    for rows in (2000, None):
        tuples = diabetes(folder, ["diag_1", "diag_2", "diag_3"], rows=rows)
        print(f"\n{tuples.records:,} records, k = 10: share of the records linked (with certainty)")
        print(f"{'':16}{'equality':>10}{'semantic':>10}{'likelihood':>12}{'window':>10}{'certain':>9}"
              f"{'unchanged':>11}{'true: rare':>12}{'common':>8}{'worst·k':>9}{'seconds':>9}")  # fmt: skip
        for form, make in FORMS.items():
            out.append(attack(tuples, form, make(10), rows))
    return out


def attack(tuples, form, method, rows):
    rng = generator(1)
    plan = method.plan(tuples, rng)
    start = time.perf_counter()
    found = {
        "equality": nearest_linkage(plan, rng).success,
        "semantic": semantic_linkage(plan, rng).success,
        "likelihood": likelihood_linkage(plan, lambda: method.plan(tuples, rng), rng).success,
    }
    window = window_linkage(plan, method.window(tuples), rng) if hasattr(method, "window") else None
    found["window"] = window.success if window else math.nan
    found["certain"] = window.certain if window else math.nan
    cells = measure_cells(plan, 10)
    found["unchanged"] = float(np.mean([c.unchanged for c in cells]))
    found["rare"] = float(np.mean([c.rare for c in cells]))
    found["common"] = float(np.mean([c.common for c in cells]))
    worse = simulated_worst_case(tuples, lambda: method.plan(tuples, rng), runs=400) if rows else None
    found["worst·k"] = worse.chance * 10 if worse else math.nan
    found["seconds"] = time.perf_counter() - start
    print(f"{form:16}{found['equality']:10.3f}{found['semantic']:10.3f}{found['likelihood']:12.3f}{found['window']:10.3f}"
          f"{found['certain']:9.3f}{found['unchanged']:11.3f}{found['rare']:12.3f}{found['common']:8.3f}"
          f"{found['worst·k']:9.2f}{found['seconds']:9.1f}", flush=True)  # fmt: skip
    return {"records": tuples.records, "method": form, **found}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = os.environ.get("KINONYM_DATA", Path(__file__).parents[2] / "shared" / "data")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(default))
    parser.add_argument("--part", nargs="*", default=["exact", "times", "tables", "attacks"])
    parser.add_argument("--rows", type=int)
    parser.add_argument("--runs", type=int, default=10)
    asked = parser.parse_args()
    folder = asked.folder if (asked.folder / "diabetes130").exists() else None
    if folder is None:
        print("the Diabetes parts are skipped: give the data folder as an argument")
    parts = {
        "exact": exact,
        "times": lambda: times(folder),
        "tables": lambda: folder and tables(folder, asked.rows, asked.runs),
        "attacks": lambda: folder and attacks(folder),
    }
    print(json.dumps({part: parts[part]() for part in asked.part}))


if __name__ == "__main__":
    main()
