"""The order of the k-anonymous methods by semantic SSE, on Adult and on Diabetes 130, k = 2 to 15.

Usage: order.py [DATA_FOLDER] [--part adult|diabetes ...] [--rows N] [--k K ...] [--runs R]
Default: both tables, the data folder from KINONYM_DATA or ../shared/data, all rows, k = 2 to 15, random methods over
5 runs (one on Diabetes). Papers A (fig. 6 and 7) and E (fig. 4 and 5) show these curves; the script prints them as a
table, names every inequality of the papers that does not hold here with its figures, and prints the same as JSON.
A method on equality decides by equality and mode; what it decided is measured semantically, as in E sect. 4.2.
Refinement is left out of tables with more than 5,000 distinct tuples.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import data
import numpy as np

from kinonym.domains import Nominal
from kinonym.grouped import Plan, Tuples
from kinonym.methods import Method
from kinonym.methods.blocks import part_of
from kinonym.methods.generalise import Generalise
from kinonym.methods.mdav import Mdav
from kinonym.methods.recode import Recode
from kinonym.methods.resample import Resample
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.suppress import Suppress
from kinonym.metrics import measure_utility
from kinonym.random import generator


@dataclass(frozen=True)
class Mode:
    """A method with its settings."""

    make: Callable[[int], Method]
    equality: bool = False  # sees nothing of the taxonomy
    shuffled: bool = False  # equal distances are sorted at random, not in the order of the values
    slow: bool = False  # left out of large tables


def _both(name: str, make: Callable[[int], Method], *, shuffled: bool = False) -> dict[str, Mode]:
    """A method with its own distances and with equality."""
    return {name: Mode(make, shuffled=shuffled), f"{name} (equality)": Mode(make, equality=True, shuffled=shuffled)}


MODES: dict[str, Mode] = {
    **_both("sa-mdav", lambda k: SaMdav(k=k)),
    **_both("sa-mdav static", lambda k: SaMdav(k=k, static=True)),
    **_both("sa-mdav unweighted", lambda k: SaMdav(k=k, weighted=False)),
    "sa-mdav static unweighted": Mode(lambda k: SaMdav(k=k, static=True, weighted=False)),
    "s-mdav": Mode(lambda k: Mdav(k=k)),
    "s-mdav (equality)": Mode(lambda k: Mdav(k=k, distance="equality", centroid="mode")),  # Domingo-Ferrer and Torra
    "Abril et al.": Mode(lambda k: Mdav(k=k, centroid="lcs")),
    **_both("recode", lambda k: Recode(k=k)),
    **_both("recode weighted", lambda k: Recode(k=k, weighted=True)),
    "recode 2 heuristics": Mode(lambda k: Recode(k=k, heuristics=2)),
    "recode 1 heuristic": Mode(lambda k: Recode(k=k, heuristics=1)),
    "recode 0 heuristics": Mode(lambda k: Recode(k=k, heuristics=0)),
    **_both("resample", lambda k: Resample(k=k)),
    **_both("resample one reference", lambda k: Resample(k=k, reference="table")),
    **_both("resample ties random", lambda k: Resample(k=k), shuffled=True),
    **_both("resample one ref. ties random", lambda k: Resample(k=k, reference="table"), shuffled=True),
    "suppress": Mode(lambda k: Suppress(k=k)),
    "generalise full": Mode(lambda k: Generalise(k=k)),
    "generalise local": Mode(lambda k: Generalise(k=k, scheme="local")),
    "sa-mdav refined": Mode(lambda k: SaMdav(k=k, refine=True), slow=True),
    "sa-mdav unweighted refined": Mode(lambda k: SaMdav(k=k, weighted=False, refine=True), slow=True),
    "s-mdav refined": Mode(lambda k: Mdav(k=k, refine=True), slow=True),
}
LARGE = 5_000  # distinct tuples
CHAIN = [
    ("sa-mdav", "sa-mdav static"),
    ("sa-mdav static", "s-mdav"),
    ("s-mdav", "Abril et al."),
    ("s-mdav", "s-mdav (equality)"),
]
UNWEIGHTED = [
    ("sa-mdav unweighted", "sa-mdav static unweighted"),
    ("sa-mdav static unweighted", "s-mdav"),
    ("sa-mdav unweighted", "sa-mdav"),
]
PAIRS = [(name, f"{name} (equality)") for name in MODES if f"{name} (equality)" in MODES]
HEURISTICS = [
    ("recode", "recode 2 heuristics"),
    ("recode 2 heuristics", "recode 1 heuristic"),
    ("recode 1 heuristic", "recode 0 heuristics"),
]
OTHERS = [
    ("sa-mdav unweighted", "recode"),
    ("recode", "resample"),
    ("s-mdav", "suppress"),
    ("recode", "suppress"),
    ("resample", "suppress"),
    ("sa-mdav unweighted", "generalise local"),
    ("generalise local", "generalise full"),
]


def on_equality(tuples: Tuples) -> Tuples:
    """The same tuples in domains whose only distance is equal or not."""
    domains: dict[int, Nominal] = {}
    for column in tuples.columns:
        domains.setdefault(id(column.domain), replace(column.domain, measure="equality"))
    columns = (replace(column, domain=domains[id(column.domain)]) for column in tuples.columns)
    return replace(tuples, columns=tuple(columns))


def one_by_one(tuples: Tuples, rng: np.random.Generator) -> tuple[Tuples, np.ndarray]:
    """Every record as a tuple of its own, in random order, and the tuple that it came from."""
    origin = rng.permutation(np.repeat(np.arange(len(tuples)), tuples.counts))
    return replace(tuples, codes=tuples.codes[origin], counts=np.ones(len(origin), dtype=np.int64)), origin


def measure(tuples: Tuples, plain: Tuples, mode: Mode, k: int, runs: int) -> dict[str, float]:
    """Mean SSE and mean time over the runs; each plan is counted again."""
    method = mode.make(k)
    errors, times = [], []
    for run in range(runs if method.traits.random else 1):
        rng = generator(run)
        seen, origin = plain if mode.equality else tuples, np.arange(len(tuples))
        if mode.shuffled:
            seen, origin = one_by_one(seen, rng)
        start = time.perf_counter()
        plan = method.plan(seen, rng)
        times.append(time.perf_counter() - start)
        assert counted(plan) >= k, (method, k)
        semantic = Plan(tuples, origin[plan.source], plan.target, plan.count, plan.targets)
        errors.append(measure_utility(semantic).sse)
    return {"sse": float(np.mean(errors)), "spread": float(np.std(errors)), "seconds": float(np.mean(times))}


def counted(plan: Plan) -> int:
    """The smallest class, counted by tuples of Python numbers."""
    classes: dict[tuple[float, ...], int] = {}
    for target, count in zip(plan.target.tolist(), plan.count.tolist(), strict=True):
        key = tuple(plan.targets[target].tolist())
        classes[key] = classes.get(key, 0) + count
    return min(classes.values())


def table_of(found: dict[str, dict[int, dict[str, float]]], sizes: list[int]) -> None:
    print(f"{'SSE':37}" + "".join(f"{f'k={k}':>10}" for k in sizes) + f"{'slowest':>9}")
    for name, by_k in found.items():
        figures = "".join(f"{by_k[k]['sse']:10.1f}" for k in sizes)
        print(f"{name:37}" + figures + f"{max(by_k[k]['seconds'] for k in sizes):8.2f}s")


def hold(title: str, pairs: list[tuple[str, str]], found: dict, sizes: list[int], *, strictly: bool) -> list[dict]:
    """Print and return the inequalities that fail."""
    failed = []
    for less, more in pairs:
        for k in sizes:
            a, b = found[less][k]["sse"], found[more][k]["sse"]
            if a > b or (strictly and a == b):
                failed.append({"less": less, "more": more, "k": k, "sse": [a, b]})
    print(f"\n{title}: {len(pairs) * len(sizes) - len(failed)} of {len(pairs) * len(sizes)} hold")
    for less, more in pairs:
        wrong = [f for f in failed if (f["less"], f["more"]) == (less, more)]
        if wrong:
            figures = ", ".join(f"k={f['k']}: {f['sse'][0]:.1f} against {f['sse'][1]:.1f}" for f in wrong)
            print(f"  fails: {less} {'<' if strictly else '≤'} {more} for {len(wrong)} of {len(sizes)}: {figures}")
    return failed


def compare(tuples: Tuples, sizes: list[int], runs: int) -> dict[str, object]:
    plain = on_equality(tuples)
    print(f"{tuples.records:,} records, {len(tuples):,} distinct, SST "
          f"{measure_utility(Plan.unchanged(tuples)).sst:.1f}, random methods: mean of {runs}")  # fmt: skip
    few = np.arange(min(len(tuples), 200))
    for mode in MODES.values():  # so that no time holds the compiling of kernels
        mode.make(2).plan(part_of(plain if mode.equality else tuples, few), generator(0))
    found = {}
    for name, mode in MODES.items():
        if mode.slow and len(tuples) > LARGE:
            continue
        found[name] = {k: measure(tuples, plain, mode, k, runs) for k in sizes}
        print(f"{name}: {sum(by['seconds'] for by in found[name].values()):.1f} s", file=sys.stderr)
    table_of(found, sizes)
    failed = hold("the chain of A", CHAIN, found, sizes, strictly=False)
    failed += hold("the chain without weights", UNWEIGHTED, found, sizes, strictly=False)
    failed += hold("semantic below non-semantic", PAIRS, found, sizes, strictly=True)
    failed += hold("each heuristic of recode helps", HEURISTICS, found, sizes, strictly=False)
    failed += hold("methods of E, and generalisation", OTHERS, found, sizes, strictly=False)
    return {"records": tuples.records, "tuples": len(tuples), "found": found, "failed": failed}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--part", nargs="+", choices=["adult", "diabetes"], default=["adult", "diabetes"])
    parser.add_argument("--rows", type=int)
    parser.add_argument("--k", nargs="+", type=int, default=list(range(2, 16)))
    parser.add_argument("--runs", type=int)
    given = parser.parse_args()
    results = {}
    folder = data.data_folder(given.folder)
    for part, load, runs in (("adult", data.adult, 5), ("diabetes", data.diabetes, 1)):
        if folder is None or part not in given.part:
            continue
        print(f"\n## {part}")
        results[part] = compare(load(folder, rows=given.rows), given.k, given.runs or runs)
    print(json.dumps(results))


if __name__ == "__main__":
    main()
