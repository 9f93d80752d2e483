"""The mapping table: the CSV file that `kinonym map` writes, a user edits and a recipe refers to.

`finding` maps values to concepts.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import DataError
from kinonym.mapping.fingerprint import fingerprint
from kinonym.mapping.outcome import Mapping, MappingRow, TableEntry, describe
from kinonym.mapping.private_csv import restore, write_private_csv
from kinonym.mapping.senses import inside_mask
from kinonym.regular_file import read_regular
from kinonym.taxonomy import Taxonomy

__all__ = ["COLUMNS", "MappingTable", "find_delimiter", "read_entries", "read_header", "row_cells", "table_rows"]

COLUMNS = ("value", "count", "concept", "label", "how", "alternatives", "suggestions")
_DESCRIBED = re.compile(r"(.*\S) \((.*)\)", re.DOTALL)
_SEPARATOR = " | "
_REQUIRED = ("value", "concept")
_HINT = "its first line names the columns, for instance: value,concept"

Line = tuple[int, list[str]]


def read_entries(path: Path) -> tuple[tuple[TableEntry, ...], str]:
    """Read the entries and the comment before the header, which may be empty."""
    comment, header, lines = _split_file(path)
    columns = _find_columns(header, path.name)
    entries = [_parse_entry(line, columns, len(header), path.name) for line in lines]
    _reject_duplicates(entries, path.name)
    return tuple(entries), comment


def read_header(path: Path) -> list[str]:
    """Read the names of the columns, unchanged."""
    return _split_file(path)[1]


def _split_file(path: Path) -> tuple[str, list[str], list[Line]]:
    """Read the comment before the header, the header, and the lines after it."""
    lines = _parse_lines(_read_text(path), path.name)
    comment = lines.pop(0)[1][0] if lines and lines[0][1][0].startswith("#") else ""
    if not lines:
        msg = f"{path.name} is empty"
        raise DataError(msg, hint=_HINT)
    return comment, lines[0][1], lines[1:]


def _read_text(path: Path) -> str:
    try:
        return read_regular(path).decode("utf-8-sig")
    except OSError as error:
        msg = f"the mapping table {path.name} cannot be read: {error.strerror or 'unknown reason'}"
        hint = "give a path relative to the recipe, or remove `mapping` from it and run `kinonym map` to write a table"
        raise DataError(msg, hint=hint) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        msg = f"{path.name}, line {line}: not UTF-8"
        raise DataError(msg, hint="save the file as CSV in UTF-8") from error


def _parse_lines(text: str, name: str) -> list[Line]:
    """Split every line that is not blank at the delimiter of the header."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=find_delimiter(text), strict=True)
    try:
        return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        msg = f"{name}, line {reader.line_num}: {error}"
        raise DataError(msg, hint="check the quotes around the cells of this line") from error


def find_delimiter(text: str) -> str:
    """Find the delimiter of the header: a comma, a semicolon or a tab."""
    head = next(
        (line for line in text.splitlines() if line.strip(" ,;\t") and not line.lstrip('"').startswith("#")),
        "",
    )
    return max(",;\t", key=head.count)


def _find_columns(header: Sequence[str], name: str) -> tuple[int, int]:
    names = [cell.strip().casefold() for cell in header]
    for column in _REQUIRED:
        if names.count(column) != 1:
            number = "no column" if column not in names else "more than one column"
            msg = f"{name} has {number} {column!r}"
            raise DataError(msg, hint=_HINT)
    return names.index("value"), names.index("concept")


def _parse_entry(line: Line, columns: tuple[int, int], width: int, name: str) -> TableEntry:
    row, cells = line
    if len(cells) <= max(columns) or any(cell.strip() for cell in cells[width:]):
        msg = f"{name}, line {row}: {len(cells)} fields, but the header has {width}"
        raise DataError(msg, hint="put a text that contains the delimiter in double quotes")
    value, concept = (restore(cells[i]) for i in columns)
    if not value:
        msg = f"{name}, line {row}: the value is empty"
        raise DataError(msg, hint="missing values need no line: the recipe names their markers")
    return TableEntry(value, concept.strip(), row)


def _reject_duplicates(entries: Sequence[TableEntry], name: str) -> None:
    seen: dict[str, int] = {}
    for entry in entries:
        if entry.value in seen:
            msg = f"{name}, line {entry.row}: the same value as on line {seen[entry.value]}"
            raise DataError(msg, hint="keep one line for each value")
        seen[entry.value] = entry.row


@dataclass(frozen=True)
class MappingTable:
    """Values with the concepts that a user gave them; an empty concept means that the value has none.

    Examples
    --------
    >>> MappingTable.of({"Tech-support": "technician.n.01", "Other": ""})
    <MappingTable table: 2 values>
    """

    entries: tuple[TableEntry, ...]
    name: str = "table"
    ontology: str = ""
    fingerprint: str = ""
    """Hash of the ontology that the table was made with; empty in a file written by hand."""

    def __repr__(self) -> str:
        return f"<MappingTable {self.name}: {len(self.entries):,} values>"

    @classmethod
    def of(cls, concepts: Dictionary[str, str]) -> MappingTable:
        """Make a table from value → concept id or label."""
        return cls(tuple(TableEntry(value, concept, i) for i, (value, concept) in enumerate(concepts.items(), 1)))

    @classmethod
    def read(cls, path: str | Path) -> MappingTable:
        """Read a table; only its columns ``value`` and ``concept`` are required."""
        entries, comment = read_entries(Path(path))
        hash_match = re.search(r"fingerprint: ([0-9a-f]+)", comment)
        source = re.search(r"ontology: (.*?) \|", comment)
        return cls(entries, Path(path).name, source[1] if source else "", hash_match[1] if hash_match else "")

    @staticmethod
    def write(path: str | Path, mapping: Mapping) -> None:
        """Write a mapping for a user to edit: unmapped values first, then by count."""
        write_private_csv(Path(path), table_rows(mapping))

    def concepts(self, taxonomy: Taxonomy, root: str | None = None) -> dict[str, int | None]:
        """Value → concept number, None if the table gives it no concept.

        Raises
        ------
        DataError
            If the table was made with another ontology, or a line names a concept that the ontology does not contain,
            or a label of several concepts (below ``root``, if given).
        """
        self._check_fingerprint(taxonomy)
        inside = inside_mask(taxonomy, root)
        invalid: list[tuple[TableEntry, list[int]]] = []
        numbers: dict[str, int | None] = {}
        for entry in self.entries:
            senses = _find_senses(taxonomy, entry.concept)
            below = [i for i in senses if inside[i]] or senses
            numbers[entry.value] = below[0] if below else None
            if entry.concept and len(below) != 1:
                invalid.append((entry, below))
        if invalid:
            raise self._problem(taxonomy, *invalid[0], more=len(invalid) - 1)
        return numbers

    def _problem(self, taxonomy: Taxonomy, entry: TableEntry, senses: list[int], more: int) -> DataError:
        where = f"{self.name}, line {entry.row}: the concept {entry.concept!r}"
        others = f"; {more:,} more lines cannot be used either" if more else ""
        if senses:
            ids = ", ".join(describe(taxonomy, taxonomy.concepts[i]) for i in senses[:5])
            msg = f"{where} is a label of {len(senses)} concepts{others}"
            return DataError(msg, hint=f"write the id of one: {ids}")
        similar = dict.fromkeys(taxonomy.label_texts[i] for i in taxonomy.index.nearest(entry.concept, 3))
        hint = f"did you mean: {', '.join(similar)}?" if similar else "look it up with `kinonym concepts`"
        return DataError(f"{where} is not in {taxonomy.source.name}{others}", hint=hint)

    def _check_fingerprint(self, taxonomy: Taxonomy) -> None:
        if self.fingerprint and self.fingerprint != fingerprint(taxonomy):
            msg = (
                f"{self.name} was made with another ontology or version "
                f"({self.ontology or 'unnamed'}) than the one in use ({taxonomy.source.name})"
            )
            hint = (
                "move the table away, remove `mapping` from the recipe and run `kinonym map` again; "
                "or check the table and delete its first line"
            )
            raise DataError(msg, hint=hint)


def _find_senses(taxonomy: Taxonomy, name: str) -> list[int]:
    """Find the concepts that a cell may mean: by id, by label, or by ``id (label)``, the form of alternatives."""
    if not name:
        return []
    if name in taxonomy:
        return [taxonomy.number(name)]
    senses = taxonomy.index.exact(name) or taxonomy.index.folded(name)
    described = _DESCRIBED.fullmatch(name)
    if not senses and described and described[1] in taxonomy and taxonomy.label(described[1]) == described[2]:
        return [taxonomy.number(described[1])]
    return senses


def table_rows(mapping: Mapping) -> Iterator[tuple[str, ...]]:
    """The lines of a new table: a comment with the ontology, the header, and the values, unmapped ones first."""
    source = mapping.taxonomy.source.name
    yield (f"# kinonym mapping table | ontology: {source} | fingerprint: {fingerprint(mapping.taxonomy)}",)
    yield COLUMNS
    for row in sorted(mapping.rows, key=lambda row: (row.concept is not None, -row.count, row.value)):
        yield row_cells(row, mapping)
    for entry in mapping.unused:
        yield (entry.value, "0", entry.concept, "", "table", "", "")


def row_cells(row: MappingRow, mapping: Mapping) -> tuple[str, ...]:
    """The cells of one value, in the order of `COLUMNS`."""
    ambiguity = "ambiguous" if row.ambiguous else None
    how = ", ".join(text for text in (row.reason, row.how, row.settled, ambiguity) if text)
    alternatives = _SEPARATOR.join(mapping.describe_all(row.alternatives))
    suggestions = _SEPARATOR.join(mapping.describe_all(row.suggestions))
    return (row.value, str(row.count), row.concept or "", row.label, how, alternatives, suggestions)
