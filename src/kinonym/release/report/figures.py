"""All figures of a report as plain data, for JSON: what may be published and nothing else."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from kinonym.metrics import distance_histogram
from kinonym.release.report.content import Content
from kinonym.release.report.hiding import SMALLEST
from kinonym.release.report.origin_section import versions
from kinonym.release.report.tree import LIMIT
from kinonym.release.report.truth import truth_figures

__all__ = ["figures"]


def figures(title: str, content: Content, date: str) -> dict[str, Any]:
    """Everything, in the order of the page."""
    found = {
        "title": title,
        "date": date,
        "versions": versions(),
        "test": content.seeded,
        "claims": [asdict(claim) for claim in content.claims],
        "method": {"name": content.method.name, **content.settings},
        "facts": dict(content.plan.facts),
        "risk": {
            **asdict(content.risk),
            "strongest": content.strongest.name,
            "chance": content.strongest.chance,
            "certain": content.certain.certain or 0.0,
            "attackers": [asdict(attacker) for attacker in content.attackers],
            "true_values": truth_figures(content),
            "disclosure": [asdict(one) for one in content.disclosures],
            "semantic_disclosure": [asdict(one) for one in content.semantic_disclosures],
        },
        "utility": {**asdict(content.utility), "average_class": content.average_class},
        "distribution": _distribution(content),
        "generality": {
            side: {name: asdict(one) for name, one in found.items()}
            for side, found in zip(("before", "after"), content.generality, strict=True)
        },
        "statistics": asdict(content.statistics) if content.statistics else None,
        "partitions": asdict(content.partitions) if content.partitions else None,
        "columns": {view.name: _column(content, j) for j, view in enumerate(content.views)},
        "coverage": dict(content.coverage),
        "ontologies": {name: asdict(source) for name, source in content.sources.items()},
        "notices": list(content.all_notices),
        "recipe": content.recipe,
    }
    return _plain(found)  # type: ignore[no-any-return]  # a dict stays one


def _distribution(content: Content) -> dict[str, Any] | None:
    if content.distribution is None:
        return None
    found = asdict(content.distribution)
    found["pairs"] = [{"columns": list(pair), "change": change} for pair, change in found["pairs"].items()]
    return {**found, "ic_loss": content.distribution.ic_loss}


def _column(content: Content, j: int) -> dict[str, Any]:
    view = content.views[j]
    edges, counts = distance_histogram(content.plan, j)
    return {
        "values": [{"value": r.label, "before": r.before, "after": r.after} for r in view.rows[:LIMIT]],
        "not_shown": {"before": view.hidden[0], "after": view.hidden[1]},
        "distances": {
            "edges": edges.tolist(),
            "records": [None if 0 < c < SMALLEST else c for c in counts.tolist()],
        },
    }


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Only what JSON has: no arrays, no NaN."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_plain(one) for one in value]
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)
