"""Parquet files, folders of them, and Feather files: read as strings, or with the types of their columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal

from kinonym.errors import DataError
from kinonym.files.formats.columnar_recount import recount_feather, recount_parquet
from kinonym.files.formats.columnar_writing import write_feather, write_parquet
from kinonym.files.formats.table_format import ReadOptions, TableContent, TableFormat, TableLocation
from kinonym.files.texts import as_text, check_names, keeps_type

__all__ = ["FEATHER", "PARQUET"]

Stored = Literal["parquet", "feather"]
_ROWS = 1 << 18
_AHEAD = 2
"""Batches to read ahead; few, because processing is slower than the disk."""


def _read(location: TableLocation, options: ReadOptions, stored: Stored) -> TableContent:
    """The table piece by piece; partitions of a folder are the last columns."""
    import pyarrow as pa

    dataset = _dataset(location.path, stored)
    check_names(dataset.schema.names, str(location.path))
    names = dataset.schema.names
    kinds = {
        n: f.type if options.typed and keeps_type(f.type) else pa.string()
        for n, f in zip(names, dataset.schema, strict=True)
    }
    if options.few_texts and stored == "parquet":
        repeating = [
            name for name in _repeating_columns(dataset) if pa.types.is_string(dataset.schema.field(name).type)
        ]
        dataset = _dataset(location.path, stored, repeating)
        kinds |= dict.fromkeys(repeating, pa.dictionary(pa.int32(), pa.string()))
    schema = pa.schema(kinds)
    return TableContent(schema.names, _pieces(dataset, schema, location.path, stored), types=schema)


def _repeating_columns(dataset: Any) -> list[str]:  # noqa: ANN401  # pyarrow has no types
    """The columns that are stored as a small dictionary, judged by the first rows."""
    import pyarrow as pa

    with suppress(pa.ArrowException, OSError):  # a damaged file is reported when it is read
        stored = next(iter(dataset.get_fragments())).metadata
        if not stored.num_row_groups:
            return []
        columns = map(stored.row_group(0).column, range(stored.num_columns))
        return [column.path_in_schema for column in columns if _has_small_dictionary(column)]
    return []


def _has_small_dictionary(column: Any) -> bool:  # noqa: ANN401  # pyarrow has no types
    """Whether the first values of a column are stored as a dictionary of less than a byte for four of them."""
    if not column.has_dictionary_page:
        return False
    size = column.data_page_offset - column.dictionary_page_offset
    return bool(4 * size <= column.num_values)


def _pieces(dataset: Any, schema: Any, path: Path, stored: Stored) -> Iterator[Any]:  # noqa: ANN401  # pyarrow has no types
    import pyarrow as pa
    import pyarrow.dataset as ds

    reading = ds.ParquetFragmentScanOptions(pre_buffer=False) if stored == "parquet" else None
    batches = dataset.to_batches(
        batch_size=_ROWS, batch_readahead=_AHEAD, fragment_readahead=1, fragment_scan_options=reading
    )
    while (batch := _next(batches, path, whole=stored == "feather")) is not None:
        pairs = zip(schema, batch.columns, strict=True)
        columns = [c if c.type == field.type else as_text(c, field.name) for field, c in pairs]
        yield pa.table(columns, schema=schema)


def _next(batches: Iterator[Any], path: Path, *, whole: bool) -> Any:  # noqa: ANN401
    """The next batch; ``whole``: its positions are compared with its bytes, which Feather files are trusted to fit."""
    import pyarrow as pa

    with suppress(pa.ArrowException, OSError):
        batch = next(batches, None)
        if batch is not None:
            batch.validate(full=whole)
        return batch
    msg = f"{path}: the file is damaged inside"
    raise DataError(msg, hint="export it again")


def _dataset(path: Path, stored: Stored, dictionaries: Sequence[str] = ()) -> Any:  # noqa: ANN401
    """The file, or all files of a folder; folders named ``column=value`` are a column."""
    import pyarrow as pa
    import pyarrow.dataset as ds

    if path.is_dir() and not any(path.rglob("*.parquet")):
        msg = f"{path}: this is a folder without Parquet files"
        raise DataError(msg, hint="name one CSV, TSV, JSON lines or Parquet file, or a folder of Parquet files")
    with suppress(pa.ArrowException, OSError):  # their messages may carry bytes of the file
        form = ds.ParquetFileFormat(dictionary_columns=list(dictionaries)) if dictionaries else stored
        dataset = ds.dataset(path, format=form, partitioning="hive" if path.is_dir() else None)
        _check_alike(dataset, path)
        return dataset
    msg = f"{path}: this is not a {stored.capitalize()} file, or it is damaged"
    raise DataError(msg, hint="if it is text, rename it to end in .csv; otherwise export it again")


def _check_alike(dataset: Any, path: Path) -> None:  # noqa: ANN401
    first = None
    for fragment in dataset.get_fragments():
        schema = fragment.physical_schema.remove_metadata()
        first = first or schema
        if not schema.equals(first):
            name = Path(fragment.path).name
            msg = f"{path}: the columns of {name} are not those of the first file"
            raise DataError(
                msg, hint="every file of a folder needs the same columns, in the same order and with the same types"
            )


PARQUET = TableFormat(
    name="parquet",
    title="Parquet",
    naming="`data.parquet`, or a folder of such files (also `column=value/`)",
    read=partial(_read, stored="parquet"),
    write=write_parquet,
    recount=recount_parquet,
    endings=(".parquet",),
    written_endings=(".parquet",),
    magic=(b"PAR1",),
    folders=True,
    typed=True,
    growth={".parquet": 60},
)
FEATHER = TableFormat(
    name="feather",
    title="Feather",
    naming="`data.feather`, `data.arrow` or `data.ipc`",
    read=partial(_read, stored="feather"),
    write=write_feather,
    recount=recount_feather,
    endings=(".feather", ".arrow", ".ipc"),
    written_endings=(".feather", ".arrow"),
    magic=(b"ARROW1", b"FEA1"),
    typed=True,
)
