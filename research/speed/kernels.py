"""The slowest kernels before and after a change, side by side in one run.

Usage: python -m research.speed.kernels [DATA_FOLDER] [--before CHECKOUT] [--case NAME ...] [--rounds N]
Default: all cases, two rounds, the data folder from KINONYM_DATA or ../shared/data. ``CHECKOUT`` is a folder with
another version of the project; without it only this version is measured. Every run is a separate process, the two
versions take turns, and the least processor seconds (user and system, of all threads) of the rounds count. ``figure``
is the squared error of refinement and the loss of the other methods; ``equal`` says whether both versions gave the
same plan. Prints a table, then the same as JSON.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from kinonym.domains import ConceptSets, Nominal
from kinonym.mapping import map_values
from kinonym.methods import METHODS
from kinonym.methods.blocks import part_of
from kinonym.metrics import measure_utility
from kinonym.random import generator
from kinonym.tuples import Tuples
from research.data import ROOT, existing_data_folder, tables
from research.speed.sets import diagnoses


def some_diagnoses(folder):
    """1,000 distinct combinations of three diagnoses, drawn at random."""
    return part_of(tables.diabetes(folder, tables.DIAGNOSES, 1_100, missing=True), np.arange(1_000))


def all_diagnoses(folder):
    """58,166 distinct combinations of three diagnoses."""
    return tables.diabetes(folder, tables.DIAGNOSES, missing=True)


def diagnoses_of_patients(folder):
    """The sets of diagnoses of 100 patients, compared by the cheapest matching, without codes that have no concept."""
    domain = ConceptSets(Nominal(tables.icd9(folder)), "assignment")
    codes = defaultdict(set)
    for row in diagnoses(folder):
        codes[row["SUBJECT_ID"]].add(row["ICD9_CODE"])
    known = map_values(domain.elements.taxonomy, sorted(set().union(*codes.values())), suggestions=0).concept_of
    concept_of = {code: concept for code, concept in known.items() if concept is not None}
    concepts = sorted(concept_of)
    number_of = dict(zip(concepts, domain.elements.encode([concept_of[code] for code in concepts]), strict=True))
    sets = [[number_of[code] for code in sorted(own) if code in number_of] for own in codes.values()]
    points = domain.numbered.add(sets)
    return Tuples.from_points(["codes"], [domain], points[:, None], np.ones(len(points), dtype=np.int64))[0]


CASES = {
    "refine 1,000": (some_diagnoses, "sa-mdav", {"k": 5, "refine": True}),
    "refine 1,000, k = 20": (some_diagnoses, "sa-mdav", {"k": 20, "refine": True}),
    "refine Adult, k = 10": (tables.adult, "sa-mdav", {"k": 10, "refine": True}),
    "refine 58,166": (all_diagnoses, "sa-mdav", {"k": 5, "refine": True}),
    "sa-mdav 58,166": (all_diagnoses, "sa-mdav", {"k": 5}),
    "srs3": (all_diagnoses, "srs3", {"k": 10}),
    "srs2": (all_diagnoses, "srs2", {"k": 10}),
    "set centres": (diagnoses_of_patients, "sa-mdav", {"k": 5}),
}


def measure(case, folder):
    """Plan once in this process, after a small plan that loads the kernels, and print what it took."""
    read, name, settings = CASES[case]
    tuples = read(folder)
    method = METHODS[name](**settings)
    begun = time.perf_counter()
    method.plan(part_of(tuples, np.arange(min(60, len(tuples)))), generator(0))
    loading = time.perf_counter() - begun
    wall, processor = time.perf_counter(), time.process_time()
    plan = method.plan(tuples, generator(1))
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    utility = measure_utility(plan)
    arrays = plan.source, plan.target, plan.count, plan.targets
    digest = hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()
    figure = utility.sse if settings.get("refine") else utility.loss
    found = {"seconds": wall, "processor": processor, "loading": loading, "figure": figure, "plan": digest}
    print(json.dumps(found))


def run(case, folder, checkout):
    """One run in a separate process, with the sources of a checkout."""
    environment = os.environ | {"PYTHONPATH": f"{checkout / 'src'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "research.speed.kernels", str(folder), "--child", case]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
    return json.loads(ran.stdout.splitlines()[-1])


def compare(case, folder, before, rounds):
    """Run both versions in turn; print and return the best of each, and the ratio."""
    versions = {"before": before, "after": ROOT} if before else {"after": ROOT}
    runs = {version: [] for version in versions}
    for _ in range(rounds):
        for version, checkout in versions.items():
            runs[version].append(run(case, folder, checkout))
    best = {version: min(found, key=lambda one: one["processor"]) for version, found in runs.items()}
    after = best["after"]
    line = f"{case:22}{after['processor']:9.2f} s  elapsed {after['seconds']:7.2f} s  figure {after['figure']:10.3f}"
    if before:
        old = best["before"]
        ratio = after["processor"] / old["processor"]
        line += f"   before {old['processor']:7.2f} s  elapsed {old['seconds']:7.2f} s  figure {old['figure']:10.3f}"
        line += f"   ratio {ratio:5.2f}  equal {after['plan'] == old['plan']}"
    print(line, flush=True)
    return {"case": case, **best}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--before", type=Path)
    parser.add_argument("--case", nargs="*", choices=CASES, default=list(CASES))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--child", choices=CASES)
    asked = parser.parse_args()
    folder = existing_data_folder(asked.folder)
    if folder is None:
        return
    if asked.child:
        measure(asked.child, folder)
        return
    print(json.dumps([compare(case, folder, asked.before, asked.rounds) for case in asked.case]))


if __name__ == "__main__":
    main()
