"""Original and released rows next to each other, for the owner of the data only: the file, and searching it.

`pairing_rows` makes it. It holds every value of the data, so no report and no download contains any of it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.files.private_files import create

__all__ = ["PairedCell", "PairedColumn", "PairedRow", "PairedRows", "RowFilter"]

Positions = NDArray[np.int64]
Order = Literal["smallest", "farthest"]


@dataclass(frozen=True, kw_only=True)
class PairedColumn:
    """A released column: what happened to it decides which cells are stored."""

    name: str
    kind: Literal["masked", "follows", "shifted", "unchanged"]
    numeric: bool = False
    """Whether its distances are standard deviations."""

    @property
    def paired(self) -> bool:
        """Whether the released cells are stored next to the original ones."""
        return self.kind in ("masked", "follows")


@dataclass(frozen=True, kw_only=True)
class PairedCell:
    """A cell before and after; ``distance`` is None where a column has none."""

    before: str | None
    after: str | None
    changed: bool
    distance: float | None


@dataclass(frozen=True, kw_only=True)
class PairedRow:
    """A row of the opened table."""

    number: int
    """From 1."""
    group: int
    """Its class; −1 if it is not released."""
    cells: tuple[PairedCell, ...]


@dataclass(frozen=True, kw_only=True)
class RowFilter:
    """Which rows are shown, and which classes come first."""

    text: str = ""
    column: str | None = None
    """Search this column only."""
    changed: bool = False
    """Only rows with a changed cell."""
    order: Order = "smallest"
    """Small classes first, or classes first that have the farthest change."""


@dataclass(frozen=True, eq=False)
class PairedRows:
    """The rows by class: small classes first, in each class the farthest changes first, unreleased rows last.

    The Arrow table has ``row`` and ``group``; for each column ``before:i``, and for a paired one ``after:i``,
    ``changed:i`` and ``distance:i``.
    """

    table: Any
    columns: tuple[PairedColumn, ...]
    sizes: tuple[int, ...]
    """Records of each class."""
    persons: tuple[int, ...] | None
    """Persons of each class, where they are known."""

    def write(self, path: Path) -> None:
        """Write the rows to a new file that only its owner may read."""
        import pyarrow as pa

        about = {"columns": [vars(column) for column in self.columns], "sizes": self.sizes, "persons": self.persons}
        table = self.table.replace_schema_metadata({"paired": json.dumps(about)})
        with create(path) as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)

    @classmethod
    def read(cls, path: Path) -> PairedRows:
        """Open a file that `write` wrote; its rows stay on disk until they are needed."""
        import pyarrow as pa

        table = pa.ipc.open_file(pa.memory_map(str(path))).read_all()
        about = json.loads(table.schema.metadata[b"paired"])
        columns = tuple(PairedColumn(**column) for column in about["columns"])
        persons = None if about["persons"] is None else tuple(about["persons"])
        return cls(table, columns, tuple(about["sizes"]), persons)

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def find(self, wanted: RowFilter) -> Positions:
        """The positions of the wanted rows, in the order in which they are shown."""
        rows = self._farthest_first if wanted.order == "farthest" else np.arange(len(self))
        keep = self._changed if wanted.changed else np.ones(len(self), dtype=bool)
        if wanted.text:
            keep = keep & self._containing(wanted.text, wanted.column)
        shown: Positions = rows[keep[rows]]
        return shown

    def rows(self, positions: Positions) -> list[PairedRow]:
        """The rows at some positions."""
        taken = self.table.take(positions)
        cells = [self._cells(taken, i) for i in range(len(self.columns))]
        numbers, groups = taken["row"].to_pylist(), taken["group"].to_pylist()
        by_row = zip(*cells, strict=True) if cells else ((),) * len(numbers)
        return [
            PairedRow(number=number, group=group, cells=tuple(row))
            for number, group, row in zip(numbers, groups, by_row, strict=True)
        ]

    def _cells(self, taken: Any, i: int) -> list[PairedCell]:  # noqa: ANN401  # pyarrow has no types
        before = taken[f"before:{i}"].to_pylist()
        if not self.columns[i].paired:
            return [PairedCell(before=text, after=text, changed=False, distance=None) for text in before]
        parts = (taken[f"{part}:{i}"].to_pylist() for part in ("after", "changed", "distance"))
        return [
            PairedCell(before=old, after=new, changed=changed, distance=distance)
            for old, new, changed, distance in zip(before, *parts, strict=True)
        ]

    @cached_property
    def _groups(self) -> NDArray[np.int64]:
        return np.asarray(self.table["group"], dtype=np.int64)

    @cached_property
    def _changed(self) -> NDArray[np.bool_]:
        changed = np.zeros(len(self), dtype=bool)
        for i, column in enumerate(self.columns):
            if column.paired:
                changed |= self.table[f"changed:{i}"].to_numpy()
        return changed

    @cached_property
    def _farthest_first(self) -> Positions:
        """The rows where classes are ordered by their farthest change; unreleased rows stay last."""
        farthest = np.zeros(len(self.sizes) + 1)
        np.maximum.at(farthest, self._groups, self.table["distance"].to_numpy())
        farthest[-1] = -1.0  # of the group −1
        return np.lexsort((np.arange(len(self)), self._groups, -farthest[self._groups]))

    def _containing(self, text: str, column: str | None) -> NDArray[np.bool_]:
        """Rows with a cell, before or after, that contains a text in upper or lower case."""
        found = np.zeros(len(self), dtype=bool)
        for i, each in enumerate(self.columns):
            if column in (None, each.name):
                for part in ("before", "after") if each.paired else ("before",):
                    found |= _contains(self.table[f"{part}:{i}"], text)
        return found


def _contains(column: Any, text: str) -> NDArray[np.bool_]:  # noqa: ANN401  # pyarrow has no types
    """Whether each cell of a dictionary column contains a text; each distinct value is compared once."""
    import pyarrow.compute as pc

    parts = []
    for chunk in column.chunks:
        matching = pc.match_substring(chunk.dictionary, text, ignore_case=True).fill_null(fill_value=False)
        known = np.append(matching.to_numpy(zero_copy_only=False), np.False_)
        parts.append(known[chunk.indices.fill_null(len(known) - 1).to_numpy()])
    return np.concatenate(parts) if parts else np.zeros(0, dtype=bool)
