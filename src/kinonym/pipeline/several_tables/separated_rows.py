"""Masked records of persons as the rows of several tables, with random pseudonyms for all keys and in random order.

`rejoined_records` reads the released rows back; it shares no code with this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from kinonym.engines.contract import Masked, RunKey
from kinonym.engines.histories import draw_pseudonyms, plain_cells
from kinonym.files.texts import as_text
from kinonym.pipeline.several_tables.person_records import FilledRecords
from kinonym.recipe.person_record import Slot
from kinonym.recipe.table_consistency import SEQUENCE

__all__ = ["list_released_columns", "rows_as_text", "separate_rows"]

Row = dict[str, str | float | None]


def list_released_columns(records: FilledRecords, name: str, mark: str | None) -> tuple[str, ...]:
    """The columns of a released table: the mark of a test first, the number of the row last."""
    numbered = (SEQUENCE,) if records.record.tables[name].numbered else ()
    return (*(() if mark is None else (mark,)), *records.columns[name], *numbered)


def separate_rows(
    records: FilledRecords, masked: Masked, key: RunKey, mark: str | None, *, shuffle: bool = True
) -> dict[str, Any]:
    """Return an Arrow table for each table of the release."""
    import pyarrow as pa

    writer = _Rows(records, masked, key)
    rows = writer.list_rows()
    made = {}
    for name, section in rows.items():
        order = key.generator(f"order of {name}").permutation(len(section)) if shuffle else range(len(section))
        columns = list_released_columns(records, name, mark)
        cells = {column: [section[row].get(column) for row in order] for column in columns}
        if mark is not None:
            cells[mark] = [mark] * len(section)
        kinds = records.types[name]
        made[name] = pa.table({column: _array(values, kinds.get(column)) for column, values in cells.items()})
    return made


def rows_as_text(rows: Any, kept: Collection[str]) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Return an Arrow table in which columns that keep their types are texts, as the gate compares them."""
    for place, name in enumerate(rows.column_names):
        if name in kept:
            rows = rows.set_column(place, name, as_text(rows.column(name), name))
    return rows


def _array(values: Sequence[str | float | None], kind: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """A column: texts, or numbers if there is no text among the values; ``kind``: the type that it keeps, if it can."""
    import pyarrow as pa

    if kind is not None:
        texts = pa.array(values, pa.string())
        with suppress(pa.ArrowException):
            typed = texts.cast(kind)
            return typed if as_text(typed, "").combine_chunks() == texts else texts
        return texts
    present = [value for value in values if value is not None]
    return pa.array(values, None if present and not any(isinstance(value, str) for value in present) else pa.string())


@dataclass(eq=False)
class _Rows:
    """The rows of all persons, in the order of the records."""

    records: FilledRecords
    masked: Masked
    key: RunKey
    made: dict[str, list[Row]] = field(default_factory=dict)
    """Table → its rows."""
    above: dict[str, list[int]] = field(default_factory=dict)
    """Table → the number of the row that each row refers to."""

    def list_rows(self) -> dict[str, list[Row]]:
        """Make the rows, then their keys and references."""
        cells = _read_cells(self.masked)
        record = self.records.record
        self.made = {name: [] for name in record.tables}
        self.above = {name: [] for name in record.tables}
        children = _list_children([slot for name in record.ordered for slot in record.slots[name]])
        people = draw_pseudonyms(self.masked.records, self.key, "pseudonyms")
        for number in range(self.masked.records):
            values = {name: column[number] for name, column in cells.items()}
            for slot in children.get(None, []):
                self._add_slot(slot, values, children, people[number], None)
        self._add_keys()
        return self.made

    def _add_slot(
        self,
        slot: Slot,
        values: Mapping[str, Any],
        children: Mapping[Slot | None, list[Slot]],
        person: str,
        above: int | None,
    ) -> bool:
        """Add the rows of a slot and of those below it; return whether there are any."""
        table, rows = self.records.record.tables[slot.table], self.made[slot.table]
        new_rows = [*self._own_rows(slot, values)]
        first, before = len(rows), {name: len(made) for name, made in self.made.items()}
        for row in new_rows or [{}]:
            number = {SEQUENCE: str(slot.number)} if table.numbered else {}
            rows.append({**row, **number, self.records.record.person_column(slot.table): person})
            self.above[slot.table].append(-1 if above is None else above)
        below = [self._add_slot(child, values, children, person, first) for child in children.get(slot, [])]
        if new_rows or any(below) or slot.table in self.records.complete:
            return True
        for name, size in before.items():
            del self.made[name][size:], self.above[name][size:]
        return False

    def _own_rows(self, slot: Slot, values: Mapping[str, Any]) -> Iterator[Row]:
        separator = self.records.record.separator(slot.table)
        row = {name: values.get(f"{slot.prefix}{name}") for name in self.records.record.tables[slot.table].released}
        if all(value is None for value in row.values()):
            return
        if separator is None:
            yield row
            return
        ((name, members),) = row.items()
        for member in str(members).split(separator):
            yield {name: member}

    def _add_keys(self) -> None:
        """Give each row its pseudonym, and those of the person and of the row that it refers to."""
        record = self.records.record
        for name in record.ordered:
            table, rows = record.tables[name], self.made[name]
            if table.key is not None and not record.is_person_table(name):
                for row, drawn in zip(rows, draw_pseudonyms(len(rows), self.key, f"keys of {name}"), strict=True):
                    row[table.key] = drawn
            if (reference := record.parents[name]) is not None:
                column, target = reference
                key = record.tables[target].key or ""
                for row, above in zip(rows, self.above[name], strict=True):
                    row[column] = self.made[target][above][key]


def _list_children(slots: Sequence[Slot]) -> dict[Slot | None, list[Slot]]:
    children: dict[Slot | None, list[Slot]] = {}
    for slot in slots:
        children.setdefault(slot.parent, []).append(slot)
    return children


def _read_cells(masked: Masked) -> dict[str, list[Any]]:
    """The columns of masked records as plain values."""
    import pyarrow as pa

    wide = pa.Table.from_batches(list(masked.batches()))
    return {name: plain_cells(wide.column(name)) for name in wide.column_names}
