"""Cells that hold several values: their parts, and what a person should know of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from kinonym.errors import DataError
from kinonym.tuples.index_arrays import Counts

__all__ = ["MOST_PARTS", "check_cells", "check_separator", "count_elements", "describe_cells", "split_cell"]

MOST_PARTS = 1000
"""Different values of one cell: to compare two such cells takes a million distances."""


_SEPARATORS = ("|", ";", ",")


def split_cell(text: str | None, separator: str, missing: Collection[str]) -> tuple[str, ...]:
    """The parts of a cell, each once, in their order; empty parts and those that mean missing are none.

    >>> split_cell("flu| cough||flu", "|", {""})
    ('flu', 'cough')
    """
    parts = () if text is None else (part.strip() for part in text.split(separator))
    return tuple(dict.fromkeys(part for part in parts if part and part not in missing))


def count_elements(
    values: Sequence[str | None], counts: Counts, separator: str, missing: Collection[str]
) -> tuple[list[str], Counts]:
    """The distinct parts of a column's cells, and how many records hold each."""
    held: dict[str, int] = {}
    for value, count in zip(values, counts.tolist(), strict=True):
        for part in split_cell(value, separator, missing):
            held[part] = held.get(part, 0) + count
    parts = sorted(held)
    return parts, np.array([held[part] for part in parts], dtype=np.int64)


def check_cells(
    name: str, values: Sequence[str | None], counts: Counts, separator: str, missing: Collection[str]
) -> None:
    """Refuse cells of so many values that comparing them would never end."""
    sizes = np.array([len(split_cell(value, separator, missing)) for value in values], dtype=np.int64)
    large = sizes > MOST_PARTS
    if large.any():
        rows, most = int(counts[large].sum()), int(sizes.max())
        msg = f"column {name!r}: {rows:,} rows hold more than {MOST_PARTS:,} different values in a cell, up to {most:,}"
        raise DataError(msg, hint="split such cells, or leave the column out")


def check_separator(name: str, values: Sequence[str | None], counts: Counts, separator: str) -> None:
    """Refuse a separator that occurs in no cell of a column whose texts have no concept, if another one does."""
    texts = [value or "" for value in values]
    if any(separator in text for text in texts):
        return
    rows = {mark: int(counts[np.array([mark in text for text in texts])].sum()) for mark in _SEPARATORS}
    likely = max(rows, key=lambda mark: rows[mark])
    if rows[likely]:
        msg = f"column {name!r}: the separator {separator!r} does not occur"
        raise DataError(
            msg, hint=f'separator = "{likely}" stands in {rows[likely]:,} of the {int(counts.sum()):,} rows'
        )


def describe_cells(
    name: str, values: Sequence[str | None], counts: Counts, separator: str, missing: Collection[str]
) -> Iterator[str]:
    """What to say of a column of sets; counts only."""
    raw = [[] if value is None else [part.strip() for part in value.split(separator)] for value in values]
    if not any(len(parts) > 1 for parts in raw):
        yield f"column {name!r}: the separator {separator!r} does not occur: every cell holds one value"
    empty = [any(not part or part in missing for part in parts) for parts in raw]
    twice = [len(set(filled)) < len(filled) for filled in ([part for part in parts if part] for parts in raw)]
    for flags, what in ((empty, "empty parts, which count as nothing"), (twice, "a value twice, which counts once")):
        if any(flags):
            yield f"column {name!r}: {int(counts[np.array(flags)].sum()):,} rows have {what}"
