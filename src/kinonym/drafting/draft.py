"""The draft of a recipe for a table: the one that the command prints, the page starts from and `kinonym.draft` returns.

What each column seems to be is decided by the other modules of this package; here their parts are put together.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kinonym import ontologies
from kinonym.drafting.decimal_comma import with_points
from kinonym.drafting.guess import Guess
from kinonym.drafting.guesses import guess_table
from kinonym.drafting.markers import looks_like_data
from kinonym.drafting.missing_packages import suggest_packages
from kinonym.drafting.other_languages import load_wordnets
from kinonym.drafting.recipe_text import draft_column, draft_recipe
from kinonym.drafting.row_sample import sample_source
from kinonym.drafting.table_guess import ColumnGuess, TableGuess
from kinonym.engines.contract import Source
from kinonym.errors import DataError
from kinonym.files.layout import Layout

__all__ = ["MOST_COLUMNS", "Draft", "LayoutOptions", "check_size", "draft_section", "draft_table"]

MOST_COLUMNS = 5_000
"""No recipe is drafted for a table with more columns: it would take minutes, and nobody could check it."""


@dataclass(frozen=True, kw_only=True)
class LayoutOptions:
    """What the user says about the layout of a text file; None: detected."""

    encoding: str | None = None
    delimiter: str | None = None
    names: tuple[str, ...] = ()
    """The columns of a text without a header."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """The drafted recipe as commented TOML, the guesses behind it, and notices for the user."""

    text: str
    guess: TableGuess
    notices: tuple[str, ...] = ()

    @property
    def sections(self) -> dict[str, Any]:
        """The recipe as data: table, columns, method."""
        return tomllib.loads(self.text)


def draft_table(
    source: Source,
    *,
    layout: Layout | None = None,
    options: LayoutOptions | None = None,
    extra: Sequence[str] = (),
) -> Draft:
    """Draft a recipe from a sample of the rows.

    Parameters
    ----------
    source
        The table.
    layout
        Of the text file that the table was read from; None for every other format.
    options
        What the user says about that file.
    extra
        Paths of further ontologies to try.

    Raises
    ------
    DataError
        If the table has more than `MOST_COLUMNS` columns; nothing is guessed then.
    """
    check_size(len(source.columns))
    said = options or LayoutOptions()
    sample = sample_source(source)
    columns = {name: sample.column(name).to_pylist() for name in sample.column_names}
    pointed, decimal = with_points(columns)
    known = {**{path: ontologies.load(path) for path in extra}, **ontologies.load_known(), **load_wordnets()}
    guess = suggest_packages(guess_table(pointed, known, rows=source.records, given=extra), pointed, known)
    read = {} if layout is None else _table_keys(layout, said, decimal)
    notices = (_NO_HEADER,) if not said.names and looks_like_data(columns) else ()
    return Draft(text=draft_recipe(guess, read, names=said.names), guess=guess, notices=notices)


def check_size(number: int) -> None:
    """Raise if there are more columns than a draft has."""
    if number <= MOST_COLUMNS:
        return
    msg = f"the table has {number:,} columns; a draft has at most {MOST_COLUMNS:,}, as somebody must check every role"
    raise DataError(
        msg, hint="draft from a file with the columns that describe persons, then add a role for each other column"
    )


_NO_HEADER = "the first row looks like data, not like names; for a text without a header: --names age,sex,…"


def _table_keys(layout: Layout, said: LayoutOptions, decimal: str) -> dict[str, str]:
    """The keys of [table] that a text needs: what the user says, and what is unusual."""
    named = {"encoding": said.encoding, "delimiter": said.delimiter, "decimal": decimal if decimal != "." else None}
    return layout.unusual | {key: value for key, value in named.items() if value is not None}


def draft_section(guess: ColumnGuess, role: str, *, mask: bool = False) -> dict[str, Any]:
    """The section that the draft would have for a column of this role, as data.

    ``mask``: a confidential column that is masked like a quasi-identifier.
    """
    written = replace(guess, role=Guess("quasi" if mask else role, "chosen", "high"))
    section: Mapping[str, Any] = tomllib.loads(draft_column(written))["columns"][guess.column]
    return {**section, "role": role, **({"mask": True} if mask else {})}
