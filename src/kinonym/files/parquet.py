"""Parquet files to an Arrow table of strings: integers as written, nulls kept."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from kinonym.errors import DataError
from kinonym.files.input_bytes import UNPACKED_LIMIT
from kinonym.files.names import check_names
from kinonym.files.texts import as_text

__all__ = ["MAGIC", "column_names", "parse"]

MAGIC = b"PAR1"


def column_names(path: Path) -> list[str]:
    """Return the column names from the file's footer, checked."""
    with _opened(path) as file:
        names: list[str] = file.schema_arrow.names
    check_names(names, str(path))
    return names


def parse(path: Path) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Return the table with every column as strings."""
    import pyarrow as pa

    names = column_names(path)
    with _opened(path) as file:
        size = sum(file.metadata.row_group(i).total_byte_size for i in range(file.metadata.num_row_groups))
        if size > UNPACKED_LIMIT:
            msg = f"{path}: the file unpacks to {size >> 20} MiB"
            raise DataError(msg, hint="split the file; this engine reads tables into memory")
        if file.metadata.num_rows == 0:
            msg = f"{path}: there are columns, but no rows"
            raise DataError(msg, hint="a table needs at least one row")
        table = _read(file, path)
    texts = [as_text(column, name) for name, column in zip(names, table.columns, strict=True)]
    return pa.table(texts, names=names)


def _opened(path: Path) -> Any:  # noqa: ANN401
    import pyarrow as pa
    import pyarrow.parquet as pq

    with suppress(pa.ArrowException, OSError):  # their messages may carry bytes of the file
        return pq.ParquetFile(path)
    msg = f"{path}: this is not a Parquet file, or it is damaged"
    raise DataError(msg, hint="if it is text, let its name end in .csv; otherwise export it again")


def _read(file: Any, path: Path) -> Any:  # noqa: ANN401
    import pyarrow as pa

    with suppress(pa.ArrowException, OSError):
        return file.read()
    msg = f"{path}: the Parquet file is damaged inside"
    raise DataError(msg, hint="export it again")
