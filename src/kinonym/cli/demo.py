"""`kinonym demo`: the main job on records that it makes itself."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from kinonym.cli.mask import show_released
from kinonym.cli.show import console, progress_bar, table
from kinonym.demo.records import discharges, discharges_csv, recipe_for
from kinonym.domains import Domain
from kinonym.errors import UsageError
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import reserved
from kinonym.metrics.plan_changes import row_changes
from kinonym.pipeline.masking import mask_file
from kinonym.pipeline.result import Result
from kinonym.random import generator
from kinonym.regular_file import read_regular
from kinonym.tuples import Plan

__all__ = ["show_demo"]

_WIDTH = 36


def show_demo(folder: Path, records: int, seed: int | None) -> None:
    """Make records, mask them, show ten before and after, and leave everything in a folder."""
    data, recipe, output = folder / "discharges.csv", folder / "recipe.toml", folder / "masked.csv"
    report = folder / "report.html"
    _check_own(recipe, [data, output, report], recipe_for(records))
    _make(folder)
    with reserved([data, recipe], [output, report]) as (table_output, recipe_output):
        table_output.write_bytes(discharges_csv(discharges(records, generator(seed))).encode())
        recipe_output.write_bytes(recipe_for(records).encode())
        console.print(f"{records:,} made-up hospital discharges: {data}", markup=False)
        with progress_bar("masking", recipe) as progress:
            result = mask_file(data, recipe, output, report, seed=seed, progress=progress)
    console.print(_tabulate_changes(result, generator(seed)))
    show_released(result)
    console.print(
        f"\nThe report is {report}. Edit {recipe} and mask again:\n  kinonym mask {data} -r {recipe} -o {output}",
        markup=False,
    )


def _check_own(recipe: Path, others: list[Path], marker: str) -> None:
    """Refuse a folder with files of these names that the demo did not make, or a recipe that was edited."""
    there = [path for path in (recipe, *others) if os.path.lexists(path)]
    if there and (not recipe.is_file() or recipe.is_symlink() or read_regular(recipe) != marker.encode()):
        msg = f"{there[0]}: this file is not the demo's own, or its recipe was edited; nothing was changed"
        raise UsageError(msg, hint="choose another folder: kinonym demo --folder another")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        msg = f"{folder}: the folder cannot be made ({error.strerror})"
        raise UsageError(msg, hint="choose another one: kinonym demo --folder another") from None


def _tabulate_changes(result: Result[TableName], rng: np.random.Generator, number: int = 10) -> Table:
    """Some of the records with words that changed, before and after, with the distance of each change."""
    plan = result.plan
    changes = row_changes(plan)
    words = [j for j, column in enumerate(plan.tuples.columns) if column.domain.concepts is not None]
    rows = np.flatnonzero((changes[:, words] > 0).any(axis=1))
    shown = np.sort(rng.permutation(rows)[:number])
    lines = [line for i, row in enumerate(shown, 1) for line in _lines(plan, changes, row, str(i))]
    title = f"\n{len(shown)} of the records that changed, before and after"
    return table(title, ("", "column", "before", "after", "distance"), lines)


def _lines(plan: Plan, changes: NDArray[np.float64], row: int, number: str) -> list[list[str]]:
    """One line a column, and an empty one."""
    lines = []
    for j, column in enumerate(plan.tuples.columns):
        before = _format_value(column.domain, column.points[plan.tuples.codes[plan.source[row], j]])
        after = _format_value(column.domain, plan.targets[plan.target[row], j])
        change = changes[row, j]
        name = column.name.replace("_", " ")
        lines.append(
            [
                number if j == 0 else "",
                name,
                before,
                after if change else "=",
                f"{change:.2f}" if change else "",
            ]
        )
    return [*lines, [""] * 5]


def _format_value(domain: Domain, point: float) -> str:
    """A value as it is written; a code with its label."""
    text = str(domain.decode(np.array([point]))[0])
    concepts = domain.concepts
    if concepts is not None and concepts.write == "code" and point < len(concepts.tau):
        text = f"{text} {concepts.tau.preferred([int(point)])[0]}"
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
