"""The check of k^m-anonymity: what the gate counts in the written texts, independently of the method."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kinonym.domains import ConceptSets
from kinonym.engines.contract import Tally
from kinonym.release.checks import Check, refuse
from kinonym.release.class_checks import rows_of_persons
from kinonym.release.planned_release import PlannedRelease

__all__ = ["KnownItems", "known_items"]

Item = tuple[int, str]
"""The position of a column, and a text in it."""


@dataclass(frozen=True, kw_only=True)
class KnownItems:
    """Any ``m`` items that occur in one record occur together in at least ``k`` records, or belong to ``k`` persons."""

    columns: tuple[str, ...]
    separators: tuple[str | None, ...]
    """What separates the items of a cell, by column; None: a cell is one item."""
    k: int
    m: int
    missing_text: str | None = None
    by_person: bool = False

    def verify(self, tally: Tally) -> None:
        """Raise unless every combination of up to ``m`` items has ``k`` records or persons."""
        counted = tally.count(self.columns)
        rows = [self._list_items(codes, counted.values) for codes in counted.codes.tolist()]
        units: list[list[tuple[int, int]]] = [[(-1, records)] for records in counted.counts.tolist()]
        if self.by_person:
            units = [[] for _ in rows]
            for row, person, _ in zip(*(array.tolist() for array in rows_of_persons(tally, self.columns)), strict=True):
                units[row].append((person, 1))
        few = sum(self._count_rare(first, members, rows, units) for first, members in _group_by_item(rows).items())
        if few:
            unit = "persons" if self.by_person else "records"
            names = ", ".join(map(repr, self.columns))
            refuse(f"{few:,} combinations of up to {self.m} items of {names} have fewer than {self.k} {unit}")

    def _list_items(self, codes: list[int], values: tuple[list[str | None], ...]) -> list[Item]:
        items = set[Item]()
        for j, (code, separator) in enumerate(zip(codes, self.separators, strict=True)):
            text = values[j][code]
            if text is not None and text not in ("", self.missing_text):
                items |= {(j, part) for part in ([text] if separator is None else text.split(separator))}
        return sorted(items)

    def _count_rare(
        self, first: Item, members: list[int], rows: list[list[Item]], units: list[list[tuple[int, int]]]
    ) -> int:
        """Count the rare combinations in which an item is the first one; ``own``: the rows that have the item."""
        records: dict[tuple[Item, ...], int] = defaultdict(int)
        persons: dict[tuple[Item, ...], set[int]] = defaultdict(set)
        for row in members:
            later = [item for item in rows[row] if item > first]
            for size in range(self.m):
                for rest in combinations(later, size):
                    for person, times in units[row]:
                        if person < 0:
                            records[rest] += times
                        elif len(persons[rest]) < self.k:
                            persons[rest].add(person)
        return sum(times < self.k for times in records.values()) + sum(len(who) < self.k for who in persons.values())


def _group_by_item(rows: list[list[Item]]) -> dict[Item, list[int]]:
    """The rows that have each item."""
    rows_of: dict[Item, list[int]] = defaultdict(list)
    for row, items in enumerate(rows):
        for item in items:
            rows_of[item].append(row)
    return rows_of


def known_items(planned: PlannedRelease) -> Iterator[Check]:
    """Every combination of as many items as the method names has k records, and k persons where they are known."""
    m, k = planned.method.known_items, planned.method.k_or_none
    if m is None or k is None:
        return
    domains = [column.domain for column in planned.plan.tuples.columns]
    yield KnownItems(
        columns=planned.names,
        separators=tuple(domain.separator if isinstance(domain, ConceptSets) else None for domain in domains),
        k=k,
        m=m,
        missing_text=planned.missing_text,
        by_person=planned.plan.tuples.persons is not None,
    )
