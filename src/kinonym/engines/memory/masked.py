"""A masked table in memory: as a table of the kind that was given, or batch by batch for a writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Assignment, Whose
from kinonym.engines.memory.coding import Kind, arrow_column, check_known, column_names
from kinonym.engines.memory.tables import arrow_table, pandas_table, polars_table
from kinonym.engines.writing import write_parts
from kinonym.files.texts import distinct_texts
from kinonym.grouped.tuples import Counts

__all__ = ["MemoryMasked", "written_values"]

_BATCH = 1 << 17
_REBUILD: dict[Kind, Any] = {"pandas": pandas_table, "polars": polars_table, "pyarrow": arrow_table}


class MemoryMasked:
    """A table, what was decided of it, and the target of each of its rows; ``order``: the rows that are released."""

    def __init__(
        self,
        table: Any,  # noqa: ANN401
        kind: Kind,
        assignment: Assignment,
        planned: Counts,
        target: Counts,
        order: Counts,
        back: Callable[[Any], Any] | None = None,
    ) -> None:
        self.table, self.kind, self.assignment = table, kind, assignment
        self._back = back
        self._planned, self._target, self._order = planned, target, order
        names = column_names(table)
        check_known([*assignment.written, *assignment.drop], names)
        self.columns = assignment.released(names)

    @property
    def records(self) -> int:
        """How many records are released."""
        return len(self._order)

    def native(self) -> Any:  # noqa: ANN401
        """The table with its masked columns replaced, everything else as it was, of the kind that was given.

        Notes
        -----
        Texts keep the column's text type, else they get the library's own; numbers become float64; a categorical
        column stays one, with the categories in use.
        """
        new = {name: list(values) for name, values in self.assignment.written.items() if name in self.columns}
        in_place = len(self._order) == len(self._target) and bool((np.diff(self._order) == 1).all())
        dropped = [name for name in column_names(self.table) if name in self.assignment.drop]
        rows = None if in_place else self._order
        masked = _REBUILD[self.kind](self.table, new, self._target[self._order], rows, dropped)
        return masked if self._back is None else self._back(masked)

    def batches(self, whose: Whose | None = None) -> Iterator[Any]:
        """Arrow record batches; a column holds texts or numbers and refers to each distinct one."""
        import pyarrow as pa

        columns = [self._column(name) for name in self.columns]
        persons = None if whose is None or self.assignment.person is None else self._column(self.assignment.person)
        for start in range(0, max(1, len(self._order)), _BATCH):
            rows = self._order[start : start + _BATCH]
            if whose is not None and persons is not None:
                whose(persons[0].take(pa.array(persons[1][rows])))
            arrays = [held.take(pa.array(places[rows])) for held, places in columns]
            yield pa.RecordBatch.from_arrays(arrays, names=list(self.columns))

    def save(self, folder: Path) -> None:
        """Write the released rows as Parquet files into an empty folder."""
        write_parts(self.batches(), folder)

    def trail(self) -> Iterator[tuple[int, int]]:
        """Of each row of the table, in its order: its planned tuple and its target."""
        return zip(self._planned.tolist(), self._target.tolist(), strict=True)

    def _column(self, name: str) -> tuple[Any, NDArray[np.int32]]:
        """(values as an Arrow dictionary array, the place of each row's value among them)."""
        import pyarrow as pa

        if name == self.assignment.mark:
            return pa.array([name]).dictionary_encode(), np.zeros(len(self._target), dtype=np.int32)
        if name in self.assignment.written:
            return written_values(self.assignment.written[name]), self._target.astype(np.int32)
        codes, texts = distinct_texts(arrow_column(self.table, name, self.kind), name)
        places = np.where(codes < 0, len(texts), codes).astype(np.int32)
        return pa.array([*texts, None], type=pa.string()).dictionary_encode(), places


def written_values(written: Sequence[str | float | None]) -> Any:  # noqa: ANN401
    """Numbers as float64, everything else as text: an Arrow dictionary array, each distinct value once."""
    import pyarrow as pa

    numbers = any(isinstance(value, (int, float)) for value in written)
    return pa.array(written, type=pa.float64() if numbers else pa.string()).dictionary_encode()
