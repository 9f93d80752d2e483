"""The k-anonymous methods: time and memory on Diabetes 130, Adult, numbers and a million diagnoses.

Usage: python -m research.speed.kanonymity [DATA_FOLDER] [--part diabetes|refine|blocks|million|numbers ...] [--size N]
Default: all parts, the data folder from KINONYM_DATA or ../shared/data, 1,000,000 tuples in `million`. Every row is
measured in a separate process, after the kernels are loaded: wall and processor seconds of the plan, the greatest
memory of the process. Prints tables, then the same as JSON. What the methods lose is measured by the experiments.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

import kinonym.methods.k_anonymous
from kinonym.methods import METHODS
from kinonym.methods.blocks import part_of
from kinonym.random import generator
from research.data import existing_data_folder, tables
from research.data.random_tables import random_diagnoses, random_numbers

UNCUT = 10**9
FOUR = [("sa-mdav", {}), ("sa-mdav", {"weighted": False}), ("mdav", {}), ("recode", {}), ("resample", {}),
        ("resample", {"reference": "table"}), ("generalise", {}), ("generalise", {"scheme": "local"}),
        ("suppress", {})]  # fmt: skip


def diabetes(folder, _):
    """Every method on (diag_1, diag_2, diag_3), k = 5 and 10."""
    return [row("diabetes", folder, name, {"k": k, **more}) for k in (5, 10) for name, more in FOUR]


def refine(folder, _):
    """Refinement compared with the plain method."""
    return [
        row(table, folder, name, {"k": k, **more})
        for table, sizes in (("diabetes", (5, 10)), ("adult", (5, 10, 25)))
        for name in ("sa-mdav", "mdav")
        for k in sizes
        for more in ({}, {"refine": True})
    ]


def blocks(folder, _):
    """Blocks, where the whole table can be planned too."""
    return [
        row(table, folder, "sa-mdav", {"k": 5, "block_size": size, **more})
        for table, sizes in (("diabetes", (25_000, 10_000, 5_000)), ("diagnoses:20000", (None,)))
        for more in ({}, {"refine": True})
        for size in (UNCUT, *sizes)
    ]


def million(_, size):
    """Many distinct triples of ICD-10-CM codes with long tails, cut into blocks by themselves."""
    return [row(f"diagnoses:{size}", None, name, {"k": 5, **more}) for name, more in MILLION]


MILLION = [("sa-mdav", {}), ("sa-mdav", {"refine": True}), ("recode", {})]


def numbers(*_):
    """Classical MDAV on 20,000 × 4 numbers."""
    return [row("numbers:20000", None, "mdav", {"k": k}) for k in (3, 10)]


PARTS = {"diabetes": diabetes, "refine": refine, "blocks": blocks, "million": million, "numbers": numbers}


def row(table, folder, name, settings):
    """Measure one plan in a new process, and print it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = pool.submit(measured, table, folder, name, settings).result()
    options = ", ".join(f"{key} = {value}" for key, value in settings.items() if value not in (None, UNCUT))
    line = f"{table:16} {name:11} {options:36}{found['seconds']:8.2f} s {found['processor']:8.2f} s"
    print(f"{line}{found['gigabytes']:7.2f} GB", flush=True)
    return {"table": table, "method": name, **settings, **found}


def measured(table, folder, name, settings):
    kind, _, size = table.partition(":")
    tuples = loaded(kind, folder, int(size or 0))
    if settings.get("block_size") == UNCUT:
        kinonym.methods.k_anonymous.MANY_PAIRS = UNCUT
    warm = {key: value for key, value in settings.items() if key != "block_size"}
    METHODS[name](**warm).plan(part_of(tuples, np.arange(min(200, len(tuples)))), generator(0))
    wall, processor = time.perf_counter(), time.process_time()
    METHODS[name](**settings).plan(tuples, generator(1))
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    return {
        "tuples": len(tuples), "records": tuples.records, "seconds": wall, "processor": processor,
        "gigabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20,
    }  # fmt: skip


def loaded(kind, folder, size):
    if kind == "diagnoses":
        return random_diagnoses(size)
    if kind == "numbers":
        return random_numbers(size, 4)
    return tables.adult(folder) if kind == "adult" else tables.diabetes(folder, tables.DIAGNOSES, missing=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--part", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--size", type=int, default=1_000_000)
    asked = parser.parse_args()
    folder = existing_data_folder(asked.folder)
    found = {}
    for part in asked.part:
        if folder is None and part not in ("million", "numbers"):
            continue
        print(f"\n{PARTS[part].__doc__}")
        found[part] = PARTS[part](folder, asked.size)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
