"""Rows or persons: Diabetes 130 (three diagnoses, k = 5) protected by record and by patient.

Usage: python -m research.speed.persons [DATA_FOLDER] [--k N] [--repeat N]
Default: the data folder from KINONYM_DATA or ../shared/data, k = 5, the quickest of 3 plans. Every row is measured in a
separate process, after the kernels are loaded. Of the plan by record: how many of its classes belong to fewer than
k patients, and to a single one; where a tuple is divided, its records are dealt at random. Then the same of the plan by
person, and what both cost: processor seconds of the plan, SSE (E eq. 7), L in percent. Prints a table, then the same
as JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import numpy as np

from kinonym.methods import METHODS
from kinonym.metrics import measure_utility
from kinonym.random import generator
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import distinct_rows
from research.data import existing_data_folder
from research.data.tables import DIAGNOSES, diabetes

METHOD_FORMS = [
    ("sa-mdav", {}), ("sa-mdav", {"refine": True}), ("sa-mdav", {"block_size": 10_000}), ("mdav", {}),
    ("mdav", {"refine": True}), ("recode", {}), ("resample", {}), ("generalise", {"scheme": "local"}), ("suppress", {}),
]  # fmt: skip
WARM = 300
"""Tuples of the table on which the kernels are loaded before the clock starts."""


def measured(folder, name, settings, repeat):
    tuples = diabetes(folder, DIAGNOSES, missing=True, persons=True)
    alone = replace(tuples, persons=None)
    small = diabetes(folder, DIAGNOSES, WARM, missing=True, persons=True)
    warm = METHODS[name](**{**settings, "k": 3})
    for some in (small, replace(small, persons=None)):
        warm.plan(some, generator(0))
    method = METHODS[name](**settings)
    by_record, by_person = (planned(method, some, repeat) for some in (alone, tuples))
    return {
        "records": tuples.records, "persons": tuples.persons.number, "tuples": len(tuples),
        "by_record": summarise(by_record, tuples.persons, method.k),
        "by_person": summarise(by_person, tuples.persons, method.k),
        "times": by_person[1] / by_record[1],
    }  # fmt: skip


def planned(method, tuples, repeat):
    """(plan, seconds of the quickest)."""
    best = np.inf
    for _ in range(repeat):
        begin = time.process_time()
        plan = method.plan(tuples, generator(1))
        best = min(best, time.process_time() - begin)
    return plan, best


def summarise(made, ids, k):
    plan, seconds = made
    persons, records = persons_of_classes(plan, ids)
    utility = measure_utility(plan)
    return {
        "classes": len(persons), "smallest_class": int(records.min()), "fewest_persons": int(persons.min()),
        "below_k": int((persons < k).sum()), "of_one_person": int((persons == 1).sum()),
        "records_below_k": int(records[persons < k].sum()), "seconds": seconds,
        "sse": utility.sse, "loss": utility.loss,
    }  # fmt: skip


def persons_of_classes(plan, persons):
    """Persons and records of each class: every record gets one of its tuple's targets, at random within the tuple."""
    rng = np.random.default_rng(0)
    source = np.repeat(persons.tuple_of_entry, persons.count)
    person = np.repeat(persons.person, persons.count)
    order = np.lexsort((rng.random(len(source)), source))
    by_source = np.argsort(plan.source, kind="stable")
    target = np.repeat(plan.target[by_source], plan.count[by_source])
    kept = target != DROPPED
    group = distinct_rows(plan.targets)[1][target[kept]]
    pairs = np.unique(group * persons.number + person[order][kept])
    persons_in_class = np.bincount(pairs // persons.number)
    records = np.bincount(group, minlength=len(persons_in_class))
    return persons_in_class[records > 0], records[records > 0]


def row(folder, name, settings, repeat):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = pool.submit(measured, folder, name, settings, repeat).result()
    form = ", ".join([name, *(f"{key} = {value}" for key, value in settings.items() if key != "k")])
    before, after = found["by_record"], found["by_person"]
    below, alone = before["below_k"] / before["classes"], before["of_one_person"]
    print(
        f"{form:28}{before['classes']:8,}{before['below_k']:8,} {below:6.1%}{alone:7,}{after['classes']:9,}"
        f"{after['below_k']:4}{before['loss']:9.3f}{after['loss']:8.3f}{before['seconds']:8.2f}{after['seconds']:8.2f}"
        f"{found['times']:6.2f}",
        flush=True,
    )
    return {"method": name, **settings, **found}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    folder = existing_data_folder(given.folder)
    if folder is None:
        return
    print(f"{'':28}{'by record':>30}{'by person':>13}{'L in %':>17}{'seconds':>16}")
    print(f"{'':28}{'classes':>8}{'below k':>8}{'':>7}{'one':>7}{'classes':>9}{'<k':>4}", end="")
    print(f"{'record':>9}{'person':>8}{'record':>8}{'person':>8}{'×':>6}")
    rows = [row(folder, name, {"k": given.k, **more}, given.repeat) for name, more in METHOD_FORMS]
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
