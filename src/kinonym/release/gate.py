"""The release gate: the only way by which a released file gets its name (PRIVACY 3).

The masked table is written to a private temporary file, counted again from its bytes by independent code, held against
the input and the plan, and then renamed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kinonym.engines.contract import Assignment, Masked, RunKey, Source
from kinonym.engines.expected import Fingerprint, Sum
from kinonym.engines.recount import Recount, recount
from kinonym.engines.writing import write
from kinonym.errors import PrivacyError
from kinonym.files.layout import Form
from kinonym.files.output import Output
from kinonym.release.checks import Check, refuse

if TYPE_CHECKING:
    from kinonym.engines.ledger import Ledger

__all__ = ["Expected", "write_release"]


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What the written file must hold, worked out from the input and the plan."""

    columns: tuple[str, ...]
    records: int
    sum: Sum
    """Over all rows, kept and masked cells together (`Source.expect`)."""
    fingerprint: Fingerprint

    @classmethod
    def of(
        cls, source: Source, assignment: Assignment, key: RunKey, missing_text: str | None, nobody: Sequence[str] | None
    ) -> Expected:
        """What a table must become by an assignment; ``nobody``: where rows have persons, the texts that name none."""
        columns = assignment.released(source.columns)
        fingerprint = Fingerprint(key, columns, missing_text, nobody=nobody)
        return cls(
            columns=columns,
            records=source.records - assignment.dropped,
            sum=source.expect(assignment, key, fingerprint),
            fingerprint=fingerprint,
        )


def write_release(
    masked: Masked,
    output: Output,
    form: Form,
    *,
    expected: Expected,
    checks: Sequence[Check],
    wanted: Iterable[tuple[str, ...]] = (),
    by_person: Collection[tuple[str, ...]] = (),
) -> Recount:
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
        Further columns whose combinations should be counted.
    by_person
        Columns whose combinations are also counted by person, where the fingerprint knows of persons.

    Raises
    ------
    PrivacyError
        If a check fails; the temporary file is gone and what was at the output's place is unchanged.
    """
    if not expected.records:
        msg = "no rows are left to release"
        raise PrivacyError(msg, hint="choose a smaller k, or a method that keeps the rows")
    counted: list[Recount] = []
    combinations = {*(check.columns for check in checks), *wanted, *by_person}
    with _whose(expected.fingerprint, by_person) as ledger:

        def verify(path: Path) -> None:
            tally = recount(path, form, combinations, expected.fingerprint, ledger)
            _hold(tally, expected)
            for check in checks:
                check.verify(tally)
            counted.append(tally)

        if form.folder:
            from kinonym.files.folder_output import commit_folder

            commit_folder(output, masked.save, verify)
            return counted[0]
        told = None if ledger is None else ledger.add
        output.commit(lambda file: write(masked.batches(told), form, file), verify)
    return counted[0]


@contextmanager
def _whose(fingerprint: Fingerprint, wanted: Collection[tuple[str, ...]]) -> Iterator[Ledger | None]:
    """Where the persons of the rows are noted while they are written; None where no persons are known."""
    if fingerprint.nobody is None:
        yield None
        return
    from kinonym.engines.ledger import Ledger

    with closing(Ledger(fingerprint, wanted)) as ledger:
        yield ledger


def _hold(tally: Recount, expected: Expected) -> None:
    """The columns, the number of rows, and every row as the input and the plan have it."""
    if tally.columns != expected.columns:
        refuse(f"the {len(tally.columns)} columns of the written file are not the {len(expected.columns)} expected")
    if tally.records != expected.records:
        refuse(f"the written file has {tally.records:,} rows where {expected.records:,} are expected")
    if tally.sum != expected.sum:
        refuse("the rows of the written file are not those that the input and the plan ask for")
