"""A comparison as a page: the frontier, the table of all points, and the recipes of the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kinonym.assess import figures_in
from kinonym.assess.figure import number, percent
from kinonym.plots.frontier import Row, draw_frontier, frontier_legend, setting_name, strength_text
from kinonym.release.report.rendering import render, render_fragment, render_page
from kinonym.release.report.table_data import table

__all__ = [
    "COLUMNS", "comparison_fragment", "comparison_page", "describe_losses", "frontier_section", "name_loss",
    "scenario_losses",
]  # fmt: skip

COLUMNS = {
    "front": "no other setting has both less risk and less loss; beyond the knee, less risk costs much more loss",
    "rank": "by L among the settings of the same strength: the same k and demands, or the same guarantee",
    "seconds": "time of planning",
}
"""Columns of a table of points that are not figures, and what they mean."""


_LOSS_OF = "loss of "


def name_loss(scenario: str) -> str:
    """The column of a table of points that has L of the columns of a scenario."""
    return f"{_LOSS_OF}{scenario}"


def scenario_losses(rows: Sequence[Row]) -> list[str]:
    """The columns of a table of points with the losses of scenarios."""
    return [name for name in (rows[0] if rows else {}) if name.startswith(_LOSS_OF)]


def describe_losses(rows: Sequence[Row]) -> dict[str, str]:
    """What these columns mean."""
    return {
        name: f"L of the columns that the attacker of scenario {name.removeprefix(_LOSS_OF)} knows"
        for name in scenario_losses(rows)
    }


def comparison_page(
    title: str, rows: Sequence[Row], recipes: Mapping[str, str], chosen: str = "", findings: Sequence[str] = ()
) -> str:
    """A whole page.

    Parameters
    ----------
    title
        The heading.
    rows
        The points.
    recipes
        The recipes of the points on the front, by their labels.
    chosen
        The label of the point that meets the target of the user.
    findings
        Sentences about the best points.
    """
    frontier = {**frontier_section(rows), "words": _words(rows), "findings": findings}
    answer = {"label": chosen, "recipe": recipes.get(chosen, "")} if chosen else None
    sections = [
        ("frontier", "The frontier", render("comparison", frontier)),
        ("chosen", "The chosen setting", render("chosen", answer)),
        ("points", "All points", render("points", _points(rows, "Every setting"))),
        ("recipes", "Recipes", render("recipes", {"recipes": recipes})),
    ]
    return render_page(title, "What each method loses and what it risks", sections)


def comparison_fragment(rows: Sequence[Row], findings: Sequence[str] = ()) -> str:
    """The picture and the points of the front, for a notebook."""
    front = [row for row in rows if row["pareto"]]
    frontier = render("comparison", {**frontier_section(rows), "words": "", "findings": findings})
    return render_fragment(frontier + render("points", _points(front, "Points on the front")))


def frontier_section(rows: Sequence[Row]) -> dict[str, Any]:
    """The picture with its legend; empty if no point could be measured."""
    measured = [row for row in rows if row["loss"] is not None]
    if not measured:
        return {"picture": "", "legend": []}
    return {"picture": draw_frontier(measured), "legend": frontier_legend(measured)}


def _words(rows: Sequence[Row]) -> str:
    front = sum(bool(row["pareto"]) for row in rows)
    return (
        f"{len(rows)} settings were tried. Each is placed by its risk and its loss of information: the nearer to the "
        f"lower left corner, the better. {front} are on the front: no other has both less risk and less loss. Risk is "
        "the share of the records that the strongest attacker links (of the persons, if a column identifies them); L "
        "is the loss of information."
    )


def explain_columns() -> list[tuple[str, str]]:
    """What each column of a table of points means."""
    figures = [(figure.short or figure.title, figure.describe) for figure in figures_in("points")]
    return [("front", COLUMNS["front"]), ("rank", COLUMNS["rank"]), *figures, ("seconds", COLUMNS["seconds"])]


def _points(rows: Sequence[Row], caption: str) -> dict[str, Any]:
    cells = [
        [str(i), _front_mark(row), setting_name(row), strength_text(row), _rank(row), *_figures(row), *_losses(row)]
        for i, row in enumerate(rows, 1)
    ]
    figures = [figure.short or figure.title for figure in figures_in("points")]
    head = ("no.", "front", "method", "strength", "rank", *figures, "seconds", *scenario_losses(rows))
    return {**table(caption, head, cells), "explained": [*explain_columns(), *describe_losses(rows).items()]}


def _losses(row: Row) -> list[str]:
    return ["" if row[name] is None else f"{number(row[name], 2)} %" for name in scenario_losses([row])]


def _front_mark(row: Row) -> str:
    return "● knee" if row.get("knee") else "●" if row["pareto"] else ""


def _rank(row: Row) -> str:
    return f"{row['rank']} of {row['ranked']}" if row.get("rank") else "–"


def _figures(row: Row) -> list[str]:
    figures = figures_in("points")
    if row["loss"] is None:
        return [row["failed"] or "not measured", *[""] * len(figures)]
    return [
        *(figure.written(row[figure.name]) + _interval(row, figure.name, figure.digits) for figure in figures),
        number(row["seconds"], 2),
    ]


def _interval(row: Row, name: str, digits: int) -> str:
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    return "" if low is None or high is None else f" ({percent(low, digits)} to {percent(high, digits)})"
