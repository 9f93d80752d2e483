"""How cost grows with rows: whole maskings of files on every engine, and a plain group-by and join of the same file.

Run: python -m research.speed.scale [--rows 1e5,1e6] [--tuples 2e4] [--engines memory,duckdb] [--forms csv]
    [--limit 1.5GB] [--workers 2] [--method suppress].
Every run is a separate process. Prints a table, then the same as one line of JSON.

With a method other than `suppress`, the words of each column have a taxonomy of four levels, and the loss is compared.
The engine `spark-blocks` is `spark` with so little memory for plans that the executors plan blocks of combinations.

The engines `spark` and `spark-yardstick` write a folder. Their processor seconds are those of all processes: the
driver, the Java machine and the Python of the executors; `driver` is the Python of the driver alone.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

SIZES = {"diagnosis": 1000, "occupation": 300, "region": 20}
TUPLES = 190_000
PLAN_MEMORY = "50MB"
"""Of three columns, 50,000 combinations fit into this memory."""


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


def make_taxonomies(folder):
    """A taxonomy of each column: ten words in a family, and ten families in a branch."""
    for name, size in SIZES.items():
        lines = [f"{name},"]
        lines += [f"{name} branch {i},{name}" for i in range(-(-size // 100))]
        lines += [f"{name} family {i},{name} branch {i // 10}" for i in range(-(-size // 10))]
        lines += [f"{name} {i:04},{name} family {i // 10}" for i in range(size)]
        (folder / f"{name}.csv").write_text("\n".join(["child,parent", *lines]) + "\n")


def recipe(folder, method):
    """Words that are only equal or different are suppressed; other methods know what they mean."""
    if method == "suppress":
        columns = {name: {"role": "quasi", "type": "plain"} for name in SIZES}
        return {"columns": columns, "method": {"name": method, "k": 2}}
    columns = {name: {"role": "quasi", "ontology": str(folder / f"{name}.csv"), "write": "label"} for name in SIZES}
    return {"columns": columns, "method": {"name": method, "k": 5}}


def mask(source, output, engine, limit, method):
    """One whole masking; the plan is timed apart, since it grows with the tuples and not with the rows."""
    import kinonym as kn
    from kinonym.pipeline import steps

    planning = {}
    plan_run = steps.plan_run

    def timed(*given):
        begin, driver = used(), time.process_time()
        run = plan_run(*given)
        planning["seconds"], planning["processor"] = (round(b - a, 2) for a, b in zip(begin, used(), strict=True))
        planning["driver"] = round(time.process_time() - driver, 2)
        return run

    steps.plan_run = timed
    limited = limit if engine == "duckdb" else None  # the others cannot observe one
    result = kn.mask_file(source, recipe(source.parent, method), output, engine=engine, memory_limit=limited)
    made = {"plan": planning, "tuples": result.utility.tuples, "smallest": result.smallest_group}
    return made if method == "suppress" else {**made, "loss": round(result.utility.loss, 3)}


def yardstick(source, output):
    """What any tool must do: group the rows, join the groups back, write."""
    import duckdb

    reading = f"read_csv('{source}', all_varchar=true, header=true)" if source.suffix == ".csv" else f"'{source}'"
    names, form = ", ".join(SIZES), "(HEADER)" if output.suffix == ".csv" else "(FORMAT parquet)"
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE grouped AS SELECT {names}, count(*) AS n FROM {reading} GROUP BY ALL")
    connection.execute(f"COPY (SELECT * FROM {reading} JOIN grouped USING ({names})) TO '{output}' {form}")
    return {}


def start_spark(workers, **settings_of_run):
    """A session on this machine with a number of cores; executors and driver share one Java machine."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.memory": "2g",
        "spark.sql.shuffle.partitions": "8", **settings_of_run,
    }  # fmt: skip
    session = SparkSession.builder.master(f"local[{workers}]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def spark_yardstick(session, source, output):
    """The same in Spark: group the rows, join the groups back, write a folder."""
    rows = session.read.parquet(str(source))
    grouped = rows.groupBy(*SIZES).count()
    rows.join(grouped, list(SIZES)).write.parquet(str(output))
    return {}


def used():
    """(seconds, processor seconds of this process and all that it started)."""
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ended = own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
    return time.perf_counter(), ended + sum(map(processor_of, descendants(os.getpid())))


def descendants(process):
    """The processes that a process started, and those that they started, as far as they still run."""
    parent_of = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent_of[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    found, last = set(), {process}
    while last:
        last = {child for child, parent in parent_of.items() if parent in last} - found
        found |= last
    return found


def processor_of(process):
    """Processor seconds of a process and of those that it has waited for."""
    with suppress(OSError):
        times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15]
        return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return 0.0


def child(engine, source, output, limit, workers, method):
    """Measure one run in this process and print it."""
    begin, driver = used(), time.process_time()
    if engine == "yardstick":
        found = yardstick(source, output)
    elif engine == "spark-yardstick":
        found = spark_yardstick(start_spark(workers), source, output)
    else:
        if engine == "spark":
            start_spark(workers)
        elif engine == "spark-blocks":
            engine, _ = "spark", start_spark(workers, **{"spark.kinonym.plan_memory": PLAN_MEMORY})
        found = mask(source, f"{output}/" if engine == "spark" else output, engine, limit, method)
    seconds, processor = (b - a for a, b in zip(begin, used(), strict=True))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    figures = {"seconds": seconds, "processor": processor, "driver": time.process_time() - driver}
    print(json.dumps({name: round(figure, 2) for name, figure in figures.items()} | {"peak_mib": peak, **found}))


def measured(engine, source, output, limit, workers, method):
    given = [engine, str(source), str(output), limit, workers, method]
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
    parser.add_argument("--workers", default="2")
    parser.add_argument("--method", default="suppress")
    parser.add_argument("--child", nargs=6)
    return parser.parse_args()


def main():
    given = options()
    if given.child:
        engine, source, output, limit, workers, method = given.child
        child(engine, Path(source), Path(output), limit, workers, method)
        return
    figures = []
    print(
        f"{'rows':>12} {'tuples':>9} {'form':<8} {'engine':<15} {'seconds':>8} {'processor':>9} "
        f"{'plan':>6} {'driver':>6} {'MiB':>6} {'loss':>6}"
    )
    for rows in (int(float(part)) for part in given.rows.split(",")):
        for tuples in (int(float(part)) for part in given.tuples.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                make(rows, tuples, Path(folder) / "data")
                make_taxonomies(Path(folder))
                for form in given.forms.split(","):
                    for engine in given.engines.split(","):
                        paths = Path(folder) / f"data.{form}", Path(folder) / f"{engine}.{form}"
                        run = measured(engine, *paths, given.limit, given.workers, given.method)
                        figures.append({"rows": rows, "wanted_tuples": tuples, "form": form, "engine": engine, **run})
                        show(figures[-1])
    print(json.dumps(figures))


def show(run):
    if "failed" in run:
        print(f"{run['rows']:>12,} {run['form']:<8} {run['engine']:<15} failed: {run['failed']}", flush=True)
        return
    plan = run.get("plan", {}).get("processor", 0.0)
    print(
        f"{run['rows']:>12,} {run['wanted_tuples']:>9,} {run['form']:<8} {run['engine']:<15} {run['seconds']:>8.1f} "
        f"{run['processor']:>9.1f} {plan:>6.1f} {run['driver']:>6.1f} {run['peak_mib']:>6,} {run.get('loss', ''):>6}",
        flush=True,
    )  # fmt: skip


if __name__ == "__main__":
    main()
