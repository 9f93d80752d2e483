"""A report as plain data, for JSON and for pictures: the table of figures, and what was measured part by part."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from kinonym.assess import figure_table
from kinonym.release.report.moved_shares import list_moved_shares
from kinonym.release.report.origin_section import versions
from kinonym.release.report.publishing import Published
from kinonym.release.report.values_shown import LIMIT

__all__ = ["REPORT_FORMAT", "plain_data"]

REPORT_FORMAT = "kinonym-report-1"
"""The version of the JSON report; docs/schemas/report.schema.json describes it."""


def plain_data(title: str, published: Published, date: str) -> dict[str, Any]:
    """Everything, in the order of the page."""
    measured = published.assessment
    data = {
        "format": REPORT_FORMAT,
        "title": title,
        "date": date,
        "versions": versions(),
        "test": published.seeded,
        "claims": [asdict(claim) for claim in published.claims],
        "uniqueness": None if published.uniqueness is None else published.uniqueness.as_data(),
        "method": {"name": measured.masking.name, **measured.masking.settings},
        "facts": published.facts,
        "records": measured.plan.tuples.records,
        **(_measures(published) if published.withheld is None else {"withheld": published.withheld}),
        "ontologies": {name: asdict(source) for name, source in published.sources.items()},
        "notices": list(published.notices),
        "recipe": published.recipe,
    }
    return _plain(data)  # type: ignore[no-any-return]  # a dict stays one


def _measures(published: Published) -> dict[str, Any]:
    """What was measured by comparing the release with its original."""
    measured = published.assessment
    return {
        "figures": {key: value for figure in figure_table.FIGURES for key, value in figure.values(measured).items()},
        "risk": _risk(published),
        "utility": asdict(measured.utility),
        "distribution": _distribution(published),
        "generality": {
            side: {name: asdict(column) for name, column in columns.items()}
            for side, columns in zip(("before", "after"), measured.generality, strict=True)
        },
        "statistics": published.statistics,
        "partitions": asdict(measured.partitions) if measured.partitions else None,
        "shares_that_moved": list_moved_shares(published),
        "columns": {view.name: _column(published, j) for j, view in enumerate(published.views)},
        "coverage": dict(published.coverage),
    }


def _risk(published: Published) -> dict[str, Any]:
    measured = published.assessment
    keys = ("column", "unchanged", "rare_below", "rare", "common")
    return {
        **asdict(measured.risk),
        "linked": measured.linked,
        "strongest": measured.strongest.name,
        "chance": measured.strongest.chance,
        "certain": measured.certain.certain or 0.0,
        "attackers": [asdict(attacker) for attacker in measured.attackers],
        "true_values": [{key: asdict(truth)[key] for key in keys} for truth in published.truths],
        "disclosure": [asdict(disclosure) for disclosure in measured.disclosures],
        "semantic_disclosure": [asdict(near) for near in measured.semantic_disclosures],
    }


def _distribution(published: Published) -> dict[str, Any] | None:
    distribution = published.assessment.distribution
    if distribution is None:
        return None
    pairs = [{"columns": list(pair), "change": change} for pair, change in distribution.pairs.items()]
    return {**asdict(distribution), "pairs": pairs, "ic_loss": distribution.ic_loss}


def _column(published: Published, j: int) -> dict[str, Any]:
    view = published.views[j]
    edges, counts, known = published.distances(j)
    bins = zip(counts.tolist(), known.tolist(), strict=True)
    return {
        "values": [{"value": r.label, "before": r.before, "after": r.after} for r in view.rows[:LIMIT]],
        "not_shown": {"before": view.hidden[0], "after": view.hidden[1]},
        "distances": {
            "edges": edges.tolist(),
            "records": [count if is_known else None for count, is_known in bins],
        },
    }


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Only what JSON has: no arrays, no NaN."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_plain(part) for part in value]
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)
