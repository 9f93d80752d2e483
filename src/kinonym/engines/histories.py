"""The rows of a person gathered into one row, and masked histories as rows again, linked by a pseudonym.

The recount gathers the written rows with independent code, `gather_again`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Assignment, Masked, PersonSink, RunKey, Source, Tally
from kinonym.engines.fingerprint import Fingerprint, Hashes, Sum
from kinonym.engines.memory import MemorySource
from kinonym.engines.person_ids import unify_person_ids
from kinonym.engines.writing import write_parts
from kinonym.errors import DataError, PrivacyError
from kinonym.files.texts import format_value
from kinonym.tuples.index_arrays import DROPPED

__all__ = [
    "PSEUDONYM",
    "Histories",
    "add_pseudonym",
    "add_up_rows",
    "count_planned_rows",
    "draw_pseudonyms",
    "gather_again",
    "gather_rows",
    "hash_rows",
    "plain_cells",
]

PSEUDONYM = "pseudonym"
"""The column that links the rows of a person in a release."""
_DIGITS = 16

Between = Mapping[str, str]
"""Gathered column → the text between the values of a person."""


def gather_rows(
    source: Source, person: str, columns: Sequence[str], between: Between, missing: Collection[str] = ("",)
) -> Any:  # noqa: ANN401
    """Return an Arrow table with one row per person: gathered columns are joined, all others must be constant.

    A row that names no person counts as a separate person. Raises if a column that is not gathered differs within a
    person.
    """
    import pyarrow as pa

    counted = source.count([person, *columns])
    who = _persons_of(counted.values[0], missing)[counted.codes[:, 0]]
    named = who >= 0
    alone = np.repeat(np.flatnonzero(~named), counted.counts[~named])
    rows = np.concatenate([np.flatnonzero(named), alone])
    owner = np.concatenate([who[named], len(counted.values[0]) + np.arange(len(alone))])
    _, owner = np.unique(owner, return_inverse=True)
    made = {}
    for j, name in enumerate(columns, start=1):
        texts, codes = counted.values[j], counted.codes[rows, j].astype(np.int64)
        made[name] = (
            _join_texts(owner, codes, texts, between[name]) if name in between else _constant(name, owner, codes, texts)
        )
    return pa.table({name: pa.array(cells, pa.string()) for name, cells in made.items()})


def _persons_of(ids: Sequence[str | None], missing: Collection[str]) -> NDArray[np.int64]:
    """The number of the person that each id names, −1 for nobody; two spellings of one id name one person."""
    number: dict[str | None, int] = {None: -1}
    return np.array([number.setdefault(form, len(number) - 1) for form in unify_person_ids(ids, missing)], np.int64)


def _join_texts(
    owner: NDArray[np.int64], codes: NDArray[np.int64], texts: list[str | None], between: str
) -> list[str | None]:
    cells: list[list[str]] = [[] for _ in range(int(owner.max(initial=-1)) + 1)]
    for pair in np.unique(owner * len(texts) + codes).tolist():
        text = texts[pair % len(texts)]
        if text is not None:
            cells[pair // len(texts)].append(text)
    return [between.join(cell) if cell else None for cell in cells]


def _constant(
    name: str, owner: NDArray[np.int64], codes: NDArray[np.int64], texts: list[str | None]
) -> list[str | None]:
    first = np.full(int(owner.max(initial=-1)) + 1, -1, dtype=np.int64)
    first[owner] = codes
    differing = len(np.unique(owner[first[owner] != codes]))
    if differing:
        msg = f"column {name!r} differs between the rows of {differing:,} persons, and is not gathered"
        raise DataError(msg, hint=f'add it to gather, or drop it: [columns.{name}] role = "identifier"')
    return [texts[code] for code in first.tolist()]


class Histories:
    """A masked table with one row per person, as rows of single values in random order; pseudonyms link them."""

    recount_folder = None

    def __init__(self, masked: Masked, between: Between, key: RunKey, *, marked: bool, shuffle: bool = True) -> None:
        import pyarrow as pa

        wide = pa.Table.from_batches(list(masked.batches()))
        cells = {name: plain_cells(wide.column(name)) for name in wide.column_names}
        lists = {name: [_parts(cell, between[name]) for cell in cells[name]] for name in between}
        heights = np.array([max(1, *(len(lists[name][i]) for name in between)) for i in range(wide.num_rows)])
        owner = np.repeat(np.arange(wide.num_rows), heights)
        slots = np.arange(len(owner)) - np.repeat(np.cumsum(heights) - heights, heights)
        rows = np.arange(len(owner))
        order = key.generator("order of histories").permutation(rows) if shuffle else rows
        owner, slots = owner[order].tolist(), slots[order].tolist()
        names = draw_pseudonyms(wide.num_rows, key)
        self._cells: dict[str, list[Any]] = {}
        if marked:
            first = wide.column_names[0]
            self._cells[first] = [cells.pop(first)[0]] * len(owner)
        self._cells[PSEUDONYM] = [names[i] for i in owner]
        for name, column in cells.items():
            self._cells[name] = (
                [lists[name][i][at] if at < len(lists[name][i]) else None for i, at in zip(owner, slots, strict=True)]
                if name in between
                else [column[i] for i in owner]
            )

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the released columns, in order."""
        return tuple(self._cells)

    @property
    def records(self) -> int:
        """How many rows are released."""
        return len(self._cells[PSEUDONYM])

    def native(self) -> Any:  # noqa: ANN401
        """An Arrow table."""
        import pyarrow as pa

        return pa.table({name: pa.array(cells) for name, cells in self._cells.items()})

    def batches(self, persons: PersonSink | None = None, *, typed: bool = False) -> Iterator[Any]:  # noqa: ARG002  # persons have pseudonyms
        """The rows for a writer."""
        yield from self.native().to_batches(max_chunksize=1 << 17)

    def save(self, folder: str | Path, persons: PersonSink | None = None) -> None:  # noqa: ARG002  # persons have pseudonyms
        """Write the rows as Parquet files into an empty folder."""
        write_parts(self.batches(), Path(folder))

    def trail(self) -> Iterator[tuple[int, int]]:
        """Rows of histories have no numbers in the table."""
        return iter(())


def plain_cells(column: Any) -> list[Any]:  # noqa: ANN401
    """The values of an Arrow column."""
    import pyarrow as pa

    decoded = [chunk.dictionary_decode() if pa.types.is_dictionary(chunk.type) else chunk for chunk in column.chunks]
    return [value for chunk in decoded for value in chunk.to_pylist()]


def _parts(cell: str | None, between: str) -> list[str]:
    return [] if cell is None else cell.split(between)


def draw_pseudonyms(number: int, key: RunKey, purpose: str = "pseudonyms") -> list[str]:
    """Draw distinct names without meaning; every purpose has its own."""
    drawn = key.generator(purpose).bytes(_DIGITS // 2 * number).hex()
    names = [drawn[i : i + _DIGITS] for i in range(0, len(drawn), _DIGITS)]
    if len(set(names)) < number:
        msg = "two persons drew the same pseudonym"
        raise PrivacyError(msg, hint="run it again: this happens once in a billion runs")
    return names


def count_planned_rows(assignment: Assignment, between: Between) -> int:
    """Count the rows of the plan: each person has one per value of the longest set, and at least one."""
    sizes = [
        [0 if text is None else str(text).count(mark) + 1 for text in assignment.written[name]]
        for name, mark in between.items()
    ]
    heights = np.maximum(1, np.array(sizes, dtype=np.int64).max(axis=0))
    released = assignment.target != DROPPED
    return int(assignment.count[released] @ heights[assignment.target[released]])


def add_pseudonym(released: Sequence[str], *, marked: bool) -> tuple[str, ...]:
    """The columns of a release of histories, given those of one row per person; the mark of a test comes first."""
    return (*released[: int(marked)], PSEUDONYM, *released[int(marked) :])


def add_up_rows(histories: Histories, fingerprint: Fingerprint) -> Sum:
    """The keyed sum of the rows that are to be written."""
    return fingerprint.total(list(hash_rows(histories.native(), fingerprint).values()))


def hash_rows(table: Any, fingerprint: Fingerprint) -> dict[str, Hashes]:  # noqa: ANN401  # pyarrow has no types
    """The hashes of the cells of all rows of an Arrow table, column by column."""
    if set(fingerprint.columns) != set(table.column_names):
        msg = "the release was refused: its columns are not those that the recipe releases; nothing was released"
        raise PrivacyError(msg, hint="this is a defect of the program: please report it")
    columns = ((name, table.column(name).to_pylist()) for name in fingerprint.columns)
    return {name: fingerprint.texts(name, map(format_value, cells)) for name, cells in columns}


def gather_again(tally: Tally, between: Between) -> Source:
    """Gather the rows of a release by pseudonym: return a table with one row per history, to be counted.

    Raises `PrivacyError` if the rows of a pseudonym differ in a column that is not gathered, or repeat a value.
    """
    import pyarrow as pa

    counted = tally.count(tally.columns)
    at = {name: j for j, name in enumerate(counted.columns)}
    fixed = [name for name in counted.columns if name != PSEUDONYM and name not in between]
    histories: dict[str, tuple[tuple[int, ...], dict[str, set[str]]]] = {}
    for row, times in zip(counted.codes.tolist(), counted.counts.tolist(), strict=True):
        name = counted.values[at[PSEUDONYM]][row[at[PSEUDONYM]]]
        same = tuple(row[at[column]] for column in fixed)
        history = histories.setdefault(name or "", (same, {column: set() for column in between}))
        if name is None or history[0] != same or times > 1:
            msg = "the release was refused: its rows are not those of whole histories; nothing was released"
            raise PrivacyError(msg, hint="this is a defect of the program: please report it")
        for column, members in history[1].items():
            text = counted.values[at[column]][row[at[column]]]
            if text is not None:
                members.add(text)
    cells: dict[str, list[str | None]] = {name: [] for name in counted.columns if name != PSEUDONYM}
    for same, sets in histories.values():
        for name, code in zip(fixed, same, strict=True):
            cells[name].append(counted.values[at[name]][code])
        for name, members in sets.items():
            cells[name].append(between[name].join(sorted(members)) or None)
    table = pa.table({name: pa.array(texts, pa.string()) for name, texts in cells.items()})
    return MemorySource(table, ())
