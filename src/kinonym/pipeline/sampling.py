"""Draws a sample of the table before anything else, with ``[table] sample``, and verifies it (specification 17).

A person is drawn by the keyed hash of the id, a row by a draw that belongs to its number. The smallest ones are taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import RunKey, Source
from kinonym.engines.drawn_rows import SAMPLED_ROWS, DrawnRows, RowDraws, RowNumbers
from kinonym.engines.expected import encode_cells
from kinonym.engines.fingerprint import Fingerprint, Hashes, Sum
from kinonym.engines.person_ids import unify_person_ids
from kinonym.errors import DataError
from kinonym.recipe import Recipe
from kinonym.release.checks import refuse
from kinonym.release.sample_size import SampleSize

__all__ = ["draw_sample", "without_sample"]

_PERSONS, _NOBODY = "persons of a sample", "rows of a sample that name no person"


def draw_sample(source: Source, recipe: Recipe, key: RunKey) -> tuple[Source, SampleSize | None]:
    """Return the drawn part of a table, verified, and its size; the table itself if the recipe draws no sample.

    Raises
    ------
    DataError
        If the recipe asks for more persons or rows than there are.
    PrivacyError
        If the engine returned other rows than those that were drawn.
    """
    if recipe.table.sample is None:
        return source, None
    people = None if recipe.table.person is None else _People.of(source, recipe.table.person, recipe.table.missing)
    units = source.records if people is None else people.units
    number = _count_drawn(recipe.table.sample, units, "rows" if people is None else "persons")
    drawn = DrawnRows(single=number) if people is None else people.draw(number, key)
    sampled = source.draw_rows(drawn, key)
    _verify_sample(source, sampled, drawn, key)
    size = SampleSize(
        drawn=number, units=units, by_person=people is not None, drawn_rows=sampled.records, rows=source.records
    )
    return sampled, size


def without_sample(recipe: Recipe) -> Recipe:
    """Return the recipe of a table that is already the sample."""
    return recipe.model_copy(update={"table": recipe.table.model_copy(update={"sample": None})})


def _count_drawn(sample: float, units: int, unit: str) -> int:
    """Return how many persons or rows to draw: a share is rounded half up, and at least one is drawn."""
    number = sample if isinstance(sample, int) else max(1, int(Fraction(str(sample)) * units + Fraction(1, 2)))
    if number > units:
        msg = f"sample = {number} asks for more {unit} than the table has, which are {units:,}"
        raise DataError(msg, hint="give a share between 0 and 1, or a smaller number")
    return number


@dataclass(frozen=True, eq=False)
class _People:
    """The persons of a table: those that are named, and one for each row that names nobody."""

    column: str
    texts_of: dict[str, list[str]]
    """The form of an id → its spellings in the column."""
    nobody: frozenset[str | None]
    unnamed: int

    @classmethod
    def of(cls, source: Source, column: str, missing: Sequence[str]) -> _People:
        """Count the persons by their ids."""
        counted = source.count([column])
        texts, rows = counted.values[0], counted.value_counts(0)
        texts_of: dict[str, list[str]] = {}
        nobody, unnamed = {None, *missing}, 0
        for text, form, times in zip(texts, unify_person_ids(texts, missing), rows.tolist(), strict=True):
            if form is None or text is None:
                nobody.add(text)
                unnamed += times
            elif times:
                texts_of.setdefault(form, []).append(text)
        return cls(column, texts_of, frozenset(nobody), unnamed)

    @property
    def units(self) -> int:
        """How many persons there are."""
        return len(self.texts_of) + self.unnamed

    def draw(self, number: int, key: RunKey) -> DrawnRows:
        """Draw persons; of those that are not named only how many, since the engine draws their rows."""
        forms = list(self.texts_of)
        named = _hash_persons(forms, key)
        draws = np.concatenate([named, RowDraws(key, _NOBODY).of(np.arange(self.unnamed))])
        chosen = np.lexsort((np.arange(len(draws)), draws))[:number]
        whole = [text for i in chosen[chosen < len(forms)].tolist() for text in self.texts_of[forms[i]]]
        single = int(np.count_nonzero(chosen >= len(forms)))
        return DrawnRows(person=self.column, whole=frozenset(whole), nobody=self.nobody, single=single)


def _hash_persons(forms: Sequence[str], key: RunKey) -> NDArray[np.uint64]:
    """Return the keyed hash of each person id."""
    secret = key.generator(_PERSONS).bytes(32)
    digests = (hashlib.blake2b(form.encode(), key=secret, digest_size=8).digest() for form in forms)
    return np.frombuffer(b"".join(digests), dtype=">u8").astype(np.uint64)


@dataclass(frozen=True)
class _Rows:
    """Some rows of a table, as far as they belong to a sample."""

    sum: Sum = (0, 0)
    records: int = 0
    single: int = 0
    """How many were drawn one by one."""
    last: tuple[int, int] = (-1, -1)
    """The greatest draw of these, and its row number."""


_ALL_DRAWS = (1 << 64) - 1, (1 << 63) - 1


def _verify_sample(source: Source, sampled: Source, drawn: DrawnRows, key: RunKey) -> None:
    """Verify that a sample has the drawn rows and no others, unchanged, by reading the table again.

    Notes
    -----
    The rows that were drawn one by one must have the required number, and must be all rows of the table with draws up
    to the greatest one in the sample. Rows are compared by a keyed sum, so nothing is stored for each row.
    """
    reader = _SampleReader(source, drawn, key)
    found = reader.add_up(sampled, _ALL_DRAWS)
    expected = reader.add_up(source, found.last)
    if sampled.records != found.records or found.single != drawn.single or found != expected:
        refuse("the rows of the sample are not those that were drawn")


class _SampleReader:
    """Reads a table, or the sample of it, and adds up the rows that belong to the sample."""

    def __init__(self, source: Source, drawn: DrawnRows, key: RunKey) -> None:
        self._columns, self._drawn = source.columns, drawn
        self._fingerprint = Fingerprint(key, source.columns, typed=True)
        self._draws = RowDraws(key, SAMPLED_ROWS)
        self._schema = next((batch.schema for _, batch in source.read_rows(source.columns)), None)

    def add_up(self, table: Source, last: tuple[int, int]) -> _Rows:
        """Add up all rows of drawn persons, and the single rows with draws up to the last one."""
        total = _Rows()
        for numbers, batch in table.read_rows(self._columns):
            part = self._add_batch(numbers, batch, last)
            total = _Rows(
                sum=Fingerprint.add(total.sum, part.sum),
                records=total.records + part.records,
                single=total.single + part.single,
                last=max(total.last, part.last),
            )
        return total

    def _add_batch(self, numbers: RowNumbers, batch: Any, last: tuple[int, int]) -> _Rows:  # noqa: ANN401
        state = np.ones(len(numbers), dtype=np.int8)
        if self._drawn.person is not None:
            texts, positions = encode_cells(batch, self._drawn.person)
            state = self._drawn.states(texts)[positions]
        single = np.flatnonzero(state == 1)
        draws = self._draws.of(numbers[single])
        below = (draws < last[0]) | ((draws == last[0]) & (numbers[single] <= last[1]))
        single, draws = single[below], draws[below]
        taken = np.union1d(single, np.flatnonzero(state == 2))
        if not len(taken):
            return _Rows()
        greatest = int(np.lexsort((numbers[single], draws))[-1]) if len(single) else None
        return _Rows(
            sum=self._fingerprint.total([self._hash_cells(batch, name)[taken] for name in self._columns]),
            records=len(taken),
            single=len(single),
            last=(-1, -1) if greatest is None else (int(draws[greatest]), int(numbers[single[greatest]])),
        )

    def _hash_cells(self, batch: Any, name: str) -> Hashes:  # noqa: ANN401
        """Return the hash of each cell of a column, read with the type that the whole table has."""
        kind = None if self._schema is None else self._schema.field(name).type
        if kind is not None and batch.column(name).type != kind:  # pandas: whole numbers and missing ones in the sample
            batch = batch.set_column(batch.schema.get_field_index(name), name, batch.column(name).cast(kind))
        texts, positions = encode_cells(batch, name, typed=True)
        return self._fingerprint.texts(name, texts)[positions]
