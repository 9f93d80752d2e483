"""Numbers as they stand in the table: a swap writes what was there, `007` and `250.00` included, and never rounds."""

from __future__ import annotations

import math

import numpy as np

from kinonym.domains import Domain
from kinonym.engines.contract import Source
from kinonym.tuples import Plan

__all__ = ["find_number_texts"]


def find_number_texts(source: Source, plan: Plan) -> dict[str, list[str | float | None]]:
    """Numeric column → what is written for each masked tuple of a swap: its text, or the number itself."""
    written: dict[str, list[str | float | None]] = {}
    for j, column in enumerate(plan.tuples.columns):
        traits = column.domain.traits
        if traits.scale == "interval" and not traits.has_periods:
            texts = _find_texts(source, column.name, column.domain)
            points = plan.targets[:, j].tolist()
            written[column.name] = [None if math.isnan(x) else texts.get(x, x) for x in points]
    return written


def _find_texts(source: Source, name: str, domain: Domain) -> dict[float, str]:
    """Number → the text that stands for it most often; empty where the column holds numbers, not texts."""
    if not source.profile(name).text:
        return {}
    counted = source.count([name])
    texts = counted.values[0]
    rising = [texts[i] for i in np.argsort(counted.value_counts(0), kind="stable")]
    return {
        number: text for number, text in zip(domain.encode(rising).tolist(), rising, strict=True) if text is not None
    }
