"""Releases whose rows stay linked by person: planned on the persons' whole sets, written as rows with a pseudonym.

A person's history is what an attacker knows, so a history as a whole occurs k times (specification 11, 12).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinonym.engines import OpenedSource, open_table
from kinonym.engines.columns.table_kinds import TableKind, table_kind
from kinonym.engines.contract import UNIT_SEPARATOR, Assignment, RunKey, Source, Tally
from kinonym.engines.fingerprint import Fingerprint, Sum
from kinonym.engines.histories import (
    PSEUDONYM,
    Histories,
    gathered,
    planned_columns,
    planned_rows,
    regathered,
    row_hashes,
    rows_sum,
)
from kinonym.engines.person_ids import count_case_variants, unify_person_ids
from kinonym.engines.recount import Recount
from kinonym.engines.row_order import RowOrder
from kinonym.errors import RecipeError
from kinonym.files.output import Output
from kinonym.files.output_form import Form
from kinonym.methods import Progress
from kinonym.pipeline.checkpoint import Checkpoint
from kinonym.pipeline.planning import Run, assign_plan, plan_run, released_columns, verify_assignment
from kinonym.pipeline.preparing import check_columns, report_case_variants
from kinonym.pipeline.result import Result, Written
from kinonym.pipeline.role_checks import check_roles, doubts
from kinonym.pipeline.unmasked import check_before_planning
from kinonym.recipe import Recipe
from kinonym.release.checks import Check, refuse
from kinonym.release.gate import Expected, write_release

__all__ = ["mask_linked", "open_histories", "release_linked"]

_HISTORIES = "the histories of {}, one for each pseudonym"


@dataclass(frozen=True, eq=False)
class WholeHistories:
    """The rows, gathered again by pseudonym, are the histories that the input and the plan ask for; all checks hold."""

    columns: tuple[str, ...]
    """All columns of the release."""
    between: dict[str, str]
    checks: tuple[Check, ...]
    persons: int
    sum: Sum
    fingerprint: Fingerprint
    """Of one row a person."""

    def verify(self, tally: Tally) -> None:
        """Raise unless all of it holds."""
        whole = regathered(tally, self.between)
        if whole.records != self.persons:
            refuse(f"the written file has {whole.records:,} pseudonyms where {self.persons:,} are expected")
        counted = whole.count(self.fingerprint.columns)
        hashes = [self.fingerprint.texts(name, counted.values[j]) for j, name in enumerate(counted.columns)]
        rows = counted.codes.repeat(counted.counts, axis=0)
        if self.fingerprint.total([own[rows[:, j]] for j, own in enumerate(hashes)]) != self.sum:
            refuse("the histories of the written file are not those that the input and the plan ask for")
        for check in self.checks:
            check.verify(whole)


def _between(recipe: Recipe) -> dict[str, str]:
    return {name: recipe.columns[name].separator or UNIT_SEPARATOR for name in recipe.table.gather}


def _by_person(recipe: Recipe) -> Recipe:
    """The recipe of the gathered table: one row a person, sets in the gathered columns."""
    columns = {name: column for name, column in recipe.columns.items() if column.role != "identifier"}
    gathered_columns = {
        name: columns[name].model_copy(update={"separator": between}) for name, between in _between(recipe).items()
    }
    table = recipe.table.model_copy(update={"person": None, "person_link": True, "gather": ()})
    return recipe.model_copy(update={"columns": {**columns, **gathered_columns}, "table": table})


def open_histories(source: Source, recipe: Recipe) -> tuple[Source, Recipe]:
    """The gathered table and its recipe, checked."""
    check_columns(source, recipe)
    if PSEUDONYM in source.columns:
        msg = f"the table has a column {PSEUDONYM!r}, which is what links the rows of a release"
        raise RecipeError(msg, hint="rename that column")
    kept = [name for name in source.columns if recipe.columns[name].role != "identifier"]
    table = gathered(source, recipe.table.person or "", kept, _between(recipe), recipe.table.missing)
    return open_table(table, recipe.table.missing), _by_person(recipe)


def _case_notices(source: Source, recipe: Recipe) -> tuple[str, ...]:
    """The notice about ids of persons that differ only in case."""
    ids = source.count([recipe.table.person or ""]).values[0]
    return tuple(report_case_variants(recipe, count_case_variants(unify_person_ids(ids, recipe.table.missing))))


def _held(run: Run, whole: Source, columns: Sequence[str], recipe: Recipe, form: Form | None) -> WholeHistories:
    """What the written rows are held to."""
    assignment = assign_plan(run, whole.columns, marked=form is not None, form=form)
    marker = None if form is None else form.marker
    released = released_columns(run, whole.columns, marked=form is not None)
    expected = Expected.of(whole, assignment, run.key, released, marker, run.nobody)
    return WholeHistories(
        columns=tuple(columns),
        between=_between(recipe),
        checks=tuple(run.checks(marker)),
        persons=expected.records,
        sum=expected.sum,
        fingerprint=expected.fingerprint,
    )


def mask_linked(table: Any, source: Source, recipe: Recipe, key: RunKey, progress: Progress) -> Result[Any]:  # noqa: ANN401
    """Mask a pandas, polars or pyarrow table; the same kind comes back."""
    shape = table_kind(table)
    whole, by_person = open_histories(source, recipe)
    check_roles(whole, by_person, in_memory=True)
    check_before_planning(whole, by_person)
    run = plan_run(whole, by_person, key, progress)
    histories = Histories(
        whole.apply(assign_plan(run, whole.columns), key, shuffle=True), _between(recipe), key, marked=False
    )
    released = histories.native()
    tally = open_table(released, ())
    _held(run, whole, histories.columns, recipe, None).verify(tally)
    recounted = regathered(tally, _between(recipe))
    claims = run.claims(recounted, _HISTORIES.format("this table"), shuffled=True)
    told = (*(why for _, why in doubts(whole, by_person)), *_case_notices(source, recipe))
    native = _of_kind(released, shape)
    return Result.of(run, native, recounted, claims, histories.trail, notices=told, asked=recipe)


def _of_kind(table: Any, shape: TableKind) -> Any:  # noqa: ANN401
    if shape == "polars":
        import polars as pl

        return pl.from_arrow(table)
    return table.to_pandas() if shape == "pandas" else table


def release_linked(
    opened: OpenedSource,
    recipe: Recipe,
    output: Output,
    form: Form,
    key: RunKey,
    progress: Progress,
    checkpoint: Checkpoint | None,
    prepare_documents: Callable[[Result[Path]], object],
) -> Result[Path]:
    """Mask an opened file and send its histories through the gate."""
    whole, by_person = open_histories(opened.source, recipe)
    check_roles(whole, by_person)
    check_before_planning(whole, by_person)
    run = plan_run(whole, by_person, key, progress, checkpoint)
    assignment, between = assign_plan(run, whole.columns, marked=True, form=form), _between(recipe)
    masked = whole.apply(assignment, run.key, shuffle=True)
    histories = Histories(masked, between, run.key, marked=assignment.mark is not None)
    form.check_size(histories.records, len(histories.columns))
    verify_assignment(run, assignment, whole.columns, marked=True, form=form)
    expected = _expected_rows(run, whole, assignment, between, form.marker, histories)
    held = _held(run, whole, expected.fingerprint.columns, recipe, form)

    def complete(tally: Recount) -> Result[Path]:
        recounted = regathered(tally, between)
        claims = run.claims(recounted, _HISTORIES.format("the written file"), shuffled=True)
        written = Written(output.path, tally.records, tally.columns, opened.engine, opened.reason, (held, *held.checks))
        told = (
            *opened.notices,
            f"{whole.records:,} persons were gathered from {opened.source.records:,} rows",
            *_case_notices(opened.source, recipe),
        )
        result = Result.of(
            run, output.path, recounted, claims, histories.trail, notices=told, written=written, asked=recipe
        )
        prepare_documents(result)
        return result

    return write_release(histories, output, form, expected=expected, checks=[held], complete=complete)


def _expected_rows(
    run: Run, whole: Source, assignment: Assignment, between: dict[str, str], marker: str | None, histories: Histories
) -> Expected:
    """What the rows of a file must be, and the order of the input, in which they must not stand."""
    marked = run.key.seed is not None
    columns = planned_columns(released_columns(run, whole.columns, marked=True), marked=marked)
    fingerprint = Fingerprint(run.key, columns, marker)
    records = planned_rows(assignment, between)
    order = RowOrder(fingerprint, records, left_out=(PSEUDONYM,))
    ordered = Histories(whole.apply(assignment, run.key, shuffle=False), between, run.key, marked=marked, shuffle=False)
    order.add(row_hashes(ordered, fingerprint))
    total = rows_sum(histories, fingerprint)
    return Expected(records=records, sum=total, fingerprint=fingerprint, order=order)
