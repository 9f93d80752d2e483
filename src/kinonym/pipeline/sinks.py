"""The sinks of a release: a table in memory, or an output file that the release gate verifies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from kinonym.engines import OpenedSource, ReadingOptions, open_table
from kinonym.engines.contract import RunKey, Tally
from kinonym.files.databases.database_output import DatabaseOutput
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import FolderOutput, Output
from kinonym.files.output_form import Form
from kinonym.pipeline.planned_table import Release
from kinonym.pipeline.result import Result, Written
from kinonym.release.checks import refuse
from kinonym.release.gate import verify_shuffled, write_release

__all__ = ["FileSink", "Sink", "TableSink"]

Table = TypeVar("Table")
Complete = Callable[[Table, Tally, Written | None], Result[Table]]
"""Makes the result from what was written and what was recounted of it."""


class Sink(Protocol[Table]):
    """Where a run writes its release."""

    @property
    def name(self) -> str:
        """The name of the release in claims."""

    @property
    def form(self) -> Form | None:
        """How the file is written; None for a table in memory."""

    @property
    def shuffled(self) -> bool:
        """Whether the rows are written in random order."""

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices from opening the input."""

    def write(self, release: Release, key: RunKey, complete: Complete[Table]) -> Result[Table]:
        """Write a release, recount it and verify it; raise `PrivacyError` if it fails."""


@dataclass(frozen=True, kw_only=True)
class TableSink:
    """A table in memory, of the kind of the input."""

    shuffled: bool = True
    name = "this table"
    form = None
    notices = ()

    def write(self, release: Release, key: RunKey, complete: Complete[Any]) -> Result[Any]:
        """Make the table, count it and verify it."""
        masked = release.masked
        table = masked.native()
        tally = open_table(table, ReadingOptions(missing=())).source
        if tally.columns != release.columns:
            refuse("the columns of the masked table are not those that the recipe releases")
        recounted: Tally = tally
        if release.nobody is not None:
            from kinonym.engines.fingerprint import Fingerprint
            from kinonym.engines.person_ledger import count_by_person

            fingerprint = Fingerprint(key, release.columns, nobody=release.nobody)
            combinations = [check.columns for check in release.checks]
            recounted = count_by_person(masked, tally, fingerprint, combinations, release.combinations)
        for check in release.checks:
            check.verify(recounted)
        if self.shuffled and release.ordered:
            verify_shuffled(masked, release.expect())
        return complete(table, recounted, None)


@dataclass(frozen=True, eq=False, kw_only=True)
class FileSink:
    """An output file, or a new table of a database, to which the release gate gives its name."""

    output: Output | FolderOutput | DatabaseOutput
    form: Form
    opened: OpenedSource
    """The input with its engine."""
    prepare_documents: Callable[[Result[TableName]], object]
    """Runs before the file gets its name: if it fails, nothing is released."""
    shuffled = True

    @property
    def name(self) -> str:
        """The name of the release in claims."""
        return "the written table" if isinstance(self.output, DatabaseOutput) else "the written file"

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices from opening the input."""
        return self.opened.notices

    def write(self, release: Release, key: RunKey, complete: Complete[TableName]) -> Result[TableName]:  # noqa: ARG002  # the gate draws nothing
        """Write and verify the rows with the release gate."""

        def finish(tally: Tally) -> Result[TableName]:
            written = Written(
                path=self.output.path,
                records=tally.records,
                columns=tally.columns,
                engine=self.opened.engine,
                reason=self.opened.reason,
                checks=(*release.checks, *release.record_checks),
            )
            result = complete(self.output.path, tally, written)
            self.prepare_documents(result)
            return result

        return write_release(
            release.masked,
            self.output,
            self.form,
            expected=release.expect(),
            checks=release.checks,
            wanted=release.combinations,
            by_person=release.combinations,
            complete=finish,
        )
