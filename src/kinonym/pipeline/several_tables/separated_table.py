"""Records of persons as a planned table: masked as one table, released as several, recounted as records again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinonym.engines.contract import DROPPED, Assignment, Tally
from kinonym.engines.fingerprint import Fingerprint
from kinonym.engines.histories import hash_rows
from kinonym.engines.memory import MemorySource
from kinonym.engines.row_order import RowOrder
from kinonym.pipeline.person_histories import add_up_records
from kinonym.pipeline.planned_table import AppliedPlan, PlannedTable, Release
from kinonym.pipeline.several_tables.person_records import FilledRecords
from kinonym.pipeline.several_tables.rejoined_records import Joining, rejoin_records
from kinonym.pipeline.several_tables.separated_rows import list_released_columns, rows_as_text, separate_rows
from kinonym.release.checks import Check, refuse
from kinonym.release.gate import Expected

__all__ = ["RecordsTable", "TablesRelease"]


@dataclass(frozen=True, eq=False, kw_only=True)
class TablesRelease(Release):
    """A release of several tables."""

    tables: Mapping[str, Any]
    """Table → its rows as an Arrow table."""
    expected: Mapping[str, Expected]
    """Table → what its written rows must be."""
    masked_columns: Mapping[str, frozenset[str]]
    """Table → its masked columns."""
    keys: Mapping[str, frozenset[str]]
    """Table → its columns of pseudonyms."""
    joining: Joining
    records: Expected
    """What the joined records must add up to."""

    def join(self, tallies: Mapping[str, Tally]) -> MemorySource:
        """Join the recounted tables by their pseudonyms, and verify the records.

        Raises
        ------
        PrivacyError
            If the records are not those that the input and the plan require, or a check fails.
        """
        whole = rejoin_records(tallies, self.joining)
        self._verify_records(whole)
        for check in self.record_checks:
            check.verify(whole)
        return whole

    def _verify_records(self, whole: MemorySource) -> None:
        """Raise unless the joined records are those of the input and the plan."""
        if whole.records != self.records.records:
            refuse(f"the release has {whole.records:,} persons where {self.records.records:,} are expected")
        if add_up_records(whole, self.records.fingerprint) != self.records.sum:
            refuse("the joined records of the release are not those that the input and the plan require")


@dataclass(frozen=True, eq=False, kw_only=True)
class RecordsTable(PlannedTable):
    """A table with one record per person; the release has the rows of several tables."""

    records: FilledRecords

    def name(self, release: str) -> str:
        """Return the name of this release in claims."""
        return f"the records of {release}, joined by their pseudonyms"

    def make_release(self, plan: AppliedPlan) -> Release:
        """Mask the records and separate them into the rows of the tables."""
        masked = plan.apply(shuffle=plan.shuffled)
        mark = plan.assignment.mark
        tables = separate_rows(self.records, masked, plan.run.key, mark, shuffle=plan.shuffled)
        unshuffled = separate_rows(self.records, plan.apply(shuffle=False), plan.run.key, mark, shuffle=False)
        columns = {name: list_released_columns(self.records, name, mark) for name in tables}
        checks: tuple[Check, ...] = tuple(plan.run.checks(plan.missing_text))
        records = plan.expect()
        return TablesRelease(
            masked=masked,
            columns=plan.columns,
            checks=(),
            record_checks=checks,
            ordered=self.source.ordered,
            expect=lambda: records,
            tables=tables,
            expected={
                name: self._expect_rows(name, tables[name], unshuffled[name], columns[name], plan) for name in tables
            },
            masked_columns={
                name: frozenset(each for each in table.released if table.columns[each].masked)
                for name, table in self.records.record.tables.items()
            },
            keys={name: self._list_keys(name) for name in tables},
            records=records,
            joining=Joining(
                record=self.records.record,
                columns=plan.columns,
                complete=self.records.complete,
                ids=self.records.ids,
                empty=0 if self.records.complete else _count_empty(plan.assignment),
                mark=mark,
                missing_text=plan.missing_text,
            ),
        )

    def _expect_rows(
        self,
        name: str,
        rows: Any,  # noqa: ANN401  # pyarrow has no types
        unshuffled: Any,  # noqa: ANN401
        columns: tuple[str, ...],
        plan: AppliedPlan,
    ) -> Expected:
        """Work out what the rows of a table must add up to, and the order of the input, which they must not have."""
        fingerprint = Fingerprint(plan.run.key, columns, plan.missing_text)
        keys = self._list_keys(name)
        order = RowOrder(fingerprint, rows.num_rows, left_out=tuple(keys) if {*columns} - keys else ())
        kept = self.records.types[name]
        order.add(hash_rows(rows_as_text(unshuffled, kept), fingerprint))
        total = fingerprint.total(list(hash_rows(rows_as_text(rows, kept), fingerprint).values()))
        return Expected(records=rows.num_rows, sum=total, fingerprint=fingerprint, order=order)

    def _list_keys(self, name: str) -> frozenset[str]:
        record = self.records.record
        return frozenset((*record.tables[name].keys, record.person_column(name)))


def _count_empty(assignment: Assignment) -> int:
    """Count the records that have no value in the plan: they have no row in any table."""
    empty = np.array(
        [all(value is None for value in values) for values in zip(*assignment.written.values(), strict=True)]
    )
    released = assignment.target != DROPPED
    return int(assignment.count[released][empty[assignment.target[released]]].sum())
