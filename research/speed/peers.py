"""Adult, occupation × native-country: Kinonym compared with anjana, anonypy and anonypyx, by time and semantic SSE.

Usage: python -m research.speed.peers [DATA_FOLDER] [--peers-python PATH] [--k K ...] [--json]
Default: the data folder from KINONYM_DATA or ../shared/data, this interpreter, k = 2, 5, 10. The peers run in the
interpreter given, which needs them but not Kinonym: `python -m venv peers` and `peers/bin/pip install anjana anonypy
anonypyx pycanon`. One that cannot be imported there is reported as absent. Every result is counted here and by pycanon.

A peer releases a label or a set of values that stands for several. Its semantic SSE is measured in two ways: as the
concept that subsumes all that the label stands for, and as one of them drawn at random. The table shows the kinder
figure. anjana generalises along the hierarchies that ARX ships with Adult; a removed record counts as distance 1.
Times: of the call alone, on a table in memory; for Kinonym `kn.mask`, with mapping, checks and measures.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import chain, combinations
from pathlib import Path

ROOT = Path(__file__).parents[2]
COLUMNS = ["occupation", "native-country"]
MODES = {
    "kinonym sa-mdav": {"name": "sa-mdav"},
    "kinonym sa-mdav refined": {"name": "sa-mdav", "refine": True},
    "kinonym mdav": {"name": "mdav"},
    "kinonym recode": {"name": "recode"},
    "kinonym generalise full": {"name": "generalise"},
    "kinonym generalise local": {"name": "generalise", "scheme": "local"},
    "kinonym suppress": {"name": "suppress"},
}
PEERS = {
    "anjana, none removed": ("anjana", 0),
    "anjana, up to 5 % removed": ("anjana", 5),
    "anonypy Mondrian": ("anonypy", None),
    "anonypyx Mondrian": ("anonypyx", "Mondrian"),
    "anonypyx MDAV-generic": ("anonypyx", "MDAV-generic"),
}
MEMORY = 8 << 30  # bytes of address space for a peer


# What runs in the peers' interpreter: a table in, rows (original values, released labels, records) out.


def work(peer: str, setting: object, k: int, folder: Path) -> dict[str, object]:
    """Run one peer once; raises ImportError where it is absent."""
    import importlib
    import resource
    import warnings

    import pandas as pd

    importlib.import_module(peer)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    table = pd.read_csv(folder / "table.csv", dtype=str, keep_default_na=False)
    if peer == "pycanon":
        from pycanon.anonymity import k_anonymity

        return {"k": int(k_anonymity(table, COLUMNS))}
    return {"anjana": _anjana, "anonypy": _anonypy, "anonypyx": _anonypyx}[peer](table, setting, k, folder)


def _anjana(table, removed, k, folder):
    """Datafly's way up the hierarchies, then removal of what is rare."""
    import pandas as pd
    from anjana.anonymity import k_anonymity

    hierarchies = {}
    for name in COLUMNS:
        levels = pd.read_csv(folder / f"{name}.csv", sep=";", header=None, dtype=str)
        hierarchies[name] = {level: levels[level].to_numpy() for level in levels}
    table["row"] = range(len(table))
    start = time.perf_counter()
    found = k_anonymity(table, [], list(COLUMNS), k, removed, hierarchies)
    seconds = time.perf_counter() - start
    before = table.loc[found["row"], COLUMNS].itertuples(index=False, name=None)
    after = found[COLUMNS].itertuples(index=False, name=None)
    rows = Counter(zip(before, after, strict=True))
    return {"seconds": seconds, "rows": [[*a, *b, n] for (a, b), n in rows.items()]}


def _anonypy(table, _, k, __):
    """Mondrian; the confidential column is counted in every class, so that the original values can stand in for it."""
    import anonypy
    import pandas as pd

    def run(confidential):
        names = [*COLUMNS, confidential]
        start = time.perf_counter()
        found = anonypy.Preserver(table[names].astype("category"), COLUMNS, confidential).anonymize_k_anonymity(k)
        return time.perf_counter() - start, pd.DataFrame(found)

    return _counted(table, run)


def _anonypyx(table, algorithm, k, _):
    import anonypyx

    def run(confidential):
        names = [*COLUMNS, confidential]
        start = time.perf_counter()
        found = anonypyx.Anonymiser(
            table[names].astype("category"), k=k, algorithm=algorithm, feature_columns=COLUMNS,
            sensitive_column=confidential, generalisation_strategy="human-readable",
        ).anonymise()  # fmt: skip
        return time.perf_counter() - start, found

    return _counted(table, run)


def _counted(table, run):
    """Time a run with the real confidential column, then learn from a second one what became of whom."""
    seconds, _ = run("salary-class")
    table["origin"] = table[COLUMNS[0]] + "\n" + table[COLUMNS[1]]
    found = run("origin")[1]
    kept = found[found["count"] > 0]
    values = zip(kept["origin"], kept[COLUMNS[0]], kept[COLUMNS[1]], kept["count"], strict=True)
    rows = [[*origin.split("\n"), _label(a), _label(b), int(n)] for origin, a, b, n in values]
    return {"seconds": seconds, "rows": rows}


def _label(values):
    """A set of values as one text; anonypy puts it into a list, in any order."""
    text = values if isinstance(values, str) else ",".join(values)
    return ",".join(sorted(text.split(",")))


# What runs here.


def ask(python: str, peer: str, setting: object, k: int, folder: Path) -> dict[str, object]:
    """Run this file as a worker in another interpreter."""
    command = [python, __file__, "--worker", json.dumps([peer, setting, k, str(folder)])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[-1])
    last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
    if "ModuleNotFoundError" in last:
        return {"failed": "absent"}
    return {"failed": f"needs more than {MEMORY >> 30} GB" if "MemoryError" in last else last[:60]}


class ColumnMeaning:
    """The distance of every value to what it became."""

    def __init__(self, grouped, folder: Path) -> None:
        self.columns = []
        for prepared in grouped.columns:
            members: dict[str, set[str]] = {}
            with (folder / f"{prepared.name}.csv").open(encoding="utf-8") as file:
                for leaf, *above in csv.reader(file, delimiter=";"):
                    for label in above:
                        members.setdefault(label, set()).add(leaf)
            self.columns.append((prepared.domain, prepared.mapping.concept_of, members))
        self.known: dict[tuple[int, str, str], tuple[float, float, float]] = {}

    def distance(self, j: int, value: str, label: str) -> tuple[float, float, float]:
        """To the subsumer of all that the label stands for; mean and mean square to one of them at random."""
        if (j, value, label) not in self.known:
            domain, concept_of, members = self.columns[j]
            leaves = [label] if label in concept_of else sorted(members.get(label) or label.split(","))
            concepts = [concept_of[leaf] for leaf in leaves if leaf in concept_of]
            own = concept_of[value]
            apart = domain.distances([own], concepts)[0]
            subsumer = domain.distance(own, domain.tau.lcs(*concepts))
            self.known[j, value, label] = subsumer, float(apart.mean()), float((apart**2).mean())
        return self.known[j, value, label]

    def errors(self, rows: list[list], records: int) -> dict[str, float]:
        """SSE (E eq. 7) by both readings; what is not among the rows was removed, at distance 1."""
        subsumer = drawn = 0.0
        for *texts, count in rows:
            pairs = zip(texts[: len(COLUMNS)], texts[len(COLUMNS) :], strict=True)
            found = [self.distance(j, a, b) for j, (a, b) in enumerate(pairs)]
            size = len(found)
            subsumer += count * (sum(s for s, _, _ in found) / size) ** 2
            mixed = sum(2 * a * b for (_, a, _), (_, b, _) in combinations(found, 2))
            drawn += count * (sum(q for _, _, q in found) + mixed) / size**2
        gone = records - sum(row[-1] for row in rows)
        return {"subsumer": subsumer + gone, "drawn": drawn + gone, "removed": gone}


def smallest(released: list[tuple]) -> int:
    """The smallest class of labels, counted here."""
    return min(Counter(released).values())


def check(python: str, released: list[tuple]) -> object:
    """The smallest class, counted by pycanon."""
    with tempfile.TemporaryDirectory() as name:
        with (Path(name) / "table.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([COLUMNS, *released])
        found = ask(python, "pycanon", None, 0, Path(name))
    return found.get("k", found.get("failed"))


def ours(table, recipe, k: int, python: str):
    """Kinonym's methods on the same table."""
    import kinonym as kn

    for name, settings in MODES.items():
        mine = recipe.with_method(**settings, k=k)
        kn.mask(table, mine)  # start-up: ontology, compiled kernels
        start = time.perf_counter()
        result = kn.mask(table, mine)
        seconds = time.perf_counter() - start
        released = [tuple(row.values()) for row in result.table.select(COLUMNS).to_pylist()]
        found = {"method": name, "k": k, "seconds": seconds, "sse": result.utility.sse, "removed": 0}
        yield found | {"found_k": smallest(released), "pycanon": check(python, released)}


def theirs(meaning: ColumnMeaning, records: int, k: int, python: str, folder: Path):
    """The peers on the same table."""
    for name, (peer, setting) in PEERS.items():
        found = ask(python, peer, setting, k, folder)
        row = {"method": name, "k": k}
        if "failed" in found:
            yield row | found
            continue
        errors = meaning.errors(found["rows"], records)
        released = [tuple(labels) for _, _, *labels, count in found["rows"] for _ in range(count)]
        kinder = min(errors["subsumer"], errors["drawn"])
        row |= {"seconds": found["seconds"], "sse": kinder, **errors}
        yield row | {"found_k": smallest(released), "pycanon": check(python, released)}


def show(row: dict[str, object]) -> None:
    if "failed" in row:
        print(f"{row['method']:28}{row['k']:>4}  {row['failed']}")
        return
    figures = f"{row['seconds']:10.3f}{row['sse']:11.1f}{row['removed']:9}{row['found_k']:8}{row['pycanon']!s:>9}"
    print(f"{row['method']:28}{row['k']:>4}{figures}", flush=True)


def run(folder: Path, python: str, sizes: list[int]) -> list[dict[str, object]]:
    from kinonym.engines import open_table
    from kinonym.files.table_stream import read_table
    from kinonym.pipeline.preparing import prepare
    from kinonym.recipe import load_recipe

    recipe = load_recipe(ROOT / "examples" / "adult" / "recipe.toml")
    table = read_table(folder / "adult.csv", delimiter=";").table
    print(f"{table.num_rows:,} records")
    print(f"{'method':28}{'k':>4}{'seconds':>10}{'SSE':>11}{'removed':>9}{'real k':>8}{'pycanon':>9}")
    rows = []
    with tempfile.TemporaryDirectory() as name:
        shared = Path(name)
        with (shared / "table.csv").open("w", newline="", encoding="utf-8") as file:
            names = [*COLUMNS, "salary-class"]
            csv.writer(file).writerows([names, *(row.values() for row in table.select(names).to_pylist())])
        for column in COLUMNS:
            hierarchy = folder / f"adult_hierarchy_{column}.csv"
            (shared / f"{column}.csv").write_text(hierarchy.read_text(encoding="utf-8"), encoding="utf-8")
        meaning = ColumnMeaning(prepare(open_table(table, recipe.table).source, recipe), shared)
        for k in sizes:
            for row in chain(ours(table, recipe, k, python), theirs(meaning, table.num_rows, k, python, shared)):
                show(row)
                rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser()
    default = os.environ.get("KINONYM_DATA", ROOT.parent / "shared" / "data")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(default))
    parser.add_argument("--peers-python", default=sys.executable)
    parser.add_argument("--k", nargs="+", type=int, default=[2, 5, 10])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        peer, setting, k, folder = json.loads(given.worker)
        print(json.dumps(work(peer, setting, k, Path(folder))))
        return
    folder = given.folder / "adult_arx"
    if not folder.exists():
        print("skipped: adult_arx is not there; give the data folder as an argument")
        return
    rows = run(folder, given.peers_python, given.k)
    if given.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
