"""How cost grows with rows: whole maskings of files on every engine, and a plain group-by and join of the same file.

Run: python -m research.speed.scale [--rows 1e5,1e6] [--tuples 2e4] [--engines memory,duckdb] [--forms csv]
    [--limit 1.5GB].
Every run is a separate process. Prints a table, then the same as one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

SIZES = {"diagnosis": 1000, "occupation": 300, "region": 20}
TUPLES = 190_000


def make(rows, tuples, path):
    """Three columns of words with a given number of distinct combinations, some far more frequent than others."""
    rng = np.random.default_rng(1)
    tuples = min(tuples, rows)
    keys = rng.choice(np.prod(list(SIZES.values())), size=tuples, replace=False)
    weights = np.cumsum(np.arange(1, tuples + 1) ** -0.6)
    words = {name: pa.array([f"{name} {i:04}" for i in range(size)]) for name, size in SIZES.items()}
    schema = pa.schema([(name, pa.string()) for name in SIZES])
    with pq.ParquetWriter(path.with_suffix(".parquet"), schema) as packed, path.with_suffix(".csv").open("wb") as plain:
        plain.write((",".join(SIZES) + "\n").encode())
        for start in range(0, rows, 1 << 20):
            size = min(1 << 20, rows - start)
            drawn = keys[np.searchsorted(weights / weights[-1], rng.random(size)).clip(max=tuples - 1)]
            if start < tuples:
                drawn[: tuples - start] = keys[start : start + size]  # each occurs
            codes = np.unravel_index(drawn, list(SIZES.values()))
            columns = [words[name].take(pa.array(code)) for name, code in zip(SIZES, codes, strict=True)]
            table = pa.table(columns, schema=schema)
            packed.write_table(table)
            pa.csv.write_csv(table, plain, pa.csv.WriteOptions(include_header=False, quoting_style="none"))


def recipe():
    return {"columns": {n: {"role": "quasi", "type": "plain"} for n in SIZES}, "method": {"name": "suppress", "k": 2}}


def mask(source, output, engine, limit):
    """One whole masking; the plan is timed apart, since it grows with the tuples and not with the rows."""
    import kinonym as kn
    from kinonym.pipeline import steps

    planning = {}
    plan_run = steps.plan_run

    def timed(*given):
        begin = used()
        run = plan_run(*given)
        planning["seconds"], planning["processor"] = (round(b - a, 2) for a, b in zip(begin, used(), strict=True))
        return run

    steps.plan_run = timed
    limited = None if engine == "memory" else limit  # it cannot keep one, and says so
    result = kn.mask_file(source, recipe(), output, engine=engine, memory_limit=limited)
    return {"plan": planning, "tuples": len(result.plan.source)}


def yardstick(source, output):
    """What any tool must do: group the rows, join the groups back, write."""
    import duckdb

    reading = f"read_csv('{source}', all_varchar=true, header=true)" if source.suffix == ".csv" else f"'{source}'"
    names, form = ", ".join(SIZES), "(HEADER)" if output.suffix == ".csv" else "(FORMAT parquet)"
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE grouped AS SELECT {names}, count(*) AS n FROM {reading} GROUP BY ALL")
    connection.execute(f"COPY (SELECT * FROM {reading} JOIN grouped USING ({names})) TO '{output}' {form}")
    return {}


def used():
    """(seconds, processor seconds of this process and its children)."""
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return time.perf_counter(), own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def child(engine, source, output, limit):
    """Measure one run in this process and print it."""
    begin = used()
    found = yardstick(source, output) if engine == "yardstick" else mask(source, output, engine, limit)
    seconds, processor = (b - a for a, b in zip(begin, used(), strict=True))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps({"seconds": round(seconds, 2), "processor": round(processor, 2), "peak_mib": peak, **found}))


def measured(engine, source, output, limit):
    given = [engine, str(source), str(output), limit]
    ran = subprocess.run([sys.executable, __file__, "--child", *given], capture_output=True, text=True, check=False)
    if ran.returncode:
        return {"failed": ran.stderr.strip().splitlines()[-1:]}
    return json.loads(ran.stdout.splitlines()[-1])


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", default="1e5,1e6")
    parser.add_argument("--tuples", default=str(TUPLES))
    parser.add_argument("--engines", default="yardstick,memory,duckdb")
    parser.add_argument("--forms", default="csv,parquet")
    parser.add_argument("--limit", default="1.5GB")
    parser.add_argument("--child", nargs=4)
    return parser.parse_args()


def main():
    given = options()
    if given.child:
        engine, source, output, limit = given.child
        child(engine, Path(source), Path(output), limit)
        return
    figures = []
    print(
        f"{'rows':>12} {'tuples':>9} {'form':<8} {'engine':<10} {'seconds':>8} {'processor':>9} {'plan':>6} {'MiB':>6}"
    )
    for rows in (int(float(part)) for part in given.rows.split(",")):
        for tuples in (int(float(part)) for part in given.tuples.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                make(rows, tuples, Path(folder) / "data")
                for form in given.forms.split(","):
                    for engine in given.engines.split(","):
                        run = measured(engine, Path(folder) / f"data.{form}", Path(folder) / f"out.{form}", given.limit)
                        figures.append({"rows": rows, "wanted_tuples": tuples, "form": form, "engine": engine, **run})
                        show(figures[-1])
    print(json.dumps(figures))


def show(run):
    if "failed" in run:
        print(f"{run['rows']:>12,} {run['form']:<8} {run['engine']:<10} failed: {run['failed']}", flush=True)
        return
    plan = run.get("plan", {}).get("processor", 0.0)
    print(
        f"{run['rows']:>12,} {run['wanted_tuples']:>9,} {run['form']:<8} {run['engine']:<10} {run['seconds']:>8.1f} "
        f"{run['processor']:>9.1f} {plan:>6.1f} {run['peak_mib']:>6,}", flush=True,
    )  # fmt: skip


if __name__ == "__main__":
    main()
