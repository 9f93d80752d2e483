"""What a run leaves for the page, as plain data: figures, claims, and views of before and after, made elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from kinonym.assess.figure import percent
from kinonym.comparing import Comparison, Point, compare
from kinonym.domains import Domain
from kinonym.engines import open_table
from kinonym.errors import UniqueRowsError
from kinonym.files.formats.table_format import TableName
from kinonym.metrics.plan_changes import row_changes
from kinonym.pipeline.masking import mask_file
from kinonym.pipeline.pairing_rows import pair_rows
from kinonym.pipeline.result import Result
from kinonym.random import generator
from kinonym.recipe import load_recipe
from kinonym.release.class_checks import persons_in
from kinonym.release.report.columns_section import tree_section
from kinonym.release.report.comparison_page import frontier_section
from kinonym.release.report.moved_shares import moved_section
from kinonym.release.report.publishing import Published
from kinonym.release.report.risk_section import risk_section
from kinonym.release.report.summary_section import sentences
from kinonym.release.report.utility_section import dependence_section, utility_section
from kinonym.release.report.value_labels import labels_of
from kinonym.release.report.values_shown import ColumnView
from kinonym.tuples import Plan
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Counts

__all__ = ["PAIRED_ROWS", "comparison_outcome", "front_of", "masking_outcome"]

Tell = Callable[[float], None]

PAIRED_ROWS = "rows.arrow"
"""The private file of a run with its original and released rows; not one of the downloads."""
_SAMPLE = 6
_NEAREST = 8
_VALUES = 12


def masking_outcome(folder: Path, task: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Mask the table as the recipe in the folder says, and describe what came out."""
    begun = time.perf_counter()
    data = Path(task["data"])
    output = folder / _released_name(data)
    result = _mask(data, folder, output, lambda share: tell(0.9 * share), seed=task.get("seed"))
    pairs = pair_rows(result, open_table(data, result.recipe.table).source)
    if pairs is not None:
        pairs.write(folder / PAIRED_ROWS)
    point = Point.of(dict(result.recipe.method), result.assessment, seconds=time.perf_counter() - begun)
    record = None if result.record is None else asdict(result.record)
    return {"output": output.name, "point": point.parts, "record": record, **_described(result)}


def _mask(data: Path, folder: Path, output: Path, tell: Tell, *, seed: int | None) -> Result[TableName]:
    """Mask into the run's private folder; where too many rows are unique, the recipe says so and the release asks.

    The release is entered in the ledger when a person confirms it.
    """
    recipe, report = folder / "recipe.toml", folder / "report.html"
    try:
        return mask_file(data, recipe, output, report, seed=seed, ledger=False, progress=tell)
    except UniqueRowsError:
        accepting = load_recipe(recipe).accept_unique_rows()
        result = mask_file(data, accepting, output, report, seed=seed, ledger=False, progress=tell)
        recipe.write_text(accepting.to_toml(), encoding="utf-8")
        return result


def _released_name(data: Path) -> str:
    """The released file has the format of the data: Parquet, or else text."""
    name, _, rest = data.name.partition(".")
    return f"{name}.masked.{rest.removesuffix('.gz') or 'csv'}"


def _described(result: Result[TableName]) -> dict[str, Any]:
    published = result.report.published
    classes = result.tally.count(result.recipe.masked)
    by_person = result.recipe.table.person is not None
    sizes = persons_in(result.tally, result.recipe.masked) if by_person else classes.counts
    return {
        "records": result.tally.records,
        "smallest": int(sizes.min()),
        "by_person": by_person,
        "summary": list(result.report.summary().values()),
        "sentences": sentences(published),
        "uniqueness": _uniqueness(result),
        "attacker": _strongest(published),
        "claims": [{"sentence": claim.sentence, "guarantee": claim.guarantee} for claim in result.claims],
        "notices": list(result.notices),
        "coverage": {name: str(coverage) for name, coverage in result.coverage.items()},
        "checks": [type(check).__name__ for check in (result.written.checks if result.written else ())],
        "sections": {
            "moved": moved_section(published),
            "risk": risk_section(published),
            "utility": utility_section(published),
            "dependence": dependence_section(published),
        },
        "columns": [_column(view) for view in published.views],
        "sample": _changed(result.plan),
        "nearest": {"columns": list(classes.columns), "rows": _nearest_to_k(classes, sizes)},
    }


def _uniqueness(result: Result[TableName]) -> dict[str, Any] | None:
    """How unique the rows are with the unmasked columns, and whether a person must accept it."""
    found = result.uniqueness
    return None if found is None else {**found.as_data(), "exceeds": found.exceeds, "lines": list(found.lines)}


def _strongest(published: Published) -> dict[str, str] | None:
    """The strongest attacker in one line; None if figures are withheld or nobody could be attacked."""
    worst = published.assessment.strongest if published.withheld is None else None
    if worst is None:
        return None
    return {"share": percent(worst.chance), "unit": published.assessment.linked, "name": worst.name}


def _column(view: ColumnView) -> dict[str, Any]:
    """A column's most frequent values before and after, and the tree of where they went."""
    rows = [{"label": row.label, "before": row.before, "after": row.after} for row in view.rows[:_VALUES]]
    return {"name": view.name, "rows": rows, "tree": tree_section(view)}


def _changed(plan: Plan) -> list[list[dict[str, str]]]:
    """Some records that changed, drawn at random: for each masked column the value before and after."""
    changes = row_changes(plan)
    rows = np.flatnonzero((changes > 0).any(axis=1) & (plan.target >= 0))
    shown = np.sort(generator(None).permutation(rows)[:_SAMPLE])
    return [
        [
            {
                "column": column.name,
                "before": _shown(column.domain, column.points[plan.tuples.codes[plan.source[row], j]]),
                "after": _shown(column.domain, plan.targets[plan.target[row], j]),
                "distance": f"{changes[row, j]:.2f}" if changes[row, j] else "",
            }
            for j, column in enumerate(plan.tuples.columns)
        ]
        for row in shown.tolist()
    ]


def _shown(domain: Domain, point: float) -> str:
    """A value as it is written; a code with its label."""
    return labels_of(domain, np.array([point]))[0]


def _nearest_to_k(classes: Counted, sizes: Counts) -> list[list[str]]:
    """The smallest groups of the release: their size, in persons where they are known, and values."""
    order = np.argsort(sizes, kind="stable")[:_NEAREST]
    return [
        [f"{int(sizes[i]):,}", *(str(classes.values[j][c] or "–") for j, c in enumerate(classes.codes[i]))]
        for i in order.tolist()
    ]


def comparison_outcome(folder: Path, task: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Try methods and strengths on the table; nothing is written."""
    recipe = load_recipe(folder / "recipe.toml")
    strengths = {key: task.get(key, []) for key in ("k", "alpha", "epsilon")}
    comparison = compare(Path(task["data"]), recipe, methods=task["methods"], progress=tell, **strengths)
    return {"points": [point.parts for point in comparison.points]}


def front_of(comparison: Comparison) -> dict[str, Any] | None:
    """The picture of loss against risk; None without any point."""
    return frontier_section(comparison.rows) if comparison.points else None
