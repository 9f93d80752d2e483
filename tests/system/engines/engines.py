"""Every engine, and how a table gets into it and out of it."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from contextlib import chdir
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest

from kinonym.engines.duckdb import DuckDBSource
from kinonym.engines.memory import MemorySource

__all__ = ["OPEN", "ORDERED", "rows_of", "spark_session"]


@cache
def spark_session():
    """One session for all tests of a process; skips where Spark cannot run."""
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Java is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pyspark about its neighbours
        from pyspark.sql import SparkSession

        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        settings = {
            "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", "spark.default.parallelism": "2",
            "spark.sql.session.timeZone": "Europe/Berlin", "spark.ui.showConsoleProgress": "false",
        }  # fmt: skip
        with chdir(Path(__file__).parent):  # a folder that stays: the workers start in it
            session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def _duckdb(table, missing):
    """Every second column of texts comes as a dictionary, as files are read, and is stored as codes."""
    texts = [place for place, kind in enumerate(table.schema.types) if pa.types.is_string(kind)]
    for place in texts[::2]:
        table = table.set_column(place, table.schema.names[place], table.column(place).dictionary_encode())
    return DuckDBSource(table.to_batches(), table.schema, missing)


def _spark(table, missing):
    from kinonym.engines.spark import SparkSource

    return SparkSource(spark_session().createDataFrame(table), missing)


OPEN = {"memory": MemorySource, "duckdb": _duckdb, "spark": _spark}
ORDERED = (MemorySource, _duckdb)
"""Engines with an order of rows."""


def rows_of(masked):
    """The rows of a masked table as a writer receives them, as tuples of texts and numbers."""
    tables = [pa.Table.from_batches([batch]) for batch in masked.batches()]
    return [tuple(row.values()) for table in tables for row in table.to_pylist()]
