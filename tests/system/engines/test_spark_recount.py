"""A folder that Spark wrote is counted again on the executors: the same answers and refusals as in one process."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kinonym as kn
from connections.hospital import COLUMNS, recipe, rows, write_table
from engines.engines import spark_session
from kinonym.engines.contract import RunKey
from kinonym.engines.fingerprint import Fingerprint
from kinonym.engines.recount import Recount, read_back, recount
from kinonym.engines.row_order import RowOrder
from kinonym.engines.spark import masked as spark_masked
from kinonym.engines.spark.source import SparkSource
from kinonym.errors import PrivacyError
from kinonym.files.output import reserved
from kinonym.files.output_form import folder_form
from kinonym.pipeline import sinks
from kinonym.release import gate

SETS = [("a",), ("a", "b")]


def write_parts(folder, parts=3):
    folder.mkdir()
    for part in range(parts):
        table = pa.table({"a": ["x", "y", None, "x"], "b": [f"{part}", "1", "1", None]})
        pq.write_table(table, folder / f"part-{part:05}.parquet")


def counted(recounted):
    return {
        names: (made.values, made.codes.tolist(), made.counts.tolist())
        for names in SETS
        for made in [recounted.count(names)]
    }


def test_parts_that_are_counted_apart_are_the_whole(tmp_path):
    write_parts(tmp_path / "parts")
    fingerprint = Fingerprint(RunKey(), ["a", "b"])
    order = RowOrder(fingerprint, 12)
    whole = recount(partial(read_back, tmp_path / "parts", folder_form()), SETS, fingerprint, order=order)
    merged = Recount(("a", "b"), SETS, None, order.same_sample())
    for number, path in reversed(list(enumerate(sorted((tmp_path / "parts").iterdir())))):
        form = folder_form()
        form = type(form)(form.format)
        read = partial(read_back, path, form)
        part = recount(read, SETS, fingerprint, order=order.same_sample(), first=4 * number)
        merged.merge_totals(part.totals)
        for names in SETS:
            merged.merge_distinct(names, *part.distinct(names))
    assert (merged.records, merged.sum) == (whole.records, whole.sum) == (12, whole.sum)
    assert counted(merged) == counted(whole)
    assert np.array_equal(merged.order._first, whole.order._first)
    assert {key: times for key, (_, times) in merged.order._positions.items()} == {
        key: times for key, (_, times) in whole.order._positions.items()
    }


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """A release of Spark in several parts, just before the gate: (what the gate got, its parts)."""
    spark_session()
    folder = tmp_path_factory.mktemp("release")
    write_table(folder)
    table = pa.table(dict(zip(COLUMNS, map(list, zip(*rows(60), strict=True)), strict=True)))
    (folder / "data").mkdir()
    for part in range(3):
        pq.write_table(table.slice(20 * part, 20), folder / "data" / f"{part}.parquet")
    given, patch = {}, pytest.MonkeyPatch()

    def unread(*given, **options):
        pytest.fail("a row reached the driver")

    def noted(masked, output, form, **options):
        given.update(masked=masked, form=form, **options)
        return gate.write_release(masked, output, form, **options)

    with patch.context():
        patch.setattr(sinks, "write_release", noted)
        patch.setattr(gate, "recount", unread)
        patch.setattr(SparkSource, "stored", unread)
        patch.setattr(spark_masked, "ROWS_OF_A_FILE", 25)
        kn.mask_file(folder / "data", recipe(folder, {"name": "mdav", "k": 4}), f"{folder}/out/", engine="spark")
        patch.undo()
    assert len(list((folder / "out").iterdir())) >= 3
    given["complete"] = lambda tally: tally
    return given, folder / "out"


class Planted:
    """A writer that copies a release and plants a defect in it."""

    def __init__(self, masked, parts, defect):
        self.recount_folder, self.parts, self.defect = masked.recount_folder, parts, defect

    def save(self, folder, persons=None):  # noqa: ARG002  # as every writer has
        shutil.copytree(self.parts, folder, dirs_exist_ok=True)
        self.defect(sorted(Path(folder).glob("*.parquet")))


def change(path, change):
    pq.write_table(change(pq.read_table(path)), path)


def slip(table, name):
    place, cells = table.schema.get_field_index(name), table[name].to_pylist()
    return table.set_column(place, name, pa.array([*cells[1:], cells[0]]))


def swap(paths, name):
    """Give a column of the shorter of two parts to the other one, as far as it goes, and the reverse."""
    first, second = (pq.read_table(path) for path in paths[:2])
    size = min(first.num_rows, second.num_rows)
    for path, own, other in zip(paths, (first, second), (second, first), strict=False):
        cells = [*other[name].to_pylist()[:size], *own[name].to_pylist()[size:]]
        pq.write_table(own.set_column(own.schema.get_field_index(name), name, pa.array(cells)), path)


DEFECTS = {
    "a part is lost": lambda paths: paths[0].unlink(),
    "all parts are lost": lambda paths: [path.unlink() for path in paths],
    "a part comes twice": lambda paths: shutil.copy(paths[0], paths[0].with_name("part-99999.parquet")),
    "a part has the rows of another": lambda paths: shutil.copy(paths[0], paths[-1]),
    "a row is lost": lambda paths: change(paths[0], lambda table: table.slice(1)),
    "a masked column slips": lambda paths: change(paths[0], lambda table: slip(table, "a")),
    "an unmasked column slips": lambda paths: change(paths[0], lambda table: slip(table, "note")),
    "an identifier stays": lambda paths: change(
        paths[0], lambda table: table.append_column("id", pa.array(["p001"] * table.num_rows))
    ),
    "an identifier stays in all parts": lambda paths: [
        change(path, lambda table: table.append_column("id", pa.array(["p001"] * table.num_rows))) for path in paths
    ],
    "parts swap a column": lambda paths: swap(paths, "note"),
    "a part is cut short": lambda paths: paths[0].write_bytes(paths[0].read_bytes()[:-30]),
}


def verified(release, folder, defect):
    given, parts = release
    options = {name: value for name, value in given.items() if name not in ("masked", "form")}
    with reserved([folder / "planted"]) as [output]:
        return gate.write_release(Planted(given["masked"], parts, defect), output, given["form"], **options)


def split_parts(paths):
    """More parts than Spark wrote."""
    table = pq.read_table(paths[0])
    pq.write_table(table.slice(0, 5), paths[0])
    pq.write_table(table.slice(5), paths[0].with_name("part-00099.parquet"))


@pytest.mark.cluster
def test_the_copy_itself_passes(release, tmp_path):
    given, parts = release
    tally = verified(release, tmp_path, split_parts)
    read = partial(read_back, parts, given["form"])
    wanted = recount(read, given["wanted"], given["expected"].fingerprint)
    assert (tally.records, tally.sum) == (60, wanted.sum)
    for names in given["wanted"]:
        assert tally.count(names).counts.tolist() == wanted.count(names).counts.tolist()
        assert tally.count(names).values == wanted.count(names).values


@pytest.mark.cluster
@pytest.mark.parametrize("defect", DEFECTS)
def test_every_defect_of_a_part_is_refused(release, tmp_path, defect):
    with pytest.raises(PrivacyError):
        verified(release, tmp_path, DEFECTS[defect])
    assert not list(tmp_path.iterdir())


def persons(folder):
    """A table of 20 persons with three rows each, in three files, and its recipe."""
    write_table(folder)
    content = [[f"p{i % 20}", *row[1:]] for i, row in enumerate(rows(60))]
    whole = pa.table(dict(zip(COLUMNS, map(list, zip(*content, strict=True)), strict=True)))
    (folder / "data").mkdir()
    for part in range(3):
        pq.write_table(whole.slice(20 * part, 20), folder / "data" / f"{part}.parquet")
    return folder / "data", recipe(folder, {"name": "sa-mdav", "k": 4}, table={"person": "id"})


@pytest.mark.cluster
def test_persons_are_counted_next_to_the_files(tmp_path, monkeypatch):
    spark_session()
    data, given = persons(tmp_path)
    wanted = kn.mask_file(data, given, f"{tmp_path}/wanted/", engine="memory")
    monkeypatch.setattr(gate, "recount", lambda *given: pytest.fail("a row reached the driver"))
    monkeypatch.setattr(SparkSource, "stored", lambda *given: pytest.fail("a row reached the driver"))
    monkeypatch.setattr(spark_masked, "ROWS_OF_A_FILE", 25)
    found = kn.mask_file(data, given, f"file:{tmp_path}/out/")
    assert len(list((tmp_path / "out").glob("*.parquet"))) >= 3
    assert list(map(str, found.claims)) == list(map(str, wanted.claims))
    assert "different persons" in found.claims[0].sentence
    names = tuple(found.recipe.masked)
    counted = [
        sorted(zip(*(part.tolist() for part in (made.tuple_of, made.counts)), strict=True))
        for made in (found.tally.persons(names), wanted.tally.persons(names))
    ]
    assert counted[0] == counted[1]


@pytest.mark.cluster
@pytest.mark.parametrize("defect", ["others", "nobody", "too few"])
def test_wrong_persons_are_refused(tmp_path, monkeypatch, defect):
    from pyspark.sql import functions

    spark_session()
    data, given = persons(tmp_path)
    parts = spark_masked.SparkMasked.parts

    def planted(self, *, with_persons=False):
        made = parts(self, with_persons=with_persons)
        if not with_persons:
            return made
        person = {"others": functions.lit("p1"), "nobody": functions.lit(None).cast("string")}
        if defect in person:
            return made.withColumn(spark_masked.PERSON, person[defect])
        return made.persist().limit(40)

    monkeypatch.setattr(spark_masked.SparkMasked, "parts", planted)
    with pytest.raises(PrivacyError):
        kn.mask_file(data, given, f"{tmp_path}/out/", engine="spark")
    assert not (tmp_path / "out").exists()
