"""`kinonym init`, `kinonym map` and `kinonym describe`: what a person does before masking."""

from __future__ import annotations

import re
from pathlib import Path

from rich.text import Text

from kinonym import ontologies
from kinonym.cli.show import console, table
from kinonym.drafting import draft_recipe, guess_table
from kinonym.drafting.row_sample import sample_rows
from kinonym.engines import open_file
from kinonym.errors import UsageError
from kinonym.files.output import Output, reserved
from kinonym.files.table_file import read_table
from kinonym.mapping import Mapping, UnmappedReport, extended_table
from kinonym.pipeline.columns import map_column
from kinonym.recipe import Recipe, load_recipe

__all__ = ["describe_table", "draft", "map_table"]


def draft(data: Path, delimiter: str | None, extra: list[str]) -> str:
    """A recipe guessed from a sample of the rows."""
    whole = read_table(data, delimiter=delimiter).table
    sample = sample_rows(whole)
    columns = {name: sample.column(name).to_pylist() for name in sample.column_names}
    known = {name: ontologies.load(name) for name in [*extra, *ontologies.NAMES]}
    text = draft_recipe(guess_table(columns, known, rows=whole.num_rows))
    return text if delimiter is None else text.replace("[table]\n", f'[table]\ndelimiter = "{delimiter}"\n', 1)


def map_table(data: Path, recipe: Path, folder: Path | None, *, check: bool, show_values: bool) -> None:
    """Map every nominal column, show the coverage, and write one table a column."""
    loaded = load_recipe(recipe)
    nominal = [name for name in loaded.masked if loaded.columns[name].kind == "nominal"]
    for name in [name for name in nominal if loaded.columns[name].ontology_by]:
        nominal.remove(name)
        console.print(f"column {name!r} holds codes of several systems, which no table maps", markup=False)
    if not nominal:
        msg = "the recipe has no nominal column to map"
        raise UsageError(msg, hint='give a column type = "nominal" and an ontology')
    place = folder or recipe.parent
    files = {name: place / f"{re.sub(r'[^A-Za-z0-9_-]+', '_', name)}.map.csv" for name in nominal}
    if check:
        if left := UnmappedReport(_mapped(data, loaded, nominal, show_values=show_values)):
            raise left.error()
        return
    with reserved(list(files.values()), [data, *_others(loaded, files)]) as outputs:
        mappings = _mapped(data, _with_tables(loaded, files), nominal, show_values=show_values)
        for output, mapping in zip(outputs, mappings.values(), strict=True):
            _write_table(output, mapping)


def _others(recipe: Recipe, files: dict[str, Path]) -> list[Path]:
    """The files that mapping reads and must not write: all but the tables that are extended in their own place."""
    own = [file.resolve() for name, file in files.items() if _names(recipe, name, file)]
    return [file for file in recipe.files() if file.resolve() not in own]


def _names(recipe: Recipe, name: str, file: Path) -> bool:
    """Whether the recipe already names this file as the column's table."""
    mapping = recipe.columns[name].mapping
    return mapping is not None and recipe.path(mapping).resolve() == file.resolve()


def _with_tables(recipe: Recipe, files: dict[str, Path]) -> Recipe:
    """The recipe with the tables that are there already, so that what a person chose is what counts."""
    tables = {
        name: recipe.columns[name].model_copy(update={"mapping": str(file.resolve())})
        for name, file in files.items()
        if recipe.columns[name].mapping is None and file.exists()
    }
    return recipe.model_copy(update={"columns": recipe.columns | tables})


def _mapped(data: Path, recipe: Recipe, names: list[str], *, show_values: bool) -> dict[str, Mapping]:
    """Map the columns, and show how much of them was found."""
    counted = open_file(data, recipe.table).source.count(names)
    mappings = {
        name: map_column(recipe, name, counted.values[j], counted.value_counts(j)) for j, name in enumerate(names)
    }
    rows = [(name, m.taxonomy.source.name, str(m.coverage), _how(m)) for name, m in mappings.items()]
    console.print(table("", ("column", "ontology", "mapped", "how"), rows))
    _show_notices(mappings, show_values=show_values)
    return mappings


def _write_table(output: Output, mapping: Mapping) -> None:
    """Write a new table; one that is there is extended, and stays as it is if it lacks nothing."""
    extended = extended_table(mapping, output.place)
    if extended.added or not output.place.exists():
        output.write_bytes(extended.content, private=True)
    done = f"{extended.kept:,} values were there and stay as they are, {extended.added:,} were added"
    console.print(f"{'extended' if extended.kept else 'written'}: {output.path}", markup=False)
    console.print(f'  {done}; in the recipe: mapping = "{output.path.name}"', markup=False)


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
