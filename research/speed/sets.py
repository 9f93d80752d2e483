"""Sets of concepts: comparisons a second, how they grow, and whole runs on the MIMIC-III demo.

Usage: python -m research.speed.sets [DATA_FOLDER] [--part compare|grow|mimic|known ...]
Default: all parts, the data folder from KINONYM_DATA or ../shared/data. `compare`: sets of 1 to 20 ICD codes, all
pairs of 2,000 sets, in one thread. `grow`: sa-mdav on so many different sets. `mimic`: the diagnoses of the admissions
as sets in a cell, and those of the patients gathered from the long table; loss, mean size of a set before and after,
risk before and after. `known`: the same tables with generalise-items (k^m-anonymity). Prints tables, then the same as
JSON.
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

import kinonym as kn
from kinonym import ontologies
from kinonym.domains import ConceptSets, Nominal
from kinonym.domains.concept_sets import SET_DISTANCES
from kinonym.methods import METHODS
from kinonym.metrics import measure_utility
from kinonym.random import generator
from kinonym.tuples import Tuples
from research.data import existing_data_folder


def drawn(number, distance="average", seed=0):
    """A column of so many different sets of 1 to 20 codes; the share of the i-th code is proportional to 1/i."""
    taxonomy = ontologies.load("icd10cm")
    rng = np.random.default_rng(seed)
    codes = rng.permutation(np.flatnonzero(taxonomy.descendant_counts == 0))[:2000]
    share = 1.0 / np.arange(1, len(codes) + 1)
    domain = ConceptSets(Nominal(taxonomy), distance)
    sizes = rng.integers(1, 21, size=2 * number)
    points = np.unique(domain.numbered.add([rng.choice(codes, size, p=share / share.sum()).tolist() for size in sizes]))
    points = points[:number]
    return Tuples.from_points(["codes"], [domain], points[:, None], np.ones(len(points), dtype=np.int64))[0]


def compare(_):
    """Comparisons of sets of 1 to 20 ICD-10-CM codes a second."""
    found = []
    for distance in SET_DISTANCES:
        number = 500 if distance == "assignment" else 2000
        column = drawn(number, distance).columns[0]
        column.domain.space(column.points[:50])
        begun = time.perf_counter()
        column.domain.space(column.points)
        seconds = time.perf_counter() - begun
        pairs = len(column.points) * (len(column.points) - 1) // 2
        found.append({"distance": distance, "pairs": pairs, "seconds": seconds, "a_second": pairs / seconds})
        print(f"{distance:12} {pairs:10,} pairs {seconds:8.2f} s {pairs / seconds:14,.0f} a second", flush=True)
    return found


def grow(_):
    """sa-mdav, k = 5, on different sets."""
    found = []
    METHODS["sa-mdav"](k=5).plan(drawn(50), generator(0))
    for number in (500, 1000, 2000, 4000):
        tuples = drawn(number)
        begun = time.perf_counter()
        plan = METHODS["sa-mdav"](k=5).plan(tuples, generator(1))
        seconds = time.perf_counter() - begun
        loss = measure_utility(plan).loss
        found.append({"sets": number, "seconds": seconds, "loss": loss})
        print(f"{number:8,} sets {seconds:8.2f} s   L {loss:6.2f} %", flush=True)
    return found


def mimic(folder):
    """Diagnoses of the MIMIC-III demo: of an admission in one cell, and of a patient gathered from the rows."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        tables = admissions(folder, Path(place)), patients(folder, Path(place))
        for (name, file, table, key), distance in [(t, d) for t in tables for d in ("average", "assignment")]:
            for k in (2, 3, 5):
                column = {"role": "quasi", "ontology": str(folder / "ontologies" / "icd9cm_2015.csv"), **key,
                          "unmapped": "isolate", "set_distance": distance}  # fmt: skip
                recipe = {"table": table, "columns": {"codes": column, "admission": {"role": "identifier"}},
                          "method": {"name": "sa-mdav", "k": k, "refine": True}}  # fmt: skip
                begun = time.perf_counter()
                result = kn.mask_file(file, recipe, Path(place) / f"{name}{distance}{k}.csv")
                found.append(report_run(name, distance, k, time.perf_counter() - begun, result))
    return found


def known(folder):
    """The same tables with k^m-anonymity: loss, size, the original values that are left, processor time of the plan."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        for name, file, table, key in (admissions(folder, Path(place)), patients(folder, Path(place))):
            column = {"role": "quasi", "ontology": str(folder / "ontologies" / "icd9cm_2015.csv"), **key,
                      "unmapped": "isolate"}  # fmt: skip
            for whole, m, k in [(w, m, k) for w in (False, True) for m in (1, 2, 3) for k in (2, 3, 5)]:
                method = {"name": "generalise-items", "k": k, "m": m, "whole_subtrees": whole}
                recipe = {"table": table, "columns": {"codes": column, "admission": {"role": "identifier"}},
                          "method": method, "release": {"accept_unique": True}}  # fmt: skip
                begun = time.process_time()
                result = kn.mask_file(file, recipe, Path(place) / f"{name}{whole}{m}{k}.csv")
                seconds = time.process_time() - begun
                begun = time.process_time()
                result.recipe.resolved_method.plan(result.plan.tuples, generator(0))
                planning = time.process_time() - begun
                sizes = [_mean_size(points, counts, domain) for points, counts, domain in _sides(result.plan)]
                row = {
                    "table": name, "whole_subtrees": whole, "m": m, "k": k, "loss": result.utility.loss,
                    "size_before": sizes[0], "size_after": sizes[1],
                    "own_values": result.utility.columns["codes"].own_values,
                    "seconds_run": seconds, "seconds_plan": planning,
                }  # fmt: skip
                found.append(row)
                print(
                    f"| {name} | {'yes' if whole else 'no'} | {m} | {k} | {row['loss']:.1f} % | {sizes[0]:.1f} → "
                    f"{sizes[1]:.1f} | {row['own_values']:.1%} | {row['seconds_plan']:.2f} s | {seconds:.2f} s |",
                    flush=True,
                )
    return found


def report_run(name, distance, k, seconds, result):
    sizes = [_mean_size(points, counts, domain) for points, counts, domain in _sides(result.plan)]
    known = [attacker for attacker in result.assessment.attackers if attacker.kind == "knows-some-values"]
    row = {
        "table": name, "distance": distance, "k": k, "records": result.plan.tuples.records, "seconds": seconds,
        "loss": result.utility.loss, "size_before": sizes[0], "size_after": sizes[1],
        "own_values": result.utility.columns["codes"].own_values,
        "unique_before": result.risk.unique_before, "risk_before": result.risk.marketer_before,
        "risk": result.assessment.strongest.chance,
        "some_values": {attacker.name: [attacker.before, attacker.chance] for attacker in known},
    }  # fmt: skip
    three = row["some_values"]["knows 3 values"]
    print(
        f"{name:11} {distance:11} k = {k}  L {row['loss']:6.2f} %  size {sizes[0]:5.1f} → {sizes[1]:5.1f}  own values "
        f"{row['own_values']:6.1%}  unique "
        f"{row['unique_before']:4} → 0  risk {row['risk_before']:6.1%} → {row['risk']:6.1%}  knows three "
        f"{three[0]:6.1%} → {three[1]:6.1%}  {seconds:6.2f} s",
        flush=True,
    )
    return row


def _sides(plan):
    column = plan.tuples.columns[0]
    yield column.points[plan.tuples.codes[plan.source, 0]], plan.count, column.domain
    yield plan.targets[plan.target, 0], plan.count, column.domain


def _mean_size(points, counts, domain):
    return float(np.average([len(members) for members in domain.numbered.members(points)], weights=counts))


def admissions(folder, place):
    """One row an admission, its codes in a cell."""
    codes = defaultdict(list)
    for row in diagnoses(folder):
        codes[row["HADM_ID"]].append(row["ICD9_CODE"])
    file = place / "admissions.csv"
    with file.open("w", newline="") as out:
        csv.writer(out).writerows([("admission", "codes"), *((stay, "|".join(own)) for stay, own in codes.items())])
    return "admissions", file, {}, {"separator": "|"}


def patients(folder, place):
    """One row a diagnosis, gathered by patient."""
    rows = [(row["SUBJECT_ID"], row["HADM_ID"], row["ICD9_CODE"]) for row in diagnoses(folder)]
    file = place / "diagnoses.csv"
    with file.open("w", newline="") as out:
        csv.writer(out).writerows([("patient", "admission", "codes"), *rows])
    return "patients", file, {"person": "patient", "gather": ["codes"]}, {}


def diagnoses(folder):
    with (folder / "mimic3_demo" / "DIAGNOSES_ICD.csv").open(newline="") as file:
        return [row for row in csv.DictReader(file) if row["ICD9_CODE"]]


PARTS = {"compare": compare, "grow": grow, "mimic": mimic, "known": known}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--part", nargs="*", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args()
    folder = existing_data_folder(asked.folder)
    found = {}
    for part in asked.part:
        if folder is not None or part not in ("mimic", "known"):
            print(f"\n{PARTS[part].__doc__}")
            found[part] = PARTS[part](folder)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
