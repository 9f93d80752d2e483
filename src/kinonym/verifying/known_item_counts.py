"""Counts k^m-anonymity of any table: how many records or persons share any m items of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kinonym.errors import UsageError
from kinonym.privacy.known_items import ItemRows, find_least_support
from kinonym.tuples import Persons
from kinonym.tuples.counted import Counted

__all__ = ["count_known_items"]


def count_known_items(
    counted: Counted, m: int, separators: Mapping[str, str | None], persons: Persons | None
) -> int | None:
    """Return the greatest k for which any m items of a record occur in k records (persons); None without items.

    Parameters
    ----------
    counted
        The quasi-identifiers.
    m
        How many items an attacker may know.
    separators
        Column → what separates the items of its cells; a cell of any other column is one item. Missing is not an item.
    persons
        The persons of the combinations, if they are to be counted.
    """
    if m < 1:
        msg = "m must be a whole number of at least 1"
        raise UsageError(msg, hint="--m 2: an attacker knows any two items of a record")
    number: dict[tuple[int, str], int] = {}
    sets = [_list_items(counted, row, separators) for row in counted.codes.tolist()]
    rows = [{number.setdefault(item, len(number)) for item in items} for items in sets]
    if persons is None:
        return find_least_support(ItemRows.of(rows, counted.counts), m)
    entries = [rows[t] for t in persons.tuple_of_entry.tolist()]
    return find_least_support(ItemRows.of(entries, np.ones(len(entries), dtype=np.int64), persons.person), m)


def _list_items(counted: Counted, codes: Sequence[int], separators: Mapping[str, str | None]) -> set[tuple[int, str]]:
    items = set[tuple[int, str]]()
    for j, code in enumerate(codes):
        text, separator = counted.values[j][code], separators.get(counted.columns[j])
        if text:
            parts = [text] if separator is None else [part.strip() for part in text.split(separator)]
            items |= {(j, part) for part in parts if part}
    return items
