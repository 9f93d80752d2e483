"""The roles of columns in a release of several tables: what a single table releases may tell persons apart here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from kinonym.drafting.guess import Guess
from kinonym.drafting.several_tables.row_numbers import ReleasedRows
from kinonym.drafting.several_tables.table_links import LinkedTable
from kinonym.drafting.table_guess import ColumnGuess

__all__ = ["choose_columns"]

_MASKED = "confidential, and masked: only a table with one row of every person may release it unchanged"
_DROPPED = "it would be released unchanged, which only a table with one row of every person may do"
_REFERS = "it refers to a further table; the rows of a table refer to one"


def choose_columns(
    columns: Sequence[ColumnGuess], keys: Collection[str], linked: LinkedTable, rows: ReleasedRows
) -> Iterator[ColumnGuess]:
    """Yield the columns of a table, without its keys, in the roles that they may have."""
    leading = {each.systems[0][1] for each in columns if each.systems}
    chosen = [_choose(each, linked, rows, leads=each.column in leading) for each in columns if each.column not in keys]
    masked = {each.column for each in chosen if each.masked}
    released = {each.column for each in chosen if each.role.value != "identifier"}
    for each in chosen:
        yield _without_links(each, masked, released)


def _choose(guess: ColumnGuess, linked: LinkedTable, rows: ReleasedRows, *, leads: bool) -> ColumnGuess:
    if guess.role.value == "identifier":
        return guess
    if guess.column in linked.unused:
        return _with_role(guess, "identifier", _REFERS)
    if rows.gather is not None and guess.column != rows.gather:
        return _with_role(guess, "identifier", f"a set has the values of a single column, here {rows.gather}")
    if linked.of_persons or guess.role.value == "quasi":
        return guess
    if guess.role.value == "confidential" or leads:
        return _with_role(guess, "quasi", _MASKED)
    return _with_role(guess, "identifier", _DROPPED)


def _with_role(guess: ColumnGuess, role: str, reason: str) -> ColumnGuess:
    return replace(guess, role=Guess(role, reason, "medium"))


def _without_links(guess: ColumnGuess, masked: Collection[str], released: Collection[str]) -> ColumnGuess:
    """The same guess without links to columns that are dropped."""
    later = (guess.before,) if isinstance(guess.before, str) else guess.before or ()
    kept = tuple(name for name in later if name in masked) if guess.column in masked else ()
    changed = replace(guess, before=kept or None)
    if changed.belongs_to is not None and changed.belongs_to not in released:
        changed = replace(changed, belongs_to=None)
    if changed.systems and changed.systems[0][1] not in released:
        changed = replace(changed, systems=())
    return changed
