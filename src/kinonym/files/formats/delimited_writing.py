"""A masked table as delimited text, with cells that a spreadsheet would run as formulas guarded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from kinonym.files.formats.text_writing import LineStyle, write_lines
from kinonym.files.texts import number_text

if TYPE_CHECKING:
    from kinonym.files.output_form import Form

__all__ = ["write_delimited"]

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def write_delimited(batches: Iterable[Any], form: Form, file: BinaryIO) -> None:
    """Write Arrow record batches of texts and numbers."""

    def header(names: Sequence[str]) -> str:
        return form.delimiter.join(_cell(name, form, alone=len(names) == 1, name=True) for name in names)

    def spell(names: Sequence[str], _: int, value: str | float | None) -> str:
        text = form.missing_text if value is None else value if isinstance(value, str) else number_text(value)
        return _cell(text, form, alone=len(names) == 1)

    write_lines(batches, form.encoding, LineStyle(form.delimiter, spell, header), file)


def _cell(text: str, form: Form, *, alone: bool, name: bool = False) -> str:
    """Guard a text that a spreadsheet would run as a formula, and quote it if the form or CSV requires it."""
    number = _NUMBER.fullmatch(text.replace(",", ".", 1) if form.decimal == "," else text)
    if _FORMULA.match(text) and text != form.missing_text and not number:
        text = f"'{text}"
    needed = any(mark in text for mark in (form.delimiter, '"', "\n", "\r")) or (alone and not text)
    usual = form.quoting == "all" or (form.quoting == "texts" and (name or not (number or text == form.missing_text)))
    return '"' + text.replace('"', '""') + '"' if needed or usual else text
