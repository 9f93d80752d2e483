"""Releases with linked rows: planned on the whole histories of persons, written as rows with a pseudonym.

An attacker may know a person's history, so each whole history occurs k times (specification 11, 12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kinonym.engines.contract import UNIT_SEPARATOR, Source, Tally
from kinonym.engines.fingerprint import Fingerprint, Sum
from kinonym.engines.histories import (
    PSEUDONYM,
    Histories,
    add_pseudonym,
    add_up_rows,
    count_planned_rows,
    gather_again,
    gather_rows,
    hash_rows,
)
from kinonym.engines.memory import MemorySource
from kinonym.engines.person_ids import count_case_variants, unify_person_ids
from kinonym.engines.row_order import RowOrder
from kinonym.errors import RecipeError
from kinonym.pipeline.column_checks import check_columns
from kinonym.pipeline.person_notices import describe_case_variants
from kinonym.pipeline.planned_table import AppliedPlan, PlannedTable, Release
from kinonym.recipe import Recipe
from kinonym.release.checks import Check, refuse
from kinonym.release.gate import Expected

__all__ = ["HistoryTable", "add_up_records", "gather_histories"]


@dataclass(frozen=True, eq=False)
class WholeHistories:
    """Checks that the rows, gathered by pseudonym, are the histories that the input and the plan require."""

    columns: tuple[str, ...]
    """All columns of the release."""
    separators: dict[str, str]
    checks: tuple[Check, ...]
    expected: Expected
    """What the histories must add up to, with one record per person."""

    def verify(self, tally: Tally) -> None:
        """Raise `PrivacyError` unless the histories are as expected and pass their checks."""
        whole = gather_again(tally, self.separators)
        if whole.records != self.expected.records:
            refuse(f"the release has {whole.records:,} pseudonyms where {self.expected.records:,} are expected")
        if add_up_records(whole, self.expected.fingerprint) != self.expected.sum:
            refuse("the histories of the release are not those that the input and the plan require")
        for check in self.checks:
            check.verify(whole)


def add_up_records(whole: Tally, fingerprint: Fingerprint) -> Sum:
    """Return the keyed sum over records of persons."""
    counted = whole.count(fingerprint.columns)
    hashes = [fingerprint.texts(name, counted.values[j]) for j, name in enumerate(counted.columns)]
    rows = counted.codes.repeat(counted.counts, axis=0)
    return fingerprint.total([column[rows[:, j]] for j, column in enumerate(hashes)])


@dataclass(frozen=True, eq=False, kw_only=True)
class HistoryTable(PlannedTable):
    """A table with one record per person; the release has the rows of each person, linked by a pseudonym."""

    separators: dict[str, str]
    """Gathered column → what separates the values of a person."""

    def name(self, release: str) -> str:
        """Return the name of this release in claims."""
        return f"the histories of {release}, one for each pseudonym"

    def make_release(self, plan: AppliedPlan) -> Release:
        """Mask the histories and write them as rows."""
        run, assignment = plan.run, plan.assignment
        rows = Histories(
            plan.apply(shuffle=plan.shuffled), self.separators, run.key, marked=assignment.mark is not None
        )
        columns = add_pseudonym(plan.columns, marked=plan.marked)
        checks = tuple(run.checks(plan.missing_text))
        return Release(
            masked=rows,
            columns=columns,
            checks=(WholeHistories(columns, self.separators, checks, plan.expect()),),
            record_checks=checks,
            ordered=self.source.ordered,
            expect=lambda: self._expect_rows(plan, rows, columns),
        )

    def _expect_rows(self, plan: AppliedPlan, rows: Histories, columns: tuple[str, ...]) -> Expected:
        """Work out what the rows must add up to, and the order of the input, which the release must not have."""
        fingerprint = Fingerprint(plan.run.key, columns, plan.missing_text)
        records = count_planned_rows(plan.assignment, self.separators)
        order = RowOrder(fingerprint, records, left_out=(PSEUDONYM,))
        masked = plan.apply(shuffle=False)
        unshuffled = Histories(masked, self.separators, plan.run.key, marked=plan.marked, shuffle=False)
        order.add(hash_rows(unshuffled.native(), fingerprint))
        return Expected(records=records, sum=add_up_rows(rows, fingerprint), fingerprint=fingerprint, order=order)

    def count_records(self, rows: Tally) -> Tally:
        """Gather the released rows by pseudonym."""
        return gather_again(rows, self.separators)


def gather_histories(source: Source, recipe: Recipe, notices: tuple[str, ...] = ()) -> HistoryTable:
    """Gather the rows of each person into one record, with sets in the gathered columns."""
    check_columns(source, recipe)
    if PSEUDONYM in source.columns:
        msg = f"the table has a column {PSEUDONYM!r}, but a release adds a column with this name"
        raise RecipeError(msg, hint="rename that column")
    separators = {name: recipe.columns[name].separator or UNIT_SEPARATOR for name in recipe.table.gather}
    columns = [name for name in source.columns if recipe.columns[name].role != "identifier"]
    table = gather_rows(source, recipe.table.person or "", columns, separators, recipe.table.missing)
    whole = MemorySource(table, recipe.table.missing)
    return HistoryTable(
        source=whole,
        recipe=_change_recipe(recipe, separators),
        given=recipe,
        notices=(*notices, *_describe_gathering(source, whole, recipe)),
        separators=separators,
    )


def _change_recipe(recipe: Recipe, separators: dict[str, str]) -> Recipe:
    """Return the recipe of the gathered table: without identifiers, and with separators in the gathered columns."""
    columns = {name: column for name, column in recipe.columns.items() if column.role != "identifier"}
    table = recipe.table.model_copy(update={"person": None, "person_link": True, "gather": ()})
    changed = recipe.model_copy(update={"columns": columns, "table": table})
    for name, separator in separators.items():
        changed = changed.with_separator([name], separator)
    return changed


def _describe_gathering(source: Source, whole: Source, recipe: Recipe) -> Iterator[str]:
    """Yield notices about the number of persons, and about ids that differ only in case."""
    yield f"{whole.records:,} persons were gathered from {source.records:,} rows"
    ids = source.count([recipe.table.person or ""]).values[0]
    yield from describe_case_variants(recipe, count_case_variants(unify_person_ids(ids, recipe.table.missing)))
