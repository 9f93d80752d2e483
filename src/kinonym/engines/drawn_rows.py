"""Draws that belong to the rows of a table, and the rows that a sample takes.

The draw of a row is always the same: only the run key and the number of the row determine it, on every engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import RunKey

__all__ = ["SAMPLED_ROWS", "DrawnRows", "RowDraws", "RowNumbers"]

RowNumbers = NDArray[np.int64]
"""Numbers of rows, from 0, in the order of a table."""

SAMPLED_ROWS = "rows of a sample"
"""The purpose of the draws that decide which rows a sample takes."""

_BITS = 16
_WITHIN = (1 << _BITS) - 1
_LARGEST = (1 << 64) - 1


class RowDraws:
    """64 random bits for each row number, derived from a key and a purpose."""

    def __init__(self, key: RunKey, purpose: str) -> None:
        @lru_cache(maxsize=16)
        def block(number: int) -> NDArray[np.uint64]:
            generator = key.generator(f"{purpose} {number}")
            return generator.integers(0, _LARGEST, 1 << _BITS, dtype=np.uint64, endpoint=True)

        self._block = block

    def of(self, numbers: RowNumbers) -> NDArray[np.uint64]:
        """The draws of some rows."""
        blocks = numbers >> _BITS
        if (blocks[1:] < blocks[:-1]).any():
            order = np.argsort(blocks, kind="stable")
            drawn = np.empty(len(numbers), dtype=np.uint64)
            drawn[order] = self.of(numbers[order])
            return drawn
        parts = np.split(numbers, np.flatnonzero(np.diff(blocks)) + 1)  # one for each block
        found = [self._block(int(part[0]) >> _BITS)[part & _WITHIN] for part in parts if len(part)]
        return np.concatenate(found) if found else np.empty(0, dtype=np.uint64)


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawnRows:
    """The rows that a sample takes: all rows of some persons, and some of the rows that name no person.

    Of the single rows, those with the smallest draws are taken. Without a person column every row is a single row.
    """

    person: str | None = None
    """The person column; None: every row is drawn by itself."""
    whole: frozenset[str] = frozenset()
    """Texts of the person column; all their rows are taken."""
    nobody: frozenset[str | None] = frozenset()
    """Texts of the person column that name no person."""
    single: int = 0
    """How many of the single rows are taken."""

    def states(self, texts: list[str | None]) -> NDArray[np.int8]:
        """For each text of the person column: 2 if its rows are taken, 1 if they are single rows, else 0."""
        return np.array([2 if text in self.whole else int(text in self.nobody) for text in texts], dtype=np.int8)
