"""A commented recipe of several tables from guesses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kinonym.drafting.profile import MISSING
from kinonym.drafting.recipe_text import draft_column, one_line, toml_key, toml_string, uniqueness_lines
from kinonym.drafting.several_tables.row_numbers import ReleasedRows
from kinonym.drafting.several_tables.table_links import LinkedTable, TableLinks
from kinonym.drafting.table_guess import ColumnGuess, TableGuess

__all__ = ["DraftedTable", "write_tables"]

_K, _LEAST_K = 5, 2
_HEAD = """\
# A draft for several tables that are released together: every line marked "guess" was guessed from
# names and values. Check each of them, above all the links between the tables and the roles:
#   identifier    points to a person: dropped
#   quasi         others may know it: masked
#   confidential  what the data are about: released unchanged
#   other         harmless: released unchanged
# k persons will share everything that is released about them in all tables: drop what is not needed."""
_METHOD = """\
[method]
name = "sa-mdav"
k = {k}  # so many persons will have the same rows in all tables"""


@dataclass(frozen=True, kw_only=True)
class DraftedTable:
    """What is drafted for a table."""

    name: str
    file: str | None
    linked: LinkedTable
    rows: ReleasedRows
    columns: Sequence[ColumnGuess]
    guess: TableGuess


def write_tables(
    tables: Sequence[DraftedTable],
    links: TableLinks,
    reading: Mapping[str, str],
    persons: int,
    left_out: Mapping[str, str],
) -> str:
    """Write the guesses as a TOML recipe for a person to check."""
    parts = [_HEAD, _table(tables, links, reading)]
    for each in tables:
        parts += [_section(each, links.person), *(draft_column(column, table=each.name) for column in each.columns)]
    parts.append(_METHOD.format(k=min(_K, persons) if persons >= _LEAST_K else _K))
    confirmed = [f"{each.name}.{column.column}" for each in tables for column in each.columns if _is_measured(column)]
    if confirmed:
        named = ", ".join(map(toml_string, confirmed))
        parts.append(f"[release]\nconfirm = [{named}]  # guess: measured, not identifiers")
    parts += [text for each in tables if each.linked.of_persons for text in uniqueness_lines(each.guess)]
    if left_out:
        lines = [f"#   {one_line(name)}: {one_line(why)}" for name, why in left_out.items()]
        parts.append("\n".join(["# These tables are no part of the release:", *lines]))
    return "\n\n".join(parts) + "\n"


def _is_measured(column: ColumnGuess) -> bool:
    return column.measured_text and column.role.value in ("confidential", "quasi")


def _table(tables: Sequence[DraftedTable], links: TableLinks, reading: Mapping[str, str]) -> str:
    sure = [marker for each in tables for marker in each.guess.markers if marker.sure]
    spaced = [text for each in tables for text in each.guess.spaced]
    markers = dict.fromkeys([*MISSING, *(marker.text for marker in sure), *spaced])
    lines = ["[table]", f"person = {toml_string(links.person)}  # guess: {one_line(links.reason)}"]
    lines += [f"{key} = {toml_string(value)}  # found in the files" for key, value in reading.items()]
    lines.append(f"missing = [{', '.join(map(toml_string, markers))}]  # markers of missing values")
    lines += [
        f"# {toml_string(marker.text)} occurs in {marker.count:,} cells of {one_line(each.name)}: does it mean missing?"
        for each in tables
        for marker in each.guess.markers
        if not marker.sure and marker.text not in markers
    ]
    years = sorted({each.guess.first_year for each in tables if each.guess.first_year is not None})
    if years:
        reason = f"guess: two-digit years are read as {years[0]}–{years[0] + 99}"
        lines.append(f"two_digit_years_from = {years[0]}  # {reason}")
    return "\n".join(lines)


def _section(table: DraftedTable, person: str) -> str:
    lines = [f"[tables.{toml_key(table.name)}]"]
    if table.file is not None:
        lines.append(f"file = {toml_string(table.file)}")
    linked = table.linked
    if linked.person is not None and linked.person != person:
        lines.append(f"person = {toml_string(linked.person)}  # guess: its values are those of {one_line(person)}")
    if linked.key is not None:
        why = "one row for each person" if linked.of_persons else "other tables refer to it"
        lines.append(f"key = {toml_string(linked.key)}  # guess: {why}")
    if linked.parent is not None:
        named = f"{toml_key(linked.parent.column)} = {toml_string(linked.parent.target)}"
        lines.append(f"references = {{{named}}}  # guess: {linked.parent.reason}")
    return "\n".join([*lines, *_row_lines(table.rows)])


def _row_lines(rows: ReleasedRows) -> Iterator[str]:
    if rows.gather is not None:
        yield f"gather = [{toml_string(rows.gather)}]  # guess: up to {rows.most:,} rows each, released as a set"
    if rows.rows is not None:
        reason = f"{rows.share:.0%} have no more, one has {rows.most:,}; further rows are left out"
        yield f"rows = {rows.rows}  # guess: {reason}"
    if rows.order is not None:
        yield f"order = {toml_string(rows.order)}  # guess: the first rows by this date are released"
