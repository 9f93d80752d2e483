"""The written rows of several tables joined again by their pseudonyms: one record per person, to be counted.

The code is independent of `separated_rows`, which wrote the rows. Everything that does not fit is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kinonym.engines.contract import Tally
from kinonym.engines.memory import MemorySource
from kinonym.recipe.person_record import PersonRecord, Slot
from kinonym.recipe.table_consistency import SEQUENCE
from kinonym.release.checks import refuse

__all__ = ["Joining", "rejoin_records"]

_PSEUDONYM = re.compile(r"[0-9a-f]{16}")


class Found(NamedTuple):
    """A released row by its key: its person, and where it is in the record."""

    person: str
    slot: Slot
    filled: bool
    """Whether it has a value."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Joining:
    """What the released rows must be, apart from their values."""

    record: PersonRecord
    columns: tuple[str, ...]
    """Of the records, in order; the mark of a test comes first."""
    complete: Collection[str]
    """The tables with exactly one row of every person."""
    ids: Collection[str]
    """Values that no pseudonym may be."""
    empty: int
    """How many records have no value, and therefore no row."""
    mark: str | None = None
    missing_text: str | None = None
    """The text of a missing value in a file."""


def rejoin_records(tallies: Mapping[str, Tally], joining: Joining) -> MemorySource:
    """Join the rows of the tables.

    Raises
    ------
    PrivacyError
        If a pseudonym, a reference or the number of a row is not as it must be.
    """
    import pyarrow as pa

    rejoined = _Rejoined(joining)
    for name in joining.record.ordered:
        rejoined.add_table(name, tallies[name])
    persons = rejoined.list_persons()
    cells: dict[str, list[str | None]] = {}
    for column in joining.columns:
        texts: list[str | None] = [rejoined.values.get((person, column)) for person in persons]
        cells[column] = [*texts, *[None] * joining.empty]
        if column == joining.mark:
            cells[column] = [column] * (len(persons) + joining.empty)
    return MemorySource(pa.table({name: pa.array(texts, pa.string()) for name, texts in cells.items()}), ())


class _Rejoined:
    """What was read of the tables so far."""

    def __init__(self, joining: Joining) -> None:
        self.joining, self.record = joining, joining.record
        self.values: dict[tuple[str, str], str] = {}
        self.people: dict[str, set[str]] = {}
        self.keys: dict[str, dict[str, Found]] = {}
        self.referred: dict[str, set[str]] = {}
        self._known = frozenset(joining.columns)

    def add_table(self, name: str, tally: Tally) -> None:
        """Read the rows of a table; the table that it refers to comes first."""
        counted = tally.count(tally.columns)
        self.people[name], self.keys[name], taken = set(), {}, set[tuple[str, Slot]]()
        members: dict[tuple[str, Slot], set[str]] = {}
        for row, times in zip(counted.codes.tolist(), counted.counts.tolist(), strict=True):
            texts = {column: counted.values[j][row[j]] for j, column in enumerate(counted.columns)}
            cells = {column: None if text == self.joining.missing_text else text for column, text in texts.items()}
            if times > 1:
                refuse(f"the table {name} has rows that occur twice")
            self._read_mark(name, texts)
            person, above = self._find_owner(name, cells)
            slot = self._find_slot(name, cells, above)
            filled = self._add_values(name, slot, person, cells, members)
            if self.record.separator(name) is None and (person, slot) in taken:
                refuse(f"the table {name} has two rows with one number that belong together")
            taken.add((person, slot))
            self.people[name].add(person)
            self._add_key(name, cells, Found(person, slot, filled))
        separator = self.record.separator(name)
        for (person, slot), each in members.items():
            column = f"{slot.prefix}{self.record.tables[name].gather[0]}"
            self.values[person, column] = (separator or "").join(sorted(each))

    def _read_mark(self, name: str, texts: Mapping[str, str | None]) -> None:
        mark = self.joining.mark
        if mark is not None and texts.get(mark) != mark:
            refuse(f"a row of the table {name} has no mark of a test")

    def _find_owner(self, name: str, cells: Mapping[str, str | None]) -> tuple[str, Found | None]:
        """The pseudonym of the person of a row, and the row that it refers to."""
        column, reference = self.record.person_column(name), self.record.parents[name]
        person = self._read_pseudonym(name, column, cells) if column in cells else None
        above = None
        if reference is not None:
            key = self._read_pseudonym(name, reference[0], cells)
            above = self.keys[reference[1]].get(key)
            if above is None:
                refuse(f"a row of the table {name} refers to no row of the table {reference[1]}")
            self.referred.setdefault(reference[1], set()).add(key)
            if person is not None and person != above.person:
                refuse(f"a row of the table {name} refers to a row of another person")
            person = above.person
        if person is None:
            refuse(f"the rows of the table {name} have no persons")
        return person, above

    def _read_pseudonym(self, name: str, column: str, cells: Mapping[str, str | None]) -> str:
        text = cells.get(column) or ""
        if not _PSEUDONYM.fullmatch(text) or text in self.joining.ids:
            refuse(f"a row of the table {name} has something other than a new pseudonym in {column!r}")
        return text

    def _find_slot(self, name: str, cells: Mapping[str, str | None], above: Found | None) -> Slot:
        number = cells.get(SEQUENCE) if self.record.tables[name].numbered else "1"
        parent = None if above is None else above.slot
        same = (each for each in self.record.slots[name] if each.parent == parent and str(each.number) == number)
        if (slot := next(same, None)) is None:
            refuse(f"a row of the table {name} has a number that the recipe does not have")
        return slot

    def _add_values(
        self,
        name: str,
        slot: Slot,
        person: str,
        cells: Mapping[str, str | None],
        members: dict[tuple[str, Slot], set[str]],
    ) -> bool:
        """Add the values of a row to the record of its person; return whether it has any."""
        table = self.record.tables[name]
        texts = {column: cells[column] for column in table.released if cells[column] is not None}
        for column, text in texts.items():
            if f"{slot.prefix}{column}" not in self._known:
                refuse(f"the table {name} has a value where no row of the input has one")
            if table.gather:
                members.setdefault((person, slot), set()).add(text or "")
            else:
                self.values[person, f"{slot.prefix}{column}"] = text or ""
        if table.gather and not texts:
            refuse(f"the table {name} has a row without a value")
        return bool(texts)

    def _add_key(self, name: str, cells: Mapping[str, str | None], found: Found) -> None:
        table = self.record.tables[name]
        key = None if table.key is None else self._read_pseudonym(name, table.key, cells)
        if key in self.keys[name]:
            refuse(f"two rows of the table {name} have the same pseudonym as their key")
        self.keys[name][key or str(len(self.keys[name]))] = found

    def list_persons(self) -> list[str]:
        """List the pseudonyms of all persons; raise if a table lacks one of them, or has a needless row."""
        people = sorted(set[str]().union(*self.people.values()))
        for name in self.record.tables:
            if name in self.joining.complete:
                if self.people[name] != {*people}:
                    refuse(f"the table {name} does not have a row of every person")
                continue
            used = self.referred.get(name, set())
            if any(not found.filled and key not in used for key, found in self.keys[name].items()):
                refuse(f"the table {name} has a row without a value that no row refers to")
        drawn = Counter(key for keys in self._draw_keys(people) for key in keys)
        if any(times > 1 for times in drawn.values()):
            refuse("a pseudonym stands for two things")
        return people

    def _draw_keys(self, people: Sequence[str]) -> list[list[str]]:
        others = [name for name, table in self.record.tables.items() if table.key is not None]
        return [list(people), *(list(self.keys[name]) for name in others if not self.record.is_person_table(name))]
