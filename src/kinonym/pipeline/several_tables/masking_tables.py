"""The entry points for several tables: `mask_tables` for tables in memory, `mask_stored_tables` for all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinonym.engines import OpenedSource
from kinonym.engines.contract import RunKey, Source
from kinonym.engines.memory import MemorySource
from kinonym.errors import KinonymError, UnmappedError
from kinonym.files.databases.database_output import DatabaseSchema
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import Output, naming_written
from kinonym.files.recognising import database_format
from kinonym.mapping import UnmappedReport
from kinonym.methods import Progress
from kinonym.methods.progress import within
from kinonym.pipeline.column_checks import check_columns
from kinonym.pipeline.ledger_entry import enter_release
from kinonym.pipeline.result import Result
from kinonym.pipeline.role_checks import check_roles
from kinonym.pipeline.several_tables.opened_tables import open_frames, open_tables
from kinonym.pipeline.several_tables.person_records import fill_records
from kinonym.pipeline.several_tables.separated_table import RecordsTable
from kinonym.pipeline.several_tables.stored_outputs import form_of_tables, input_database, reserve_tables
from kinonym.pipeline.several_tables.table_folder import find_files
from kinonym.pipeline.several_tables.table_sinks import FramesSink, StoredSink
from kinonym.pipeline.sinks import Sink
from kinonym.pipeline.steps import run_pipeline
from kinonym.recipe import Recipe
from kinonym.recipe.person_record import PersonRecord
from kinonym.release.joined_tables import JoinedTables
from kinonym.release.private import write_private_risk

__all__ = ["StoredRun", "mask_stored_tables", "mask_tables"]

_OPENED, _PLANNED = 0.1, 0.75
"""Shares of the work that are done when the tables are gathered, and when the plan is attacked."""


def mask_tables(tables: Mapping[str, Any], recipe: Recipe, key: RunKey, progress: Progress) -> Result[dict[str, Any]]:
    """Mask data frames by the names of their tables; the result has Arrow tables."""
    sources = {name: each.source for name, each in open_frames(tables, recipe).items()}
    return _run(sources, recipe, key, FramesSink(), progress)


@dataclass(frozen=True, kw_only=True)
class StoredRun:
    """A run from a folder or a database to a new folder or schema; the fields are parameters of `kinonym.mask_file`."""

    source: TableName
    output: TableName
    paths: Mapping[str, str | Path | None]
    """``report``, ``private_risk`` and ``unmapped``; None: not written."""
    engine: str
    memory_limit: str | int | None
    ledger: bool

    @property
    def documents(self) -> dict[str, Path]:
        """The documents that are written."""
        return {name: Path(path) for name, path in self.paths.items() if path is not None}


def mask_stored_tables(run: StoredRun, recipe: Recipe, key: RunKey, progress: Progress) -> Result[TableName]:
    """Mask the tables of a folder or a database into a new folder or schema."""
    documents = run.documents
    files = {} if database_format(run.source) is not None else find_files(Path(run.source), recipe)
    form_of_tables(run.output, files, recipe)  # rejects an output that cannot be written before any work
    inputs = [*(files.values() if files else input_database(run.source)), *recipe.files()]
    with reserve_tables(run.output, [*documents.values()], inputs, run.source) as (release, others):
        written = dict(zip(documents, others, strict=True))
        try:
            opened = open_tables(run.source, recipe, run.engine, run.memory_limit)
            sink = _make_sink(release, files, opened, run, recipe)
            sources = {name: each.source for name, each in opened.items()}
            result = _run(sources, recipe, key, sink, progress)
        except UnmappedError as error:
            if "unmapped" in documents:
                UnmappedReport(error.mappings).write(documents["unmapped"])
            raise
        with naming_written(release.path):
            result = enter_release(result, add=run.ledger)
            _write_documents(result, written)
    progress(1.0)
    return result


def _make_sink(
    release: Output | DatabaseSchema,
    files: Mapping[str, Path],
    opened: Mapping[str, OpenedSource],
    run: StoredRun,
    recipe: Recipe,
) -> StoredSink:
    first = next(iter(opened.values()))
    form, ending = form_of_tables(run.output, files, recipe, first.layout)
    named = {name: files[name].name if name in files else name for name in opened}
    return StoredSink(
        output=release,
        form=form,
        ending=ending,
        origins={name: each.schema for name, each in opened.items()},
        engine=(first.engine, first.reason),
        notices=tuple(f"{named[name]}: {notice}" for name, each in opened.items() for notice in each.notices),
        prepare_documents=lambda made: made.report if "report" in run.documents else None,
    )


def _write_documents(result: Result[TableName], written: Mapping[str, Output]) -> None:
    if (report := written.get("report")) is not None:
        report.write_bytes(result.report.document(report.path.suffix).encode())
    if (private := written.get("private_risk")) is not None:
        write_private_risk(private, result.private_risk())


def _run(
    sources: Mapping[str, Source], recipe: Recipe, key: RunKey, sink: Sink[Any], progress: Progress
) -> Result[Any]:
    """Gather the tables, mask the records, and write the tables."""
    _check_tables(sources, recipe, in_memory=sink.form is None)
    records = fill_records(sources, recipe)
    progress(_OPENED)
    wide = records.recipe
    wide = wide.model_copy(
        update={
            "table": wide.table.model_copy(update={"person_link": True}),
            "release": wide.release.model_copy(update={"confirm": tuple(wide.columns)}),
        }
    )

    def arrange(source: Source, planned: Recipe, notices: tuple[str, ...]) -> RecordsTable:
        found = (*notices, *records.notices)
        joined = JoinedTables(names=tuple(recipe.tables), references=_list_references(records.record))
        return RecordsTable(source=source, recipe=planned, given=recipe, notices=found, records=records, joined=joined)

    source = MemorySource(records.table, recipe.table.missing)
    return run_pipeline(source, wide, key, sink, within(progress, _OPENED, _PLANNED), arrange=arrange)


def _list_references(record: PersonRecord) -> dict[str, str]:
    """Column, with its table → the table that it refers to."""
    named = ((name, *parent) for name, parent in record.parents.items() if parent is not None)
    return {f"{name}.{column}": target for name, column, target in named}


def _check_tables(sources: Mapping[str, Source], recipe: Recipe, *, in_memory: bool) -> None:
    """Reject tables with columns or roles that do not fit the recipe; the errors name the table."""
    record = PersonRecord(recipe)
    for name, source in sources.items():
        table_recipe = record.table_recipe(name, source.columns)
        try:
            check_columns(source, table_recipe)
            check_roles(source, table_recipe, in_memory=in_memory)
        except KinonymError as error:
            error.message = f"table {name}: {error.message}"
            error.args = (error.message,)
            raise
