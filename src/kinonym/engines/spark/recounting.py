"""Counts a written folder again on the executors, by the code that counts files elsewhere.

Each task gets the bytes of some files through the file systems of Spark and reads them with pyarrow. Distinct
combinations are added up by a shuffle, and what the rows add up to by the tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kinonym.engines.fingerprint import Fingerprint
from kinonym.engines.recount import Recount, SizesRecount, refuse_file
from kinonym.engines.row_order import RowOrder
from kinonym.engines.spark.executors import add_parts, apply_pairs, map_batches
from kinonym.engines.spark.file_count import PERSONS, FileCount, count_batches, count_partition, hash_partition
from kinonym.engines.spark.masked import PERSON
from kinonym.engines.spark.session import spark_errors
from kinonym.files.output_form import Form

if TYPE_CHECKING:
    from kinonym.engines.person_ledger import PersonLedger

__all__ = ["recount_parts", "recount_sizes"]

_COUNTED = "wanted int, texts array<string>, key long, person long, records long, part binary"
"""A row is one of three: a combination of a wanted set of columns with its records; the hash of a combination with that
of a person and their records; or the totals of a file in ``part``."""
_PART = r"part-(\d+)[^/]*$"
"""The number of the partition in the name of a file."""


def recount_parts(  # a session, its rows, and the parameters of `recount`
    spark: Any,  # noqa: ANN401  # pyspark is optional
    stored: Callable[[], Any],
    folder: str | Path,
    form: Form,
    wanted: Collection[tuple[str, ...]],
    fingerprint: Fingerprint,
    ledger: PersonLedger | None = None,
    *,
    order: RowOrder,
) -> Recount:
    """Count the Parquet files of a folder.

    Parameters
    ----------
    spark
        The session.
    stored
        Returns the rows with their persons (`SparkMasked`), in the order of the files; used if there is a ledger.
    folder
        A path or URI that the executors can read.
    form, wanted, fingerprint, ledger, order
        As for `kinonym.engines.recount.recount`; ``ledger`` says what to count by person, and ``order`` receives
        nothing.

    Raises
    ------
    PrivacyError
        If a file cannot be read, or has other columns than those of the fingerprint.
    """
    from pyspark.sql import functions as F  # noqa: N812

    count = FileCount(
        replace(form, folder=False), list(wanted), fingerprint, order, () if ledger is None else tuple(ledger.wanted)
    )
    files, number_of = _list_files(spark, folder)
    rows = None if ledger is None else stored()
    if rows is None:
        counted = map_batches(files, partial(count_batches, count=count, number_of=number_of), _COUNTED)
    else:
        persons = map_batches(rows.select(PERSON), partial(hash_partition, fingerprint=fingerprint), PERSONS)
        numbered = files.withColumn("partition", F.regexp_extract("path", _PART, 1).cast("int"))
        pairs = numbered.groupBy("partition").cogroup(persons.groupBy("partition"))
        counted = apply_pairs(pairs, partial(count_partition, count=count, number_of=number_of), _COUNTED)
    try:
        totals, combinations = _collect(counted, lambda groups: groups)
    finally:
        if rows is not None:
            rows.unpersist()
    return _merge(Recount(fingerprint.columns, list(wanted), ledger, order.same_sample()), totals, combinations, count)


def recount_sizes(
    spark: Any,  # noqa: ANN401
    folder: str | Path,
    form: Form,
    wanted: Collection[tuple[str, ...]],
    fingerprint: Fingerprint,
    ledger: PersonLedger | None = None,  # noqa: ARG001  # there are no persons
    *,
    order: RowOrder,
) -> SizesRecount:
    """Count the Parquet files of a folder; only how many combinations have each size comes to the driver.

    The parameters and errors are those of `recount_parts`.
    """
    from pyspark.sql import functions as F  # noqa: N812

    count = FileCount(replace(form, folder=False), list(wanted), fingerprint, order)
    files, number_of = _list_files(spark, folder)
    counted = map_batches(files, partial(count_batches, count=count, number_of=number_of), _COUNTED)
    totals, sizes = _collect(
        counted, lambda groups: groups.groupBy("wanted", "records").agg(F.count(F.lit(1)).alias("number"))
    )
    return _merge_sizes(SizesRecount(fingerprint.columns, list(wanted), order.same_sample()), totals, sizes, count)


def _list_files(spark: Any, folder: str | Path) -> tuple[Any, Mapping[str, int]]:  # noqa: ANN401
    """The paths and contents of the files of a folder, and their numbers."""
    with spark_errors():
        files = spark.read.format("binaryFile").option("pathGlobFilter", "*.parquet").load(str(folder))
        return files.select("path", "content"), _numbers(files)


def _collect(counted: Any, of_groups: Callable[[Any], Any]) -> tuple[Any, Any]:  # noqa: ANN401
    """The totals of all files, and what ``of_groups`` makes of their combinations, as an Arrow table."""
    from pyspark.sql import functions as F  # noqa: N812

    counted = counted.persist()
    try:
        totals = add_parts(counted.where(F.col("part").isNotNull()).select("part"))
        with spark_errors():
            groups = counted.where(F.col("part").isNull()).groupBy("wanted", "texts", "key", "person")
            return totals, of_groups(groups.agg(F.sum("records").alias("records"))).toArrow()
    finally:
        counted.unpersist()


def _numbers(files: Any) -> Mapping[str, int]:  # noqa: ANN401
    """The number of each file in the order of their names."""
    paths = sorted(files.select("path").toArrow().column(0).to_pylist())
    return {path: number for number, path in enumerate(paths)}


def _merge_sizes(counted: SizesRecount, totals: Any, sizes: Any, count: FileCount) -> SizesRecount:  # noqa: ANN401
    """Merge the totals, and how many combinations of each size the executors counted."""
    if totals is None:
        refuse_file("it has no rows")
    counted.merge_totals(totals)
    wanted = sizes.column("wanted").to_numpy()
    for number, names in enumerate(count.sets):
        chosen = sizes.filter(wanted == number).sort_by("records")
        records, classes = (chosen.column(name).to_numpy().astype(np.int64) for name in ("records", "number"))
        counted.add_sizes(names, records, classes)
    return counted


def _merge(counted: Recount, totals: Any, combinations: Any, count: FileCount) -> Recount:  # noqa: ANN401
    """Merge what the executors counted."""
    if totals is None:
        refuse_file("it has no rows")
    counted.merge_totals(totals)
    wanted, by_person = combinations.column("wanted").to_numpy(), combinations.column("key").is_valid().to_numpy()
    for number, names in enumerate(count.sets):
        chosen = combinations.filter((wanted == number) & ~by_person)
        texts = chosen.column("texts").combine_chunks().flatten().to_pylist()
        columns = [texts[j :: len(names)] for j in range(len(names))]
        counted.merge_distinct(names, columns, chosen.column("records").to_numpy().astype(np.int64))
    for number, names in enumerate(count.by_person):
        chosen = combinations.filter((wanted == number) & by_person)
        key, person, records = (chosen.column(name).to_numpy() for name in ("key", "person", "records"))
        counted.merge_persons(names, (key.view(np.uint64), person.view(np.uint64), records.astype(np.int64)))
    return counted
