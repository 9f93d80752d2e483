"""How a command reads a table, and how results, errors, notices and progress look on a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kinonym.engines import OpenedSource, open_table
from kinonym.errors import KinonymError
from kinonym.files.databases.database_names import shown_name
from kinonym.files.formats.table_format import TableName
from kinonym.kernels.code_folder import FOLDER_VARIABLE, code_folder_path, is_compiled
from kinonym.methods import Progress, Share
from kinonym.recipe import Recipe, TableRecipe, load_recipe
from kinonym.warm import warming

__all__ = [
    "TextOptions",
    "console",
    "open_with_notices",
    "progress_bar",
    "show_error",
    "table",
    "tell",
]

console = Console(highlight=False, soft_wrap=True)
_EVERY = 10.0  # seconds between two lines of progress
errors = Console(stderr=True, highlight=False, soft_wrap=True)


def show_error(error: KinonymError) -> None:
    """Print the code and message of an error, and its hint."""
    errors.print(f"error: {error.code}: {error.message}", markup=False)
    if error.hint:
        errors.print(f"hint: {error.hint}", markup=False)


def table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]], *, unbroken: str = "") -> Table:
    """A plain table; cells of the column ``unbroken`` are never folded."""
    made = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for name in header:
        made.add_column(name, overflow="fold", no_wrap=name == unbroken and bool(name))
    for row in rows:
        made.add_row(*row)
    return made


def _tell_compiling() -> None:
    """Say why the first run takes longer if nothing is compiled yet."""
    if is_compiled():
        return
    message = "first run: compiling the kernels, which takes ten seconds to a minute"
    if code_folder_path() is None:
        message = f"compiling the kernels at every run: no folder to store them is writable; see {FOLDER_VARIABLE}"
    errors.print(message, markup=False)


def _line_by_line(title: str) -> Callable[[float], None]:
    """Report long work with a line every ten seconds if no bar can be drawn."""
    last = time.monotonic()

    def tell(share: float) -> None:
        nonlocal last
        if not errors.is_terminal and time.monotonic() - last >= _EVERY:
            last = time.monotonic()
            errors.print(f"{title}: {share:.0%}", markup=False)

    return tell


_began_compiled = cache(is_compiled)  # asked once: compiled code that was on disk at the start needs no help


@contextmanager
def progress_bar(title: str, recipe: Path | None = None) -> Iterator[Progress]:
    """Show a bar on the error stream; lines if that stream is not a terminal.

    If nothing is compiled yet, what the ``recipe`` needs is compiled at the same time.
    """
    if errors.is_terminal:
        _tell_compiling()
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    compiling = nullcontext() if recipe is None or _began_compiled() else warming(recipe)
    with compiling, Bar(
        TextColumn(title), BarColumn(), TextColumn("{task.percentage:3.0f} %"), TextColumn("{task.fields[detail]}"),
        TimeRemainingColumn(),
        console=errors, transient=True, disable=not errors.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(title, total=1.0, detail="")

        tell = _line_by_line(title)

        def advance(share: float) -> None:
            bar.update(task, completed=share)
            tell(share)
            if isinstance(share, Share) and share.clusters:
                bar.update(task, detail=f"{share.clusters:,} clusters")

        yield advance


_WRITTEN = {"\\t": "\t", "tab": "\t"}


@dataclass(frozen=True, kw_only=True)
class TextOptions:
    """The options of a command for reading a table; None: detected."""

    encoding: str | None = None
    delimiter: str | None = None
    names: tuple[str, ...] = ()
    """The columns of a text without a header."""
    engine: str = "auto"
    memory_limit: str | None = None

    @property
    def mark(self) -> str | None:
        """The delimiter itself: a tab can be written as a word."""
        return None if self.delimiter is None else _WRITTEN.get(self.delimiter, self.delimiter)

    def recipe(self, path: Path, *, tables: bool = False) -> Recipe:
        """A recipe in which the table is read as the options say; ``tables``: as for `load_recipe`."""
        return load_recipe(path, tables=tables).with_text_options(encoding=self.encoding, delimiter=self.mark)


def open_with_notices(data: TableName, reading: TableRecipe, options: TextOptions) -> OpenedSource:
    """Open a table in the engine that the options name, and report the notices from reading it."""
    opened = open_table(data, reading, options.engine, options.memory_limit)
    tell(data, opened.notices)
    return opened


def tell(data: TableName, notices: tuple[str, ...]) -> None:
    """Print the notices of reading a table on the error stream: the output may be a file."""
    for notice in notices:
        errors.print(f"notice: {shown_name(str(data))}: {notice}", markup=False)
