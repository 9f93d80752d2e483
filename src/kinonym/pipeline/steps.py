"""The pipeline: check, prepare, plan, verify the plan, assign, apply, expect, write, recount, claim.

Each step is written once, for every engine and every sink. Entry points are in `masking`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TypeVar

from kinonym.engines.contract import Masked, RunKey, Source, Tally
from kinonym.methods import Progress
from kinonym.pipeline.assigning import assign_plan, list_released_columns, verify_assignment
from kinonym.pipeline.checkpoint import Checkpoint
from kinonym.pipeline.column_checks import check_columns
from kinonym.pipeline.learnt_release import LearntRelease
from kinonym.pipeline.planned_table import AppliedPlan, Arrange, PlannedTable, make_planned_table
from kinonym.pipeline.planning import plan_run
from kinonym.pipeline.result import Result, Written
from kinonym.pipeline.role_checks import check_roles, find_doubtful_columns
from kinonym.pipeline.run import Run
from kinonym.pipeline.sampling import draw_sample
from kinonym.pipeline.sinks import Sink
from kinonym.pipeline.unmasked import check_before_planning
from kinonym.recipe import Recipe
from kinonym.release.gate import Expected

__all__ = ["plan_table", "run_pipeline"]

Table = TypeVar("Table")


def run_pipeline(
    source: Source,
    recipe: Recipe,
    key: RunKey,
    sink: Sink[Table],
    progress: Progress,
    checkpoint: Checkpoint | None = None,
    learnt: LearntRelease | None = None,
    *,
    arrange: Arrange = make_planned_table,
) -> Result[Table]:
    """Mask a source and write the verified release to a sink; an error writes nothing.

    ``learnt``: what was learnt from a training table, which then decides what each combination becomes.
    ``arrange``: makes the table to plan from a checked source, its recipe and notices.
    """
    if recipe.table.sample is not None and checkpoint is not None:
        checkpoint = checkpoint.with_sample_key(key)
    table, run = plan_table(source, recipe, key, sink, progress, checkpoint, learnt, arrange=arrange)
    release = table.make_release(_apply_plan(run, table.source, sink))
    if sink.form is not None:
        sink.form.check_size(release.masked.records, len(release.columns))

    def complete(released: Table, tally: Tally, written: Written | None) -> Result[Table]:
        recounted = table.count_records(tally)
        claims = run.claims(recounted, table.name(sink.name), shuffled=sink.shuffled, joined=table.joined)
        doubtful = tuple(why for _, why in find_doubtful_columns(table.source, table.recipe))
        return Result.of(
            run,
            released,
            recounted,
            claims,
            partial(table.list_rows, release.masked),
            notices=(*sink.notices, *doubtful, *table.notices),
            written=written,
            asked=table.given,
        )

    return sink.write(release, key, complete)


def plan_table(
    source: Source,
    recipe: Recipe,
    key: RunKey,
    sink: Sink[Table],
    progress: Progress,
    checkpoint: Checkpoint | None = None,
    learnt: LearntRelease | None = None,
    *,
    arrange: Arrange = make_planned_table,
) -> tuple[PlannedTable, Run]:
    """Check a source and plan it; the plan is verified, and nothing is applied."""
    table = _check_table(source, recipe, key, sink, checkpoint, arrange)
    check_roles(table.source, table.recipe, in_memory=sink.form is None)
    check_before_planning(table.source, table.recipe, learnt=learnt is not None)
    run = replace(plan_run(table.source, table.recipe, key, progress, checkpoint, learnt), sample=table.sample)
    run.verify_plan(table.source)
    return table, run


def _check_table(
    source: Source, recipe: Recipe, key: RunKey, sink: Sink[Table], checkpoint: Checkpoint | None, arrange: Arrange
) -> PlannedTable:
    """Return the table to plan: drawn, with dates shifted and persons gathered; raise if the recipe does not fit it."""
    if sink.form is not None:
        sink.form.check_size(source.records, len(source.columns))
    check_columns(source, recipe)
    source, sample = draw_sample(source, recipe, (checkpoint and checkpoint.sample_key) or key)
    if sample is not None:
        check_columns(source, recipe)  # a column may have no values in the sample
    notices: tuple[str, ...] = ()
    if recipe.shifted_columns:
        from kinonym.pipeline.shifting import describe_shifts, shift_person_dates

        source, notices = shift_person_dates(source, recipe, key), describe_shifts(recipe)
    return replace(arrange(source, recipe, notices), sample=sample)


def _apply_plan(run: Run, source: Source, sink: Sink[Table]) -> AppliedPlan:
    """Make the assignment of a verified plan; masking and expectation both depend on it."""
    form = sink.form
    to_file = form is not None
    assignment = assign_plan(run, source.columns, marked=to_file, form=form)
    columns = list_released_columns(run, source.columns, marked=to_file)
    missing_text = None if form is None else form.marker

    def apply(*, shuffle: bool) -> Masked:
        return source.apply(assignment, run.key, shuffle=shuffle)

    def expect() -> Expected:
        verify_assignment(run, assignment, source.columns, marked=to_file, form=form)  # an engine may have changed it
        typed = form is not None and form.typed
        return Expected.of(source, assignment, run.key, columns, missing_text, run.nobody, typed=typed)

    return AppliedPlan(
        run=run,
        assignment=assignment,
        columns=columns,
        marked=to_file and run.key.seed is not None,
        missing_text=missing_text,
        shuffled=sink.shuffled,
        apply=apply,
        expect=expect,
    )
