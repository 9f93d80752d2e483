"""The engine for tables in memory: pandas, polars and pyarrow in, the same kind out.

Arrow dictionary codes and numpy; no loop over rows, and never a join.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.kinds import arrow_column, check_known, column_names, kind
from kinonym.engines.masked import arrow_table, pandas_table, polars_table
from kinonym.engines.texts import distinct_texts
from kinonym.errors import KinonymError, UsageError

__all__ = ["Counted", "assign", "count", "kind", "replace"]

Ints = NDArray[np.int64]
Table = TypeVar("Table")

_DENSE = 1 << 22
_KEY_LIMIT = 1 << 62


@dataclass(frozen=True, eq=False)
class Counted:
    """The distinct tuples of some columns, and which one each row has (SPEC 3)."""

    values: tuple[list[str | None], ...]
    """Per column the distinct values as text, by code point; missing, if any, is None and comes last."""
    codes: NDArray[np.int32]
    """One row per distinct tuple: positions in ``values``, rows in lexicographic order."""
    counts: Ints
    tuple_of_row: Ints


def count(table: object, columns: Sequence[str], *, missing: Collection[str] = ("",)) -> Counted:
    """Reduce a table to the distinct tuples of ``columns`` and their counts.

    Parameters
    ----------
    table
        A pandas, polars or pyarrow table.
    columns
        Names of the columns, at least one.
    missing
        Texts that mean "missing"; nulls and NaN always do.

    Notes
    -----
    Integers are written without a fraction, floats in their shortest form, dates in ISO form, booleans as
    true and false. pandas turns integers into floats where one is missing: a pandas column of floats that
    has missing values and only whole numbers is read as integers.
    """
    if not columns:
        msg = "no columns to count"
        raise UsageError(msg, hint="name at least one column")
    shape = kind(table)
    check_known(columns, column_names(table))
    coded = [_coded(arrow_column(table, name, shape), name, missing) for name in columns]
    values = tuple(texts for _, texts in coded)
    codes = [column for column, _ in coded]
    tuple_of_row, counts = _ranked(codes, [max(len(texts), 1) for texts in values])
    some_row = np.empty(len(counts), dtype=np.int64)
    some_row[tuple_of_row] = np.arange(len(tuple_of_row))
    tuples = np.stack([column[some_row] for column in codes], axis=1).astype(np.int32)
    return Counted(values, tuples, counts, tuple_of_row)


def assign(tuple_of_row: Ints, source: Ints, target: Ints, count: Ints, rng: np.random.Generator) -> Ints:
    """Give each row one of the targets that a plan has for its tuple, at random within the tuple.

    Parameters
    ----------
    tuple_of_row
        The tuple of each row, as `count` gives it.
    source, target, count
        The plan: ``count`` rows of tuple ``source`` get ``target``; -1 says that the row is dropped. A tuple
        may occur several times; its counts add up to its number of rows.
    rng
        Every way of sharing out the targets within a tuple is equally likely.
    """
    size = int(max(tuple_of_row.max(initial=-1), source.max(initial=-1))) + 1
    rows = np.bincount(tuple_of_row, minlength=size)
    planned = np.zeros(size, dtype=np.int64)
    np.add.at(planned, source, count)
    if not np.array_equal(rows, planned) or (count < 0).any():
        msg = f"the plan does not add up: it covers {int(count.sum())} rows, the table has {len(tuple_of_row)}"
        raise KinonymError(msg)
    used = count > 0
    source, target, count = source[used], target[used], count[used]
    single = np.full(size, -1, dtype=np.int64)
    single[source] = target
    result = single[tuple_of_row]
    several = np.bincount(source, minlength=size) > 1
    if several.any():
        _share_out(result, tuple_of_row, several, (source, target, count), rng)
    return result


def replace(
    table: Table,
    new: Mapping[str, Sequence[object]],
    target_of_row: Ints,
    *,
    drop: Collection[str] = (),
    order: Ints | None = None,
) -> Table:
    """Return the table with some columns replaced and everything else as it was.

    Parameters
    ----------
    table
        A pandas, polars or pyarrow table; it is not changed.
    new
        Column name → what each target holds: texts or numbers, None for missing. Row i gets
        ``new[name][target_of_row[i]]``; a row with the target -1 goes.
    target_of_row
        As `assign` gives it.
    drop
        Columns that go.
    order
        A permutation of the rows of ``table``: the new row i is the old row ``order[i]``.

    Notes
    -----
    Texts keep the column's text type, else they get the library's own; numbers become float64; a categorical
    column stays one, with the categories in use.
    """
    shape = kind(table)
    names = column_names(table)
    check_known([*new, *drop], names)
    rows = _kept_rows(target_of_row, order, len(table))  # type: ignore[arg-type]  # all three have a length
    in_place = order is None and len(rows) == len(target_of_row)
    columns = {name: list(values) for name, values in new.items() if name not in drop}
    rebuild: Any = {"pandas": pandas_table, "polars": polars_table, "pyarrow": arrow_table}[shape]
    dropped = [name for name in names if name in drop]
    result: Table = rebuild(table, columns, target_of_row[rows], None if in_place else rows, dropped)
    return result


def _kept_rows(target_of_row: Ints, order: Ints | None, size: int) -> Ints:
    if len(target_of_row) != size or (order is not None and len(order) != size):
        msg = f"the targets and the order must have one entry for each of the table's {size} rows"
        raise UsageError(msg)
    rows = np.arange(size) if order is None else np.asarray(order)
    return rows[target_of_row[rows] >= 0]


def _coded(column: Any, name: str, missing: Collection[str]) -> tuple[Ints, list[str | None]]:  # noqa: ANN401
    """Return (code of each row, values in use by code point with None last)."""
    codes, texts = distinct_texts(column, name)
    absent = frozenset(missing)
    used = np.bincount(codes[codes >= 0], minlength=len(texts)) > 0
    kept = [None if not use or text in absent else text for use, text in zip(used.tolist(), texts, strict=True)]
    values: list[str | None] = []
    values += sorted({text for text in kept if text is not None})
    number = {text: i for i, text in enumerate(values)}
    # One place more than there are texts: a null row's code, -1, points there.
    place = np.array([*(number.get(text, len(values)) for text in kept), len(values)], dtype=np.int64)
    coded = place[codes]
    if (coded == len(values)).any():
        values.append(None)
    return coded, values


def _ranked(codes: Sequence[Ints], sizes: Sequence[int]) -> tuple[Ints, Ints]:
    """Return (rank of each row's tuple in lexicographic order, count of each tuple)."""
    key, size = codes[0], sizes[0]
    for column, width in zip(codes[1:], sizes[1:], strict=True):
        if size * width > _KEY_LIMIT:
            distinct, key = np.unique(key, return_inverse=True)
            size = len(distinct)
        key = key * width + column
        size *= width
    if size > _DENSE:
        _, rank, counts = np.unique(key, return_inverse=True, return_counts=True)
        return rank.astype(np.int64), counts.astype(np.int64)
    found = np.bincount(key, minlength=size)
    rank = np.cumsum(found > 0) - 1
    return rank[key], found[found > 0]


def _share_out(
    result: Ints,
    tuple_of_row: Ints,
    several: NDArray[np.bool_],
    plan: tuple[Ints, Ints, Ints],
    rng: np.random.Generator,
) -> None:
    """Fill in the rows of tuples with several targets: shuffled, then sorted by tuple, they meet the plan."""
    rows = rng.permutation(np.flatnonzero(several[tuple_of_row]))
    rows = rows[np.argsort(tuple_of_row[rows], kind="stable")]
    source, target, count = (part[several[plan[0]]] for part in plan)
    by_source = np.argsort(source, kind="stable")
    result[rows] = np.repeat(target[by_source], count[by_source])
