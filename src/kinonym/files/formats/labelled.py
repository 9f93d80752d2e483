"""Tables of SPSS, Stata and SAS: pyreadstat reads them, and values are replaced by their labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kinonym.errors import DataError, UsageError
from kinonym.files.formats.table_format import ReadOptions, TableContent, TableFormat, TableLocation
from kinonym.files.formats.workbook import cell_text
from kinonym.files.texts import check_names

__all__ = ["SAS", "SPSS", "STATA"]

_ROWS = 1 << 17


def _read(location: TableLocation, options: ReadOptions) -> TableContent:
    notices: list[str] = []
    labelled: dict[str, _ValueLabels] = {}
    file = location.path
    pieces = _pieces(file, options.encoding)
    first, details = next(pieces)
    names = list(details.column_names)
    check_names(names, str(file))
    for name, labels in details.variable_value_labels.items():
        labelled[name] = _ValueLabels(name, labels, file, notices)

    def tables() -> Iterator[Any]:
        yield _table(first, names, labelled)
        for piece, _ in pieces:
            yield _table(piece, names, labelled)
        for each in labelled.values():
            each.add_notices(notices)

    return TableContent(names, tables(), notices=notices)


class _ValueLabels:
    """The labels of the values of a column; values that share a label get their code after it."""

    def __init__(self, name: str, labels: Mapping[Any, str], file: Path, notices: list[str]) -> None:
        self.name, self.file = name, file
        label_of = {value: label.strip() for value, label in labels.items() if label and label.strip()}
        shared = {label for label, times in Counter(label_of.values()).items() if times > 1}
        self._label = {v: f"{w} ({cell_text(v)})" if w in shared else w for v, w in label_of.items()}
        self._taken = set(self._label.values())
        self._bare: set[Any] = set()
        if shared:
            notice = f"{len(shared)} value labels belong to several values each; the code is added to them"
            notices.append(f"column {name!r}: {notice}")

    def text(self, value: Any) -> str | None:  # noqa: ANN401  # whatever a cell holds
        """The label of a value, or the value itself."""
        if value in self._label:
            return self._label[value]
        text = cell_text(value)
        if text is None:
            return None
        if text in self._taken:
            msg = (
                f"{self.file}: column {self.name!r} has a value without a label that equals the label of another value"
            )
            raise DataError(msg, hint="give every value of the column a label")
        self._bare.add(value)
        return text

    def add_notices(self, notices: list[str]) -> None:
        """Report how many values had no label."""
        if self._bare and self._label:
            notices.append(f"column {self.name!r}: {len(self._bare)} values have no label and are unchanged")


def _table(piece: Mapping[str, Sequence[Any]], names: Sequence[str], labelled: Mapping[str, _ValueLabels]) -> Any:  # noqa: ANN401
    import pyarrow as pa

    texts = (
        [(labelled[name].text if name in labelled else cell_text)(value) for value in piece[name]] for name in names
    )
    return pa.table([pa.array(column, pa.string()) for column in texts], names=list(names))


def _pieces(file: Path, encoding: str | None) -> Iterator[tuple[dict[str, list[Any]], Any]]:
    """Some rows at a time, and what is known of the columns; the first may be empty."""
    library = _pyreadstat()
    reader = {
        ".sav": library.read_sav, ".zsav": library.read_sav, ".por": library.read_por, ".dta": library.read_dta,
        ".sas7bdat": library.read_sas7bdat, ".xpt": library.read_xport,
    }[file.suffix.lower()]  # fmt: skip
    options = {} if encoding is None or file.suffix.lower() == ".por" else {"encoding": encoding}
    start, rows = 0, _ROWS
    while rows == _ROWS:
        try:
            piece, details = reader(str(file), output_format="dict", row_offset=start, row_limit=_ROWS, **options)
        except (library.ReadstatError, library.PyreadstatError, ValueError, OSError):  # they may quote a cell
            piece = None
        if piece is None:
            msg = f"{file}: the file does not have the format of its name, or its text has another encoding"
            raise DataError(msg, hint="save it again, or as CSV; or try --encoding cp1252")
        rows = len(next(iter(piece.values()), ()))
        start += rows
        yield piece, details


def _pyreadstat() -> Any:  # noqa: ANN401  # an optional library
    try:
        import pyreadstat
    except ImportError:
        msg = "files of SPSS, Stata and SAS need a further library"
        raise UsageError(msg, hint="pip install 'kinonym[stats]', or export the table as CSV") from None
    return pyreadstat


SPSS = TableFormat(
    name="spss",
    title="SPSS",
    naming="`data.sav`, `data.zsav`, `data.por`",
    read=_read,
    endings=(".sav", ".zsav", ".por"),
    growth={".zsav": 60},
    extra="stats",
)
STATA = TableFormat(name="stata", title="Stata", naming="`data.dta`", read=_read, endings=(".dta",), extra="stats")
SAS = TableFormat(
    name="sas",
    title="SAS",
    naming="`data.sas7bdat`, `data.xpt`",
    read=_read,
    endings=(".sas7bdat", ".xpt"),
    extra="stats",
)
