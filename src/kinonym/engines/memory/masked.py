"""A masked table in memory: as a table of the kind of the input, or batch by batch for a writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.columns.rebuilding import rebuild_arrow, rebuild_pandas, rebuild_polars
from kinonym.engines.columns.table_kinds import TableKind, arrow_column, check_columns, column_names
from kinonym.engines.columns.written_values import make_written_array
from kinonym.engines.contract import Assignment, PersonSink
from kinonym.engines.writing import write_parts
from kinonym.files.texts import distinct_texts, keeps_type
from kinonym.tuples.index_arrays import PlannedOfRow, TargetOfRow

__all__ = ["MemoryMasked"]

_BATCH = 1 << 17
_REBUILD: dict[TableKind, Any] = {"pandas": rebuild_pandas, "polars": rebuild_polars, "pyarrow": rebuild_arrow}


class MemoryMasked:
    """A table and the target of each of its rows; ``order``: the rows that are released."""

    recount_folder = None

    def __init__(
        self,
        table: Any,  # noqa: ANN401
        kind: TableKind,
        assignment: Assignment,
        planned: PlannedOfRow,
        target: TargetOfRow,
        order: NDArray[np.int64],
        back: Callable[[Any], Any] | None = None,
    ) -> None:
        self.table, self.kind, self.assignment = table, kind, assignment
        self._back = back
        self._planned, self._target, self._order = planned, target, order
        names = column_names(table)
        check_columns([*assignment.written, *assignment.drop], names)
        self.columns = assignment.released(names)

    @property
    def records(self) -> int:
        """How many records are released."""
        return len(self._order)

    def native(self) -> Any:  # noqa: ANN401
        """The table with its masked columns replaced and everything else unchanged, with the type that was given.

        Notes
        -----
        Texts have the text type of the column, or else that of the library; a categorical column stays one, with the
        categories in use.
        """
        new = {name: list(values) for name, values in self.assignment.written.items() if name in self.columns}
        in_place = len(self._order) == len(self._target) and bool((np.diff(self._order) == 1).all())
        dropped = [name for name in column_names(self.table) if name in self.assignment.drop]
        rows = None if in_place else self._order
        masked = _REBUILD[self.kind](self.table, new, self._target[self._order], rows, dropped)
        if self.kind == "pandas" and not bool((np.diff(self._order) > 0).all()):
            masked = masked.reset_index(drop=True)  # the old index would undo the random order
        return masked if self._back is None else self._back(masked)

    def batches(self, persons: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:
        """Arrow record batches; a column holds texts, numbers or, if typed, its own values, each distinct one once."""
        import pyarrow as pa

        columns = [self._column(name, typed=typed) for name in self.columns]
        person = None if persons is None or self.assignment.person is None else self._column(self.assignment.person)
        for start in range(0, max(1, len(self._order)), _BATCH):
            rows = self._order[start : start + _BATCH]
            if persons is not None and person is not None:
                persons(person[0].take(pa.array(person[1][rows])))
            indices_of = {
                id(positions): pa.array(positions[rows]) for _, positions in columns
            }  # shared by masked columns
            arrays = [values.take(indices_of[id(positions)]) for values, positions in columns]
            yield pa.RecordBatch.from_arrays(arrays, names=list(self.columns))

    def save(self, folder: str | Path, persons: PersonSink | None = None) -> None:
        """Write the released rows as Parquet files into an empty folder."""
        write_parts(self.batches(persons, typed=True), Path(folder))

    def trail(self) -> Iterator[tuple[int, int]]:
        """Yield the planned tuple and the target of each row of the table, in its order."""
        return zip(self._planned.tolist(), self._target.tolist(), strict=True)

    @cached_property
    def _places(self) -> NDArray[np.int32]:
        """The target of each row, in few bytes."""
        return self._target.astype(np.int32)

    def _column(self, name: str, *, typed: bool = False) -> tuple[Any, NDArray[np.int32]]:
        """Return (the distinct values as an Arrow array, the position of each row's value among them)."""
        import pyarrow as pa

        if name == self.assignment.mark:
            return pa.array([name]).dictionary_encode(), np.zeros(len(self._target), dtype=np.int32)
        if name in self.assignment.written:
            kind = arrow_column(self.table, name, self.kind).type if typed else None
            return make_written_array(self.assignment.written[name], kind), self._places
        column = arrow_column(self.table, name, self.kind)
        if typed and keeps_type(column.type):
            return _distinct_values(column)
        codes, texts = distinct_texts(column, name)
        positions = np.where(codes < 0, len(texts), codes).astype(np.int32)
        return pa.array([*texts, None], type=pa.string()).dictionary_encode(), positions


def _distinct_values(column: Any) -> tuple[Any, NDArray[np.int32]]:  # noqa: ANN401  # pyarrow has no types
    """Return (the distinct values of a column in its type, then a null; the position of each row's value)."""
    import pyarrow as pa
    import pyarrow.compute as pc

    encoded = pc.dictionary_encode(column)
    chunks = encoded.unify_dictionaries().chunks if isinstance(encoded, pa.ChunkedArray) else [encoded]
    if not chunks:
        return pa.nulls(1, column.type), np.empty(0, dtype=np.int32)
    distinct = chunks[0].dictionary
    positions = [np.asarray(chunk.indices.fill_null(len(distinct)), dtype=np.int32) for chunk in chunks]
    return pa.concat_arrays([distinct, pa.nulls(1, column.type)]), np.concatenate(positions)
