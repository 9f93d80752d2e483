"""Swapping on Diabetes 130: the tables of T 7.2-7.4 for diag_1 and diag_2, and attacks on three diagnoses.

Usage: swap_tables.py [DATA_FOLDER] [--part tables|attacks ...] [--rows N ...] [--runs R] [--forms srs1 srs2 ...]
Default: both parts; tables of 1,172 random records, as many as T has, and of all (--rows 1172 0); 10 runs; all forms.
Missing diagnoses are left out of the tables (a missing value is equally far from all others). Prints tables, then
the same as JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
from data import data_folder, diabetes

from kinonym.grouped import Tuples
from kinonym.methods.swap import DataSwap, RecordSwap, Srs1, Srs2, Srs3
from kinonym.methods.swap.ranking import alone, most_marginal, reference_distances
from kinonym.metrics.utility import row_changes
from kinonym.operators.centres import column_sample, mean_point
from kinonym.operators.covariance import correlation_matrix, covariance_matrix
from kinonym.privacy.attacks import (
    likelihood_linkage,
    measure_cells,
    nearest_linkage,
    semantic_linkage,
    simulated_worst_case,
    window_linkage,
)
from kinonym.random import generator

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
ERRORS = ("RMSE(Xa, Xa*)", "RMSE(Xb, Xb*)")
KEPT = "|sdCor* − sdCor|"
LABELS = (*ERRORS, "sdCor(Xa*, Xb*)", KEPT, "share of unchanged cells")


def utility(tuples, method, runs, correlation):
    """Means over the runs; that sMean and sdVar stay exactly is asserted in each."""
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
        found.append([*np.sqrt(share @ change**2), kept, abs(kept - correlation), (share @ (change == 0)).mean()])
    return np.mean(found, axis=0)


def describe(tuples):
    """What decides the order of the methods: ties of the ranking, and how many records share a value or a pair."""
    ties, repeated = [], {}
    for j in (0, 1):
        part = alone(tuples, j)
        distances = reference_distances(part, int(most_marginal(part)[0]))
        _, place = np.unique(distances, return_inverse=True)
        ties.append(float(np.bincount(place, weights=part.counts).max() / tuples.records))
    for k in SIZES:
        shares = [[c.counts[c.counts > k].sum() / tuples.records for c in (alone(tuples, 0), alone(tuples, 1), tuples)]]
        repeated[k] = np.round(shares[0], 3).tolist()
    print(f"share of the records in the largest tie of srs1's ranking: {np.round(ties, 3).tolist()}")
    print(f"share of the records whose value in Xa, in Xb, whose pair has more than k records: {repeated}")
    return {"largest tie": ties, "more than k": repeated}


def tables(folder, rows, runs, forms):
    """T 7.2-7.4 for diag_1 and diag_2."""
    tuples = diabetes(folder, ["diag_1", "diag_2"], rows=rows, missing=False)
    correlation = correlation_matrix(tuples)[0, 1]
    spread = np.diag(covariance_matrix(tuples))
    values = [len(alone(tuples, j)) for j in (0, 1)]
    print(f"\n{tuples.records:,} records, {values} values, {len(tuples):,} pairs, sdVar {spread.round(4)}, "
          f"sdCor {correlation:.4f}, {runs} runs; sMean and sdVar stay exactly in every run")  # fmt: skip
    told = describe(tuples)
    out = []
    for form in forms:
        sizes = SIZES if form != "data-swap" else SIZES[:1]
        start = time.process_time()
        found = [utility(tuples, FORMS[form](k), runs, correlation) for k in sizes]
        print(f"\n{form:28}" + "".join(f"{f'k={k}':>9}" for k in sizes))
        for i, label in enumerate(LABELS):
            print(f"{label:28}" + "".join(f"{row[i]:9.4f}" for row in found))
        print(f"processor {time.process_time() - start:.0f} s", flush=True)
        for k, row in zip(sizes, found, strict=True):
            out.append({"method": form, "k": k, **dict(zip(LABELS, row.tolist(), strict=True))})
    return {"records": tuples.records, "sdCor": correlation, **told, "rows": out, "orders": orders(out)}


def orders(rows):
    """Say for each k and form whether the order of T holds."""
    by = {(row["method"], row["k"]): row for row in rows}
    told = []
    for form in (" published", ""):
        for k in SIZES:
            found = [by.get((name, k)) for name in (f"srs2{form}", f"srs3{form}", f"srs1{form}")]
            if None in found or ("data-swap", SIZES[0]) not in by:
                continue
            found.append(by["data-swap", SIZES[0]])
            rising = [[r[label] for r in found] == sorted(r[label] for r in found) for label in ERRORS]
            best = min(found, key=lambda row: row[KEPT])["method"]
            told.append(
                {"form": form.strip() or "repaired", "k": k, "RMSE in order": rising, "sdCor kept best by": best}
            )
            print("{form:10} k={k:3}: RMSE srs2 < srs3 < srs1 < data-swap in Xa, Xb: {RMSE in order}; "
                  "sdCor kept best by {sdCor kept best by}".format(**told[-1]))  # fmt: skip
    return told


def attacks(folder, forms):
    """Three diagnoses, k = 10: 2,000 records in full, and all of them sampled."""
    out = []
    for rows in (2000, None):
        tuples = diabetes(folder, ["diag_1", "diag_2", "diag_3"], rows=rows)
        print(f"\n{tuples.records:,} records, k = 10: share of the records linked by each attacker; of cells true")
        print(f"{'':16}{'equality':>10}{'semantic':>10}{'repeats':>9}{'window':>9}{'certain':>9}"
              f"{'unchanged':>11}{'rare':>7}{'common':>8}{'worst·k':>9}{'seconds':>9}")  # fmt: skip
        for form in forms:
            out.append({"records": tuples.records, "method": form, **attack(tuples, FORMS[form](10), rows)})
            cells = [out[-1][key] for key in COLUMNS]
            text = "".join(f"{'–' if cell is None else f'{cell:.{d}f}':>{width}}" for cell, (width, d) in
                           zip(cells, COLUMNS.values(), strict=True))  # fmt: skip
            print(f"{form:16}{text}", flush=True)
    return out


COLUMNS = {
    "equality": (10, 3), "semantic": (10, 3), "repeats": (9, 3), "window": (9, 3), "certain": (9, 3),
    "unchanged": (11, 3), "rare": (7, 3), "common": (8, 3), "worst·k": (9, 2), "seconds": (9, 1),
}  # fmt: skip


def attack(tuples, method, rows):
    """Every attacker on one release, its cells, and the worst chance of one column (2,000 records only)."""
    rng = generator(1)
    plan = method.plan(tuples, rng)
    start = time.perf_counter()
    reach = method.window(tuples)
    window = None if reach is None else window_linkage(plan, reach, rng)
    cells = measure_cells(plan, 10)
    return {
        "equality": nearest_linkage(plan, rng).success,
        "semantic": semantic_linkage(plan, rng).success,
        "repeats": likelihood_linkage(plan, lambda: method.plan(tuples, rng), rng).success,
        "window": window and window.success,
        "certain": window and window.certain,
        "unchanged": float(np.mean([c.unchanged for c in cells])),
        "rare": float(np.mean([c.rare for c in cells if c.rare is not None])),
        "common": float(np.mean([c.common for c in cells if c.common is not None])),
        "worst·k": 10 * simulated_worst_case(tuples, lambda: method.plan(tuples, rng), 400).chance if rows else None,
        "seconds": time.perf_counter() - start,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--part", nargs="*", choices=["tables", "attacks"], default=["tables", "attacks"])
    parser.add_argument("--rows", nargs="*", type=int, default=[1172, 0], help="0: all")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--forms", nargs="*", choices=list(FORMS), default=list(FORMS))
    asked = parser.parse_args()
    folder = data_folder(asked.folder)
    if folder is None:
        return
    parts = {
        "tables": lambda: [tables(folder, rows, asked.runs, asked.forms) for rows in asked.rows],
        "attacks": lambda: attacks(folder, asked.forms),
    }
    print(json.dumps({part: parts[part]() for part in asked.part}, ensure_ascii=False))


if __name__ == "__main__":
    main()
