"""Writes the draft for several tables: how they are linked, then the columns of each."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kinonym import ontologies
from kinonym.drafting.decimal_comma import with_points
from kinonym.drafting.draft import check_size
from kinonym.drafting.guesses import guess_table
from kinonym.drafting.markers import looks_like_data
from kinonym.drafting.missing_packages import suggest_packages
from kinonym.drafting.other_languages import load_wordnets
from kinonym.drafting.row_sample import sample_source
from kinonym.drafting.several_tables.column_choice import choose_columns
from kinonym.drafting.several_tables.row_numbers import ReleasedRows, choose_rows
from kinonym.drafting.several_tables.table_keys import TableValues, find_references
from kinonym.drafting.several_tables.table_links import LinkedTable, TableLinks, find_links
from kinonym.drafting.several_tables.tables_text import DraftedTable, write_tables
from kinonym.drafting.table_guess import TableGuess
from kinonym.engines.contract import Source
from kinonym.errors import DataError
from kinonym.files.formats.table_format import TableKeys
from kinonym.taxonomy import Taxonomy

__all__ = ["GivenTable", "TablesDraft", "draft_tables"]


@dataclass(frozen=True, kw_only=True)
class GivenTable:
    """A table to draft for."""

    source: Source
    file: str | None = None
    """Its file or its name in the database, if the recipe must say it."""
    known: TableKeys = field(default_factory=TableKeys)
    layout: Mapping[str, str] = field(default_factory=dict)
    """The keys of [table] that its text needs."""


@dataclass(frozen=True, kw_only=True)
class TablesDraft:
    """The drafted recipe as commented TOML, and notices for the user."""

    text: str
    notices: tuple[str, ...] = ()

    @property
    def sections(self) -> dict[str, Any]:
        """The recipe as data."""
        return tomllib.loads(self.text)


def draft_tables(given: Mapping[str, GivenTable], *, extra: Sequence[str] = ()) -> TablesDraft:
    """Draft a recipe from the tables of a folder or a database; ``extra``: paths of further ontologies to try.

    Raises
    ------
    DataError
        If no column identifies persons, or the tables are too large for a draft.
    """
    filled = {name: each for name, each in given.items() if each.source.records}
    check_size(sum(len(each.source.columns) for each in filled.values()))
    if not filled:
        msg = "none of the tables has a row"
        raise DataError(msg, hint="check the folder or the schema")
    values = {name: TableValues(name, each.source) for name, each in filled.items()}
    links = find_links(values, find_references(values, {name: each.known for name, each in filled.items()}))
    known = {**{path: ontologies.load(path) for path in extra}, **ontologies.load_known(), **load_wordnets()}
    guessed = {name: _guess(filled[name].source, known, extra) for name in links.tables}
    drafted = [_draft_table(name, filled[name], links, guessed[name].guess) for name in links.tables]
    left_out = {**links.left_out, **{name: "it has no rows" for name in given if name not in filled}}
    persons = _count_persons(links, values)
    reading = {key: value for name in links.tables for key, value in filled[name].layout.items()}
    decimal = {each.decimal for each in guessed.values()} - {"."}
    text = write_tables(drafted, links, reading | ({"decimal": ","} if decimal else {}), persons, left_out)
    return TablesDraft(text=text, notices=tuple(_describe_headers(guessed)))


@dataclass(frozen=True)
class _Guessed:
    guess: TableGuess
    decimal: str
    headless: bool


def _guess(source: Source, known: Mapping[str, Taxonomy], extra: Sequence[str]) -> _Guessed:
    sample = sample_source(source)
    columns = {name: sample.column(name).to_pylist() for name in sample.column_names}
    pointed, decimal = with_points(columns)
    guess = suggest_packages(guess_table(pointed, known, rows=source.records, given=extra), pointed, known)
    return _Guessed(guess, decimal, looks_like_data(columns))


def _describe_headers(guessed: Mapping[str, _Guessed]) -> Iterator[str]:
    for name, each in guessed.items():
        if each.headless:
            yield f"the first row of {name} looks like data, not like names; several tables need headers"


def _draft_table(name: str, given: GivenTable, links: TableLinks, guess: TableGuess) -> DraftedTable:
    linked = links.tables[name]
    owner = linked.parent.column if linked.parent is not None else linked.person
    referred = any(each.parent is not None and each.parent.target == name for each in links.tables.values())
    rows = (
        ReleasedRows(most=1)
        if linked.of_persons or owner is None
        else choose_rows(given.source, owner, guess, referred=referred)
    )
    return DraftedTable(
        name=name,
        file=given.file,
        linked=linked,
        rows=rows,
        columns=tuple(choose_columns(guess.columns, _list_keys(linked), linked, rows)),
        guess=guess,
    )


def _list_keys(linked: LinkedTable) -> frozenset[str]:
    named = (linked.person, linked.key, None if linked.parent is None else linked.parent.column)
    return frozenset(name for name in named if name is not None)


def _count_persons(links: TableLinks, values: Mapping[str, TableValues]) -> int:
    named = [values[name].values(each.person) for name, each in links.tables.items() if each.person is not None]
    return len(frozenset[str]().union(*named))
