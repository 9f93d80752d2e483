"""The release gate: the only way by which a released file gets its name (privacy 3).

The plan is verified against the input, the method and the ontology. The masked table is written to a private temporary
file, counted again from its bytes by independent code, compared with the input and the plan, and then renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kinonym.engines.contract import Assignment, Masked, PersonSink, RunKey, Source
from kinonym.engines.fingerprint import Fingerprint, Sum
from kinonym.engines.recount import Recount, distinct_cells, read_back, recount, text_of_value
from kinonym.engines.row_order import RowOrder
from kinonym.engines.writing import write
from kinonym.errors import PrivacyError
from kinonym.files.databases.database_output import DatabaseOutput, DatabaseSchema
from kinonym.files.formats.table_format import NewTable
from kinonym.files.output import FolderOutput, Output
from kinonym.files.output_form import Form
from kinonym.release.checks import Check, refuse

if TYPE_CHECKING:
    from kinonym.engines.person_ledger import PersonLedger
    from kinonym.files.formats.table_format import WrittenTable

__all__ = ["Expected", "recount_rows", "verify_shuffled", "write_release", "write_tables"]

Done = TypeVar("Done")


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What the written file must hold, worked out from the input and the plan."""

    records: int
    sum: Sum
    """Over all rows, kept and masked cells together (`Source.expect`)."""
    fingerprint: Fingerprint
    """Of the columns that the file must have, in their order."""
    order: RowOrder
    """Of the rows as the input has them; the rows of the file must not stand in it."""

    @classmethod
    def of(
        cls,
        source: Source,
        assignment: Assignment,
        key: RunKey,
        columns: Sequence[str],
        missing_text: str | None = None,
        nobody: Sequence[str] | None = None,
        *,
        typed: bool = False,
    ) -> Expected:
        """What a table must become by an assignment.

        Parameters
        ----------
        columns
            Those that the recipe releases; the assignment is not asked.
        missing_text
            What a text file has for a missing value.
        nobody
            Where rows have persons, the texts that name none.
        typed
            Whether unmasked columns keep their types.
        """
        records = source.records - assignment.dropped
        fingerprint = Fingerprint(key, columns, missing_text, nobody=nobody, typed=typed)
        order = RowOrder(fingerprint, records)
        total = source.expect(assignment, key, fingerprint, order)
        return cls(records=records, sum=total, fingerprint=fingerprint, order=order)


def write_release(
    masked: Masked,
    output: Output | FolderOutput | DatabaseOutput,
    form: Form,
    *,
    expected: Expected,
    checks: Sequence[Check],
    wanted: Iterable[tuple[str, ...]] = (),
    by_person: Collection[tuple[str, ...]] = (),
    complete: Callable[[Recount], Done],
) -> Done:
    """Write a release: all of it, checked, or nothing.

    Parameters
    ----------
    masked
        The masked table, in the order in which it is written.
    output
        Where it goes; reserved before the run began.
    form
        How it is written.
    expected
        What the file must hold.
    checks
        What must hold in the written bytes beyond that.
    wanted
        Further columns; their combinations are counted.
    by_person
        Columns; their combinations are also counted by person, if the fingerprint has persons.
    complete
        Makes what is returned from what was counted. It runs before the file gets its name: if it fails, nothing was
        released.

    Raises
    ------
    PrivacyError
        If a check fails; the temporary file is gone and an earlier file of that name is unchanged.
    """
    if not expected.records:
        msg = "no rows are left to release"
        raise PrivacyError(msg, hint="choose a smaller k, or a method that keeps the rows")
    done: list[Done] = []
    combinations = {*(check.columns for check in checks), *wanted, *by_person}
    with _person_ledgers(expected.fingerprint, by_person) as ledger:

        def verify_rows(count: Callable[[RowOrder], Recount]) -> None:
            tally = count(expected.order.same_sample())
            _verify_totals(tally, expected)
            for check in checks:
                check.verify(tally)
            done.append(complete(tally))

        def verify_table(read: Callable[[], WrittenTable]) -> None:
            verify_rows(lambda order: recount(read, combinations, expected.fingerprint, ledger, order))

        def verify(path: Path) -> None:
            if form.folder and masked.recount_folder is not None:
                count = masked.recount_folder
                verify_rows(lambda order: count(path, form, combinations, expected.fingerprint, ledger, order=order))
            else:
                verify_table(partial(read_back, path, form))

        _commit(masked, output, form, None if ledger is None else ledger.add, verify, verify_table)
    return done[0]


def _commit(
    masked: Masked,
    output: Output | FolderOutput | DatabaseOutput,
    form: Form,
    sink: PersonSink | None,
    verify: Callable[[Path], None],
    verify_table: Callable[[Callable[[], WrittenTable]], None],
) -> None:
    """Write the rows as a file, a folder or a table of a database, which gets its name after it was verified."""
    if isinstance(output, DatabaseOutput):
        output.commit_rows(masked.batches(sink, typed=form.typed), form, verify_table)
    elif not isinstance(output, Output) or form.folder:
        from kinonym.files.folder_output import LocalFolder

        folder = LocalFolder(output) if isinstance(output, Output) else output
        folder.commit_folder(lambda path: masked.save(path, sink), verify)
    else:
        output.commit(lambda file: write(masked.batches(sink, typed=form.typed), form, file), verify)


def write_tables(
    tables: Mapping[str, Any],
    output: Output | DatabaseSchema,
    forms: Mapping[str, Form],
    *,
    expected: Mapping[str, Expected],
    complete: Callable[[Mapping[str, Recount]], Done],
) -> Done:
    """Write the tables of a release as the files of a new folder or a new schema: all of them, checked, or nothing.

    Parameters
    ----------
    tables
        Name of a file or table → an Arrow table of rows in the order in which they are written.
    output
        The folder or the schema, which does not exist; reserved before the run began.
    forms
        Name of a file or table → how it is written.
    expected
        Name of a file or table → what it must hold.
    complete
        Verifies the recounted tables together, and makes what is returned. It runs before the release gets its name.

    Raises
    ------
    PrivacyError
        If a check fails; nothing is left.
    """
    done: list[Done] = []
    if isinstance(output, DatabaseSchema):

        def verify_tables(written: Mapping[str, Callable[[], WrittenTable]]) -> None:
            if {*written} != {*expected}:
                refuse("the written tables are not those of the release")
            done.append(complete({name: recount_rows(read, expected[name]) for name, read in written.items()}))

        output.commit_tables(
            {name: NewTable(forms[name], iter(_batches(rows))) for name, rows in tables.items()}, verify_tables
        )
        return done[0]
    from kinonym.files.folder_output import LocalFolder

    def save(folder: Path) -> None:
        for name, rows in tables.items():
            with (folder / name).open("wb") as file:
                write(_batches(rows), forms[name], file)

    def verify(folder: Path) -> None:
        done.append(complete(_verify_files(folder, forms, expected)))

    LocalFolder(output, Path(next(iter(tables))).suffix).commit_folder(save, verify)
    return done[0]


def _batches(rows: Any) -> list[Any]:  # noqa: ANN401  # pyarrow has no types
    """The record batches of an Arrow table; one without rows if it has none."""
    import pyarrow as pa

    return rows.to_batches(max_chunksize=1 << 17) or [pa.RecordBatch.from_pylist([], schema=rows.schema)]


def _verify_files(folder: Path, forms: Mapping[str, Form], expected: Mapping[str, Expected]) -> dict[str, Recount]:
    """Count the files of a folder, and verify each of them."""
    if {path.name for path in folder.iterdir()} != {*expected}:
        refuse("the written files are not those of the release")
    return {name: recount_rows(partial(read_back, folder / name, forms[name]), what) for name, what in expected.items()}


def recount_rows(read: Callable[[], WrittenTable], expected: Expected) -> Recount:
    """Count all distinct rows of a table that ``read`` begins to read back, and verify them."""
    columns = expected.fingerprint.columns
    tally = recount(read, {columns}, expected.fingerprint, order=expected.order.same_sample())
    _verify_totals(tally, expected)
    return tally


@contextmanager
def _person_ledgers(fingerprint: Fingerprint, wanted: Collection[tuple[str, ...]]) -> Iterator[PersonLedger | None]:
    """Where the persons of the rows are noted while they are written; None where no persons are known."""
    if fingerprint.nobody is None:
        yield None
        return
    from kinonym.engines.person_ledger import PersonLedger

    with closing(PersonLedger(fingerprint, wanted)) as ledger:
        yield ledger


def _verify_totals(tally: Recount, expected: Expected) -> None:
    """The number of rows, and every row as the input and the plan have it; the recount has compared the columns."""
    if tally.records != expected.records:
        refuse(f"the written file has {tally.records:,} rows where {expected.records:,} are expected")
    if tally.sum != expected.sum:
        refuse("the rows of the written file are not those that the input and the plan ask for")
    verify_order(expected.order, tally.order)


def verify_shuffled(masked: Masked, expected: Expected) -> None:
    """Raise if the rows of a masked table in memory are in the order of the table that was given."""
    released = expected.order.same_sample()
    for batch in masked.batches():
        cells = [distinct_cells(column, text_of_value) for column in batch.columns]
        pairs = zip(masked.columns, cells, strict=True)
        released.add({name: expected.fingerprint.texts(name, texts)[positions] for name, (texts, positions) in pairs})
    verify_order(expected.order, released)


def verify_order(original: RowOrder, released: RowOrder | None) -> None:
    """Raise if the released rows have the order of the input, or one so similar that chance does not explain it."""
    if released is None or original.resembles(released):
        refuse("the rows of the release are in the order of the input")
