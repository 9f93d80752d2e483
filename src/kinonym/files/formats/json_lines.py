"""Reads and writes JSON lines: a record is an object of plain values; numbers are read as unchanged texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from kinonym.errors import DataError
from kinonym.files.formats.row_recount import recount_json_lines
from kinonym.files.formats.table_format import ReadOptions, TableContent, TableFormat, TableLocation
from kinonym.files.formats.text_writing import LineStyle, write_lines
from kinonym.files.texts import check_names, number_text
from kinonym.files.unpacking import RATIO_LIMIT, check_file, open_unpacked

if TYPE_CHECKING:
    from kinonym.files.output_form import Form

__all__ = ["JSON_LINES", "record_texts"]

_LINES = 1 << 15
_CELLS = 4 << 20
"""Tables with at most this many cells may be arbitrarily sparse."""
_CONSTANTS = {True: "true", False: "false", None: None}


def _read(location: TableLocation, options: ReadOptions) -> TableContent:  # noqa: ARG001  # JSON needs none
    path = location.path
    if path.suffix.lower() == ".json" and check_file(path).lstrip().startswith(b"["):
        msg = f"{path}: this is a JSON array, not JSON lines"
        raise DataError(msg, hint="write one object per line: jq -c '.[]' FILE > data.jsonl")
    names = _column_names(path)
    return TableContent(names, _batches(path, names))


def _column_names(path: Path) -> list[str]:
    """List the keys of all records, in the order of first occurrence."""
    names: dict[str, None] = {}
    cells_left = _CELLS
    for records, (_, record) in enumerate(_records(path), start=1):
        names.update(dict.fromkeys(record))
        cells_left += RATIO_LIMIT * len(record)
        if len(names) * records > cells_left:
            msg = f"{path}: the first {records:,} records have {len(names):,} different keys, but each has only a few"
            raise DataError(msg, hint="a table has the same columns in every record: write the keys as values")
    if not names:
        msg = f"{path}: there are no records with keys"
        raise DataError(msg, hint='each line is a record: {"country": "Chile", "age": 41}')
    for name in names:
        _check_unicode(name, ascii(name), 1, path)
    check_names(list(names), str(path))
    return list(names)


def _batches(path: Path, names: list[str]) -> Iterator[Any]:
    """Yield Arrow record batches of strings; a key that a record does not have is null."""
    import pyarrow as pa

    rows = _records(path)
    schema = pa.schema([(name, pa.string()) for name in names])
    while part := list(islice(rows, _LINES)):
        columns = [[_text(record.get(name), name, line, path) for line, record in part] for name in names]
        yield pa.record_batch([pa.array(column, pa.string()) for column in columns], schema=schema)


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with open_unpacked(path) as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield number, _record(line, number, path)


def record_texts(line: str, number: int, where: str) -> dict[str, str | None]:
    """One line of a stream as its keys and the texts of their values."""
    return {name: _text(value, name, number, where) for name, value in _record(line, number, where).items()}


def _record(line: bytes | str, number: int, path: Path | str) -> dict[str, Any]:
    try:
        # Numbers are kept as texts, so that 250.00 and 007 are unchanged.
        record = json.loads(line, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_object)
    except (ValueError, RecursionError):  # their messages may quote the line
        record = None
    if not isinstance(record, dict):
        msg = f"{path}, line {number}: this is not a JSON object with different keys"
        raise DataError(msg, hint="write one record per line, as an object between braces")
    return record


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of key-value pairs; reject a repeated key, because one of its values would be lost."""
    record = dict(pairs)
    if len(record) < len(pairs):
        msg = "a key occurs twice"
        raise ValueError(msg)
    return record


def _check_unicode(text: str, name: str, line: int, path: Path | str) -> None:
    """Reject half a character: JSON can write it, no other format can."""
    try:
        text.encode()
    except UnicodeEncodeError:
        wrong = True
    else:
        wrong = False
    if wrong:
        msg = f"{path}, line {line}: {name!r} has half of a character (a lone surrogate)"
        raise DataError(msg, hint="write the whole character, or export the file again")


def _text(value: Any, name: str, line: int, path: Path | str) -> str | None:  # noqa: ANN401
    if isinstance(value, str):
        if not value.isascii():
            _check_unicode(value, name, line, path)
        return value
    if isinstance(value, list | dict):
        msg = f"{path}, line {line}: {name!r} has a list or an object"
        raise DataError(msg, hint="write one plain value per key, or leave the key out")
    return _CONSTANTS[value]


def _write(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:
    def spell(names: Sequence[str], position: int, value: str | float | None) -> str:
        text = number_text(value) if isinstance(value, int | float) else json.dumps(value, ensure_ascii=False)
        before = f"{'' if position else '{'}{json.dumps(names[position], ensure_ascii=False)}: "
        return f"{before}{text}{'}' if position == len(names) - 1 else ''}"

    write_lines(batches, form.encoding, LineStyle(", ", spell), file)


JSON_LINES = TableFormat(
    name="json",
    title="JSON lines",
    naming="`data.jsonl`, `data.ndjson`, `data.json`, also `.gz` and `.zst`",
    read=_read,
    write=_write,
    recount=recount_json_lines,
    endings=(".jsonl", ".ndjson", ".json"),
    written_endings=(".jsonl", ".ndjson"),
    packed=True,
)
