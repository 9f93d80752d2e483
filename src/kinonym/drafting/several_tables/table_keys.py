"""Keys and references of tables: what a catalogue says, and what names and values show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from kinonym.drafting.key_names import key_level, plain_words
from kinonym.drafting.person_keys import has_key_shape
from kinonym.engines.contract import Source
from kinonym.engines.person_ids import unify_person_ids
from kinonym.files.formats.table_format import TableKeys

__all__ = ["Reference", "TableValues", "find_references", "names_persons", "speaks_of_key"]

_MISSING = ("", "?")
_GENERIC = {
    "id", "rowid", "row", "index", "key", "nr", "no", "number", "num", "code", "uuid", "guid", "pk", "oid", "name",
    "date", "sequence", "seq", "seqnum", "line",
}  # fmt: skip
"""Names, without underscores, that say nothing of what a column identifies."""
_NUMBERING = {"id", "ids", "nr", "no", "num", "number", "key", "code", "ref", "fk", "uuid", "guid", "identifier"}
_FEWEST = 20


@dataclass(frozen=True)
class Reference:
    """A column with values that are all keys of another table."""

    table: str
    column: str
    target: str
    key: str
    reason: str


class TableValues:
    """The distinct values of the columns of a table."""

    def __init__(self, name: str, source: Source) -> None:
        self.name, self.source = name, source
        self._values: dict[str, frozenset[str]] = {}
        self._missing: dict[str, bool] = {}

    def values(self, column: str) -> frozenset[str]:
        """The distinct ids in a column, without missing ones."""
        if column not in self._values:
            unified = unify_person_ids(self.source.count([column]).values[0], _MISSING)
            self._values[column] = frozenset(each for each in unified if each is not None)
            self._missing[column] = None in unified
        return self._values[column]

    def is_complete(self, column: str) -> bool:
        """Whether every row has a value."""
        self.values(column)
        return not self._missing[column]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The columns with a different value in every row."""
        rows = self.source.records
        unique = [name for name in self.source.columns if rows > 1 and self.source.profile(name).distinct == rows]
        return tuple(name for name in unique if self.is_complete(name) and len(self.values(name)) == rows)


def find_references(tables: Mapping[str, TableValues], known: Mapping[str, TableKeys]) -> list[Reference]:
    """Find the references between tables: those of the catalogue, and columns named like a key with the same values."""
    found = [*_list_known(tables, known)]
    taken = {(each.table, each.column, each.target) for each in found}
    for target, values in tables.items():
        for key in values.keys:
            for name, other in tables.items():
                if name == target:
                    continue
                for column in other.source.columns:
                    reason = "" if (name, column, target) in taken else _explain(other, column, values, key)
                    if reason:
                        taken.add((name, column, target))
                        found.append(Reference(name, column, target, key, reason))
    return found


def _list_known(tables: Mapping[str, TableValues], known: Mapping[str, TableKeys]) -> Iterator[Reference]:
    for name, keys in known.items():
        for column, (target, key) in keys.references.items():
            if name in tables and target in tables and target != name and key in tables[target].keys:
                yield Reference(name, column, target, key, "the database says so")


def _explain(table: TableValues, column: str, target: TableValues, key: str) -> str:
    """Say why a column refers to a key; empty if it does not."""
    named = speaks_of_key(column, target.name, key)
    if not (named or table.source.profile(column).distinct >= _FEWEST):
        return ""
    values = table.values(column)
    if not values or not values <= target.values(key):
        return ""
    if named:
        return "it has the name of the key or of its table, and all values are keys"
    shaped = not all(map(str.isdecimal, values)) and has_key_shape(column, dict.fromkeys(values, 1))
    return "all values are keys, which have the shape of ids" if shaped else ""


def speaks_of_key(column: str, table: str, key: str) -> bool:
    """Whether a column has the name of a key, or names its table, as `PATIENT` does for the key `ID` of `patients`."""
    if _plain(column) == _plain(key):
        return _plain(key) not in _GENERIC
    return _names_table(column, table) and (_plain(key) in _GENERIC or _names_table(key, table))


def _plain(column: str) -> str:
    return "".join(plain_words(column))


def _names_table(column: str, table: str) -> bool:
    """Whether a column speaks of the rows of a table, as `patient_id` and `PATIENT` do of `ibm_patients`."""
    words = [word for word in plain_words(column) if word not in _NUMBERING]
    named = [word for word in re.split(r"[\W_]+", table.casefold()) if word]
    return bool(words) and bool(named) and _singular(words[-1]) == _singular(named[-1])


def _singular(word: str) -> str:
    """A word without the ending of a plural.

    >>> _singular("patients"), _singular("diagnoses"), _singular("histories"), _singular("stay")
    ('patient', 'diagnosis', 'history', 'stay')
    """
    for plural, single in (("ies", "y"), ("oses", "osis"), ("sses", "ss"), ("s", "")):
        if word.endswith(plural) and len(word) > len(plural) + 1 and not word.endswith(("ss", "sis")):
            return word.removesuffix(plural) + single
    return word


def names_persons(column: str, table: str) -> bool:
    """Whether a key numbers persons, by its name, or by that of its table if its name says nothing.

    >>> names_persons("subject_id", "t"), names_persons("Id", "ibm_patients"), names_persons("Id", "wards")
    (True, True, False)
    """
    level = key_level(column)
    if level is not None:
        return level[0] == "person"
    words = [word for word in re.split(r"[\W_]+", table.casefold()) if word]
    level = key_level(f"{_singular(words[-1])}_id") if words and _plain(column) in _GENERIC else None
    return level is not None and level[0] == "person"
