"""Finds the counted tuple of a row by its texts, batch by batch; independent of how the engines count and join."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import PrivacyError
from kinonym.files.texts import as_text, distinct_texts
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import TupleOfRow

__all__ = ["TupleLookup", "encode_cells", "refuse_rows"]

_DENSE = 1 << 24
_KEY_LIMIT = 1 << 62

Encoded = tuple[list[str | None], NDArray[np.integer[Any]]]
"""The distinct texts of a column of a batch, and the text of each row."""


class TupleLookup:
    """Finds the counted tuple of a row by its texts."""

    def __init__(self, counted: Counted, missing: Collection[str]) -> None:
        self._columns, self._missing = counted.columns, missing
        self._numbers = [{text: i for i, text in enumerate(texts)} for texts in counted.values]
        self._steps: list[NDArray[np.int64] | None] = []
        self._own, size = np.zeros(len(counted.counts), dtype=np.int64), 1
        for j, number in enumerate(self._numbers):
            distinct = None
            if size * len(number) > _KEY_LIMIT:
                distinct, self._own = np.unique(self._own, return_inverse=True)
                size = len(distinct)
            self._steps.append(distinct)
            self._own = self._own * len(number) + counted.codes[:, j]
            size *= len(number)
        self._size = size

    @cached_property
    def _dense(self) -> NDArray[np.int32] | None:
        """Key → tuple, if there are few keys; made by each process that needs it."""
        if self._size > _DENSE:
            return None
        dense = np.full(self._size, -1, dtype=np.int32)
        dense[self._own] = np.arange(len(self._own), dtype=np.int32)
        return dense

    def __getstate__(self) -> dict[str, object]:
        """The state to send to other processes, without the large table of keys."""
        return {name: value for name, value in vars(self).items() if name != "_dense"}

    def tuples(self, batch: Any) -> TupleOfRow:  # noqa: ANN401  # pyarrow has no types
        """The counted tuple of each row; raises for a row that was not counted."""
        key = np.zeros(batch.num_rows, dtype=np.int64)
        counted = np.ones(batch.num_rows, dtype=bool)
        for name, number, distinct in zip(self._columns, self._numbers, self._steps, strict=True):
            texts, positions = encode_cells(batch, name)
            absent = number.get(None, -1)
            codes = [absent if text is None or text in self._missing else number.get(text, -1) for text in texts]
            if distinct is not None:
                key = np.searchsorted(distinct, key)
            if -1 in codes:
                counted &= np.array(codes)[positions] >= 0
            key = key * len(number) + np.array(codes, dtype=np.int64)[positions]
        position = self._place(key) if counted.all() else None
        if position is None or position.min(initial=0) < 0:
            refuse_rows("a row has a combination that was not counted")
        return position

    def _place(self, key: NDArray[np.int64]) -> TupleOfRow:
        if self._dense is not None:
            return self._dense[key].astype(np.int64)
        position = np.searchsorted(self._own, key)  # codes are in lexicographic order, and so are their keys
        position[position == len(self._own)] = 0
        return np.where(self._own[position] == key, position, -1)


def encode_cells(batch: Any, name: str, *, typed: bool = False) -> Encoded:  # noqa: ANN401
    """Return the distinct texts of a column, and the text of each row."""
    import pyarrow as pa

    column = batch.column(name)
    if pa.types.is_dictionary(column.type):
        codes, texts = distinct_texts(column, name)
        return [*texts, None], np.where(codes < 0, len(texts), codes)
    encoded = as_text(column, name, typed=typed).combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):  # of no rows, or of too many for one array
        encoded = pa.concat_arrays(encoded.chunks) if encoded.num_chunks else pa.array([], pa.string())
    encoded = encoded.dictionary_encode()
    texts = [*encoded.dictionary.to_pylist(), None]
    return texts, encoded.indices.fill_null(len(texts) - 1).to_numpy(zero_copy_only=False)


def refuse_rows(reason: str) -> NoReturn:
    """Stop a release of rows that the plan does not explain."""
    msg = f"the release was refused: {reason}; nothing was released"
    raise PrivacyError(msg, hint="this is a defect of the program: please report it")
