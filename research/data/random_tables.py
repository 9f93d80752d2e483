"""Tables of any size as tuples, for benchmarks: diagnoses and numbers drawn at random."""

from __future__ import annotations

import numpy as np

from kinonym import ontologies
from kinonym.domains import Nominal, Numeric
from kinonym.tuples import Tuples

__all__ = ["random_diagnoses", "random_numbers"]


def random_diagnoses(size: int, *, seed: int = 0) -> Tuples:
    """Distinct triples of ICD-10-CM codes; the share of the i-th code of a column is proportional to 1/i."""
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


def random_numbers(rows: int, columns: int, *, seed: int = 0) -> Tuples:
    """Normal numbers, each column to be standardised."""
    values = np.random.default_rng(seed).normal(size=(rows, columns))
    domains = [Numeric(scale=float(column.std())) for column in values.T]
    names = [f"number {j}" for j in range(columns)]
    return Tuples.from_points(names, domains, values, np.ones(rows, dtype=np.int64))[0]
