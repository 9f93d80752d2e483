"""The rows that a draft is guessed from."""

from __future__ import annotations

from typing import Any

from kinonym.engines.contract import Source
from kinonym.engines.grouped_source import GroupedSource
from kinonym.files.texts import as_text

__all__ = ["sample_rows", "sample_source"]

_SAMPLE = 10_000
_FEW = 100
_WHOLE = 600
_MOST_COLUMNS = 20
_REPEATED = 1.05


def sample_source(source: Source) -> Any:  # noqa: ANN401
    """Return a sample of a table in any engine, as an Arrow table of texts."""
    if not isinstance(source, GroupedSource):
        return sample_rows(_texts(source))
    sample = _texts(source.gather_every(max(1, -(-source.records // _SAMPLE))))
    return sample if source.records <= _SAMPLE else _with_more_rows(sample, source)


def sample_rows(table: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """Rows of an Arrow table spread evenly over it, and one for every value of a column that has few.

    Of a column with many values that come back there are also all rows of some values: who has several rows is seen
    although the sample is small.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    if table.num_rows <= _SAMPLE:
        return table
    rows, whole = set(_spread(table.num_rows, _SAMPLE)), 0
    for name in table.column_names:
        values = pc.unique(table.column(name))
        if len(values) <= _FEW:
            rows |= set(pc.index_in(values, table.column(name).combine_chunks()).to_pylist())
        elif len(values) * _REPEATED <= table.num_rows and whole < _MOST_COLUMNS:
            whole += 1
            some = values.take(pa.array(_spread(len(values), _WHOLE * len(values) // table.num_rows)))
            rows |= set(pc.indices_nonzero(pc.is_in(table.column(name), value_set=some)).to_pylist()[: 2 * _WHOLE])
    return table.take(pa.array(sorted(row for row in rows if row is not None)))


def _spread(size: int, number: int) -> range:
    """About so many numbers below a size, evenly spread."""
    return range(0, size, -(-size // max(1, number)))


def _with_more_rows(sample: Any, source: GroupedSource[Any]) -> Any:  # noqa: ANN401
    """Add the rows that `sample_rows` adds: for every value of a column that has few, and all rows of some values."""
    repeating = 0
    for column in source.columns:
        distinct, sampled = source.profile(column).distinct, sample.column(column).unique().to_pylist()
        if distinct <= _FEW:
            values = {text for text in source.count([column]).values[0] if text is not None} - set(sampled)
            sample = _with_all_rows(sample, source, column, values)
        elif distinct * _REPEATED <= source.records and repeating < _MOST_COLUMNS:
            repeating += 1
            number = _WHOLE * distinct // source.records
            values = {sampled[i] for i in _spread(len(sampled), number) if sampled[i] is not None}
            sample = _with_all_rows(sample, source, column, values)
    return sample


def _with_all_rows(sample: Any, source: GroupedSource[Any], column: str, values: set[str]) -> Any:  # noqa: ANN401
    """The sample with all rows that have one of these values; values with very many rows are left out."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not values:
        return sample
    rows = _texts(source.gather_texts(column, values))
    counts = sorted(pc.value_counts(rows.column(column)).to_pylist(), key=lambda row: row["counts"])
    added = 0
    chosen: list[str] = []
    for row in counts:
        added += row["counts"]
        if chosen and added > 2 * _WHOLE:
            break
        chosen.append(row["values"])
    whole = pa.array(chosen, pa.string())
    others = sample.filter(pc.invert(pc.is_in(sample.column(column), value_set=whole)))
    return pa.concat_tables([others, rows.filter(pc.is_in(rows.column(column), value_set=whole))])


def _texts(rows: Any) -> Any:  # noqa: ANN401
    import pyarrow as pa

    return pa.table({str(name): as_text(rows.column(name), str(name)) for name in rows.columns})
