"""Compile kernels before they are needed: `python -m kinonym.warm [RECIPE]`, for images and during a first run.

Methods run on a few made-up tuples, so no list of kernels is needed. Concurrent processes share the work kernel by
kernel; one of them starts at the end.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kinonym.errors import UsageError
from kinonym.kernels.code_folder import FOLDER_VARIABLE, code_folder_path, is_compiled

if TYPE_CHECKING:  # not imported by a command that finds everything compiled
    from kinonym.domains import Domain
    from kinonym.methods import Method, Mode
    from kinonym.taxonomy import Taxonomy
    from kinonym.tuples import Tuples

__all__ = ["warming"]

Work = Callable[[], object]

_TUPLES = 601  # more than the special cases for small tables; and one remains after clusters of three
_CONCEPTS = 300


@contextmanager
def warming(recipe: Path) -> Iterator[None]:
    """If no kernel is compiled yet, let two processes compile what a recipe needs while the table is being read.

    They end with the block at the latest. If they fail, the kernels are compiled on first use.
    """
    helpers: list[subprocess.Popen[bytes]] = []
    try:
        if not is_compiled() and code_folder_path() is not None and _processors() > 1:
            helpers.append(_start_process(str(recipe)))
            helpers.append(_start_process(str(recipe), "--reverse"))
        yield
    finally:
        for helper in helpers:
            helper.terminate()
        for helper in helpers:
            helper.communicate()  # closes its input and waits


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start_process(*arguments: str) -> subprocess.Popen[bytes]:
    """Start a process that ends when this one does, however it ends, because its input then ends."""
    command = [sys.executable, "-m", "kinonym.warm", "--until-input-ends", *arguments]
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=silent, stderr=silent)  # noqa: S603  # this module


def _exit_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def _taxonomy() -> Taxonomy:
    """A small DAG with everything that a measure may need."""
    import numpy as np

    from kinonym.taxonomy import Taxonomy

    ids = ["top", *(f"concept {i}" for i in range(1, _CONCEPTS))]
    links = np.array([(i, above) for i in range(1, _CONCEPTS) for above in {(i - 1) // 2, i // 3}]).T
    parts = np.array([[1, 3], [2, 4]])
    glosses = [f"what {concept} means" for concept in ids]
    return Taxonomy.from_links(
        ids, (links[0], links[1]), [[concept] for concept in ids], glosses=glosses, parts=(parts[0], parts[1])
    )


class _Tables(NamedTuple):
    """Made-up tables: all kinds of columns, two columns over one taxonomy, only numbers, sets of concepts."""

    mixed: Tuples
    twins: Tuples
    numbers: Tuples
    sets: Tuples


def _tables() -> _Tables:
    from kinonym.domains import ConceptSets, Nominal, Numeric, Ordinal, Plain

    words, number = Nominal(_taxonomy()), Numeric(scale=3.0)
    return _Tables(
        mixed=_tuples({"a": words, "b": number, "c": Ordinal(("low", "high")), "d": Plain(("x", "y", None))}),
        twins=_tuples({"a": words, "b": words}),
        numbers=_tuples({"a": number, "b": number}),
        sets=_tuples({"a": ConceptSets(words).fit([("top", concept) for concept in words.tau.concepts])}),
    )


def _tuples(domains: dict[str, Domain]) -> Tuples:
    """Tuples with a confidential column."""
    import numpy as np

    from kinonym.domains import Nominal
    from kinonym.tuples import Confidential, Tuples

    row = np.arange(_TUPLES, dtype=np.float64)
    points = np.column_stack([row * 7 % _CONCEPTS, row % _CONCEPTS, row % 2, row // 2 % 2])[:, : len(domains)]
    counts = np.arange(_TUPLES) % 2 + 1
    made, tuple_of_row = Tuples.from_points(list(domains), list(domains.values()), points, counts)
    return made.with_confidential(
        Confidential.from_rows("confidential", Nominal(_taxonomy()), row * 3 % 20, tuple_of_row, len(made))
    )


def _with_persons(tuples: Tuples) -> Tuples:
    """The same tuples, with two records per person."""
    import numpy as np

    from kinonym.tuples import Confidential, Persons

    tuple_of_row = np.repeat(np.arange(len(tuples)), tuples.counts)
    row, records = np.arange(len(tuple_of_row)), np.ones(len(tuple_of_row), dtype=np.int64)
    person, value = row // 2, row % 2
    [column] = tuples.confidential
    with_persons = Confidential.from_counts(
        column.name,
        column.domain,
        column.points,
        column.texts,
        (tuple_of_row, value, records),
        len(tuples),
        person_of=person,
    )
    return replace(
        tuples, confidential=(with_persons,), persons=Persons.from_cells(tuple_of_row, person, records, len(tuples))
    )


def _mask(method: Method, tuples: Tuples) -> None:
    """Plan, and attack the plan."""
    from kinonym.privacy.attacks import attack, worst_case
    from kinonym.random import generator

    rng = generator(0)
    plan = method.plan(tuples, rng)
    attack(method, plan, rng)
    worst_case(method, plan, rng)


def _measure(method: Method, tuples: Tuples) -> None:
    """Measure every figure of a release."""
    from kinonym.assess import Assessment, masking_by
    from kinonym.tuples import Plan

    Assessment(plan=Plan.unchanged(tuples), masking=masking_by(method)).complete()


def _compare(measure: str) -> None:
    """Measure distances of concepts, many at once and a single one."""
    from kinonym.domains import Nominal

    taxonomy = _taxonomy()
    domain = Nominal(taxonomy, measure=measure)
    domain.distances(taxonomy.concepts, taxonomy.concepts)
    domain.distance(taxonomy.concepts[1], taxonomy.concepts[2])


def _with_and_without_demands(mode: Mode) -> Iterator[Method]:
    """A method without demands, and with one if it takes demands."""
    yield mode.made()
    if mode.method.traits.takes_demands:
        with suppress(UsageError):  # some modes take none
            yield mode.made(p_sensitive=2)


def _all_work() -> list[Work]:
    """Every documented mode of every method, with and without demands; every measure."""
    from kinonym.measures import MEASURES
    from kinonym.methods import METHODS

    tables, work = _tables(), list[Work]()
    for mode in (mode for kind in METHODS.values() for mode in kind.modes()):
        for table in [tables.twins] if mode.twins else [tables.mixed, tables.numbers]:
            work += [partial(_mask, method, table) for method in _with_and_without_demands(mode)]
    usual = METHODS["sa-mdav"].mode().made()
    work += [partial(_measure, usual, tables.mixed), partial(_mask, usual, tables.sets)]
    return [*work, *(partial(_compare, name) for name in MEASURES)]


def _work_for_recipe(recipe: str) -> list[Work]:
    """The method of a recipe in the mode of its settings, and the measures of its columns."""
    from kinonym.recipe import load_recipe

    loaded = load_recipe(recipe)
    method = loaded.resolved_method
    settings = method.settings()
    mode = max(method.modes(), key=lambda mode: sum(settings[name] == value for name, value in mode.settings.items()))
    chosen = {name: value for name, value in settings.items() if isinstance(value, bool | str)}
    similar = mode.made(**chosen, **({} if method.demands is None else {"p_sensitive": 2}))
    tables = _tables()
    tuples = tables.twins if mode.twins else tables.mixed
    measures = {column.measure for column in loaded.columns.values() if column.measure is not None}
    several = any(column.separator is not None for column in loaded.columns.values())
    if loaded.table.person is not None:
        tuples = _with_persons(tuples)
    return [
        partial(_mask, similar, tuples), partial(_measure, similar, tuples),
        *(partial(_compare, name) for name in measures),
        *([partial(_mask, similar, tables.sets)] if several and not mode.twins else []),
    ]  # fmt: skip


def main(arguments: list[str] | None = None) -> None:
    """Compile what a recipe needs, or everything."""
    parser = argparse.ArgumentParser(prog="python -m kinonym.warm", description=main.__doc__)
    parser.add_argument("recipe", nargs="?", help="compile for this recipe only")
    parser.add_argument("--reverse", action="store_true", help="begin at the end; another process begins at the start")
    parser.add_argument("--until-input-ends", action="store_true", help="end when the input ends")
    options = parser.parse_args(arguments)
    if options.until_input_ends:
        threading.Thread(target=_exit_with_input, daemon=True).start()
    folder = code_folder_path()
    if folder is None:
        sys.exit(f"no folder for compiled kernels is writable: set {FOLDER_VARIABLE} to one")
    is_main = options.recipe is None and not options.until_input_ends and _processors() > 1
    helper = _start_process("--reverse") if is_main else None
    try:
        work = _all_work() if options.recipe is None else _work_for_recipe(options.recipe)
        for task in reversed(work) if options.reverse else work:
            task()
        if helper is not None:
            helper.wait()
    finally:
        if helper is not None:
            helper.kill()
            helper.wait()
    print(f"{len(list(folder.glob('*.nbi')))} kernels are compiled, in {folder}")


if __name__ == "__main__":
    main()
