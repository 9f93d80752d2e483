"""The tables of a folder: which file belongs to which table of a recipe."""

from __future__ import annotations

from pathlib import Path

from kinonym.errors import DataError, UsageError
from kinonym.files.formats import TABLE_FORMATS
from kinonym.hints import did_you_mean
from kinonym.recipe import Recipe

__all__ = ["ending_of", "find_files", "list_tables"]


def list_tables(folder: Path) -> dict[str, Path]:
    """List the files of a folder that are tables: name without its ending → path."""
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_file() or not ending_of(path):
            continue
        name = path.name[: -len(ending_of(path))]
        if name in found:
            msg = f"{folder}: the files {found[name].name} and {path.name} have the same name"
            raise DataError(msg, hint="move one of them to another folder")
        found[name] = path
    return found


def ending_of(path: Path) -> str:
    """The ending of a file that can be read as a table, with that of its compression; empty for another file."""
    lower = path.name.lower()
    packed = next((ending for ending in (".gz", ".zst") if lower.endswith(ending)), "")
    inner = lower.removesuffix(packed) if packed else lower
    known = {each for form in TABLE_FORMATS.values() for each in form.endings if form.packed or not packed}
    longest = next(
        (each for each in sorted(known - {".gz", ".zst"}, key=len, reverse=True) if inner.endswith(each)), None
    )
    return "" if longest is None or inner == longest else path.name[len(inner) - len(longest) :]


def find_files(folder: Path, recipe: Recipe) -> dict[str, Path]:
    """Find the file of each table of a recipe."""
    if not folder.is_dir():
        msg = f"{folder}: the recipe describes several tables, but this is not a folder"
        raise UsageError(msg, hint="name the folder with the files of the tables")
    known = list_tables(folder)
    found: dict[str, Path] = {}
    for name, table in recipe.tables.items():
        if table.file is not None:
            path = folder / table.file
            if Path(table.file).name != table.file or not path.is_file():
                msg = f"tables.{name}: the folder has no file {table.file!r}"
                raise DataError(msg, hint=did_you_mean(table.file, [each.name for each in known.values()]))
            found[name] = path
            continue
        named = [path for stem, path in known.items() if stem.casefold() == name.casefold()]
        if len(named) != 1:
            msg = f"{folder}: {len(named)} files have the name of the table {name}"
            raise DataError(msg, hint=f'name its file: [tables.{name}] file = "…"')
        found[name] = named[0]
    return found
