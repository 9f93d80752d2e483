"""The comparison of six methods on Adult, and the report of a release of 100,000 records, against their limits.

Usage: python -m research.speed.report [DATA_FOLDER]
Default: the environment variable KINONYM_DATA, else ../shared/data.
Limits: 60 points in 60 s; a report in 5 s and 3 MB. Prints the figures, and the same as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

import kinonym as kn
from kinonym.comparing import compare
from kinonym.files.table_stream import read_table
from kinonym.methods import METHODS
from kinonym.recipe import load_recipe
from research.data import existing_data_folder

ROOT = Path(__file__).parents[2]
WANTED = ("sa-mdav", "mdav", "recode", "resample", "suppress", "srs1", "srs2", "srs3", "record-swap")
SIZES = (2, 3, 4, 5, 7, 10, 15, 20, 30, 50)
RECORDS = 100_000


def bench_compare(folder: Path) -> dict[str, object]:
    file = folder / "adult_arx" / "adult.csv"
    recipe = load_recipe(ROOT / "examples" / "adult" / "recipe.toml")
    table = read_table(file, delimiter=";").table
    methods = [name for name in WANTED if name in METHODS][:6]
    start = time.perf_counter()
    found = compare(table, recipe, methods=methods, k=SIZES)
    seconds = time.perf_counter() - start
    failed = sum(point.failed is not None for point in found.points)
    print(
        f"compare: {len(found)} points ({', '.join(methods)}) on {table.num_rows:,} records: {seconds:.1f} s (limit 60)"
    )
    print(f"         {len(found.pareto)} on the front, {failed} failed; page {len(found.page()) / 1e3:.0f} kB")
    return {"points": len(found), "seconds": seconds, "failed": failed, "methods": methods}


def diagnoses(folder: Path) -> tuple[pd.DataFrame, dict[str, object]]:
    """Three diagnoses of every encounter, coded in ICD-9-CM."""
    file, codes = folder / "diabetes130" / "diabetic_data.csv.gz", folder / "ontologies" / "icd9cm_2015.csv"
    names = ["diag_1", "diag_2", "diag_3"]
    table = pd.read_csv(file, dtype=str, keep_default_na=False, usecols=[*names, "readmitted"])
    column = {"role": "quasi", "type": "nominal", "ontology": str(codes), "unmapped": "isolate"}
    columns = dict.fromkeys(names, column) | {"readmitted": {"role": "confidential"}}
    return table, {"table": {"missing": ["", "?"]}, "columns": columns, "release": {"accept_unique": True}}


def generated() -> tuple[pd.DataFrame, dict[str, object]]:
    """Regions, words and numbers, long-tailed."""
    rng = np.random.default_rng(1)
    places = [c for c in kn.ontologies.load("m49").concepts if len(c) == 3][:200]
    table = pd.DataFrame(
        {
            "place": np.array(places)[np.minimum(rng.geometric(0.05, RECORDS), len(places)) - 1],
            "word": [f"w{i}" for i in rng.geometric(0.1, RECORDS)],
            "number": rng.integers(0, 60, RECORDS).astype(str),
            "answer": rng.choice(["yes", "no"], RECORDS),
        }
    )
    columns = {
        "place": {"role": "quasi", "type": "nominal", "ontology": "m49"},
        "word": {"role": "quasi", "type": "plain"},
        "number": {"role": "quasi", "type": "numeric"},
        "answer": {"role": "confidential"},
    }
    return table, {"columns": columns, "release": {"accept_unique": True}}


def report(name: str, table: pd.DataFrame, recipe: dict[str, object]) -> dict[str, object]:
    result = kn.mask(table, {**recipe, "method": {"name": "sa-mdav", "k": 5}})
    start = time.perf_counter()
    page = result.report.page()
    seconds = time.perf_counter() - start
    size = len(page.encode())
    tuples = result.utility.tuples
    print(f"report:  {name}, {len(table):,} records, {tuples:,} combinations: {seconds:.2f} s (limit 5), "
          f"{size / 1e6:.2f} MB (limit 3)")  # fmt: skip
    return {"table": name, "records": len(table), "tuples": tuples, "seconds": seconds, "bytes": size}


def main() -> None:
    folder = existing_data_folder(sys.argv[1] if len(sys.argv) > 1 else None)
    found: dict[str, object] = {"compare": None if folder is None else bench_compare(folder)}
    reports = [report("generated", *generated())]
    if folder is not None:
        reports.append(report("Diabetes 130", *diagnoses(folder)))
    found["reports"] = reports
    print(json.dumps(found))


if __name__ == "__main__":
    main()
