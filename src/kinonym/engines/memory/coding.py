"""A table in memory as Arrow columns, and its rows as codes: of each value, of each tuple, of the target it is dealt.

Which kinds of tables these are is settled here; how a masked one is put together again is in `tables`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Assignment, ColumnCounts, RunKey, TuplePersons
from kinonym.engines.person_ids import count_case_variants, unify_person_ids
from kinonym.errors import DataError, KinonymError, UsageError
from kinonym.files.texts import distinct_texts
from kinonym.grouped.tuples import DROPPED, Counted, Counts
from kinonym.hints import did_you_mean

__all__ = [
    "Coded", "Kind", "arrow_column", "case_variants", "check_known", "coded", "column_names", "counted", "crossed",
    "deal", "kind", "list_columns", "owned", "person_numbers", "ranked", "summed",
]  # fmt: skip

Kind = Literal["pandas", "polars", "pyarrow"]
Coded = tuple[NDArray[np.int32], list[str | None]]

_DENSE = 1 << 24
_KEY_LIMIT = 1 << 62


def kind(table: object) -> Kind:
    """Say what kind of table this is; refuse what this engine cannot serve."""
    from narwhals import dependencies as known

    library: Kind | None = None
    if known.is_pandas_dataframe(table):
        library = "pandas"
    elif known.is_polars_dataframe(table):
        library = "polars"
    elif known.is_pyarrow_table(table):
        library = "pyarrow"
    if library is None:
        name = type(table).__name__
        hint = "give a pandas or polars DataFrame or a pyarrow Table"
        if known.is_polars_lazyframe(table):
            hint = "call .collect() on the LazyFrame first"
        msg = f"a table of type {name} cannot be used here"
        raise UsageError(msg, hint=hint)
    _check_unique(column_names(table))
    return library


def list_columns(table: Any, names: Sequence[str]) -> tuple[str, ...]:  # noqa: ANN401
    """Which of some columns hold lists; of a column of Python objects the first cell that is there decides."""
    from narwhals import dependencies as known

    if known.is_pyarrow_table(table):
        return tuple(name for name in names if name in table.column_names and _is_list(table.schema.field(name).type))
    if known.is_polars_dataframe(table):
        import polars as pl

        return tuple(name for name in names if isinstance(table.schema.get(name), pl.List))
    if not known.is_pandas_dataframe(table):
        return ()
    objects = [name for name in names if name in table.columns and table[name].dtype == object]
    firsts = {name: next((cell for cell in table[name] if cell is not None), None) for name in objects}
    return tuple(name for name, cell in firsts.items() if isinstance(cell, list | tuple | set | frozenset | np.ndarray))


def _is_list(dtype: Any) -> bool:  # noqa: ANN401
    import pyarrow as pa

    return bool(pa.types.is_list(dtype) or pa.types.is_large_list(dtype))


def column_names(table: Any) -> list[Any]:  # noqa: ANN401  # any dataframe
    """Column names of a table, in order."""
    from narwhals.dependencies import is_pyarrow_table

    return list(table.column_names if is_pyarrow_table(table) else table.columns)


def arrow_column(table: Any, name: str, shape: Kind) -> Any:  # noqa: ANN401
    """Return one column as an Arrow array."""
    import narwhals as nw
    import pyarrow as pa

    if shape == "pyarrow":
        return table.column(name)
    if shape == "polars":
        return nw.from_native(table[name], series_only=True).to_arrow()
    series = table[name]
    try:
        array = nw.from_native(series, series_only=True).to_arrow()
    except (pa.ArrowException, TypeError, ValueError):
        array = None
    if array is None or isinstance(array.type, pa.BaseExtensionType):  # mixed objects, periods, intervals
        array = pa.array(series.map(str, na_action="ignore").astype(object), from_pandas=True)
    if isinstance(series.dtype, np.dtype) and pa.types.is_floating(array.type) and series.hasnans:
        present = series.to_numpy()[series.notna().to_numpy()]
        if (present == np.trunc(present)).all() and (np.abs(present) < 2**53).all():
            array = array.cast(pa.int64())
    return array


def _check_unique(names: Sequence[object]) -> None:
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        msg = f"the table has two columns with the name {twice!r}"
        raise DataError(msg, hint="rename one of them")


def check_known(columns: Sequence[str], names: Sequence[str]) -> None:
    """Refuse a name that the table does not have."""
    for name in columns:
        if name not in names:
            msg = f"the table has no column {name!r}"
            raise UsageError(msg, hint=did_you_mean(name, [n for n in names if isinstance(n, str)]))


def coded(column: Any, name: str, missing: Collection[str]) -> Coded:  # noqa: ANN401  # pyarrow has no types
    """Return (code of each row, values in use by code point with None last)."""
    codes, texts = distinct_texts(column, name)
    used = np.bincount(codes[codes >= 0], minlength=len(texts)) > 0
    kept = [None if not use or text in missing else text for use, text in zip(used.tolist(), texts, strict=True)]
    values: list[str | None] = []
    values += sorted({text for text in kept if text is not None})
    number = {text: i for i, text in enumerate(values)}
    # One place more than there are texts: a null row's code, -1, points there.
    place = np.array([*(number.get(text, len(values)) for text in kept), len(values)], dtype=np.int32)
    of_row = place[codes]
    if (of_row == len(values)).any():
        values.append(None)
    return of_row, values


def person_numbers(column: Any, name: str, missing: Collection[str]) -> Counts:  # noqa: ANN401
    """A number for the person of each row, −1 where none is named; the texts themselves stay where they are."""
    codes, texts = distinct_texts(column, name)
    number: dict[str | None, int] = {None: -1}
    forms = unify_person_ids(texts, missing)
    of_text = [number.setdefault(form, len(number) - 1) for form in forms]
    return np.array([*of_text, -1], dtype=np.int64)[codes]  # a null row's code, -1, points to the last entry


def case_variants(column: Any, name: str, missing: Collection[str]) -> int:  # noqa: ANN401
    """How many person ids differ from another one only in upper and lower case."""
    codes, texts = distinct_texts(column, name)
    used = np.bincount(codes[codes >= 0], minlength=len(texts)) > 0
    return count_case_variants(
        unify_person_ids([t for t, use in zip(texts, used.tolist(), strict=True) if use], missing)
    )


def owned(tuples: Counts, persons: Counts, counts: Counts | None = None) -> TuplePersons:
    """Rows (tuple, person, records) from the tuple and the person of each row, which stands for some records."""
    width = int(persons.max(initial=-1)) + 2
    pairs, records = summed(tuples * width + persons + 1, counts)
    return TuplePersons(pairs // width, pairs % width - 1, records)


def crossed(
    values: list[str | None], tuples: Counts, codes: Counts, persons: Counts, counts: Counts | None
) -> ColumnCounts:
    """A further column beside the tuples, told apart by person."""
    width = max(1, len(values))
    cells = owned(tuples * width + codes, persons, counts)
    return ColumnCounts(values, cells.tuple_of // width, cells.tuple_of % width, cells.counts, cells.person_of)


def summed(keys: Counts, counts: Counts | None) -> tuple[Counts, Counts]:
    """Each key once, ascending, with its records."""
    if counts is None:
        distinct, times = np.unique(keys, return_counts=True)
        return distinct, times.astype(np.int64)
    distinct, place = np.unique(keys, return_inverse=True)
    return distinct, np.bincount(place, weights=counts, minlength=len(distinct)).astype(np.int64)


def counted(columns: Sequence[str], coded_columns: Sequence[Coded]) -> Counted:
    """The distinct tuples of coded columns and their counts."""
    codes, values = [column for column, _ in coded_columns], tuple(texts for _, texts in coded_columns)
    tuple_of_row, counts = ranked(codes, [max(1, len(texts)) for texts in values])
    some_row = np.empty(len(counts), dtype=np.int64)
    some_row[tuple_of_row] = np.arange(len(tuple_of_row))
    tuples = np.stack([column[some_row] for column in codes], axis=1).astype(np.int32)
    return Counted(tuple(columns), values, tuples, counts)


def ranked(codes: Sequence[NDArray[np.int32]], sizes: Sequence[int]) -> tuple[Counts, Counts]:
    """Return (rank of each row's tuple in lexicographic order, count of each tuple)."""
    key, size = codes[0].astype(np.int64), sizes[0]
    for column, width in zip(codes[1:], sizes[1:], strict=True):
        if size * width > _KEY_LIMIT:
            distinct, key = np.unique(key, return_inverse=True)
            size = len(distinct)
        key = key * width + column
        size *= width
    if size > _DENSE:
        _, rank, counts = np.unique(key, return_inverse=True, return_counts=True)
        return rank.astype(np.int64), counts.astype(np.int64)
    times = np.bincount(key, minlength=size)
    rank = np.cumsum(times > 0) - 1
    return rank[key], times[times > 0]


def deal(planned: Counts, assignment: Assignment, key: RunKey) -> Counts:
    """The target of each row: one of those that the plan has for its tuple, at random within the tuple.

    Parameters
    ----------
    planned
        The planned tuple of each row; `DROPPED` for a row that goes.
    assignment
        The plan. A tuple may have several targets; their counts add up to its number of rows.
    key
        Every way of sharing out the targets within a tuple is equally likely. Draw number i belongs to the i-th row in
        the order of tuples, and within a tuple in the order of the table: to a tuple and an occurrence of it.
    """
    source, target, count = assignment.source, assignment.target, assignment.count
    size = int(max(planned.max(initial=-1), source.max(initial=-1))) + 1
    _check_sums(planned, source, count, size)
    single = np.full(size + 1, DROPPED, dtype=np.int64)  # one place more: a row that goes points there
    single[source] = target
    dealt = single[planned]
    several = np.append(np.bincount(source, minlength=size) > 1, False)
    rows = np.flatnonzero(several[planned])
    if len(rows):
        rows = rows[np.argsort(planned[rows], kind="stable")]
        draws = key.generator("deal").random(len(rows))
        rows = rows[np.lexsort((draws, planned[rows]))]
        shared = several[source]
        by_source = np.argsort(source[shared], kind="stable")
        dealt[rows] = np.repeat(target[shared][by_source], count[shared][by_source])
    return dealt


def _check_sums(planned: Counts, source: Counts, count: Counts, size: int) -> None:
    rows = np.bincount(planned[planned >= 0], minlength=size)
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, source, count)
    if not np.array_equal(rows, sums) or (count <= 0).any():
        msg = f"the plan does not add up: it covers {int(count.sum())} rows, the table has {int(rows.sum())}"
        raise KinonymError(msg)
