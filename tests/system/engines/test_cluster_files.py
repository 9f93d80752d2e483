"""Tables and releases that only a cluster reaches: URIs, patterns, partitioned folders and tables of a catalogue."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from connections.hospital import COLUMNS, recipe, rows, write_table
from engines.engines import spark_session
from kinonym.engines import open_table
from kinonym.engines.spark import cluster_folder
from kinonym.engines.spark.hadoop_files import HadoopFiles
from kinonym.engines.spark.masked import SparkMasked
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files.cluster_names import is_cluster_name

METHOD = {"name": "generalise", "k": 3}
PUBLISHED = {"_SUCCESS"}


@pytest.fixture(scope="module")
def spark():
    return spark_session()


@pytest.fixture
def wanted(tmp_path):
    """What the memory engine makes of the table, which is in a folder of Parquet files."""
    write_table(tmp_path)
    table = pa.table(dict(zip(COLUMNS, map(list, zip(*rows(60), strict=True)), strict=True)))
    (tmp_path / "data").mkdir()
    for part in range(2):
        pq.write_table(table.slice(30 * part, 30), tmp_path / "data" / f"{part}.parquet")
    kn.mask_file(tmp_path / "data", recipe(tmp_path, METHOD), tmp_path / "wanted.parquet", engine="memory")
    return multiset(tmp_path / "wanted.parquet")


def multiset(path):
    table = ds.dataset(path, format="parquet").to_table()
    return Counter(zip(*(column.to_pylist() for column in table.columns), strict=True))


def names_of(folder):
    return {path.name for path in folder.iterdir() if not path.name.endswith((".parquet", ".crc"))}


@pytest.fixture(params=["file", "viewfs"])
def place(request, spark, tmp_path):
    """URIs of the folder: of its file system, and of one that no POSIX path names."""
    if request.param == "file":
        return f"file:{tmp_path}"
    settings = spark._jsparkSession.sessionState().conf()
    settings.setConfString("fs.viewfs.mounttable.lake.link./ward", f"file:{tmp_path}")
    return "viewfs://lake/ward"


@pytest.mark.cluster
def test_a_folder_of_another_file_system(tmp_path, wanted, place):
    result = kn.mask_file(f"{place}/data", recipe(tmp_path, METHOD), f"{place}/out/")
    assert result.table == f"{place}/out/"
    assert (result.written.engine, result.tally.records) == ("spark", 60)
    assert multiset(tmp_path / "out") == wanted
    assert names_of(tmp_path / "out") == PUBLISHED
    assert not list(tmp_path.glob(".kinonym*"))
    with pytest.raises(UsageError, match="never replaced"):
        kn.mask_file(f"{place}/data", recipe(tmp_path, METHOD), f"{place}/out/")


@pytest.mark.cluster
@pytest.mark.parametrize("commit", ["rename", "marker"])
def test_nothing_is_left_of_what_fails_and_nothing_is_replaced(tmp_path, wanted, spark, monkeypatch, commit):
    monkeypatch.setattr(cluster_folder.ClusterFolder, "_renames", commit == "rename")
    before = {path.name for path in tmp_path.iterdir()}
    uri, save = f"file:{tmp_path}", SparkMasked.save

    def lost(self, folder, persons=None):
        save(self, folder, persons)
        files = HadoopFiles(spark, folder)
        files.remove([max(name for name in files.list_files() if name.endswith(".parquet"))])

    def late(self, folder, persons=None):
        save(self, folder, persons)
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "mine.parquet").write_bytes(b"mine")

    for planted, error in ((lost, PrivacyError), (late, UsageError)):
        with monkeypatch.context() as patch:
            patch.setattr(SparkMasked, "save", planted)
            with pytest.raises(error):
                kn.mask_file(f"{uri}/data", recipe(tmp_path, METHOD), f"{uri}/out/")
    assert {path.name for path in tmp_path.iterdir()} - before == {"out"}
    assert [path.read_bytes() for path in (tmp_path / "out").iterdir()] == [b"mine"]


@pytest.mark.cluster
def test_an_object_store_gets_its_marker_last(tmp_path, wanted, spark, monkeypatch):
    uri, seen, make_empty = f"file:{tmp_path}", [], HadoopFiles.make_empty

    def noted(self, name):
        seen.append((name, multiset(tmp_path / "out") == wanted))
        make_empty(self, name)

    monkeypatch.setattr(HadoopFiles, "make_empty", noted)
    monkeypatch.setattr(cluster_folder, "_OBJECT_STORES", {"file"})
    kn.mask_file(f"{uri}/data", recipe(tmp_path, METHOD), f"{uri}/out/")
    assert seen == [("_SUCCESS", True)]
    assert names_of(tmp_path / "out") == PUBLISHED
    monkeypatch.setattr(
        HadoopFiles, "make_empty", lambda self, name: (tmp_path / "other" / "theirs").write_bytes(b"") or 1 / 0
    )
    with pytest.raises(ZeroDivisionError):
        kn.mask_file(f"{uri}/data", recipe(tmp_path, METHOD), f"{uri}/other/")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["theirs"]


@pytest.mark.cluster
def test_patterns_partitions_and_tables_of_a_catalogue(tmp_path, wanted, spark):
    reading = kn.Recipe.model_validate(recipe(tmp_path, METHOD)).table
    assert open_table(str(tmp_path / "data" / "*.parquet"), reading, "spark").source.records == 60
    assert open_table(f"file:{tmp_path}/data/0.*", reading).source.records == 30
    frame = spark.read.parquet(str(tmp_path / "data"))
    frame.write.partitionBy("illness").parquet(f"{tmp_path}/by")
    partitioned = open_table(f"file:{tmp_path}/by", reading).source
    assert (
        partitioned.count(["illness"]).counts.tolist()
        == open_table(frame, reading).source.count(["illness"]).counts.tolist()
    )
    frame.createOrReplaceTempView("stays")
    view = open_table("spark:stays", reading).source
    assert (view.records, view.identity) == (60, ())
    kn.mask_file("spark:stays", recipe(tmp_path, METHOD), f"{tmp_path}/of view/")
    assert multiset(tmp_path / "of view") == wanted


def test_names_that_only_a_cluster_reaches_differ_from_paths():
    clusters = ["s3a://b/x/", "hdfs:///x", "abfss://c@a.dfs.core.windows.net/x/", "spark:a.b", "file:/x"]
    paths = ["x.csv", "C:\\x.csv", "/x:/y", "sqlite:/a.db#t", "postgres:dbname=x#y", "a b.parquet"]
    assert [is_cluster_name(name) for name in [*clusters, *paths]] == [True] * 5 + [False] * 6


def test_what_a_cluster_needs_is_said_before_any_work(tmp_path, wanted):
    data = tmp_path / "data"
    with pytest.raises(UsageError, match="a release is a folder"):
        kn.mask_file(data, recipe(tmp_path, METHOD), "s3a://bucket/out.parquet", engine="spark")
    with pytest.raises(UsageError, match="only Spark writes to a cluster"):
        kn.mask_file(data, recipe(tmp_path, METHOD), "s3a://bucket/out/", engine="duckdb")
    with pytest.raises(UsageError, match="only Spark reads tables of a cluster"):
        kn.mask_file("s3a://bucket/data/", recipe(tmp_path, METHOD), tmp_path / "out.parquet", engine="duckdb")


@pytest.mark.cluster
def test_texts_and_empty_tables_on_a_cluster_are_refused(tmp_path, spark):
    write_table(tmp_path)
    with pytest.raises(UsageError, match="are read, not .csv"):
        open_table(f"file:{tmp_path}/data.csv", kn.Recipe.model_validate(recipe(tmp_path, METHOD)).table)
    pq.write_table(pa.table({"a": pa.array([], pa.string())}), tmp_path / "empty.parquet")
    with pytest.raises(DataError, match="no rows"):
        open_table(f"file:{tmp_path}/empty.parquet")
