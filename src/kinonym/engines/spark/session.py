"""A Spark session, its private folders, and its errors without the values that they quote."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kinonym.errors import DataError, UsageError

__all__ = ["FOLDER", "SHIPPING", "is_classic", "private_folder", "session", "spark_errors"]

FOLDER = "spark.kinonym.folder"
"""The setting for a folder that the driver and all executors share; by default that for temporary files."""

SHIPPING = (
    "install the same version of kinonym[spark] on all nodes, or ship an environment: pack it with venv-pack, and set "
    "spark.archives=env.tar.gz#env and PYSPARK_PYTHON=./env/bin/python; --py-files kinonym.zip is enough where the "
    "nodes have the libraries that Kinonym needs"
)
"""How this program gets to the executors."""
_UNKNOWN = "No module named 'kinonym"


def session() -> Any:  # noqa: ANN401  # pyspark is optional
    """Return the active session, or start one on this machine."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        msg = "this engine needs pyspark"
        raise UsageError(msg, hint="pip install 'kinonym[spark]'") from None
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    java = Path(os.environ["JAVA_HOME"]) / "bin" / "java" if os.environ.get("JAVA_HOME") else shutil.which("java")
    if java is None or not Path(java).exists():
        msg = "Spark needs Java, which is not installed"
        raise UsageError(msg, hint="install a Java runtime of version 17 or later, or set JAVA_HOME")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # on this machine executors run what we run
    partitions = 2 * (os.cpu_count() or 1)  # the default of 200 is for clusters
    settings: dict[str, bool | float | int | str | None] = {
        "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": partitions,
    }  # fmt: skip
    with spark_errors():
        return SparkSession.builder.master("local[*]").appName("kinonym").config(map=settings).getOrCreate()


def is_classic(spark: Any) -> bool:  # noqa: ANN401
    """Whether a session runs in this process, and not behind Spark Connect."""
    return type(spark).__module__ == "pyspark.sql.session"


def private_folder(spark: Any, owner: object) -> Path:  # noqa: ANN401
    """Make a folder that only its user may enter; it is removed together with ``owner``."""
    folder = Path(tempfile.mkdtemp(prefix="kinonym-", dir=spark.conf.get(FOLDER, None)))
    weakref.finalize(owner, shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def spark_errors() -> Iterator[None]:
    """Replace the errors of Spark, which may quote a cell."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JError, PySparkException, ConnectionError) as error:
        reason, unknown = type(error).__name__, _UNKNOWN in str(error)
    else:
        return
    if unknown:
        msg = "an executor has a Python without Kinonym; nothing was written"
        raise DataError(msg, hint=SHIPPING)
    msg = f"Spark could not finish the work ({reason}); nothing was written"
    raise DataError(msg, hint="the log of the driver says why; the run can be repeated unchanged")
