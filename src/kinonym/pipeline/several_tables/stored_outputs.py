"""The output of several tables: a new folder or a new schema, checked and locked before any work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from kinonym.errors import UsageError
from kinonym.files.databases.database_output import DatabaseSchema, reserved_schema
from kinonym.files.folder_output import check_absent
from kinonym.files.formats import TABLE_FORMATS
from kinonym.files.formats.table_format import TableName
from kinonym.files.layout import Layout
from kinonym.files.output import Output, reserved
from kinonym.files.output_form import Form, form_of
from kinonym.files.recognising import database_format, locate_schema
from kinonym.pipeline.several_tables.table_folder import ending_of
from kinonym.recipe import Recipe

__all__ = ["form_of_tables", "input_database", "reserve_tables"]

_DEFAULT = ".parquet"


def input_database(source: TableName) -> list[Path]:
    """The file of a database that is read; none for a server."""
    file = locate_schema(source).file
    return [] if file is None else [file]


@contextmanager
def reserve_tables(
    output: TableName, documents: Sequence[Path], inputs: Sequence[Path], source: TableName
) -> Iterator[tuple[Output | DatabaseSchema, list[Output]]]:
    """Check and lock the outputs until the run ends: the release, and the documents."""
    if database_format(output) is not None:
        with reserved_schema(output, documents, inputs) as (schema, others):
            yield schema, others
        return
    folder = Path(output)
    check_absent(folder)
    if database_format(source) is None and folder.resolve().is_relative_to(Path(source).resolve()):
        msg = f"{folder}: the output is in the folder that is read"
        raise UsageError(msg, hint="choose a path outside that folder")
    with reserved([folder, *documents], inputs) as (release, *others):
        yield release, others


def form_of_tables(
    output: TableName, files: Mapping[str, Path], recipe: Recipe, layout: Layout | None = None
) -> tuple[Form, str]:
    """How the tables of a release are written, and the ending of its files.

    That is the ending of the input, or Parquet if there are several; a schema has no files.
    """
    if (database := database_format(output)) is not None:
        return Form(database), ""
    endings = {ending_of(path).lower() for path in files.values()}
    written = {ending for form in TABLE_FORMATS.values() for ending in form.written_endings}
    ending = endings.pop() if len(endings) == 1 else _DEFAULT
    ending = ending if ending.removesuffix(".gz") in written and not ending.startswith(".gz") else _DEFAULT
    table = recipe.table
    form = form_of(
        Path(f"table{ending}"), delimiter=table.delimiter, encoding=table.encoding, decimal=table.decimal,
        missing_text=table.missing_text, layout=layout,
    )  # fmt: skip
    return form, ending
