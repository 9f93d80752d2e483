"""`kinonym map` for several tables: a mapping table for each column of words, whichever rows of a person it is in."""

from __future__ import annotations

from pathlib import Path

from kinonym.cli.prepare import map_columns, mapping_file, other_files, with_tables, write_mapping
from kinonym.cli.show import TextOptions, console
from kinonym.engines.contract import Source
from kinonym.errors import UsageError
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import reserved
from kinonym.mapping import UnmappedReport
from kinonym.pipeline.several_tables.opened_tables import open_tables, read_files
from kinonym.recipe import Recipe
from kinonym.recipe.person_record import PersonRecord

__all__ = ["map_several_tables"]


def map_several_tables(
    data: TableName, recipe: Recipe, folder: Path, *, options: TextOptions, check: bool, show_values: bool
) -> None:
    """Map every nominal column of every table, show the coverage, and write one mapping table per column."""
    opened = open_tables(data, recipe, options.engine, options.memory_limit)
    named = {name: _list_nominal(recipe, name) for name in opened}
    if not any(named.values()):
        msg = "the recipe has no nominal column to map"
        raise UsageError(msg, hint='give a column type = "nominal" and an ontology')
    if not check and not folder.is_dir():
        msg = f"{folder}: there is no such folder"
        raise UsageError(msg, hint=f"create it: mkdir -p {folder}")
    for name, columns in named.items():
        if columns:
            console.print(f"table {name}", markup=False)
            own = PersonRecord(recipe).table_recipe(name, opened[name].source.columns)
            _map_table(
                data,
                opened[name].source,
                own,
                {column: None if check else folder / mapping_file(f"{name}_{column}") for column in columns},
                recipe,
                show_values=show_values,
            )


def _list_nominal(recipe: Recipe, name: str) -> list[str]:
    columns = recipe.tables[name].columns
    return [each for each, column in columns.items() if column.masked and column.maps_values and not column.ontology_by]


def _map_table(
    data: TableName,
    source: Source,
    own: Recipe,
    files: dict[str, Path | None],
    recipe: Recipe,
    *,
    show_values: bool,
) -> None:
    """Map the columns of a table; without files, reject values that have no concept."""
    outputs = {name: file for name, file in files.items() if file is not None}
    if not outputs:
        if left := UnmappedReport(map_columns(source, own, [*files], show_values=show_values)):
            raise left.error()
        return
    others = [file for file in (*read_files(data, recipe), *recipe.files()) if file.resolve() not in _resolved(outputs)]
    with reserved([*outputs.values()], [*others, *other_files(own, outputs)]) as places:
        mappings = map_columns(source, with_tables(own, outputs), [*outputs], show_values=show_values)
        for place, mapping in zip(places, mappings.values(), strict=True):
            write_mapping(place, mapping)


def _resolved(files: dict[str, Path]) -> set[Path]:
    return {file.resolve() for file in files.values()}
