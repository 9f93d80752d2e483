"""Mask a table in memory: count, plan, apply (DESIGN's one idea), then measure and claim."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines import memory
from kinonym.engines.kinds import column_names
from kinonym.grouped.plan import DROPPED
from kinonym.methods import Progress, silent
from kinonym.methods.base import within
from kinonym.random import generator
from kinonym.recipe import Recipe, load_recipe
from kinonym.release.claims import Facts, claims_for
from kinonym.release.roles import check_roles, doubt
from kinonym.run.attacks import attack, worst_case
from kinonym.run.grouping import GroupedTable, group_table
from kinonym.run.linking import check_linking, linking_columns
from kinonym.run.result import Result, Rows
from kinonym.run.verbatim import verbatim_numbers

__all__ = ["mask"]

_PLANNED = 0.8  # share of the work that is done when the plan is made; the attacks are the rest


def mask(
    table: Any,  # noqa: ANN401
    recipe: Recipe | Mapping[str, Any] | str | Path,
    *,
    seed: int | None = None,
    shuffle: bool = False,
    progress: Progress = silent,
    release: bool = False,
) -> Result:
    """Mask a pandas, polars or pyarrow table; the same kind comes back.

    Parameters
    ----------
    table
        The table; it is not changed.
    recipe
        A dict, a path to a TOML file, or a `Recipe`.
    seed
        For experiments only: makes the run repeatable and marks the result as a test.
    shuffle
        Also put the rows in random order; files are always shuffled.
    progress
        Called with the share of the work that is done.
    release
        The result goes to a file: a column declared ``other`` that looks like an identifier or free text is
        refused unless confirmed. For tables in memory it is only noticed.

    Returns
    -------
    Result
        The masked table, the plan, utility, risk and claims.
    """
    recipe = load_recipe(recipe)
    rng = generator(seed)
    notices = _check_columns(table, recipe, release=release)
    method = recipe.resolved_method
    linking = linking_columns(method, table, recipe)
    if release:
        check_linking(method, recipe, linking)
    grouped = group_table(table, recipe)
    plan = method.plan(grouped.tuples, rng, within(progress, 0.0, _PLANNED))
    target_of_row = np.full(len(grouped.kept), DROPPED, dtype=np.int64)
    target_of_row[grouped.kept] = memory.assign(grouped.tuple_of_row, plan.source, plan.target, plan.count, rng)
    order = rng.permutation(len(target_of_row)) if shuffle else None
    written = plan.written()
    if method.traits.keeps_marginals:
        written |= verbatim_numbers(table, recipe, plan)
    masked = memory.replace(table, written, target_of_row, drop=recipe.with_role("identifier"), order=order)
    facts = Facts(
        method=method,
        plan=plan,
        attacks=attack(method, plan, rng, within(progress, _PLANNED, 1.0)),
        worst=worst_case(method, plan, rng),
        shuffled=shuffle or release,
        seeded=seed is not None,
        context=tuple(column.name for column in grouped.columns if column.by_context),
        linking=linking,
        confidential=tuple(recipe.confidential_masked),
    )
    return Result(
        table=masked,
        plan=plan,
        attacks=facts.attacks,
        claims=claims_for(facts),
        recipe=recipe,
        coverage={column.name: column.mapping.coverage for column in grouped.columns if column.mapping},
        notices=(*notices, *grouped.notices, *plan.notices),
        seeded=seed is not None,
        rows=Rows(_every_row(grouped), target_of_row),
    )


def _every_row(grouped: GroupedTable) -> NDArray[np.int64]:
    """The tuple of each row of the table; −1 for a row that is not masked."""
    found = np.full(len(grouped.kept), DROPPED, dtype=np.int64)
    found[grouped.kept] = grouped.tuple_of_row
    return found


def _check_columns(table: Any, recipe: Recipe, *, release: bool) -> tuple[str, ...]:  # noqa: ANN401
    """Hold the recipe's roles against the table; returns notices."""
    roles = {name: column.role for name, column in recipe.columns.items()}
    names, missing = column_names(table), recipe.table.missing
    confirmed = recipe.release.confirm if release else recipe.with_role("other")
    check_roles(names, roles, table, confirmed=confirmed, masked=recipe.confidential_masked, missing=missing)
    if release:
        return ()
    unsure = [name for name in recipe.with_role("other") if name not in recipe.release.confirm]
    return tuple(f"column {name!r} {what}" for name in unsure if (what := doubt(table, name, missing)))
