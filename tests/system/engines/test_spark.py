"""Spark: frames in and out, files, a real cluster that loses a worker, tasks that fail and are repeated."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from connections.hospital import COLUMNS, read, recipe, rows, write_table
from engines.engines import spark_session
from kinonym.engines import open_table
from kinonym.engines.spark import session as sessions
from kinonym.engines.spark import source as spark_source
from kinonym.engines.spark.source import SparkSource
from kinonym.errors import DataError, UsageError
from kinonym.recipe import TableRecipe

pytestmark = pytest.mark.cluster

METHOD = {"name": "generalise", "k": 3}
EXAMPLES = Path(__file__).parents[3] / "examples"
FAULTY = Path(__file__).with_name("spark_job.py")


def table(number=60):
    return pa.table(dict(zip(COLUMNS, map(list, zip(*rows(number), strict=True)), strict=True)))


def multiset(path):
    return Counter(map(tuple, read(path)[1]))


def test_a_spark_frame_is_returned_as_a_frame(tmp_path):
    write_table(tmp_path)
    frame = spark_session().createDataFrame(table())
    frame = frame.withColumn("age", frame["age"].cast("int"))
    masked = kn.mask(frame, recipe(tmp_path, METHOD)).table
    assert type(masked) is type(frame)
    assert dict(masked.dtypes)["age"] == "int"
    wanted = kn.mask(table(), recipe(tmp_path, METHOD)).table
    assert Counter(map(tuple, masked.select("a", "b", "note").collect())) == Counter(
        zip(*(wanted[name].to_pylist() for name in ("a", "b", "note")), strict=True)
    )


def test_a_file_through_spark_is_the_file_of_every_engine(tmp_path):
    data = write_table(tmp_path)
    spark_session()
    for engine in ("memory", "spark"):
        result = kn.mask_file(data, recipe(tmp_path, METHOD), tmp_path / f"{engine}.csv", engine=engine)
        assert result.written.engine == engine
    assert multiset(tmp_path / "memory.csv") == multiset(tmp_path / "spark.csv")


def test_several_targets_through_spark_pass_the_gate(tmp_path):
    data = write_table(tmp_path, rows(300))
    spark_session()
    claims = {}
    for engine in ("memory", "spark"):
        method = {"name": "mdav", "k": 4}
        result = kn.mask_file(data, recipe(tmp_path, method), tmp_path / f"{engine}.csv", engine=engine, seed=3)
        claims[engine] = list(map(str, result.claims))
    assert claims["memory"] == claims["spark"]


def test_blocks_are_planned_on_the_executors(tmp_path, monkeypatch):
    """The plan of a block does not depend on where it is made."""
    data = write_table(tmp_path, rows(300))
    spark_session()
    planned, planner = [], SparkSource.planner
    monkeypatch.setattr(SparkSource, "planner", lambda *given: planned.append(planner(*given)) or planned[-1])
    method = {"name": "sa-mdav", "k": 3, "block_size": 20}
    for engine in ("memory", "spark"):
        kn.mask_file(data, recipe(tmp_path, method), tmp_path / f"{engine}.csv", engine=engine, seed=5)
    assert [len(pieces) > 1 for pieces in planned] == [True]
    monkeypatch.setattr(spark_source, "on_executors", lambda session: False)  # then the driver plans
    kn.mask_file(data, recipe(tmp_path, method), tmp_path / "driver.csv", engine="spark", seed=5)
    assert planned[1:] == [None]
    assert multiset(tmp_path / "memory.csv") == multiset(tmp_path / "driver.csv")
    assert multiset(tmp_path / "memory.csv") == multiset(tmp_path / "spark.csv")


def test_a_private_risk_file_is_refused_before_anything_is_written(tmp_path):
    data = write_table(tmp_path)
    spark_session()
    with pytest.raises(UsageError, match="no order in the engine spark"):
        kn.mask_file(
            data, recipe(tmp_path, METHOD), tmp_path / "out.csv", private_risk=tmp_path / "r.csv", engine="spark"
        )
    assert not (tmp_path / "out.csv").exists()


def test_lists_and_structs_are_refused(tmp_path):
    frame = spark_session().sql("SELECT 'x' AS a, array('secret') AS l, named_struct('p', 1) AS s")
    with pytest.raises(DataError, match="column 'l' has lists or records"):
        kn.mask(frame, recipe(tmp_path, METHOD))
    with pytest.raises(DataError, match="column 's' has lists or records"):
        kn.mask(frame.drop("l"), recipe(tmp_path, METHOD))


def test_no_pyspark_and_no_java_are_named(tmp_path, monkeypatch):
    data = write_table(tmp_path)
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(UsageError, match="needs pyspark") as caught:
        open_table(data, TableRecipe(), "spark")
    assert "kinonym[spark]" in caught.value.hint
    monkeypatch.undo()
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    from pyspark.sql import SparkSession

    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(UsageError, match="needs Java"):
        sessions.session()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A master and two workers of Spark's own standalone cluster; yields (address, workers, environment)."""
    pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    home, folder = Path(pyspark.__file__).parent, tmp_path_factory.mktemp("cluster")
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1",
                   "PYSPARK_PYTHON": sys.executable, "SPARK_HOME": str(home)}  # fmt: skip
    started = []

    def start(kind, *arguments):
        """A process with its own folders for its work and for what it spills."""
        path, local = folder / f"{len(started)}.log", folder / f"local {len(started)}"
        own = {**environment, "SPARK_LOCAL_DIRS": str(local), "SPARK_WORKER_DIR": str(local / "work")}
        local.mkdir()
        command = [home / "bin" / "spark-class", f"org.apache.spark.deploy.{kind}", *arguments]
        with path.open("wb") as log:
            started.append(subprocess.Popen(command, env=own, stdout=log, stderr=log, start_new_session=True))
        return path

    def wait(log, text):
        for _ in range(600):
            for line in log.read_text(errors="replace").splitlines():
                if text in line:
                    return line
            time.sleep(0.2)
        pytest.fail(f"the cluster did not start: {text}")

    try:
        log = start("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        address = "spark://" + wait(log, "Starting Spark master at").rsplit("spark://", 1)[1].strip()
        logs = [
            start("worker.Worker", "--cores", "1", "--memory", "1g", "--webui-port", "0", address) for _ in range(2)
        ]
        for log in logs:
            wait(log, "Successfully registered with master")
        yield address, started[1:], environment
    finally:
        for process in started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.mark.parametrize("output", ["a folder of the cluster", "a local file"])
@pytest.mark.parametrize("fault", ["task fails once", "worker killed"])  # the last one breaks the cluster
def test_a_cluster_that_loses_a_worker_or_repeats_a_task_ends_right_or_fails_whole(tmp_path, cluster, fault, output):
    """The job runs in a separate process, with speculation; the fault is planted while its tasks write rows."""
    address, workers, environment = cluster
    if fault == "worker killed" and output == "a local file":
        pytest.skip("the cluster has lost a worker already")
    local = output == "a local file"
    write_table(tmp_path)
    (tmp_path / "data").mkdir()
    for part in range(8):
        pq.write_table(table(400).slice(50 * part, 50), tmp_path / "data" / f"{part}.parquet")
    kn.mask_file(tmp_path / "data", recipe(tmp_path, METHOD), tmp_path / "wanted.csv", engine="memory")
    released = tmp_path / "out.csv" if local else tmp_path / "out"
    if local:
        released.write_text("old")
    name = str(released) if local else f"file:{released}/"
    arguments = [sys.executable, str(FAULTY), address, str(tmp_path), fault, name]
    job = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if fault == "worker killed":
        for _ in range(1200):
            if list(tmp_path.glob("at work*")) or job.poll() is not None:
                break
            time.sleep(0.1)
        os.killpg(workers[0].pid, signal.SIGKILL)
    text, _ = job.communicate(timeout=400)
    if job.returncode == 0:
        found = multiset(released) if local else Counter(rows_of_folder(released))
        assert found == multiset(tmp_path / "wanted.csv")
    else:
        assert fault == "worker killed", text[-2000:]
        assert released.read_text() == "old" if local else not released.exists()
    assert not list(tmp_path.glob(".kinonym*"))
    if local:
        assert not list((tmp_path / "shared").iterdir())
    if fault == "task fails once":
        folders = {path.read_text() for path in tmp_path.glob("at work*")}
        assert len(folders) == 2, "both workers have worked, each in a separate folder"
        attempts = Counter(path.name.split()[2] for path in tmp_path.glob("at work*"))
        assert max(attempts.values()) > 1, "a task was run again"


def rows_of_folder(folder):
    columns = pq.read_table(folder).to_pydict().values()
    return [tuple("" if cell is None else str(cell) for cell in row) for row in zip(*columns, strict=True)]


HIDDEN = """\
import sys
from importlib.machinery import PathFinder

class OnlyShipped:
    def find_spec(self, name, path=None, target=None):
        if name != "kinonym":
            return None
        found = PathFinder.find_spec(name, [entry for entry in sys.path if entry.endswith(".zip")])
        if found is None:
            raise ModuleNotFoundError("No module named 'kinonym'", name=name)
        return found

sys.meta_path.insert(0, OnlyShipped())
"""
SHIPPED = """\
import sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("OFF")
import kinonym as kn
folder, shipped = sys.argv[1:]
if shipped != "nothing":
    spark.sparkContext.addPyFile(shipped)
try:
    sys.path.insert(0, %r)
    from connections.hospital import recipe
    result = kn.mask_file(f"{folder}/data.parquet", recipe(__import__("pathlib").Path(folder), %r), f"{folder}/{len(shipped)}/", engine="spark")
    print(result.claims[0])
except kn.KinonymError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize("shipped", [False, True])
def test_executors_without_kinonym_are_named_and_may_get_it_by_py_files(tmp_path, shipped):
    """Their Python sees the program only in a zip file that Spark ships."""
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    write_table(tmp_path)
    pq.write_table(table(), tmp_path / "data.parquet")
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "sitecustomize.py").write_text(HIDDEN)
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}/hidden:$PYTHONPATH" exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    archive = "nothing"
    if shipped:
        archive = shutil.make_archive(str(tmp_path / "kinonym"), "zip", Path(kn.__file__).parents[1], "kinonym")
    program = SHIPPED % (str(Path(__file__).parents[2] / "attacks"), METHOD)
    environment = {**os.environ, "PYSPARK_PYTHON": str(python), "PYSPARK_DRIVER_PYTHON": sys.executable}
    ran = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path), archive],
        env=environment, capture_output=True, text=True, check=False, timeout=400,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    if shipped:
        assert "Every combination of a, b occurs at least" in ran.stdout
    else:
        assert ran.stdout.startswith("UsageError the Python of the executors cannot run Kinonym"), ran.stdout
        assert "--py-files" in ran.stdout
        assert "spark.archives" in ran.stdout
        assert not list(tmp_path.glob("*/part*"))


CONNECT = """\
import warnings
warnings.simplefilter("ignore")
from pyspark.sql import SparkSession
settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2"}
spark = SparkSession.builder.remote("local[2]").config(map=settings).getOrCreate()
import kinonym as kn
rows = [(("soccer", "rugby", "chess", None)[i % 4], "AB"[i % 2], i % 5) for i in range(120)]
frame = spark.createDataFrame(rows, ["hobby", "ward", "days"])
columns = {"hobby": {"role": "quasi", "type": "plain"}, "ward": {"role": "quasi", "type": "plain"}, "days": {"role": "other"}}
for method in ({"name": "sa-mdav", "k": 20}, {"name": "mdav", "k": 25}):
    masked = kn.mask(frame, {"columns": columns, "method": method})
    assert type(masked.table) is type(frame), type(masked.table)
    counts = [row["count"] for row in masked.table.groupBy("hobby", "ward").count().collect()]
    assert sum(counts) == 120 and min(counts) >= method["k"], counts
    print(type(frame).__module__, masked.claims[0])
spark.stop()
"""


def test_a_connect_frame_comes_back_as_one(tmp_path):
    """In a separate process: a session is either classic or Connect."""
    pytest.importorskip("grpc", reason="Spark Connect needs pyspark[connect]")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    (tmp_path / "connect.py").write_text(CONNECT, encoding="utf-8")  # with -c, pyspark takes it for a doctest and ends
    ran = subprocess.run(
        [sys.executable, "connect.py"], capture_output=True, text=True, check=False, cwd=tmp_path, timeout=400
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.count("pyspark.sql.connect.dataframe Every combination of hobby, ward occurs at least") == 2


def test_the_job_for_spark_submit(tmp_path):
    """A folder of Parquet in, a folder of Parquet out, as the example's own lines say."""
    pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    (tmp_path / "stays").mkdir()
    for part in range(2):
        pq.write_table(pa.table({"ward": ["A", "B"] * 20, "days": [part] * 40}), tmp_path / "stays" / f"{part}.parquet")
    (tmp_path / "recipe.toml").write_text(
        '[columns.ward]\nrole = "quasi"\ntype = "plain"\n[columns.days]\nrole = "other"\n[method]\nname = "suppress"\nk = 5\n'
    )
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    arguments = [
        "--master",
        "local[2]",
        "--conf",
        "spark.ui.enabled=false",
        "--conf",
        f"spark.kinonym.folder={tmp_path}",
    ]
    job = [str(EXAMPLES / "spark_job.py"), "stays", "recipe.toml", "released/"]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    ran = subprocess.run(
        [submit, *arguments, *job],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert "Every combination of ward occurs at least 40 times in the written file" in ran.stdout
    released = pq.read_table(tmp_path / "released")
    assert (released.num_rows, set(released["ward"].to_pylist())) == (80, {"A", "B"})
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(("kinonym-", ".kinonym"))]


def test_the_notebook_runs_as_a_script(tmp_path):
    spark_session()  # skips where Spark cannot run
    script = EXAMPLES / "spark_notebook.py"
    ran = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=400
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert "Every combination of job, ward occurs at least" in ran.stdout
