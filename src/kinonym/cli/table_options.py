"""How the command reads a table: what its options say, and what was noticed, told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kinonym.cli.show import errors
from kinonym.files.table_stream import TableFile, read_table
from kinonym.recipe import Recipe, TableRecipe, load_recipe

__all__ = ["TextOptions", "read_told", "tell"]

_WRITTEN = {"\\t": "\t", "tab": "\t"}


@dataclass(frozen=True, kw_only=True)
class TextOptions:
    """What the options of a command say of a text; None: found in it."""

    encoding: str | None = None
    delimiter: str | None = None
    names: tuple[str, ...] = ()
    """The columns of a text without a header."""

    @property
    def mark(self) -> str | None:
        """The delimiter itself: a tab can be written as a word."""
        return None if self.delimiter is None else _WRITTEN.get(self.delimiter, self.delimiter)

    def recipe(self, path: Path) -> Recipe:
        """A recipe in which the table is read as the options say."""
        return load_recipe(path).read_as(encoding=self.encoding, delimiter=self.mark)


def read_told(data: Path, table: TableRecipe) -> TableFile:
    """Read a table as a recipe says, and tell what was noticed."""
    file = read_table(data, delimiter=table.delimiter, encoding=table.encoding, names=table.names)
    tell(data, file.notices)
    return file


def tell(data: Path, notices: tuple[str, ...]) -> None:
    """Tell what was noticed when a table was read, on the stream of errors: what is printed may be a file."""
    for notice in notices:
        errors.print(f"notice: {data}: {notice}", markup=False)
