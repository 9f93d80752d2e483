"""Counts a written folder again on the executors, by the code that counts files elsewhere.

Each task gets the bytes of some files through the file systems of Spark and reads them with pyarrow. Distinct
combinations are added up by a shuffle, and what the rows add up to by the tasks.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.engines.fingerprint import Fingerprint
from kinonym.engines.recount import Recount, recount, refuse_file
from kinonym.engines.row_order import RowOrder
from kinonym.engines.spark.executors import add_parts, map_batches
from kinonym.engines.spark.session import spark_errors
from kinonym.errors import KinonymError
from kinonym.files.output_form import Form
from kinonym.tuples.index_arrays import Counts

__all__ = ["recount_parts"]

_POSITION_BITS = 40
_COUNTED = "wanted int, texts array<string>, records long, part binary"
"""A row is a combination of a wanted set of columns with its records, or the totals of a file in ``part``."""


def recount_parts(
    spark: Any,  # noqa: ANN401  # pyspark is optional
    folder: str | Path,
    form: Form,
    wanted: Collection[tuple[str, ...]],
    fingerprint: Fingerprint,
    *,
    order: RowOrder,
) -> Recount:
    """Count the Parquet files of a folder.

    Parameters
    ----------
    spark
        The session.
    folder
        A path or URI that the executors can read.
    form, wanted, fingerprint, order
        As for `kinonym.engines.recount.recount`; ``order`` receives nothing.

    Raises
    ------
    PrivacyError
        If a file cannot be read, or has other columns than those of the fingerprint.
    """
    from pyspark.sql import functions as F  # noqa: N812

    sets = list(wanted)
    with spark_errors():
        files = spark.read.format("binaryFile").option("pathGlobFilter", "*.parquet").load(str(folder))
        number_of = _numbers(files)
        task = partial(
            _count_files, number_of=number_of, form=replace(form, folder=False), sets=sets, fingerprint=fingerprint,
            order=order,
        )  # fmt: skip
        counted = map_batches(files.select("path", "content"), task, _COUNTED).persist()
    try:
        totals = add_parts(counted.where(F.col("part").isNotNull()).select("part"))
        with spark_errors():
            groups = counted.where(F.col("part").isNull()).groupBy("wanted", "texts")
            combinations = groups.agg(F.sum("records").alias("records")).toArrow()
    finally:
        counted.unpersist()
    return _together(Recount(fingerprint.columns, sets, None, order.same_sample()), sets, totals, combinations)


def _numbers(files: Any) -> Mapping[str, int]:  # noqa: ANN401
    """The number of each file in the order of their names."""
    paths = sorted(files.select("path").toArrow().column(0).to_pylist())
    return {path: number for number, path in enumerate(paths)}


def _together(
    counted: Recount,
    sets: Sequence[tuple[str, ...]],
    totals: Any,  # noqa: ANN401
    combinations: Any,  # noqa: ANN401
) -> Recount:
    if totals is None:
        refuse_file("it has no rows")
    counted.merge_totals(totals)
    wanted = combinations.column("wanted").to_numpy()
    for number, names in enumerate(sets):
        chosen = combinations.filter(wanted == number)
        texts = chosen.column("texts").combine_chunks().flatten().to_pylist()
        columns = [texts[j :: len(names)] for j in range(len(names))]
        counted.merge_distinct(names, columns, chosen.column("records").to_numpy().astype(np.int64))
    return counted


def _count_files(
    batches: Iterator[Any],
    number_of: Mapping[str, int],
    form: Form,
    sets: Sequence[tuple[str, ...]],
    fingerprint: Fingerprint,
    order: RowOrder,
) -> Iterator[Any]:
    """Count the files of a task, on an executor."""
    for batch in batches:
        for path, content in zip(batch.column(0), batch.column(1), strict=True):
            number = number_of.get(path.as_py())
            if number is None:
                continue  # a file that came later is not counted, and its rows would be missing in the sum
            try:
                yield from _count_file(content.as_buffer(), number, form, sets, fingerprint, order.same_sample())
            except KinonymError as error:
                yield _batch([-1], [None], np.zeros(1, np.int64), error)


def _count_file(
    content: Any,  # noqa: ANN401
    number: int,
    form: Form,
    sets: Sequence[tuple[str, ...]],
    fingerprint: Fingerprint,
    order: RowOrder,
) -> Iterator[Any]:
    import pyarrow as pa

    file = pa.BufferReader(content)
    counted = recount(file, form, sets, fingerprint, order=order, first=number << _POSITION_BITS)
    for wanted, names in enumerate(sets):
        columns, records = counted.distinct(names)
        yield _batch([wanted] * len(records), [list(texts) for texts in zip(*columns, strict=True)], records, None)
    yield _batch([-1], [None], np.zeros(1, np.int64), counted.totals)


def _batch(wanted: Sequence[int], texts: Sequence[Any], records: Counts, part: object) -> Any:  # noqa: ANN401
    import pyarrow as pa

    columns = [
        pa.array(wanted, pa.int32()),
        pa.array(texts, pa.list_(pa.string())),
        pa.array(records, pa.int64()),
        pa.array([None if part is None else pickle.dumps(part)] * len(wanted), pa.binary()),
    ]
    return pa.RecordBatch.from_arrays(columns, names=["wanted", "texts", "records", "part"])
