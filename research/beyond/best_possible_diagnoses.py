"""How far from the best possible, on 58,166 tuples: a bound by prices, and that by pairs, estimated from a sample.

A solver cannot take the linear programme here: its centres are all combinations of some 900 concepts in each of three
columns. Prices that prove a bound near its optimum are found without one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kinonym.metrics import measure_utility
from kinonym.tuples import Tuples
from research.beyond.best_possible import METHODS, PAIRS, RATIO, SSE
from research.beyond.price_ascent import priced_bound
from research.data.tables import diabetes
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import timed_plan
from research.reading import Reading, mean_readings, single_readings

__all__ = ["EXPERIMENT"]

DIABETES = "Diabetes 130, three diagnoses"
PRICES, REFINED = "bound by prices", "sa-mdav refined"
SAMPLE = 1500
SIZES = (5, 10)


def on_diabetes(folder: Path, k: int) -> list[Reading]:
    """Both bounds and the refined method."""
    tuples = diabetes(folder, ("diag_1", "diag_2", "diag_3"), missing=True)
    refined = timed_plan(METHODS[REFINED](k), tuples, 0)[0]
    bound = priced_bound(tuples, k, refined).value
    shares = (_pair_shares(tuples, k) * tuples.records).tolist()
    rows = mean_readings(DIABETES, PAIRS, k, [{SSE: share, RATIO: share / bound} for share in shares])
    for name, value in ((PRICES, bound), (REFINED, measure_utility(refined).sse)):
        rows += single_readings(DIABETES, name, k, {SSE: value, RATIO: value / bound})
    return rows


def _pair_shares(tuples: Tuples, k: int) -> NDArray[np.float64]:
    """What each of some random records pays at least: a quarter of the mean squared way to its k − 1 nearest others.

    The way of two records through a common centre is the mean over the columns of the shortest way of two values; what
    two members of a class cost together is at least half its square.
    """
    ways = [_ways(column.space.table.astype(np.float64)) for column in tuples.columns]
    rng = np.random.default_rng(0)
    drawn = rng.choice(len(tuples), SAMPLE, p=tuples.counts / tuples.records)
    shares = np.empty(SAMPLE)
    for number, i in enumerate(drawn):
        way = sum(ways[j][tuples.codes[i, j]][tuples.codes[:, j]] for j in range(len(ways))) / len(ways)
        order = np.argpartition(way, k)[: k + 1]
        order = order[np.argsort(way[order])]
        have = tuples.counts[order] - (order == i)
        taken = np.minimum(have, np.maximum(0, k - 1 - (np.cumsum(have) - have)))
        shares[number] = 0.25 * float(taken @ way[order] ** 2) / (k - 1)
    return shares


def _ways(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each pair of values the least sum of distances to one centre."""
    return np.stack([(row + table).min(axis=1) for row in table])


EXPERIMENT = Experiment(
    title="How far from the best possible, on diagnoses",
    shows="beyond the papers: lower bounds on the SSE",
    needs=("diabetes", "icd9"),
    parts=tuple(Part(name=f"k {k}", run=on_diabetes, settings={"k": k}) for k in SIZES),
    tables=(Table(title=SSE, figures=(SSE,), digits=1), Table(title=RATIO, figures=(RATIO,), digits=2)),
    figures=(Figure(name="bounds", title="What is reached and what is possible", figure=SSE, log_y=True),),
)
