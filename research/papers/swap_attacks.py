"""Attackers on three columns test T's claim about rank swapping: a record is linked with a chance of at most 1/k."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from kinonym.methods import Method
from kinonym.methods.swap import RecordSwap, Srs1, Srs2, Srs3
from kinonym.privacy.attacks import (
    likelihood_linkage,
    measure_cells,
    nearest_linkage,
    semantic_linkage,
    window_linkage,
)
from kinonym.random import generator
from kinonym.tuples import Tuples
from research.data.tables import diabetes
from research.experiment import Experiment, Figure, Part, Table
from research.reading import Reading, mean_readings

__all__ = ["EXPERIMENT"]

SAMPLE, WHOLE = "Diabetes 130, 2,000 records", "Diabetes 130, 101,766 records, 2,000 drawn"
K = 10
METHODS: dict[str, Callable[[], Method]] = {
    "SRS-2": lambda: Srs2(k=K, published=True),
    "SRS-3": lambda: Srs3(k=K, published=True),
    "SRS-1": lambda: Srs1(k=K, published=True),
    "SRS-2 repaired": lambda: Srs2(k=K),
    "SRS-3 repaired": lambda: Srs3(k=K),
    "SRS-1 repaired": lambda: Srs1(k=K),
    "record swapping": lambda: RecordSwap(k=K),
}
NEAREST, SEMANTIC, WINDOW, REPEATS, CERTAIN = LINKED = (
    "linked by the nearest values", "linked by the nearest in meaning", "linked by one who knows k",
    "linked by one who repeats it", "linked with certainty",
)  # fmt: skip
UNCHANGED, RARE, COMMON = CELLS = (
    "cells unchanged", "cells with a rare value that are true", "cells with a common value that are true",
)  # fmt: skip
RUNS = {SAMPLE: 3, WHOLE: 1}
ON_WHOLE = ("SRS-2", "SRS-2 repaired", "SRS-3 repaired", "record swapping")
"""Methods that are tried on all records; nobody repeats them there, which would take minutes."""


def attacked(folder: Path, data: str, method: str) -> list[Reading]:
    """Every attacker on some releases."""
    tuples = diabetes(folder, ("diag_1", "diag_2", "diag_3"), rows=2000 if data == SAMPLE else None, missing=True)
    runs = [_figures(METHODS[method](), tuples, seed, repeats=data == SAMPLE) for seed in range(RUNS[data])]
    return mean_readings(data, method, K, runs)


def _figures(method: Method, tuples: Tuples, seed: int, *, repeats: bool) -> dict[str, float]:
    """Every attacker on one release; what an attacker cannot do with a method is left out."""
    rng = generator(seed)
    plan = method.plan(tuples, rng)
    figures = {NEAREST: nearest_linkage(plan, rng).success, SEMANTIC: semantic_linkage(plan, rng).success}
    reach = method.window(tuples)
    if reach is not None:
        window = window_linkage(plan, reach, rng)
        figures |= {WINDOW: window.success, CERTAIN: window.certain}
    if repeats:
        figures[REPEATS] = likelihood_linkage(plan, lambda: method.plan(tuples, rng), rng).success
    cells = measure_cells(plan, K)
    figures[UNCHANGED] = float(np.mean([c.unchanged for c in cells]))
    figures[RARE] = float(np.mean([c.rare for c in cells if c.rare is not None]))
    figures[COMMON] = float(np.mean([c.common for c in cells if c.common is not None]))
    return figures


EXPERIMENT = Experiment(
    title="Attacks on rank swapping",
    shows="what T sect. 5 promises, tried on three columns, k = 10",
    needs=("diabetes", "icd9"),
    parts=tuple(
        Part(name=f"{data} {method}", run=attacked, settings={"data": data, "method": method})
        for data in (SAMPLE, WHOLE)
        for method in (METHODS if data == SAMPLE else ON_WHOLE)
    ),
    tables=(
        Table(title="Records linked", figures=LINKED, percent=True, digits=1),
        Table(title="What a cell tells", figures=CELLS, percent=True, digits=1),
    ),
    figures=(Figure(name="meaning", title="Linked by the nearest in meaning, k = 10", figure=SEMANTIC),),
)
