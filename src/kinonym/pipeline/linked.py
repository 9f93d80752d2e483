"""Releases whose rows stay linked by person: planned on the persons' whole sets, written as rows with a pseudonym.

A person's history is what an attacker knows, so a history as a whole occurs k times (SPEC 11, 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinonym.engines import Opened, open_table
from kinonym.engines.contract import BETWEEN, RunKey, Source, Tally
from kinonym.engines.expected import Fingerprint, Sum
from kinonym.engines.histories import (
    PSEUDONYM,
    Histories,
    gathered,
    planned_columns,
    planned_rows,
    regathered,
    rows_sum,
)
from kinonym.engines.memory.coding import Kind, kind
from kinonym.errors import RecipeError
from kinonym.files.layout import Form
from kinonym.files.output import Output
from kinonym.methods import Progress
from kinonym.pipeline.checkpoint import Checkpoint
from kinonym.pipeline.planning import Run, assigned, plan_run
from kinonym.pipeline.preparing import check_columns, check_linking, confirm_hint, doubts, linking_columns
from kinonym.pipeline.result import Result, Written
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
    return {name: recipe.columns[name].separator or BETWEEN for name in recipe.table.gather}


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
    table = gathered(source, recipe.table.person or "", kept, _between(recipe))
    return open_table(table, recipe.table.missing), _by_person(recipe)


def _held(run: Run, whole: Source, columns: Sequence[str], recipe: Recipe, form: Form | None) -> WholeHistories:
    """What the written rows are held to."""
    assignment = assigned(run, whole.columns, marked=form is not None, form=form)
    marker = None if form is None else form.marker
    expected = Expected.of(whole, assignment, run.key, marker, run.nobody)
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
    shape = kind(table)
    whole, by_person = open_histories(source, recipe)
    run = plan_run(whole, by_person, key, progress)
    histories = Histories(
        whole.apply(assigned(run, whole.columns), key, shuffle=True), _between(recipe), key, marked=False
    )
    released = histories.native()
    tally = open_table(released, ())
    _held(run, whole, histories.columns, recipe, None).verify(tally)
    recounted = regathered(tally, _between(recipe))
    claims = run.claims(recounted, _HISTORIES.format("this table"), shuffled=True)
    told = tuple(why for _, why in doubts(whole, by_person))
    native = _of_kind(released, shape)
    return Result.of(run, native, recounted, claims, histories.trail, notices=told, asked=recipe)


def _of_kind(table: Any, shape: Kind) -> Any:  # noqa: ANN401
    if shape == "polars":
        import polars as pl

        return pl.from_arrow(table)
    return table.to_pandas() if shape == "pandas" else table


def release_linked(
    opened: Opened,
    recipe: Recipe,
    output: Output,
    form: Form,
    key: RunKey,
    progress: Progress,
    checkpoint: Checkpoint | None,
) -> Result[Path]:
    """Mask an opened file and send its histories through the gate."""
    whole, by_person = open_histories(opened.source, recipe)
    for name, why in doubts(whole, by_person):
        raise RecipeError(why, hint=confirm_hint(name))
    check_linking(by_person, linking_columns(whole, by_person))
    run = plan_run(whole, by_person, key, progress, checkpoint)
    assignment, between = assigned(run, whole.columns, marked=True, form=form), _between(recipe)
    masked = whole.apply(assignment, run.key, shuffle=True)
    histories = Histories(masked, between, run.key, marked=assignment.mark is not None)
    form.check_size(histories.records, len(histories.columns))
    columns = planned_columns(assignment, whole.columns)
    fingerprint = Fingerprint(run.key, columns, form.marker)
    expected = Expected(
        records=planned_rows(assignment, between),
        sum=rows_sum(histories, fingerprint),
        fingerprint=fingerprint,
    )
    held = _held(run, whole, columns, recipe, form)
    tally = write_release(histories, output, form, expected=expected, checks=[held])
    recounted = regathered(tally, between)
    claims = run.claims(recounted, _HISTORIES.format("the written file"), shuffled=True)
    written = Written(output.path, tally.records, tally.columns, opened.engine, opened.reason, (held, *held.checks))
    told = (*opened.notices, f"{whole.records:,} persons were gathered from {opened.source.records:,} rows")
    return Result.of(run, output.path, recounted, claims, histories.trail, notices=told, written=written, asked=recipe)
