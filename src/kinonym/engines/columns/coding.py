"""Columns as codes: a number for each value, for each tuple of values and for each person.

Every engine uses this code for the values that leave it, so that 1, 1.0 and a date have the same text everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import ColumnCounts, TuplePersons
from kinonym.engines.person_ids import count_case_variants, unify_person_ids
from kinonym.files.texts import distinct_texts
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Cells, Counts, PersonOfRow, TupleOfRow

__all__ = [
    "Coded", "count_case_variants_of", "count_pairs", "count_person_values", "count_tuple_persons", "count_tuples",
    "count_values", "encode_column", "number_persons", "rank_coded",
]  # fmt: skip

Coded = tuple[NDArray[np.int32], list[str | None]]

_DENSE = 1 << 24
_DENSE_PER_ROW = 8
"""Counting all possible keys is faster than sorting those that occur, up to so many possible keys per row."""
_KEY_LIMIT = 1 << 62


def encode_column(column: Any, name: str, missing: Collection[str]) -> Coded:  # noqa: ANN401  # pyarrow has no types
    """Return (code of each row, values in use by code point with None last)."""
    codes, texts = distinct_texts(column, name)
    used = np.bincount(codes[codes >= 0], minlength=len(texts)) > 0
    known_texts = [None if not use or text in missing else text for use, text in zip(used.tolist(), texts, strict=True)]
    values: list[str | None] = []
    values += sorted({text for text in known_texts if text is not None})
    number = {text: i for i, text in enumerate(values)}
    # One entry more than there are texts: the code of a null row, -1, points to it.
    position = np.array([*(number.get(text, len(values)) for text in known_texts), len(values)], dtype=np.int32)
    of_row = position[codes]
    if (of_row == len(values)).any():
        values.append(None)
    return of_row, values


def number_persons(column: Any, name: str, missing: Collection[str]) -> PersonOfRow:  # noqa: ANN401
    """Return a number for the person of each row, −1 if the row names no person; no text leaves this function."""
    codes, texts = distinct_texts(column, name)
    number: dict[str | None, int] = {None: -1}
    forms = unify_person_ids(texts, missing)
    of_text = [number.setdefault(form, len(number) - 1) for form in forms]
    return np.array([*of_text, -1], dtype=np.int64)[codes]  # a null row's code, -1, points to the last entry


def count_case_variants_of(column: Any, name: str, missing: Collection[str]) -> int:  # noqa: ANN401
    """Count the person ids that differ from another one only in upper and lower case."""
    codes, texts = distinct_texts(column, name)
    used = np.bincount(codes[codes >= 0], minlength=len(texts)) > 0
    return count_case_variants(
        unify_person_ids([t for t, use in zip(texts, used.tolist(), strict=True) if use], missing)
    )


def count_tuple_persons(tuples: TupleOfRow, persons: PersonOfRow, counts: Counts | None = None) -> TuplePersons:
    """Count rows by tuple and person; each row represents some records."""
    tuple_of, person_of, records = count_pairs(tuples, persons + 1, counts)
    return TuplePersons(tuple_of, person_of - 1, records)


def count_values(
    values: list[str | None], tuples: TupleOfRow, codes: NDArray[np.int64], counts: Counts | None
) -> ColumnCounts:
    """Count the values of a further column for each tuple."""
    return ColumnCounts(values, *count_pairs(tuples, codes, counts))


def count_person_values(
    values: list[str | None],
    tuples: TupleOfRow,
    codes: NDArray[np.int64],
    persons: PersonOfRow,
    counts: Counts | None,
) -> ColumnCounts:
    """Count the values of a further column for each tuple and person."""
    width = max(1, len(values))
    cells = count_tuple_persons(tuples * width + codes, persons, counts)
    return ColumnCounts(values, cells.tuple_of // width, cells.tuple_of % width, cells.counts, cells.person_of)


def count_pairs(first: NDArray[np.int64], second: NDArray[np.int64], counts: Counts | None) -> Cells:
    """Return (first, second, records) for each pair that occurs; each row represents some records."""
    width = int(second.max(initial=0)) + 1
    keys = first * width + second
    if counts is None:
        distinct, times = np.unique(keys, return_counts=True)
        return distinct // width, distinct % width, times.astype(np.int64)
    distinct, inverse = np.unique(keys, return_inverse=True)
    times = np.bincount(inverse, weights=counts, minlength=len(distinct))
    return distinct // width, distinct % width, times.astype(np.int64)


def count_tuples(columns: Sequence[str], coded_columns: Sequence[Coded]) -> tuple[Counted, TupleOfRow]:
    """Count the distinct tuples of coded columns; return them, and the tuple of each row."""
    codes, values = [column for column, _ in coded_columns], tuple(texts for _, texts in coded_columns)
    tuple_of_row, counts = _rank(codes, [max(1, len(texts)) for texts in values])
    some_row = np.empty(len(counts), dtype=np.int64)
    some_row[tuple_of_row] = np.arange(len(tuple_of_row))
    tuples = np.stack([column[some_row] for column in codes], axis=1).astype(np.int32)
    return Counted(tuple(columns), values, tuples, counts), tuple_of_row


def rank_coded(coded_columns: Sequence[Coded]) -> TupleOfRow:
    """Return the rank of each row's tuple in lexicographic order."""
    return _rank([codes for codes, _ in coded_columns], [max(1, len(texts)) for _, texts in coded_columns])[0]


def _rank(codes: Sequence[NDArray[np.int32]], sizes: Sequence[int]) -> tuple[TupleOfRow, Counts]:
    """Return (rank of each row's tuple in lexicographic order, count of each tuple)."""
    key, size = codes[0].astype(np.int64), sizes[0]
    for column, width in zip(codes[1:], sizes[1:], strict=True):
        if size * width > _KEY_LIMIT:
            distinct, key = np.unique(key, return_inverse=True)
            size = len(distinct)
        key = key * width + column
        size *= width
    if size > min(_DENSE, _DENSE_PER_ROW * len(key)):
        _, rank, counts = np.unique(key, return_inverse=True, return_counts=True)
        return rank.astype(np.int64), counts.astype(np.int64)
    times = np.bincount(key, minlength=size)
    occurring = np.flatnonzero(times)
    rank = np.empty(size, dtype=np.int32)
    rank[occurring] = np.arange(len(occurring), dtype=np.int32)
    return rank[key].astype(np.int64), times[occurring]
