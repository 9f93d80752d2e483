"""What to run so that the kernels of a recipe, of the default path, or of everything are compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import numpy as np

from kinonym.assess import Assessment, masking_by
from kinonym.domains import Nominal
from kinonym.errors import UsageError
from kinonym.measures import MEASURES
from kinonym.methods import METHODS, Method, Mode, silent
from kinonym.methods.clusters import Clusters
from kinonym.methods.table_demands import make_table_demands
from kinonym.privacy.attacks import attack, worst_case
from kinonym.random import generator
from kinonym.recipe import load_recipe
from kinonym.tuples import Plan, Tuples
from kinonym.warm.made_up_tables import make_tables, make_taxonomy, with_persons

__all__ = ["all_work", "default_work", "work_for_recipe"]

Work = Callable[[], object]


def _mask(method: Method, tuples: Tuples) -> None:
    """Plan, and attack the plan."""
    rng = generator(0)
    plan = method.plan(tuples, rng)
    attack(method, plan, rng)
    worst_case(method, plan, rng)


def _measure(method: Method, tuples: Tuples) -> None:
    """Measure every figure of a release."""
    Assessment(plan=Plan.unchanged(tuples), masking=masking_by(method)).complete()


def _compare(measure: str) -> None:
    """Measure distances of concepts, many at once and a single one."""
    taxonomy = make_taxonomy()
    domain = Nominal(taxonomy, measure=measure)
    domain.distances(taxonomy.concepts, taxonomy.concepts)
    domain.distance(taxonomy.concepts[1], taxonomy.concepts[2])


def _with_and_without_demands(mode: Mode) -> Iterator[Method]:
    """A method without demands, and with one if it takes demands."""
    yield mode.made()
    if mode.method.traits.takes_demands:
        with suppress(UsageError):  # some modes take none
            yield mode.made(p_sensitive=2)


def all_work() -> list[Work]:
    """Every documented mode of every method, with and without demands; every measure."""
    tables, work = make_tables(), list[Work]()
    for mode in (mode for kind in METHODS.values() for mode in kind.modes()):
        for table in [tables.twins] if mode.twins else [tables.mixed, tables.numbers]:
            work += [partial(_mask, method, table) for method in _with_and_without_demands(mode)]
    usual = METHODS["sa-mdav"].mode().made()
    work += [partial(_measure, usual, tables.mixed), partial(_mask, usual, tables.sets)]
    return [*work, *(partial(_compare, name) for name in MEASURES)]


def default_work() -> list[Work]:
    """What most runs need, which a wheel brings: the default method with its options, and every measure."""
    tables = make_tables()
    persons = with_persons(tables.mixed)
    plain, refined = (METHODS["sa-mdav"].mode(refine=refine) for refine in (False, True))
    work: list[Work] = [
        partial(_mask, method, table)
        for mode in (plain, refined)
        for method in _with_and_without_demands(mode)
        for table in (tables.mixed, tables.numbers, persons)
    ]
    work += [partial(_measure, plain.made(), table) for table in (tables.mixed, persons)]
    return [*work, *(partial(_compare, name) for name in MEASURES)]


def work_for_recipe(recipe: str) -> list[Work]:
    """The method of a recipe in the mode of its settings, and the measures of its columns.

    Refinement is the second half: it compiles as long as everything else.
    """
    loaded = load_recipe(recipe)
    method = loaded.resolved_method
    settings = method.settings()
    mode = max(method.modes(), key=lambda mode: sum(settings[name] == value for name, value in mode.settings.items()))
    chosen = {name: value for name, value in settings.items() if isinstance(value, bool | str)}
    demands = {} if method.demands is None else {"p_sensitive": 2}
    similar = mode.made(**chosen, **demands)
    tables = make_tables()
    tuples = tables.twins if mode.twins else tables.mixed
    measures = {column.measure for column in loaded.columns.values() if column.measure is not None}
    several = any(column.separator is not None for column in loaded.columns.values())
    if loaded.table.person is not None:
        tuples = with_persons(tuples)
    refines = settings.get("refine") is True
    first = mode.made(**chosen | {"refine": False}, **demands) if refines else similar
    return [
        partial(_mask, first, tuples), partial(_measure, first, tuples),
        *(partial(_compare, name) for name in measures),
        *([partial(_mask, similar, tables.sets)] if several and not mode.twins else []),
        *([partial(_mask, similar, tuples), partial(_refine, similar, tuples)] if refines else []),
    ]  # fmt: skip


def _refine(method: Method, tuples: Tuples) -> None:
    """Refine clusters of any kind, before those of the method are known."""
    from kinonym.methods.refine import refine_plan

    asked = method.demands is not None or tuples.persons is not None
    rows = np.arange(len(tuples))
    clusters = Clusters(rows, rows // 5, tuples.counts)
    refine_plan(tuples, clusters, 3, make_table_demands(method.demands, tuples, 3) if asked else None, silent)
