"""`kinonym mask --stream`: CSV or JSON lines from standard input to standard output, as they come."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import Any, TextIO

from kinonym.cli.show import TextOptions, errors, open_with_notices
from kinonym.errors import DataError
from kinonym.files.decode import known_encoding
from kinonym.files.formats.json_lines import record_texts
from kinonym.files.layout import Layout
from kinonym.mapping import guard
from kinonym.pipeline.streaming import Stream, open_stream
from kinonym.release.policy import TEST_MARK

__all__ = ["mask_stream"]

_LONGEST = 16 << 20  # characters of a line


def mask_stream(sample: Path, recipe: Path, *, options: TextOptions, seed: int | None) -> None:
    """Fit to a sample file, then mask every record that arrives; a closed pipe ends it quietly."""
    loaded = options.recipe(recipe)
    opened = open_with_notices(sample, loaded.table, options)
    stream = open_stream(opened.source, loaded, seed=seed)
    layout = opened.layout or Layout()  # what arrives is laid out as the sample is
    mark = f"{TEST_MARK}: made with a seed. " if seed is not None else ""
    errors.print(f"{mark}Distortion, no formal guarantee.", markup=False)
    for notice in stream.notices:
        errors.print(f"notice: {notice}", markup=False)
    encoding = known_encoding(layout.encoding)
    source = io.TextIOWrapper(sys.stdin.buffer, encoding=encoding, newline="")
    if isinstance(sys.stdout, io.TextIOWrapper):  # what leaves is encoded as the sample is, whatever the terminal's is
        sys.stdout.reconfigure(encoding=encoding, errors="strict")
    try:
        _copy(stream, source, sys.stdout, loaded.table.delimiter or layout.delimiter)
    except KeyboardInterrupt as interruption:
        interruption.add_note("the records before were written to standard output")
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more to flush at exit
    except UnicodeDecodeError:
        msg = f"standard input is not {layout.encoding}"
        raise DataError(msg, hint="set encoding under [table] to what is sent") from None
    except UnicodeEncodeError:
        msg = f"a record has characters that {layout.encoding} cannot encode"
        raise DataError(msg, hint="bring the sample and what is sent to UTF-8") from None
    except csv.Error:
        msg = "standard input has a record that is not valid CSV"
        raise DataError(msg, hint='look for an unclosed quote; a quote inside a cell is written twice: ""') from None


def _copy(stream: Stream, source: TextIO, target: TextIO, delimiter: str) -> None:
    arriving = _lines(source)
    first = next(arriving, "")
    if not first.strip():
        msg = "standard input is empty"
        raise DataError(msg, hint="send CSV with a header, or JSON lines")
    lines = chain([first], arriving)
    if first.lstrip().startswith("{"):
        for record in _json_records(lines):
            target.write(json.dumps(stream.mask(record), ensure_ascii=False) + "\n")
            target.flush()
        return
    _copy_csv(stream, csv.reader(lines, delimiter=delimiter, strict=True), target, delimiter)


def _copy_csv(stream: Stream, rows: Any, target: TextIO, delimiter: str) -> None:  # noqa: ANN401  # a csv reader
    """The header first, then a line for each line."""
    names = next(rows)
    stream.check_names(names)
    writer = csv.writer(target, delimiter=delimiter, lineterminator="\n")
    writer.writerow(stream.list_released(names))
    target.flush()
    for row in rows:
        if len(row) != len(names):
            msg = f"row {rows.line_num} has {len(row)} fields where the header has {len(names)}"
            raise DataError(msg, hint="put a text that contains the delimiter in double quotes")
        writer.writerow(map(_cell, stream.mask(dict(zip(names, row, strict=True))).values()))
        target.flush()


def _json_records(lines: Iterable[str]) -> Iterator[dict[str, str | None]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield record_texts(line, number, "standard input")


def _lines(source: TextIO) -> Iterator[str]:
    """Lines as they come; one that holds a NUL byte, or does not end, is refused."""
    for number in count(1):
        line = source.readline(_LONGEST)
        if not line:
            return
        if "\0" in line:
            msg = f"standard input: there is a NUL byte at line {number}"
            raise DataError(msg, hint="set encoding under [table] to what is sent")
        if len(line) == _LONGEST and line[-1] not in "\r\n":
            msg = f"standard input: line {number} has more than {_LONGEST:,} characters"
            raise DataError(msg, hint="send CSV with a header, or JSON lines")
        yield line


def _cell(value: object) -> str:
    return "" if value is None else guard(value) if isinstance(value, str) else str(value)
