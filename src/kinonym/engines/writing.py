"""A masked table as the bytes of a release, in any format that can be written.

`recount` reads the bytes back; it shares no code with the writers.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, BinaryIO

from kinonym.errors import UsageError
from kinonym.files.output_form import Form, folder_form

__all__ = ["write", "write_parts"]

_BATCHES_OF_A_PART = 8


def write(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:
    """Write a stream of Arrow record batches of texts and numbers to an open file."""
    if form.format.write is None:
        msg = f"{form.format.title} can be read, not written"
        raise UsageError(msg, hint="write .csv or .parquet")
    if not form.gzipped:
        form.format.write(batches, form, file)
        return
    # No name and no time in the gzip header.
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=6) as packed:
        form.format.write(batches, form, packed)  # type: ignore[arg-type]  # it can be written like a file


def write_parts(batches: Iterable[Any], folder: Path) -> None:
    """Write Arrow record batches as files of about a million rows into a folder."""
    form, numbered = folder_form(), iter(batches)
    for number in count():
        first = next(numbered, None)
        if first is None:
            return
        with (folder / f"part-{number:05}.parquet").open("wb") as file:
            write(chain([first], islice(numbered, _BATCHES_OF_A_PART - 1)), form, file)
