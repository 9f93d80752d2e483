"""`kinonym init`, `kinonym map` and `kinonym describe`: what a person does before masking."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from rich.text import Text

from kinonym.cli.show import TextOptions, console, open_with_notices, table, tell
from kinonym.drafting import LayoutOptions, draft_table
from kinonym.engines import ReadingOptions
from kinonym.engines.contract import Source
from kinonym.errors import UsageError
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import Output, reserved
from kinonym.files.recognising import input_files
from kinonym.mapping import Mapping, UnmappedReport, extend_table
from kinonym.pipeline.column_mapping import map_column
from kinonym.pipeline.several_tables.drafted_tables import draft_stored_tables, is_several_tables
from kinonym.recipe import Recipe, TableRecipe

__all__ = [
    "describe_table",
    "draft",
    "map_columns",
    "map_table",
    "mapping_file",
    "other_files",
    "with_tables",
    "write_mapping",
]


def draft(data: TableName, options: TextOptions, extra: list[str]) -> str:
    """A recipe guessed from a sample of the rows."""
    layout = LayoutOptions(encoding=options.encoding, delimiter=options.mark, names=options.names)
    if is_several_tables(data):
        several = draft_stored_tables(
            data,
            reading=ReadingOptions(("",), layout.delimiter, layout.encoding, layout.names),
            engine=options.engine,
            memory_limit=options.memory_limit,
            extra=extra,
            tell=tell,
        )
        tell(data, several.notices)
        return several.text
    reading = TableRecipe(encoding=layout.encoding, delimiter=layout.delimiter, names=layout.names)
    opened = open_with_notices(data, reading, options)
    drafted = draft_table(opened.source, layout=opened.layout, options=layout, extra=extra)
    tell(data, drafted.notices)
    return drafted.text


def map_table(
    data: TableName, recipe: Path, folder: Path | None, *, options: TextOptions, check: bool, show_values: bool
) -> None:
    """Map every nominal column, show the coverage, and write one table per column."""
    loaded = options.recipe(recipe, tables=True)
    if loaded.tables:
        from kinonym.cli.map_tables import map_several_tables

        map_several_tables(data, loaded, folder or recipe.parent, options=options, check=check, show_values=show_values)
        return
    nominal = [name for name in loaded.masked if loaded.columns[name].maps_values]
    for name in [name for name in nominal if loaded.columns[name].ontology_by]:
        nominal.remove(name)
        console.print(f"column {name!r} holds codes of several systems, which no table maps", markup=False)
    if not nominal:
        msg = "the recipe has no nominal column to map"
        raise UsageError(msg, hint='give a column type = "nominal" and an ontology')
    target_folder = folder or recipe.parent
    files = {name: target_folder / mapping_file(name) for name in nominal}
    if check:
        source = open_with_notices(data, loaded.table, options).source
        if left := UnmappedReport(map_columns(source, loaded, nominal, show_values=show_values)):
            raise left.error()
        return
    made = folder is not None and _make_folder(folder)
    try:
        _map_into(data, loaded, files, options, show_values=show_values)
    except BaseException:
        if made:  # a folder that was made for a failed run is removed
            with suppress(OSError):
                target_folder.rmdir()
        raise


def mapping_file(name: str) -> str:
    """The name of the mapping table of a column."""
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '_', name)}.map.csv"


def _make_folder(folder: Path) -> bool:
    """Make the folder for the tables, for its owner only; False if it exists."""
    if folder.is_dir():
        return False
    try:
        folder.mkdir(mode=0o700, parents=True)
    except OSError as error:
        msg = f"{folder}: the folder cannot be made ({error.strerror})"
        raise UsageError(msg, hint="name another folder, or change the rights on the one above it") from None
    return True


def _map_into(
    data: TableName, loaded: Recipe, files: dict[str, Path], options: TextOptions, *, show_values: bool
) -> None:
    nominal = list(files)
    with reserved(list(files.values()), [*input_files(data), *other_files(loaded, files)]) as outputs:
        source = open_with_notices(data, loaded.table, options).source
        mappings = map_columns(source, with_tables(loaded, files), nominal, show_values=show_values)
        for output, mapping in zip(outputs, mappings.values(), strict=True):
            write_mapping(output, mapping)


def other_files(recipe: Recipe, files: dict[str, Path]) -> list[Path]:
    """The files that mapping reads and must not write: all but the tables that are extended."""
    table_files = [file.resolve() for name, file in files.items() if _names(recipe, name, file)]
    return [file for file in recipe.files() if file.resolve() not in table_files]


def _names(recipe: Recipe, name: str, file: Path) -> bool:
    """Whether the recipe already names this file as the column's table."""
    mapping = recipe.columns[name].mapping
    return mapping is not None and recipe.path(mapping).resolve() == file.resolve()


def with_tables(recipe: Recipe, files: dict[str, Path]) -> Recipe:
    """The recipe with the tables that exist already, so that the choices of a user are respected."""
    tables = {
        name: recipe.columns[name].model_copy(update={"mapping": str(file.resolve())})
        for name, file in files.items()
        if recipe.columns[name].mapping is None and file.exists()
    }
    return recipe.model_copy(update={"columns": recipe.columns | tables})


def map_columns(source: Source, recipe: Recipe, names: list[str], *, show_values: bool) -> dict[str, Mapping]:
    """Map the columns, and show how many values have a concept."""
    counted = source.count(names)
    mappings = {
        name: map_column(recipe, name, counted.values[j], counted.value_counts(j)) for j, name in enumerate(names)
    }
    rows = [(name, m.taxonomy.source.name, str(m.coverage), _how(m)) for name, m in mappings.items()]
    console.print(table("", ("column", "ontology", "mapped", "how"), rows))
    _show_notices(mappings, show_values=show_values)
    return mappings


def write_mapping(output: Output, mapping: Mapping) -> None:
    """Write a new table, or extend an existing one; a complete one is not changed."""
    extended = extend_table(mapping, output.target)
    if extended.added or not output.target.exists():
        output.write_bytes(extended.content, private=True)
    done = f"{extended.kept:,} values were already there, {extended.added:,} were added"
    console.print(f"{'extended' if extended.kept else 'written'}: {output.path}", markup=False)
    console.print(f'  {done}; in the recipe: mapping = "{output.path.name}"', markup=False)


def describe_table(data: TableName, recipe: Path, places: int, options: TextOptions) -> None:
    """Print the statistics of the columns that the recipe masks."""
    from kinonym.pipeline.describing import describe

    loaded = options.recipe(recipe, tables=True)
    table_or_name = data if loaded.tables else open_with_notices(data, loaded.table, options).source
    description = describe(table_or_name, loaded, places=places)
    console.print(repr(description), markup=False)
    console.print(_heat_map([column.name for column in description.columns], description.correlation.tolist()))


def _heat_map(names: list[str], correlation: list[list[float]]) -> Text:
    """One block per pair of columns: the darker, the stronger the correlation."""
    shades = " ░▒▓█"
    lines = [
        "".join(shades[min(4, int(5 * max(0.0, value)))] * 2 for value in row) + f"  {name}"
        for name, row in zip(names, correlation, strict=True)
    ]
    return Text("\n" + "\n".join(lines))


def _how(mapping: Mapping) -> str:
    """How many values each step found."""
    counts: dict[str, int] = {}
    for row in mapping.rows:
        counts[row.how or "unmapped"] = counts.get(row.how or "unmapped", 0) + 1
    return ", ".join(f"{how} {number}" for how, number in counts.items())


def _show_notices(mappings: dict[str, Mapping], *, show_values: bool) -> None:
    for name, mapping in mappings.items():
        for notice in mapping.notices:
            console.print(f"notice: column {name!r}: {notice}", markup=False)
        if show_values:
            for row in mapping.unmapped[:20]:
                console.print(f"  {row.value} ({row.count:,} records)", markup=False)
