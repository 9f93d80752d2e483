"""Compare methods and strengths on one table: what each costs and what it risks, and the best of them."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from kinonym.errors import KinonymError, UsageError
from kinonym.grouped import Tuples
from kinonym.methods import Progress, silent
from kinonym.metrics import measure_distribution, measure_risk, measure_utility, score
from kinonym.metrics.sides import after
from kinonym.privacy.attacks import attack, attackers, every_attack, strongest
from kinonym.random import generator
from kinonym.recipe import Recipe, load_recipe, make_method, method_class
from kinonym.run.comparison import Comparison, Point
from kinonym.run.grouping import group_table
from kinonym.run.state import State

__all__ = ["compare"]

STRENGTHS = ("k", "alpha", "epsilon")
"""Parameters that say how strong a method masks; each has its list of values to try."""


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
    progress: Progress = silent,
) -> Comparison:
    """Mask a table in many ways, without writing it, and compare what each costs and risks.

    Parameters
    ----------
    table
        A pandas, polars or pyarrow table.
    recipe
        Columns and their meaning; its method is the one to compare if ``methods`` names none.
    methods
        Names, or settings as in a recipe's method section, such as ``{"name": "mdav", "centroid": "mode"}``.
    k, alpha, epsilon
        Strengths to try with every method that has this parameter and does not set it.
    seed
        For experiments only: makes the comparison repeatable.
    workers
        How many points are computed at the same time; default: one for each processor.
    state
        A file that keeps every finished point. If it exists, what it holds is not computed again.
    progress
        Called with the share of the points that are done.

    Returns
    -------
    Comparison
        One point for each method and strength; a method that cannot be run at a strength says why.

    Notes
    -----
    The table is read and mapped once. The kernels release Python's lock, so threads share the work.
    """
    loaded = load_recipe(recipe)
    settings = _settings(loaded, methods, {"k": k, "alpha": alpha, "epsilon": epsilon})
    demanding = any(make_method(one).demands is not None for one in settings)
    tuples = group_table(table, loaded, demanding=demanding).tuples
    kept = State.open(Path(state), tuples, loaded, seed) if state is not None else State()
    left = [one for one in settings if one not in kept]
    try:
        with ThreadPoolExecutor(max_workers=workers or os.cpu_count() or 1) as pool:
            jobs = {pool.submit(_measure, tuples, one, seed): one for one in left}
            try:
                for done, job in enumerate(as_completed(jobs), len(settings) - len(left) + 1):
                    kept.add(jobs[job], job.result())
                    progress(done / len(settings))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    finally:
        kept.close()
    return Comparison(loaded, tuple(kept[one] for one in settings))


def _settings(
    recipe: Recipe, methods: Sequence[str | Mapping[str, Any]], strengths: Mapping[str, Sequence[float]]
) -> list[dict[str, Any]]:
    """Every method with every strength that it takes; checked before any work."""
    named = [{"name": one} if isinstance(one, str) else dict(one) for one in methods] or [recipe.method]
    found: list[dict[str, Any]] = []
    for base in named:
        taken = method_class(base.get("name")).parameters()
        key = next((s for s in STRENGTHS if s in taken and (s not in base or (strengths[s] and not methods))), None)
        values = list(strengths[key]) if key else []
        if key and not values and key not in base:
            msg = f"the method {base.get('name')} needs {key}, and no value to try was given"
            raise UsageError(msg, hint=f"give {key} = [...]; on the command line --{key} with commas between")
        tried = [{**base, key: value} for value in values] if key and values else [base]
        found += [one for one in tried if one not in found]
    for one in found:
        make_method(one)
    return found


def _measure(tuples: Tuples, settings: dict[str, Any], seed: int | None) -> Point:
    """Run one method and measure it; what the method itself refuses becomes a point without figures."""
    began = time.perf_counter()
    method, rng = make_method(settings), generator(seed)
    try:
        plan = method.plan(tuples, rng)
    except KinonymError as error:
        if type(error) is KinonymError:
            raise  # a bug of ours, not a refusal
        return Point(settings=settings, failed=error.message)
    taken = time.perf_counter() - began
    utility = measure_utility(plan, k=method.k_or_none)
    risk = measure_risk(plan)
    attacks = every_attack(plan, attack(method, plan, rng), rng)
    everyone = attackers(risk, attacks, classes_known=method.traits.k_anonymous)
    worst = strongest(everyone)
    masked, _ = after(plan)
    return Point(
        settings=settings,
        loss=utility.loss,
        sse=utility.sse,
        quality=utility.quality,
        values_changed=utility.values_changed,
        records_changed=utility.records_changed,
        divergence=measure_distribution(tuples, masked).divergence if len(masked) else None,
        removed=utility.removed,
        smallest_class=utility.smallest_class,
        classes=utility.masked_tuples,
        risk=worst.chance,
        risk_low=worst.interval[0] if worst.interval else None,
        risk_high=worst.interval[1] if worst.interval else None,
        attacker=worst.name,
        certain=max((one.certain for one in everyone if one.certain is not None), default=None),
        linkage=risk.linkage / 100.0,
        prosecutor=risk.prosecutor,
        marketer=risk.marketer,
        score=score(utility.loss, 100.0 * worst.chance),
        guaranteed=method.traits.k_anonymous,
        seconds=taken,
    )
