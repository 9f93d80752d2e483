"""Compare methods and strengths on one table: what each costs and what it risks, and the best of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from kinonym.assess import STRENGTHS, Assessment, masking_by
from kinonym.comparing.comparison import Comparison
from kinonym.comparing.measured_point import Point
from kinonym.comparing.resuming import State
from kinonym.engines.contract import RunKey
from kinonym.errors import KinonymError, UsageError
from kinonym.methods import Progress, silent
from kinonym.methods.demands import Demands
from kinonym.methods.refine import QUICKLY_REFINED
from kinonym.pipeline.planned_table import make_planned_table
from kinonym.pipeline.planning import plan_tuples
from kinonym.pipeline.preparing import PreparedTable, prepare
from kinonym.pipeline.sampling import draw_sample
from kinonym.pipeline.several_tables.gathered_tables import open_records
from kinonym.privacy.attacks import attack
from kinonym.random import generator
from kinonym.recipe import Recipe, find_method_class, load_recipe, make_method
from kinonym.release.report.coarse_comparison import TableSize

__all__ = ["compare"]


def compare(  # noqa: PLR0913  # a public face: every choice is a keyword
    table: Any,  # noqa: ANN401
    recipe: Recipe | Mapping[str, Any] | str | Path,
    *,
    methods: Sequence[str | Mapping[str, Any]] = (),
    k: Sequence[int] = (),
    alpha: Sequence[float] = (),
    epsilon: Sequence[float] = (),
    seed: int | None = None,
    workers: int | None = None,
    state: str | Path | None = None,
    engine: str = "auto",
    memory_limit: str | int | None = None,
    progress: Progress = silent,
) -> Comparison:
    """Mask a table in many ways, without writing it, and compare what each costs and risks.

    Parameters
    ----------
    table
        A table as of `kinonym.mask`, or the path of a file; several tables are compared as one record per person.
    recipe
        Columns and their meaning; its method is the one to compare if strengths are given and ``methods`` names none.
    methods
        Names, or settings as in a recipe's method section, such as ``{"name": "mdav", "centroid": "mode"}``. Without
        methods and strengths the sensible ones are tried at the recipe's k: see `SENSIBLE`.
    k, alpha, epsilon
        Strengths to try with every method that has this parameter and does not set it.
    seed
        For experiments only: makes the comparison repeatable.
    workers
        How many points are computed at the same time; default: one for each processor.
    state
        A file that records every finished point. If it exists, its points are not computed again.
    engine, memory_limit
        For a file: which engine counts it, and the memory of the program, as of `kinonym.mask_file`.
    progress
        Called with the share of the points that are done.

    Returns
    -------
    Comparison
        One point for each method and strength; a method that cannot run at a strength has the reason.

    Notes
    -----
    The table is read and mapped once. If the recipe draws a sample, all points are measured on the same one. The
    kernels release Python's lock, so threads share the work.
    """
    asked = load_recipe(recipe, tables=True)
    opened, loaded = open_records(table, asked, engine, memory_limit)
    strengths = {"k": k, "alpha": alpha, "epsilon": epsilon}
    tried = methods or (() if any(map(len, strengths.values())) else _choose_settings(loaded))
    settings = _combine_settings(loaded, tried, strengths)
    _check_methods(asked, settings)
    demanding = any(make_method(setting).demands is not None for setting in settings)
    if state is not None and loaded.table.sample is not None and seed is None:
        msg = "every comparison draws another sample, so the points of a state file cannot be used again"
        raise UsageError(msg, hint="give a seed, or leave out the state file")
    source, _ = draw_sample(opened, loaded, RunKey.of(seed))
    planned = make_planned_table(source, loaded)
    prepared = prepare(planned.source, planned.recipe, demanding=demanding)
    tuples = prepared.tuples
    if not methods and len(tuples) > QUICKLY_REFINED:
        settings = [setting for setting in settings if setting == loaded.method or setting["name"] not in _SLOW]
    finished = State.open(Path(state), tuples, planned.recipe, seed) if state is not None else State()
    left = [setting for setting in settings if setting not in finished]
    measure = partial(_measure, planned.recipe, prepared, seed=seed)
    try:
        with closing(_measure_all(left, measure, workers)) as measured:
            for done, (setting, point) in enumerate(measured, len(settings) - len(left) + 1):
                finished.add(setting, point)
                progress(done / len(settings))
    finally:
        finished.close()
    return Comparison(asked, tuple(finished[setting] for setting in settings), TableSize.of(tuples))


def _measure_all(
    settings: Sequence[dict[str, Any]], measure: Callable[[dict[str, Any]], Point], workers: int | None
) -> Generator[tuple[dict[str, Any], Point], None, None]:
    """Measure settings at the same time; yield each with its point as soon as it is done."""
    with ThreadPoolExecutor(max_workers=workers or os.cpu_count() or 1) as pool:
        jobs = {pool.submit(measure, setting): setting for setting in settings}
        try:
            for job in as_completed(jobs):
                yield jobs[job], job.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


SENSIBLE: tuple[dict[str, Any], ...] = (
    {"name": "sa-mdav", "refine": True},
    {"name": "sa-mdav"},
    {"name": "mdav", "refine": True},
    {"name": "recode"},
    {"name": "generalise", "scheme": "local"},
    {"name": "generalise", "suppress_share": 0.05},
    {"name": "suppress"},
)
"""The settings that are tried by default: methods with a bounded risk for everybody, each in its best form."""
_SLOW = ("mdav", "generalise")
"""Left out above the number of combinations that are quickly refined."""
_USUAL_K = 5


def _check_methods(recipe: Recipe, settings: Sequence[Mapping[str, Any]]) -> None:
    """Reject methods that do not mask several tables."""
    unfit = [s["name"] for s in settings if recipe.tables and not make_method(dict(s)).traits.k_anonymous]
    if unfit:
        msg = f"several tables cannot be masked by {unfit[0]}, which makes no groups of persons"
        raise UsageError(msg, hint="compare methods such as sa-mdav, mdav, recode or generalise")


def _choose_settings(recipe: Recipe) -> list[dict[str, Any]]:
    """The recipe's own method first, then the sensible ones with its k and its demands."""
    k = recipe.resolved_method.k_or_none or _USUAL_K
    demands = {f.name: recipe.method[f.name] for f in fields(Demands) if f.name in recipe.method}
    others = [
        {**setting, "k": k, **demands}
        for setting in SENSIBLE
        if not demands or make_method({**setting, "k": k}).traits.takes_demands
    ]
    if recipe.scenario:
        others = [s for s in others if make_method(s).traits.takes_scenarios]
    return [recipe.method, *(setting for setting in others if setting != recipe.method)]


def _combine_settings(
    recipe: Recipe, methods: Sequence[str | Mapping[str, Any]], strengths: Mapping[str, Sequence[float]]
) -> list[dict[str, Any]]:
    """Every method with every strength that it takes; checked before any work."""
    named = [{"name": method} if isinstance(method, str) else dict(method) for method in methods] or [recipe.method]
    settings: list[dict[str, Any]] = []
    for base in named:
        taken = find_method_class(base.get("name")).parameters()
        key = next((s for s in STRENGTHS if s in taken and (s not in base or (strengths[s] and not methods))), None)
        values = list(strengths[key]) if key else []
        if key and not values and key not in base:
            msg = f"the method {base.get('name')} needs {key}, and no value to try was given"
            raise UsageError(msg, hint=f"give {key} = [...]; on the command line --{key} with commas between")
        tried = [{**base, key: value} for value in values] if key and values else [base]
        settings += [setting for setting in tried if setting not in settings]
    for setting in settings:
        make_method(setting)
    return settings


def _measure(recipe: Recipe, prepared: PreparedTable, settings: dict[str, Any], seed: int | None) -> Point:
    """Run one method and measure it; if the method rejects the table, the point has no figures."""
    began = time.perf_counter()
    rng = generator(seed)
    try:
        method = recipe.resolve_method(settings)
        plan = plan_tuples(recipe, method, prepared.tuples, rng)
    except KinonymError as error:
        if type(error) is KinonymError:
            raise  # a defect of the program, not a rejection
        return Point(settings=settings, failed=error.message)
    seconds = time.perf_counter() - began
    attacks = attack(method, plan, rng)
    assessment = Assessment(plan=plan, masking=masking_by(method), attacks=attacks, respelled=prepared.respelled)
    return Point.of(settings, assessment, seconds=seconds)
