"""What a plan file knows of the persons of the earlier releases: their groups, and digests of their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import Tally
from kinonym.engines.person_ids import unify_person_ids
from kinonym.engines.recount import Recount
from kinonym.errors import KinonymError
from kinonym.files.output import Output
from kinonym.pipeline.plan_file import PlanFile, digest_texts, make_plan_error, new_key
from kinonym.recipe import Recipe
from kinonym.release.earlier_persons import EarlierPersons

__all__ = ["NEW", "KnownPersons", "write_persons"]

Numbers = NDArray[np.int64]
NEW = -1
"""The group of a person who was not released before, and the number of a row that names nobody."""


@dataclass(frozen=True, eq=False, kw_only=True)
class KnownPersons:
    """The persons of a plan file, by their digests."""

    key: bytes
    digests: Mapping[str, int]
    """Digest → person."""
    earlier: EarlierPersons
    values: Mapping[str, Mapping[str, list[str]]]
    """Confidential column → digest of a person → digests of the values, as in the file."""
    releases: int

    @classmethod
    def read(cls, recipe: Recipe) -> KnownPersons:
        """Read the plan file that a recipe names."""
        file = PlanFile.read(recipe)
        try:
            groups, values = file.groups["persons"], file.groups["values"]
            numbers = {digest: i for i, digest in enumerate(groups)}
            group = np.array([int(g) for g in groups.values()], dtype=np.int64)
            rows = {name: _number_values(numbers, known) for name, known in values.items()}
            earlier = EarlierPersons(group=group, values=rows)
            return cls(
                key=file.key, digests=numbers, earlier=earlier, values=values, releases=int(file.groups["releases"])
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            raise make_plan_error(recipe) from None


def _number_values(numbers: Mapping[str, int], known: Mapping[str, list[str]]) -> tuple[Numbers, Numbers]:
    """Rows (person, value) of the digests of a column."""
    rows = sorted((numbers[person], value) for person, values in known.items() for value in values)
    codes: dict[str, int] = {}
    persons = np.array([person for person, _ in rows], dtype=np.int64)
    return persons, np.array([codes.setdefault(value, len(codes)) for _, value in rows], dtype=np.int64)


def write_persons(output: Output, recipe: Recipe, tally: Tally, texts: Sequence[str | None]) -> None:
    """Write the groups of persons of a release for a later one, from the recounted rows.

    ``texts``: the person column of the input.
    Persons and values appear as keyed digests. The key is in the file, so anyone who has the file can test guesses.
    """
    if not isinstance(tally, Recount):
        msg = "the persons of the rows were not recounted"
        raise KinonymError(msg)
    before = KnownPersons.read(recipe) if recipe.release.reuse is not None else None
    key = new_key() if before is None else before.key
    forms = unify_person_ids(texts, recipe.table.missing)
    digests = [None if form is None else digest_texts(key, [form]) for form in forms]
    digest_of = dict(zip(tally.hash_persons(texts).tolist(), digests, strict=True))
    classes: dict[str, set[int]] = {}
    row_of_entry, hashes, _ = tally.person_hashes(recipe.masked)
    for class_, hash_ in zip(row_of_entry.tolist(), hashes.tolist(), strict=True):
        if (digest := digest_of.get(hash_)) is not None:
            classes.setdefault(digest, set()).add(class_)
    earlier = {} if before is None else {d: int(before.earlier.group[i]) for d, i in before.digests.items()}
    histories = {
        digest: (earlier.get(digest, NEW), tuple(sorted(classes.get(digest, ())))) for digest in {**earlier, **classes}
    }
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    older = {} if before is None else before.values
    values = {
        name: {**older.get(name, {}), **_digest_values(tally, recipe, name, key, digest_of)}
        for name in recipe.confidential_unmasked
    }
    groups = {
        "releases": 1 if before is None else before.releases + 1,
        "persons": {digest: numbers.setdefault(past, len(numbers)) for digest, past in sorted(histories.items())},
        "values": values,
    }
    PlanFile.of(recipe, key=key, groups=groups).write(output)


def _digest_values(
    tally: Recount, recipe: Recipe, name: str, key: bytes, digest_of: Mapping[int, str | None]
) -> dict[str, list[str]]:
    """Digest of a person → digests of her values of a confidential column."""
    columns = (*recipe.masked, name)
    counted = tally.count(columns)
    of_value = [digest_texts(key, [name, text]) for text in counted.values[-1]]
    row_of_entry, hashes, _ = tally.person_hashes(columns)
    values: dict[str, set[str]] = {}
    for code, hash_ in zip(counted.codes[row_of_entry, -1].tolist(), hashes.tolist(), strict=True):
        if (digest := digest_of.get(hash_)) is not None:
            values.setdefault(digest, set()).add(of_value[code])
    return {digest: sorted(found) for digest, found in values.items()}
