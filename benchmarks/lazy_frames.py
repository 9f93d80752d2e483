"""One engine over narwhals' lazy frames instead of one for each backend: what counting and applying would cost.

Usage: lazy_frames.py [--rows 5e6] [--tuples 1.9e5]. A Parquet file is grouped, joined with what each combination
becomes, and put in random order: in the SQL that the DuckDB engine writes, and in narwhals over DuckDB and over polars.
Every run is a process of its own; prints a table, then the same as one line of JSON. In narwhals missing never equals
missing in a join, so a cell that is missing is first replaced by a text; the order is a hash of the row's number, not a
keyed draw, which narwhals cannot express.
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

import duckdb
import narwhals as nw
import polars as pl
from scale import SIZES, make

NAMES = list(SIZES)


def sql(source, output):
    """As the DuckDB engine does it."""
    connection, listed = duckdb.connect(), ", ".join(NAMES)
    connection.execute(f"CREATE TABLE rows AS SELECT * FROM '{source}'")
    counted = f"SELECT {listed}, count(*) AS n FROM rows GROUP BY ALL"
    connection.execute(f"CREATE TABLE fates AS SELECT *, row_number() OVER () AS target FROM ({counted})")
    same = " AND ".join(f"r.{name} IS NOT DISTINCT FROM f.{name}" for name in NAMES)
    ordered = f"SELECT f.target FROM rows r JOIN fates f ON {same} ORDER BY hash(r.rowid)"
    connection.execute(f"COPY ({ordered}) TO '{output}' (FORMAT parquet)")


def lazily(rows, output):
    """The same in narwhals; ``rows`` is a lazy frame of any backend."""
    filled = rows.with_columns(nw.col(*NAMES).fill_null("\x00"))
    counted = filled.group_by(NAMES).agg(nw.len().alias("n")).with_row_index("target", order_by=NAMES)
    numbered = filled.with_row_index("row", order_by=NAMES)
    joined = numbered.join(counted, on=NAMES, how="inner").with_columns(
        ((nw.col("row") * 7919) % 1000003).alias("draw")
    )
    joined.sort("draw", "row").select("target").sink_parquet(output)


def over_duckdb(source, output):
    lazily(nw.from_native(duckdb.read_parquet(str(source))), output)


def over_polars(source, output):
    lazily(nw.from_native(pl.scan_parquet(source)), output)


WAYS = {"SQL of the engine": sql, "narwhals, DuckDB": over_duckdb, "narwhals, polars": over_polars}


def measured(way, source, output):
    ran = subprocess.run(
        [sys.executable, __file__, "--child", way, source, output], capture_output=True, text=True, check=False
    )
    return json.loads(ran.stdout) if ran.returncode == 0 else {"failed": ran.stderr.strip().splitlines()[-1:]}


def child(way, source, output):
    wall, processor = time.perf_counter(), time.process_time()
    WAYS[way](Path(source), Path(output))
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps({"seconds": round(wall, 2), "processor": round(processor, 2), "peak_mib": peak}))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=float, default=5e6)
    parser.add_argument("--tuples", type=float, default=1.9e5)
    parser.add_argument("--child", nargs=3)
    given = parser.parse_args()
    if given.child:
        child(*given.child)
        return
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data"
        make(int(given.rows), int(given.tuples), path)
        for way in WAYS:
            found = measured(way, f"{path}.parquet", f"{folder}/out.parquet")
            print(f"{way:20} {json.dumps(found)}", flush=True)
            figures.append({"way": way, **found})
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
