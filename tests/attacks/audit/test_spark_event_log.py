"""The event log of Spark, and what its processes print, have no value of the table: every cell is a different token."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pandas as pd
import pytest

from audit import test_canaries as canaries

pytestmark = pytest.mark.cluster
RUN = """
import sys, warnings
warnings.simplefilter("ignore")
from pyspark.sql import SparkSession
settings = {"spark.eventLog.enabled": "true", "spark.eventLog.dir": "file:" + sys.argv[1], "spark.ui.enabled": "false",
            "spark.eventLog.compress": "false", "spark.sql.shuffle.partitions": "2", "spark.ui.showConsoleProgress": "false"}
session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
import kinonym as kn
kn.mask_file(sys.argv[2], "recipe.toml", sys.argv[3], engine="spark")
session.stop()
"""


def test_the_event_log_has_no_value(tmp_path):
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    canaries.write_inputs(tmp_path, canaries.FIRST[0])
    table = pd.read_csv(tmp_path / f"{canaries.DATA}.csv", dtype=str, encoding="utf-8-sig")
    table.to_parquet(tmp_path / "cells.parquet")
    (tmp_path / "log").mkdir()
    command = [sys.executable, "-c", RUN, tmp_path / "log", "cells.parquet", "out/"]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "KINONYM_CACHE": "off"}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr.decode()[-2000:]
    logs = [path for path in (tmp_path / "log").rglob("*") if path.is_file() and not path.name.endswith(".crc")]
    logged = b"".join(path.read_bytes() for path in logs)
    assert logged.count(b"SparkListenerTaskEnd") > 2  # it is the log of this run
    allowed = {canaries.HIDDEN.encode()}  # names of columns are in it
    for name, text in (("log", logged), ("printed", ran.stdout + ran.stderr)):
        assert set(canaries.ANY.findall(text)) <= allowed, name
        assert not re.findall("|".join(map(re.escape, canaries.NUMBERS)).encode(), text), name
