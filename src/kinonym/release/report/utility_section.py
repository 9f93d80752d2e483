"""The report's section on utility: figures of the table and of each column, and how columns depend on each other."""

from __future__ import annotations

import numpy as np

from kinonym.assess import columns_in, figures_in
from kinonym.assess.figure import number
from kinonym.release.report.markup import (
    NOTHING,
    Markup,
    element,
    figures_table,
    heat_map,
    join,
    plain_table,
    region,
)
from kinonym.release.report.publishing import Published

__all__ = ["dependence_section", "utility_section"]


def utility_section(published: Published) -> Markup:
    """Everything about utility."""
    return join([_table(published), _columns(published), _facts(published)])


def _table(published: Published) -> Markup:
    assessment = published.assessment
    known = [figure for figure in figures_in("utility") if figure.value(assessment) is not None]
    rows = [(figure.title, figure.text(assessment), figure.describe) for figure in known]
    return figures_table("The whole table", rows)


def _columns(published: Published) -> Markup:
    figures = columns_in("utility")
    rows = [[name, *(figure.text(published.assessment, name) for figure in figures)] for name in published.names]
    table = plain_table("Figures of each column", ["column", *(figure.title for figure in figures)], rows)
    note = "; ".join(f"{figure.title}: {figure.describe}" for figure in figures)
    return join([table, element("p", f"{note}. Two figures: before → after.", class_="quiet")])


def _facts(published: Published) -> Markup:
    """What the method states of its own work, a line for each figure and a column for each column."""
    facts, names = published.assessment.plan.facts, published.names
    if not facts:
        return NOTHING
    stated = list(dict.fromkeys(key.partition(":")[0] for key in facts))
    rows = [
        [fact.replace("_", " "), _fact(facts.get(fact)), *(_fact(facts.get(f"{fact}:{name}")) for name in names)]
        for fact in stated
    ]
    return plain_table("What the method says of its own work", ["", "in all", *names], rows)


def _fact(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if float(value).is_integer() else number(value)


def dependence_section(published: Published) -> Markup:
    """How much the columns depend on each other, before and after, as heat maps."""
    statistics, names = published.assessment.statistics, published.names
    if statistics is None or not statistics.pairs:
        return NOTHING
    before, after = np.eye(len(names)), np.eye(len(names))
    for pair in statistics.pairs:
        i, j = (names.index(name) for name in pair.columns)
        before[i, j] = before[j, i] = pair.correlation_before
        after[i, j] = after[j, i] = pair.correlation_after
    worst = max(statistics.pairs, key=lambda pair: pair.correlation_error)
    words = (
        f"Distance correlation: 0 says independent, 1 says that one column determines the other. It changed most "
        f"between {worst.columns[0]} and {worst.columns[1]}: {worst.correlation_before:.2f} before, "
        f"{worst.correlation_after:.2f} after."
    )
    maps = element(
        "div",
        region(heat_map(names, before, "Before"), "before"),
        region(heat_map(names, after, "After"), "after"),
        class_="pair",
    )
    return join([element("p", words), maps])
