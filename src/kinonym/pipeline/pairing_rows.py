"""Makes the pairs of original and released rows of a run; `paired_rows` stores and searches them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Source
from kinonym.files.texts import as_text, format_value
from kinonym.metrics.plan_changes import find_masked_tuples, row_changes
from kinonym.pipeline.paired_rows import PairedColumn, PairedRows
from kinonym.pipeline.result import Result
from kinonym.tuples.index_arrays import DROPPED

__all__ = ["MOST_ROWS", "pair_rows"]

MOST_ROWS = 1_000_000
_MOST_CELLS = 20_000_000
"""Where more cells would be stored, the unchanged columns are left out."""

Numbers = NDArray[np.int64]


def pair_rows(result: Result[Any], source: Source) -> PairedRows | None:
    """Pair the rows of a table with what a run made of them.

    Parameters
    ----------
    result
        The run.
    source
        The table as it was opened, with the texts of its cells.

    Returns
    -------
    PairedRows or None
        None if the run released other rows than those of the table, because it gathered them by person, or if there
        are more than `MOST_ROWS`.
    """
    import pyarrow as pa

    gathered = (result.asked or result.recipe).table.gather
    if gathered or result.plan.tuples.records > MOST_ROWS:
        return None
    columns = _columns(result)
    trail = _Trail.of(result)
    order = trail.order()
    shown = trail.take(order)
    texts = _original_texts(source, columns, shown.number, result.recipe.table.missing)
    arrays: dict[str, Any] = {"row": shown.number, "group": shown.group.astype(np.int32), "distance": shown.distance}
    for i, column in enumerate(columns):
        arrays |= {f"{part}:{i}": cells for part, cells in _cells(result, column, texts[i], shown).items()}
    return PairedRows(pa.table(arrays), columns, trail.sizes, trail.persons)


def _columns(result: Result[Any]) -> tuple[PairedColumn, ...]:
    """The released columns: masked ones first, then those that follow one, then the rest as far as there is space."""
    recipe = result.recipe
    on_a_line = {column.name: column.domain.traits.on_a_line for column in result.plan.tuples.columns}
    masked = [PairedColumn(name=name, kind="masked", numeric=numeric) for name, numeric in on_a_line.items()]
    follows = [PairedColumn(name=name, kind="follows") for name in result.texts if name not in on_a_line]
    shifted = [n for n in recipe.shifted_columns if n in recipe.unmasked]
    others = [PairedColumn(name=n, kind="shifted" if n in shifted else "unchanged") for n in recipe.unmasked]
    stored = 3 * (len(masked) + len(follows)) + len(others)
    fits = stored * result.plan.tuples.records <= _MOST_CELLS
    return (*masked, *follows, *(others if fits else ()))


@dataclass(frozen=True, eq=False, kw_only=True)
class _Trail:
    """What happened to each row: one entry per row."""

    number: Numbers
    """From 1, in the opened table."""
    plan_row: Numbers
    """Its row of the plan; −1 if it was left out before planning."""
    target: Numbers
    group: Numbers
    distance: NDArray[np.float32]
    """The farthest change of a cell."""
    sizes: tuple[int, ...] = ()
    persons: tuple[int, ...] | None = None

    @classmethod
    def of(cls, result: Result[Any]) -> _Trail:
        plan = result.plan
        rows = np.fromiter(_flatten(result.trail()), dtype=np.int64).reshape(-1, 3)
        number, planned, target = rows.T
        plan_row = _find_plan_rows(plan.source, plan.target, len(plan.targets), planned, target)
        masked, masked_of_row = find_masked_tuples(plan)
        farthest = row_changes(plan).max(axis=1, initial=0.0)
        group = np.where(target == DROPPED, DROPPED, np.append(masked_of_row, DROPPED)[plan_row])
        return cls(
            number=number, plan_row=plan_row, target=target, group=group,
            distance=np.append(farthest, 0.0)[plan_row].astype(np.float32),
            sizes=tuple(masked.counts.tolist()), persons=_count_persons(result, len(masked), masked_of_row),
        )  # fmt: skip

    def order(self) -> Numbers:
        """Small classes first, the farthest changes first in each; rows that are not released last."""
        sizes = np.append(np.array(self.sizes, dtype=np.int64), np.iinfo(np.int64).max)  # the last is of the group −1
        return np.lexsort((self.number, -self.distance, self.group, sizes[self.group]))

    def take(self, rows: Numbers) -> _Trail:
        """Some rows, in another order."""
        parts = {name: getattr(self, name)[rows] for name in ("number", "plan_row", "target", "group", "distance")}
        return _Trail(**parts)


def _flatten(rows: Iterator[tuple[int, int, int]]) -> Iterator[int]:
    for row in rows:
        yield from row


def _find_plan_rows(source: Numbers, target: Numbers, targets: int, of: Numbers, to: Numbers) -> Numbers:
    """The row of the plan that takes each planned tuple ``of`` to the target ``to``; −1 without a planned tuple."""
    keys = source * (targets + 1) + target + 1
    order = np.argsort(keys, kind="stable")
    sought = of * (targets + 1) + to + 1
    positions = np.minimum(np.searchsorted(keys[order], sought), len(keys) - 1)
    return np.where(of == DROPPED, DROPPED, order[positions])


def _count_persons(result: Result[Any], classes: int, masked_of_row: Numbers) -> tuple[int, ...] | None:
    """Persons of each class; None if they are unknown, or if the records of a combination were divided."""
    plan = result.plan
    if plan.tuples.persons is None or not plan.whole:
        return None
    group = np.full(len(plan.tuples), DROPPED, dtype=np.int64)
    group[plan.source] = masked_of_row
    return tuple(plan.tuples.persons.in_groups(group, classes).tolist())


def _original_texts(
    source: Source, columns: tuple[PairedColumn, ...], number: Numbers, missing: Collection[str]
) -> list[Any]:
    """The texts of the columns in the rows with these numbers; null where one means missing."""
    import pyarrow as pa

    names = [column.name for column in columns]
    batches = list(source.read_rows(names))
    at = np.concatenate([numbers for numbers, _ in batches]) + 1
    order = np.argsort(at, kind="stable")
    rows = pa.array(order[np.searchsorted(at[order], number)])
    return [_read_column(batches, name, missing).take(rows) for name in names]


def _read_column(batches: list[tuple[Numbers, Any]], name: str, missing: Collection[str]) -> Any:  # noqa: ANN401
    """The texts of a column as one dictionary array."""
    import pyarrow as pa

    chunks = [chunk for _, batch in batches for chunk in as_text(batch.column(name), name).chunks]
    encoded = pa.chunked_array(chunks, type=pa.string()).combine_chunks().dictionary_encode()
    texts = [None if text in missing else text for text in encoded.dictionary.to_pylist()]
    return pa.DictionaryArray.from_arrays(encoded.indices, pa.array(texts, type=pa.string()))


def _cells(result: Result[Any], column: PairedColumn, before: Any, shown: _Trail) -> dict[str, Any]:  # noqa: ANN401
    """The arrays of a column: the original texts and, for a masked one, the released texts and the distances."""
    import pyarrow as pa

    if not column.paired:
        return {"before": before}
    written = pa.array(map(format_value, result.texts[column.name]), type=pa.string()).dictionary_encode()
    released = written.take(pa.array(shown.target, mask=shown.target == DROPPED))
    parts = {"before": before, "after": released}
    if column.kind == "follows":
        return {**parts, "changed": _differ(before, released), "distance": pa.nulls(len(before), pa.float32())}
    j = [each.name for each in result.plan.tuples.columns].index(column.name)
    distance = np.append(row_changes(result.plan)[:, j], 0.0)[shown.plan_row].astype(np.float32)
    changed = distance > 0 if column.numeric else _differ(before, released)
    return {**parts, "changed": changed, "distance": distance}


def _differ(before: Any, after: Any) -> NDArray[np.bool_]:  # noqa: ANN401
    """Whether the texts of two dictionary arrays differ; missing cells are equal."""
    import pyarrow as pa
    import pyarrow.compute as pc

    old, new = (texts.cast(pa.string()) for texts in (before, after))
    same = pc.equal(old, new).fill_null(fill_value=False)
    missing = pc.and_(pc.is_null(old), pc.is_null(new))
    return ~np.asarray(pc.or_(same, missing))
