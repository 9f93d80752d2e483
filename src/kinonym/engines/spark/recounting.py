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
from kinonym.engines.recount import Recount, refuse_file
from kinonym.engines.row_order import RowOrder
from kinonym.engines.spark.executors import add_parts, apply_pairs, map_batches
from kinonym.engines.spark.file_count import PERSONS, FileCount, count_batches, count_partition, hash_partition
from kinonym.engines.spark.masked import PERSON
from kinonym.engines.spark.session import spark_errors
from kinonym.files.output_form import Form

if TYPE_CHECKING:
    from kinonym.engines.person_ledger import PersonLedger

__all__ = ["recount_parts"]

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
    with spark_errors():
        files = spark.read.format("binaryFile").option("pathGlobFilter", "*.parquet").load(str(folder))
        number_of = _numbers(files)
        files = files.select("path", "content")
    rows = None if ledger is None else stored()
    if rows is None:
        counted = map_batches(files, partial(count_batches, count=count, number_of=number_of), _COUNTED)
    else:
        persons = map_batches(rows.select(PERSON), partial(hash_partition, fingerprint=fingerprint), PERSONS)
        numbered = files.withColumn("partition", F.regexp_extract("path", _PART, 1).cast("int"))
        pairs = numbered.groupBy("partition").cogroup(persons.groupBy("partition"))
        counted = apply_pairs(pairs, partial(count_partition, count=count, number_of=number_of), _COUNTED)
    counted = counted.persist()
    try:
        totals = add_parts(counted.where(F.col("part").isNotNull()).select("part"))
        with spark_errors():
            groups = counted.where(F.col("part").isNull()).groupBy("wanted", "texts", "key", "person")
            combinations = groups.agg(F.sum("records").alias("records")).toArrow()
    finally:
        counted.unpersist()
        if rows is not None:
            rows.unpersist()
    return _merge(Recount(fingerprint.columns, list(wanted), ledger, order.same_sample()), totals, combinations, count)


def _numbers(files: Any) -> Mapping[str, int]:  # noqa: ANN401
    """The number of each file in the order of their names."""
    paths = sorted(files.select("path").toArrow().column(0).to_pylist())
    return {path: number for number, path in enumerate(paths)}


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
