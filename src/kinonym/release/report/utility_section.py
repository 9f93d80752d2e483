"""The sections on utility and on how the columns depend on each other, as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.assess import columns_in, figures_in
from kinonym.assess.figure import number
from kinonym.plots.matrices import pair_matrices, shade
from kinonym.release.report.publishing import Published
from kinonym.release.report.table_data import table

__all__ = ["dependence_section", "facts_section", "utility_section"]


def utility_section(published: Published) -> dict[str, Any]:
    """Everything about utility."""
    return {
        "whole": _table_figures(published),
        "columns": _column_figures(published),
        "facts": facts_section(published),
    }


def _table_figures(published: Published) -> dict[str, Any]:
    assessment = published.assessment
    known = [figure for figure in figures_in("utility") if figure.value(assessment) is not None]
    rows = [(figure.title, figure.text(assessment), figure.describe) for figure in known]
    return {"caption": "The whole table", "rows": rows}


def _column_figures(published: Published) -> dict[str, Any]:
    known = published.assessment
    figures = [f for f in columns_in("utility") if any(f.value(known, name) is not None for name in published.names)]
    rows = [[name, *(figure.text(published.assessment, name) for figure in figures)] for name in published.names]
    note = "; ".join(f"{figure.title}: {figure.describe}" for figure in figures)
    head = ["column", *(figure.title for figure in figures)]
    return table("Figures of each column", head, rows, f"{note}. Two figures: before → after.")


def facts_section(published: Published) -> dict[str, Any] | None:
    """What the method reports about its work: a row for each figure, and a cell for each column of the table."""
    facts, names = published.facts, published.names
    if not facts:
        return None
    stated = list(dict.fromkeys(key.partition(":")[0] for key in facts))
    rows = [
        [fact.replace("_", " "), _fact(facts.get(fact)), *(_fact(facts.get(f"{fact}:{name}")) for name in names)]
        for fact in stated
    ]
    return table("What the method reports about its work", ["", "in all", *names], rows)


def _fact(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if float(value).is_integer() else number(value)


def dependence_section(published: Published) -> dict[str, Any] | None:
    """How much the columns depend on each other, before and after; None for one column."""
    statistics, names = published.assessment.statistics, published.names
    if statistics is None or not statistics.pairs:
        return None
    pairs = [(pair.columns, pair.correlation_before, pair.correlation_after) for pair in statistics.pairs]
    before, after = pair_matrices(names, pairs)
    worst = max(statistics.pairs, key=lambda pair: pair.correlation_error)
    words = (
        f"Distance correlation: 0 means independent, 1 means that one column determines the other. It changed most "
        f"between {worst.columns[0]} and {worst.columns[1]}: {worst.correlation_before:.2f} before, "
        f"{worst.correlation_after:.2f} after."
    )
    return {"words": words, "names": list(names), "before": _cells(before), "after": _cells(after)}


def _cells(matrix: NDArray[np.float64]) -> list[list[dict[str, str]]]:
    """The cells of a heat map: their texts, and the classes of their shades."""
    return [[{"text": f"{value:.2f}", "shade": shade(value)} for value in row] for row in matrix.tolist()]
