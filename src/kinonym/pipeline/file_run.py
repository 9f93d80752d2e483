"""`FileRun`: a run from one file or database table to another, with its report and other documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kinonym.engines import OpenedSource, engine_for
from kinonym.engines.contract import RunKey
from kinonym.engines.opening import EngineChoice
from kinonym.errors import UnmappedError, UsageError
from kinonym.files.databases.database_output import DatabaseOutput
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import FolderOutput, Output, naming_written
from kinonym.files.output_form import Form, form_of
from kinonym.mapping import UnmappedReport
from kinonym.methods import Progress
from kinonym.methods.progress import within
from kinonym.pipeline.checkpoint import Checkpoint
from kinonym.pipeline.ledger_entry import enter_release
from kinonym.pipeline.release_outputs import engine_for_output, is_folder, reserve_outputs
from kinonym.pipeline.result import Result
from kinonym.pipeline.reuse import keep_groups_whole, write_groups
from kinonym.pipeline.sinks import FileSink
from kinonym.pipeline.steps import run_pipeline
from kinonym.recipe import Recipe
from kinonym.release.private import write_private_risk

__all__ = ["FileRun"]

_REPORTS = (".html", ".json")
_OPENED, _PLANNED, _WRITTEN = 0.05, 0.75, 0.9
"""Shares of the work that are done when the file is read, the plan is attacked, and the release is verified."""

ReleaseOutput = Output | FolderOutput | DatabaseOutput


@dataclass(frozen=True, kw_only=True)
class FileRun:
    """The fields are the parameters of `kinonym.mask_file`."""

    source: TableName
    output: TableName
    report: str | Path | None
    private_risk: str | Path | None
    unmapped: str | Path | None
    engine: str
    memory_limit: str | int | None
    plan: str | Path | None
    resume: bool
    ledger: bool

    @property
    def documents(self) -> list[Path]:
        """The files that are written after the release."""
        return [Path(path) for path in (self.report, self.private_risk, self.plan) if path is not None]

    def check(self, recipe: Recipe) -> None:
        """Reject options that do not fit each other or the recipe."""
        if self.report is not None and Path(self.report).suffix not in _REPORTS:
            msg = f"a report ends in {' or '.join(_REPORTS)}, not in {Path(self.report).suffix!r}"
            raise UsageError(msg, hint="--report out.html")
        if recipe.tables and (self.plan is not None or self.resume):
            msg = "several tables are masked in one run, without a plan file"
            raise UsageError(msg, hint="leave out --plan and --resume")
        if self.resume and recipe.scenario:
            msg = "--resume saves a plan without its stages, so that a run with [[scenario]] cannot be resumed"
            raise UsageError(msg, hint="leave out --resume, or the scenarios")

    def mask(self, recipe: Recipe, key: RunKey, progress: Progress) -> Result[TableName]:
        """Mask the table; write the release, then the documents."""
        recipe = keep_groups_whole(recipe) if self.plan is not None else recipe
        chosen = engine_for(self.source, engine_for_output(self.output, self.engine), self.memory_limit)
        form = self._find_form(recipe, chosen.engine)
        form()  # rejects an output that cannot be written before any work
        listed = [] if self.unmapped is None else [Path(self.unmapped)]
        inputs = recipe.files()
        with reserve_outputs(self.output, [*self.documents, *listed], self.source, inputs) as (release, others):
            opened = self._open(chosen, recipe)
            progress(_OPENED)
            sink = FileSink(
                output=release,
                form=replace(form(layout=opened.layout), masked=frozenset(recipe.masked), origin=opened.schema),
                opened=opened,
                prepare_documents=lambda made: None if self.report is None else made.report,
            )
            planned = within(progress, _OPENED, _PLANNED)
            try:
                with _manage_checkpoint(release, recipe, resume=self.resume and key.seed is None) as checkpoint:
                    result = self._run(recipe, key, sink, planned, checkpoint)
            except UnmappedError as error:
                for path in listed:
                    UnmappedReport(error.mappings).write(path)
                raise
            progress(_WRITTEN)
            with naming_written(release.path):
                result = enter_release(result, add=self.ledger)
                self._write_documents(result, others)
        progress(1.0)
        return result

    def _find_form(self, recipe: Recipe, engine: str) -> Callable[..., Form]:
        """Return a function that finds the form of the output, as soon as the layout of the input is known."""
        return partial(
            form_of, self.output, delimiter=recipe.table.delimiter, encoding=recipe.table.encoding,
            decimal=recipe.table.decimal, missing_text=recipe.table.missing_text,
            folder=is_folder(self.output, engine, recipe),
        )  # fmt: skip

    def _open(self, chosen: EngineChoice, recipe: Recipe) -> OpenedSource:
        opened = chosen.open(self.source, recipe.table)
        if self.private_risk is not None and not opened.source.ordered:
            msg = f"the private risk file numbers the records, but they have no order in the engine {opened.engine}"
            raise UsageError(msg, hint="leave it out, or use --engine duckdb")
        return opened

    def _run(
        self, recipe: Recipe, key: RunKey, sink: FileSink, progress: Progress, checkpoint: Checkpoint | None
    ) -> Result[TableName]:
        """Mask the opened table; one with more combinations than the driver of Spark may hold is masked in blocks."""
        source = sink.opened.source
        if source.engine == "spark":
            from kinonym.pipeline.blockwise.large_tables import mask_large_table

            saves_plan = self.plan is not None or checkpoint is not None
            masked = mask_large_table(source, recipe, key, sink, progress, saves_plan=saves_plan)
            if masked is not None:
                return masked
        return run_pipeline(source, recipe, key, sink, progress, checkpoint)

    def _write_documents(self, result: Result[TableName], outputs: list[Output]) -> None:
        """Write what accompanies the release; ``outputs`` are those of `documents`, in their order."""
        output_of = dict(zip(self.documents, outputs, strict=False))
        if self.report is not None:
            document = result.report.document(Path(self.report).suffix)
            output_of[Path(self.report)].write_bytes(document.encode())
        if self.private_risk is not None:
            write_private_risk(output_of[Path(self.private_risk)], result.private_risk())
        if self.plan is not None:
            write_groups(output_of[Path(self.plan)], result)


@contextmanager
def _manage_checkpoint(output: ReleaseOutput, recipe: Recipe, *, resume: bool) -> Iterator[Checkpoint | None]:
    """Yield a checkpoint, and remove it unless the run is interrupted; None without ``resume``.

    A run with a seed needs no checkpoint, because it can be repeated.
    """
    if not resume:
        yield None
        return
    if isinstance(output, DatabaseOutput):
        msg = "a run that writes to a database cannot be resumed, because its plan is saved next to the output"
        raise UsageError(msg, hint="leave out --resume, or write a file: -o out.parquet")
    checkpoint = Checkpoint(output.hidden(".resume"), recipe)
    if checkpoint.path.exists() and not checkpoint.path.is_file():
        msg = f"{output.path}: the plan cannot be saved in {checkpoint.path.name}, which is not a regular file"
        raise UsageError(msg, hint="remove it; Kinonym did not create it")
    try:
        yield checkpoint
    except Exception:
        checkpoint.remove()
        raise
    checkpoint.remove()
