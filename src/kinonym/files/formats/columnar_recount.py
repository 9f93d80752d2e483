"""Written Parquet and Feather files, read back batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinonym.files.formats.read_back import convert_unmasked, refuse_file, text_of_value
from kinonym.files.formats.table_format import WrittenTable

if TYPE_CHECKING:
    from kinonym.files.output_form import Form

__all__ = ["recount_feather", "recount_parquet"]


def recount_parquet(path: Path, form: Form) -> WrittenTable:
    """The columns and rows of a file, or of all files of a folder."""
    files = sorted(path.glob("*.parquet")) if form.folder else [path]
    names, batches = _parquet(files[0])
    if any(_parquet(file)[0] != names for file in files[1:]):
        refuse_file("its parts have different columns")
    batches = chain(batches, chain.from_iterable(_parquet(file)[1] for file in files[1:]))
    return WrittenTable(names, (convert_unmasked(batch, form.masked) for batch in batches), text_of_value)


def recount_feather(path: Path, form: Form) -> WrittenTable:
    """The columns and rows of a file."""
    import pyarrow as pa

    reader = pa.ipc.open_file(pa.memory_map(str(path)))
    batches = map(reader.get_batch, range(reader.num_record_batches))
    compared = (convert_unmasked(batch, form.masked) for batch in batches)
    return WrittenTable(tuple(reader.schema.names), compared, text_of_value)


def _parquet(path: Path) -> tuple[tuple[str, ...], Iterator[Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = [field.name for field in pq.read_schema(path) if pa.types.is_string(field.type)]
    parquet = pq.ParquetFile(path, read_dictionary=texts)
    # One group of rows after the other: a reader of all of them keeps some of what it read.
    groups = (parquet.iter_batches(1 << 17, row_groups=[group]) for group in range(parquet.num_row_groups))
    return tuple(parquet.schema_arrow.names), chain.from_iterable(groups)
