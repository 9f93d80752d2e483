"""The report's section on utility: distances, statistics, frequencies, clusters, and how columns depend."""

from __future__ import annotations

import math

import numpy as np

from kinonym.release.report.content import Content
from kinonym.release.report.markup import Markup, element, join
from kinonym.release.report.pictures import heat_map
from kinonym.release.report.tables import Figure, figures_table, number, percent, plain_table

__all__ = ["dependence_section", "utility_section"]


def utility_section(content: Content) -> Markup:
    """Everything about utility."""
    return join([part for part in (_table(content), _columns(content), _facts(content)) if part is not None])


def _facts(content: Content) -> Markup | None:
    """What the method states of its own work, a line for each figure and a column for each column."""
    facts = content.plan.facts
    if not facts:
        return None
    names = [view.name for view in content.views]
    figures = list(dict.fromkeys(key.partition(":")[0] for key in facts))
    rows = [
        [figure.replace("_", " "), _fact(facts.get(figure)), *(_fact(facts.get(f"{figure}:{name}")) for name in names)]
        for figure in figures
    ]
    return plain_table("What the method says of its own work", ["", "in all", *names], rows)


def _fact(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if float(value).is_integer() else number(value)


def _table(content: Content) -> Markup:
    utility = content.utility
    rows: list[Figure] = [
        ("information loss L", f"{utility.loss:.2f} %", "SSE as a share of SST: 0 nothing lost, 100 all values alike"),
        ("SSE", f"{utility.sse:,.2f}", "squares of the distances between original and masked records"),
        ("SST", f"{utility.sst:,.2f}", "the same, had every record become the centre of the table"),
        ("semantic quality", f"{utility.quality:.3f}", "mean similarity of a masked value to its original; 1 is best"),
        ("values changed", percent(utility.values_changed), "cells that hold another value now"),
        ("records changed", percent(utility.records_changed), "records with at least one such cell"),
        ("discernibility", f"{utility.discernibility:,.0f}", "squares of the group sizes: small groups are better"),
    ]
    if not math.isnan(content.average_class):
        of = f"k = {content.k}" if content.k else "the smallest group"
        rows.append(("mean group size C", f"{content.average_class:.2f}", f"as a multiple of {of}; 1 is best"))
    return figures_table("The whole table", rows + _frequencies(content) + _clusters(content))


def _frequencies(content: Content) -> list[Figure]:
    found = content.distribution
    if found is None:
        return []
    how = "; combinations that vanished were given one record" if found.smoothed else ""
    return [
        (
            "divergence of the combinations",
            f"{found.divergence:.3f}",
            f"Kullback-Leibler, from 0: how surprising the original frequencies are after masking{how}",
        )
    ]


def _clusters(content: Content) -> list[Figure]:
    found = content.partitions
    if found is None:
        return []
    return [
        (
            "distance of the clusters",
            f"{found.distance:.2f}",
            f"{found.clusters} clusters by Ward's method before and after: 0 the same, 1 nothing in common",
        )
    ]


def _columns(content: Content) -> Markup:
    head = [
        "column", "changed", "mean distance", "RMSE", "mean moved by", "variance", "frequencies changed",
        "information content", "LM", "NCP",
    ]  # fmt: skip
    rows = [_column(content, name) for name in content.names]
    note = (
        "Distances from 0 (the same) to 1. Variance and information content (in nats): before → after. LM and NCP: "
        "how general the values are, from 0 (the most special) to 1 (the root), before → after."
    )
    return join([plain_table("Figures of each column", head, rows), element("p", note, class_="quiet")])


def _column(content: Content, name: str) -> list[str]:
    moved = content.utility.columns[name]
    row = [name, percent(moved.changed), number(moved.distance), number(moved.rmse)]
    if content.statistics is None or content.distribution is None:
        return [*row, *["–"] * 6]
    kept = content.statistics.columns[name]
    before, after = content.distribution.entropy[name]
    row += [
        number(kept.mean_distance),
        _change(kept.variance_before, kept.variance_after),
        percent(content.distribution.marginals[name]),
        f"{before:.2f} → {after:.2f}",
    ]
    old, new = (side.get(name) for side in content.generality)
    if old is None or new is None:
        return [*row, "–", "–"]
    return [*row, _change(old.lm, new.lm), _change(old.ncp, new.ncp)]


def _change(before: float, after: float) -> str:
    return f"{number(before)} → {number(after)}"


def dependence_section(content: Content) -> Markup | None:
    """How much the columns depend on each other, before and after, as heat maps."""
    if content.statistics is None or not content.statistics.pairs:
        return None
    names = content.names
    before, after = np.eye(len(names)), np.eye(len(names))
    for pair in content.statistics.pairs:
        i, j = (names.index(name) for name in pair.columns)
        before[i, j] = before[j, i] = pair.correlation_before
        after[i, j] = after[j, i] = pair.correlation_after
    worst = max(content.statistics.pairs, key=lambda pair: pair.correlation_error)
    words = (
        f"Distance correlation: 0 says independent, 1 says that one column determines the other. It changed most "
        f"between {worst.columns[0]} and {worst.columns[1]}: {worst.correlation_before:.2f} before, "
        f"{worst.correlation_after:.2f} after."
    )
    maps = element(
        "div",
        element(
            "div", heat_map(names, before, "Before"), class_="wide", tabindex=0, role="region", aria_label="before"
        ),
        element("div", heat_map(names, after, "After"), class_="wide", tabindex=0, role="region", aria_label="after"),
        class_="pair",
    )
    return join([element("p", words), maps])
