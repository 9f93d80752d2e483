"""Finds the texts of swapped numbers: a swap writes the texts of the input, such as `007` and `250.00`."""

from __future__ import annotations

import math

import numpy as np

from kinonym.domains import Domain
from kinonym.engines.contract import Source
from kinonym.tuples import Plan

__all__ = ["find_number_texts"]


def find_number_texts(source: Source, plan: Plan) -> dict[str, list[str | float | None]]:
    """Return what a swap writes for each masked tuple, by numeric column: a text of the input, or the number."""
    written: dict[str, list[str | float | None]] = {}
    for j, column in enumerate(plan.tuples.columns):
        traits = column.domain.traits
        if traits.scale == "interval" and not traits.has_periods:
            texts = _find_texts(source, column.name, column.domain)
            points = plan.targets[:, j].tolist()
            written[column.name] = [None if math.isnan(x) else texts.get(x, x) for x in points]
    return written


def _find_texts(source: Source, name: str, domain: Domain) -> dict[float, str]:
    """Return the commonest text of each number; empty if the column has numbers, not texts.

    A limit of top or bottom coding has no text: the texts of the numbers that count as the limit would disclose them.
    """
    if not source.profile(name).text:
        return {}
    counted = source.count([name])
    texts = counted.values[0]
    rising = [texts[i] for i in np.argsort(counted.value_counts(0), kind="stable")]
    return {
        number: text
        for number, text in zip(domain.encode(rising).tolist(), rising, strict=True)
        if text is not None and number not in domain.limits
    }
