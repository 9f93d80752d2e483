"""What a task counts of the files that it gets, on an executor; the persons of their rows are counted next to them."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kinonym.engines.fingerprint import Fingerprint, Hashes
from kinonym.engines.person_ledger import PersonLedger, hash_persons
from kinonym.engines.recount import Recount, read_back, recount, refuse_file
from kinonym.engines.row_order import RowOrder
from kinonym.errors import KinonymError
from kinonym.files.output_form import Form
from kinonym.files.texts import as_text

__all__ = ["PERSONS", "FileCount", "count_batches", "count_partition", "hash_partition"]

PERSONS = "partition int, persons binary"
"""A row has the hashes of the persons of a partition, in the order of its rows."""
_POSITION_BITS = 40
_TOTALS = -1


@dataclass(frozen=True, eq=False)
class FileCount:
    """What is counted of a file; see `kinonym.engines.recount.recount`."""

    form: Form
    sets: Sequence[tuple[str, ...]]
    fingerprint: Fingerprint
    order: RowOrder
    by_person: Sequence[tuple[str, ...]] = ()

    def count(self, content: Any, number: int, persons: Hashes | None = None) -> Iterator[Any]:  # noqa: ANN401
        """Yield counts of the bytes of a file, given its number in the folder and the persons of its rows."""
        import pyarrow as pa

        ledger = None if persons is None else PersonLedger(self.fingerprint, self.by_person)
        try:
            if ledger is not None and persons is not None:
                ledger.add_hashes(persons)
            file, first = pa.BufferReader(content), number << _POSITION_BITS
            order = self.order.same_sample()
            read = partial(read_back, file, self.form)
            counted = recount(read, self.sets, self.fingerprint, ledger, order, first)
        except KinonymError as error:
            yield _batch(_TOTALS, 1, part=error)
        else:
            yield from self._batches(counted)
        finally:
            if ledger is not None:
                ledger.close()

    def _batches(self, counted: Recount) -> Iterator[Any]:
        for wanted, names in enumerate(self.sets):
            columns, records = counted.distinct(names)
            texts = [list(row) for row in zip(*columns, strict=True)]
            yield _batch(wanted, len(records), texts=texts, records=records)
        for wanted, names in enumerate(self.by_person):
            key, person, records = counted.person_pairs(names)
            yield _batch(wanted, len(records), key=key.view(np.int64), person=person.view(np.int64), records=records)
        yield _batch(_TOTALS, 1, part=counted.totals)


def count_batches(batches: Iterator[Any], count: FileCount, number_of: Mapping[str, int]) -> Iterator[Any]:
    """Count the files of a task: batches of their paths and contents."""
    for batch in batches:
        for path, content in zip(batch.column(0), batch.column(1), strict=True):
            number = number_of.get(path.as_py())
            if number is not None:  # a file that came later is not counted
                yield from count.count(content.as_buffer(), number)


def count_partition(files: Any, persons: Any, count: FileCount, number_of: Mapping[str, int]) -> Any:  # noqa: ANN401
    """Count the files of one partition: a table of their paths and contents, and one of the persons of their rows."""
    import pyarrow as pa

    pairs = zip(files.column("path").to_pylist(), files.column("content"), strict=True)
    contents = sorted((number_of[path], content.as_buffer()) for path, content in pairs if path in number_of)
    hashes = np.concatenate(
        [_NONE, *(np.frombuffer(part, np.uint64) for part in persons.column("persons").to_pylist())]
    )
    return pa.Table.from_batches(_count_files(contents, hashes, count), schema=_batch(_TOTALS, 0).schema)


_NONE = np.empty(0, dtype=np.uint64)


def _count_files(contents: Sequence[tuple[int, Any]], hashes: Hashes, count: FileCount) -> Iterable[Any]:
    """Count files in their order; each takes the persons of as many rows as it has."""
    try:
        sizes = _count_rows(contents, len(hashes))
    except KinonymError as error:
        yield _batch(_TOTALS, 1, part=error)
        return
    ends = np.cumsum([0, *sizes])
    for (number, content), start, end in zip(contents, ends[:-1], ends[1:], strict=True):
        yield from count.count(content, number, hashes[start:end])


def _count_rows(contents: Sequence[tuple[int, Any]], rows: int) -> list[int]:
    """The number of rows of each file; raises unless they are as many as have persons."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sizes: list[int] = []
    with suppress(pa.ArrowException, OSError):
        sizes += [pq.read_metadata(pa.BufferReader(content)).num_rows for _, content in contents]
    if sum(sizes) != rows:
        refuse_file("its rows are not those that have persons")
    return sizes


def hash_partition(batches: Iterator[Any], fingerprint: Fingerprint) -> Iterator[Any]:
    """Hash the persons of the rows of a partition, in their order."""
    import pyarrow as pa
    from pyspark import TaskContext

    context = TaskContext.get()
    texts = (as_text(batch.column(0), "person").combine_chunks() for batch in batches)
    hashes = np.concatenate([_NONE, *(hash_persons(column, fingerprint) for column in texts)])
    partition = pa.array([0 if context is None else context.partitionId()], pa.int32())
    yield pa.RecordBatch.from_arrays([partition, pa.array([hashes.tobytes()], pa.binary())], ["partition", "persons"])


def _batch(wanted: int, size: int, part: object = None, **columns: Any) -> Any:  # noqa: ANN401
    """An Arrow batch of rows of one kind; columns that are not given are null."""
    import pyarrow as pa

    kinds = {"texts": pa.list_(pa.string()), "key": pa.int64(), "person": pa.int64(), "records": pa.int64()}
    arrays = [pa.array(columns.get(name, [None] * size), kind) for name, kind in kinds.items()]
    parts = pa.array([None if part is None else pickle.dumps(part)] * size, pa.binary())
    wanted_of = pa.array([wanted] * size, pa.int32())
    return pa.RecordBatch.from_arrays([wanted_of, *arrays, parts], names=["wanted", *kinds, "part"])
