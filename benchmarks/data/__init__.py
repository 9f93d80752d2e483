"""The tables that benchmarks run on, as tuples: Diabetes 130, Adult, diagnoses and numbers drawn at random."""

from __future__ import annotations

import csv
import gzip
import os
from dataclasses import replace
from pathlib import Path

import numpy as np

from kinonym import ontologies
from kinonym.domains import Nominal, Numeric
from kinonym.engines import open_table
from kinonym.files.table_stream import read_table
from kinonym.grouped import Persons, Tuples
from kinonym.mapping import map_values
from kinonym.pipeline.preparing import prepare
from kinonym.recipe import load_recipe

__all__ = ["adult", "data_folder", "diabetes", "diagnoses", "numbers"]

ROOT = Path(__file__).parents[2]


def data_folder(given=None):
    """The folder that was given, or KINONYM_DATA, or ../shared/data; None where there is no such folder."""
    folder = Path(given or os.environ.get("KINONYM_DATA") or ROOT.parent / "shared" / "data")
    if folder.is_dir():
        return folder
    print("what needs real data is skipped: give the data folder as an argument")
    return None


def diabetes(folder, columns=("diag_1", "diag_2", "diag_3"), *, rows=None, missing=True, persons=False):
    """Columns of diagnoses; a fixed random part of the rows if asked for, without missing ones if asked for.

    ``persons``: with the patients beside them.
    """
    taxonomy = ontologies.load(folder / "ontologies" / "icd9cm_2015.csv")
    with gzip.open(folder / "diabetes130" / "diabetic_data.csv.gz", "rt") as file:
        table = [[*(row[c] for c in columns), row["patient_nbr"]] for row in csv.DictReader(file)]
    table = [row for row in table if missing or "?" not in row]
    *table, patients = zip(*(table[i] for i in _some(len(table), rows)), strict=True)
    domain = Nominal(taxonomy)
    points = np.empty((len(patients), len(columns)))
    for j, column in enumerate(table):
        known = sorted(set(column) - {"?"})
        concept_of = map_values(taxonomy, known, suggestions=0).concept_of
        place = dict(zip(known, domain.encode([concept_of[code] for code in known]), strict=True))
        place["?"] = domain.encode([None])[0]
        points[:, j] = [place[code] for code in column]
    once = np.ones(len(patients), dtype=np.int64)
    tuples, place = Tuples.from_points(list(columns), [domain] * len(columns), points, once)
    if not persons:
        return tuples
    numbers = np.unique(patients, return_inverse=True)[1]
    return replace(tuples, persons=Persons.from_cells(place, numbers, once, len(tuples)))


def adult(folder, *, rows=None):
    """Occupation and native country over WordNet, as in examples/adult."""
    recipe = load_recipe(ROOT / "examples" / "adult" / "recipe.toml")
    table = read_table(folder / "adult_arx" / "adult.csv", delimiter=";").table
    return prepare(open_table(table.take(_some(table.num_rows, rows)), recipe.table.missing), recipe).tuples


def _some(size, rows):
    """A fixed random part of the rows, or all of them."""
    every = np.arange(size)
    return every if rows is None else np.random.default_rng(0).choice(every, min(rows, size), replace=False)


def diagnoses(size, *, seed=0):
    """So many distinct triples of ICD-10-CM codes; the share of the i-th code of a column is proportional to 1/i."""
    taxonomy = ontologies.load("icd10cm")
    rng = np.random.default_rng(seed)
    codes = rng.permutation(np.flatnonzero(taxonomy.descendant_counts == 0))
    share = 1.0 / np.arange(1, len(codes) + 1)
    rows = np.empty((0, 3))
    while True:
        more = [rng.choice(codes, size=size, p=share / share.sum()) for _ in range(3)]
        rows = np.concatenate([rows, np.column_stack(more)])
        first = np.unique(rows, axis=0, return_index=True)[1]
        if len(first) >= size:
            break
    rows = rows[: np.sort(first)[size - 1] + 1]
    domain = Nominal(taxonomy)
    return Tuples.from_points(["first", "second", "third"], [domain] * 3, rows, np.ones(len(rows), dtype=np.int64))[0]


def numbers(rows, columns, *, seed=0):
    """Normal numbers, each column to be standardised."""
    values = np.random.default_rng(seed).normal(size=(rows, columns))
    domains = [Numeric(scale=float(column.std())) for column in values.T]
    names = [f"number {j}" for j in range(columns)]
    return Tuples.from_points(names, domains, values, np.ones(rows, dtype=np.int64))[0]
