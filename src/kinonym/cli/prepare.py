"""`kinonym init`, `kinonym map` and `kinonym describe`: what a person does before masking."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from rich.text import Text

from kinonym import ontologies
from kinonym.cli.show import console, table
from kinonym.drafting import draft_recipe, guess_table
from kinonym.engines import open_file
from kinonym.errors import UsageError
from kinonym.files.table_file import read_table
from kinonym.mapping import Mapping, MappingTable, UnmappedReport
from kinonym.pipeline.columns import map_column
from kinonym.recipe import load_recipe

__all__ = ["describe_table", "draft", "map_table"]

_SAMPLE = 10_000
_FEW = 100


def draft(data: Path, delimiter: str | None, extra: list[str]) -> str:
    """A recipe guessed from a sample of the rows."""
    whole = read_table(data, delimiter=delimiter).table
    sample = _sample(whole)
    columns = {name: sample.column(name).to_pylist() for name in sample.column_names}
    known = {name: ontologies.load(name) for name in [*extra, *ontologies.NAMES]}
    text = draft_recipe(guess_table(columns, known, rows=whole.num_rows))
    return text if delimiter is None else text.replace("[table]\n", f'[table]\ndelimiter = "{delimiter}"\n', 1)


def _sample(table: pa.Table) -> pa.Table:
    """Rows spread evenly over the table, and one for every value of a column that has few."""
    if table.num_rows <= _SAMPLE:
        return table
    rows = set(range(0, table.num_rows, -(-table.num_rows // _SAMPLE)))
    for name in table.column_names:
        values = pc.unique(table.column(name))
        if len(values) <= _FEW:
            rows |= set(pc.index_in(values, table.column(name).combine_chunks()).to_pylist())
    return table.take(pa.array(sorted(row for row in rows if row is not None)))


def map_table(data: Path, recipe: Path, folder: Path | None, *, check: bool, show_values: bool) -> None:
    """Map every nominal column, show the coverage, and write one table a column."""
    loaded = load_recipe(recipe)
    masked = loaded.masked
    counted = open_file(data, loaded.table).source.count(masked)
    mappings = {
        name: map_column(loaded, name, counted.values[j], counted.value_counts(j))
        for j, name in enumerate(masked)
        if loaded.columns[name].kind == "nominal"
    }
    if not mappings:
        msg = "the recipe has no nominal column to map"
        raise UsageError(msg, hint='give a column type = "nominal" and an ontology')
    place = folder or recipe.parent
    files = {name: place / f"{re.sub(r'[^A-Za-z0-9_-]+', '_', name)}.map.csv" for name in mappings}
    rows = [(name, m.taxonomy.source.name, str(m.coverage), _how(m)) for name, m in mappings.items()]
    console.print(table("", ("column", "ontology", "mapped", "how"), rows))
    _show_notices(mappings, show_values=show_values)
    left = UnmappedReport(mappings)
    if check and left:
        raise left.error()
    if check:
        return
    for name, mapping in mappings.items():
        MappingTable.write(files[name], mapping)
        console.print(f'written: {files[name]}   (recipe: mapping = "{files[name].name}")', markup=False)


def describe_table(data: Path, recipe: Path, places: int) -> None:
    """Print the statistics of the columns that the recipe masks."""
    from kinonym.pipeline.describing import describe

    loaded = load_recipe(recipe)
    found = describe(
        read_table(data, delimiter=loaded.table.delimiter, encoding=loaded.table.encoding).table, loaded, places=places
    )
    console.print(repr(found), markup=False)
    console.print(_heat_map([column.name for column in found.columns], found.correlation.tolist()))


def _heat_map(names: list[str], correlation: list[list[float]]) -> Text:
    """A block a pair of columns, the darker the stronger; the terminal's own colours where it has none."""
    shades = " ░▒▓█"
    lines = [
        "".join(shades[min(4, int(5 * max(0.0, value)))] * 2 for value in row) + f"  {name}"
        for name, row in zip(names, correlation, strict=True)
    ]
    return Text("\n" + "\n".join(lines))


def _how(mapping: Mapping) -> str:
    """How many values each step found."""
    found: dict[str, int] = {}
    for row in mapping.rows:
        found[row.how or "unmapped"] = found.get(row.how or "unmapped", 0) + 1
    return ", ".join(f"{how} {number}" for how, number in found.items())


def _show_notices(mappings: dict[str, Mapping], *, show_values: bool) -> None:
    for name, mapping in mappings.items():
        for notice in mapping.notices:
            console.print(f"notice: column {name!r}: {notice}", markup=False)
        if show_values:
            for row in mapping.unmapped[:20]:
                console.print(f"  {row.value} ({row.count:,} records)", markup=False)
