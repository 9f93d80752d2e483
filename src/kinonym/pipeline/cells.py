"""Cells with several values: splits, counts and checks their parts. Their meaning is the domains' task."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from kinonym.errors import DataError
from kinonym.tuples.index_arrays import Counts

__all__ = ["MOST_PARTS", "check_cells", "check_separator", "count_elements", "describe_cells", "split_cell"]

MOST_PARTS = 1000
"""Distinct values per cell: comparing two cells of this size takes a million distances."""


_SEPARATORS = ("|", ";", ",")


def split_cell(text: str | None, separator: str, missing: Collection[str]) -> tuple[str, ...]:
    """Return the parts of a cell in their order, each once, without empty and missing ones.

    >>> split_cell("flu| cough||flu", "|", {""})
    ('flu', 'cough')
    """
    parts = () if text is None else (part.strip() for part in text.split(separator))
    return tuple(dict.fromkeys(part for part in parts if part and part not in missing))


def count_elements(
    values: Sequence[str | None], counts: Counts, separator: str, missing: Collection[str]
) -> tuple[list[str], Counts]:
    """Return the distinct parts of a column's cells, and how many records have each."""
    records: dict[str, int] = {}
    for value, count in zip(values, counts.tolist(), strict=True):
        for part in split_cell(value, separator, missing):
            records[part] = records.get(part, 0) + count
    parts = sorted(records)
    return parts, np.array([records[part] for part in parts], dtype=np.int64)


def check_cells(
    name: str, values: Sequence[str | None], counts: Counts, separator: str, missing: Collection[str]
) -> None:
    """Reject cells with so many values that comparing them would take too long."""
    sizes = np.array([len(split_cell(value, separator, missing)) for value in values], dtype=np.int64)
    large = sizes > MOST_PARTS
    if large.any():
        rows, most = int(counts[large].sum()), int(sizes.max())
        msg = f"column {name!r}: {rows:,} rows have more than {MOST_PARTS:,} distinct values in a cell, up to {most:,}"
        raise DataError(msg, hint="split such cells, or leave the column out")


def check_separator(name: str, values: Sequence[str | None], counts: Counts, separator: str) -> None:
    """Reject a separator that does not occur in a column with unmapped texts, if another separator occurs."""
    texts = [value or "" for value in values]
    if any(separator in text for text in texts):
        return
    rows = {mark: int(counts[np.array([mark in text for text in texts])].sum()) for mark in _SEPARATORS}
    likely = max(rows, key=lambda mark: rows[mark])
    if rows[likely]:
        msg = f"column {name!r}: the separator {separator!r} does not occur"
        raise DataError(
            msg, hint=f'separator = "{likely}" occurs in {rows[likely]:,} of the {int(counts.sum()):,} rows'
        )


def describe_cells(
    name: str, values: Sequence[str | None], counts: Counts, separator: str, missing: Collection[str]
) -> Iterator[str]:
    """Yield notices about a column of sets, with counts only."""
    raw = [[] if value is None else [part.strip() for part in value.split(separator)] for value in values]
    if not any(len(parts) > 1 for parts in raw):
        yield f"column {name!r}: the separator {separator!r} does not occur: every cell has one value"
    empty = [any(not part or part in missing for part in parts) for parts in raw]
    twice = [len(set(filled)) < len(filled) for filled in ([part for part in parts if part] for parts in raw)]
    for flags, what in ((empty, "empty parts, which count as nothing"), (twice, "a value twice, which counts once")):
        if any(flags):
            yield f"column {name!r}: {int(counts[np.array(flags)].sum()):,} rows have {what}"
