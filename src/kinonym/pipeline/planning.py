"""Plans a run: count, prepare, plan, attack the plan, and choose the texts to write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace

import numpy as np

from kinonym.engines.contract import RunKey, Source
from kinonym.methods import Method, Progress, silent
from kinonym.methods.blocks import planned_by
from kinonym.methods.contract import check_several_ontologies
from kinonym.methods.progress import within
from kinonym.pipeline.checkpoint import Checkpoint
from kinonym.pipeline.learnt_release import LearntRelease
from kinonym.pipeline.number_texts import find_number_texts
from kinonym.pipeline.person_notices import describe_returning_persons
from kinonym.pipeline.population_counts import recount_population
from kinonym.pipeline.preparing import PreparedTable, prepare
from kinonym.pipeline.role_checks import find_linking_columns
from kinonym.pipeline.run import Run
from kinonym.privacy.attacks import Linkage, attack, worst_case
from kinonym.recipe import Recipe
from kinonym.tuples import Plan, Tuples

__all__ = ["plan_run", "plan_tuples"]

_PREPARED, _PLANNED = 0.2, 0.8  # shares of the work that are done when values are mapped, and when the plan is made


def plan_run(
    source: Source,
    recipe: Recipe,
    key: RunKey,
    progress: Progress,
    checkpoint: Checkpoint | None = None,
    learnt: LearntRelease | None = None,
) -> Run:
    """Count, prepare, plan (or resume the plan of a checkpoint), and attack the plan; nothing is verified yet.

    ``learnt``: what was learnt from a training table, which then decides; None: the method of the recipe plans.
    """
    rng, method = key.planning(), recipe.resolved_method if learnt is None else learnt.method
    prepared = (
        prepare(source, recipe, linked=True)
        if learnt is None
        else prepare(source, recipe, demanding=False, learnt=learnt.columns)
    )
    progress(_PREPARED)

    def make_plan() -> Plan:
        if learnt is not None:
            return method.plan(prepared.tuples, rng, within(progress, _PREPARED, _PLANNED))
        if recipe.release.reuse is not None:
            from kinonym.pipeline.reuse import reuse_groups

            look = within(progress, _PREPARED, _PLANNED)
            return round_plan(recipe, method, reuse_groups(recipe, method, prepared, rng, look))
        with nullcontext() if source.planner is None else planned_by(source.planner):
            return plan_tuples(recipe, method, prepared.tuples, rng, within(progress, _PREPARED, _PLANNED))

    plan = make_plan() if checkpoint is None else checkpoint.load_or_make(prepared.tuples, make_plan)
    notices = () if learnt else describe_returning_persons(source, recipe, prepared.planned_of_counted, plan)
    return Run(
        recipe=recipe,
        method=method,
        prepared=replace(prepared, notices=(*prepared.notices, *notices)),
        plan=plan,
        attacks=_attack(method, plan, rng, within(progress, _PLANNED, 1.0)),
        worst=worst_case(method, plan, rng),
        linking=find_linking_columns(source, recipe),
        key=key,
        seeded=key.seed is not None,
        written=_choose_texts(source, recipe, prepared, plan),
        population=recount_population(source, recipe),
        learnt=None if learnt is None else learnt.training,
    )


def _attack(method: Method, plan: Plan, rng: np.random.Generator, progress: Progress) -> tuple[Linkage, ...]:
    """Try the attackers on a plan; not on a differentially private one, of which no figure may be published."""
    if method.traits.differentially_private:
        progress(1.0)
        return ()
    return attack(method, plan, rng, progress)


def plan_tuples(
    recipe: Recipe, method: Method, tuples: Tuples, rng: np.random.Generator, progress: Progress = silent
) -> Plan:
    """Plan with a method, which may differ from the recipe's, and round the plan."""
    several = [column.name for column in tuples.columns if column.domain.traits.several_taxonomies]
    check_several_ontologies(method, several)
    plan = method.plan(tuples, rng, progress)
    if recipe.release.whole_groups and not plan.whole:
        from kinonym.pipeline.reuse import make_groups_whole

        plan = make_groups_whole(method, plan)
    return round_plan(recipe, method, plan)


def round_plan(recipe: Recipe, method: Method, plan: Plan) -> Plan:
    """Round a plan and put linked columns in order, so that the measured plan is the released one."""
    if method.traits.keeps_marginals:
        return plan
    targets, domains = plan.targets.copy(), [column.domain for column in plan.tuples.columns]
    for j, domain in enumerate(domains):
        targets[:, j] = domain.round(targets[:, j])
    rounded = replace(plan, targets=targets)
    if not recipe.ordered_pairs and not any(domain.traits.has_periods for domain in domains):
        return rounded
    from kinonym.pipeline.column_order import repair_order

    return repair_order(recipe, method, rounded)


def _choose_texts(
    source: Source, recipe: Recipe, prepared: PreparedTable, plan: Plan
) -> Mapping[str, Sequence[str | float | None]]:
    """Choose what is written for each masked tuple, by column."""
    written = plan.decode_targets()
    if recipe.resolved_method.traits.keeps_marginals:
        written |= find_number_texts(source, plan)
    if recipe.followers:
        from kinonym.pipeline.followers import find_follower_texts

        written |= find_follower_texts(source, recipe, prepared.columns, plan)
    return written
