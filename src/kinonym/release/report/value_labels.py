"""How values are named in the report: labels of concepts, and intervals of numbers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Domain, Points

__all__ = ["BINS", "SMALLEST", "interval_labels", "labels_of", "round_edges"]

BINS = 10
SMALLEST = 5
"""Fewer records (persons, where they are known) than this are never shown for a value."""


def labels_of(domain: Domain, points: Points) -> list[str]:
    """What a reader calls each point: codes with their labels, missing as such."""
    written = _decode_publishable(domain, points)
    if domain.concepts is None or domain.concepts.write != "code":
        return written
    tau = domain.concepts.tau
    size = len(tau)
    labels = [tau.preferred([int(p)])[0] if p < size else text for p, text in zip(points, written, strict=True)]
    return [_code_and_label(text, label) for text, label in zip(written, labels, strict=True)]


def _code_and_label(code: str, label: str) -> str:
    """Both, unless the label says the code itself or the code says nothing.

    >>> _code_and_label("I10", "Essential hypertension"), _code_and_label("I10-I1A", "Hypertensive diseases (I10-I1A)")
    ('I10 Essential hypertension', 'Hypertensive diseases (I10-I1A)')
    """
    return label if code in ("*", label) or f"({code})" in label else f"{code} {label}"


def round_edges(points: Points, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Round figures between the 5th and the 95th hundredth of the numbers, about ten of them."""
    known = ~np.isnan(points)
    order = np.argsort(points[known])
    ordered, reached = points[known][order], np.cumsum(counts[known][order])
    low, high = ordered[np.searchsorted(reached, [0.05 * reached[-1], 0.95 * reached[-1]])]
    if low == high:
        return np.array([low])
    power = 10.0 ** np.floor(np.log10((high - low) / BINS))
    step = next(power * m for m in (1.0, 2.0, 5.0, 10.0) if (high - low) / (power * m) <= BINS)
    edges: NDArray[np.float64] = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
    return edges


def interval_labels(domain: Domain, edges: NDArray[np.float64]) -> list[str]:
    """The intervals between edges in words."""
    texts = list(map(str, domain.decode(edges))) if domain.traits.has_periods else [f"{edge:g}" for edge in edges]
    inner = [f"{a} to below {b}" for a, b in pairwise(texts)]
    return [f"below {texts[0]}", *inner, f"{texts[-1]} or more"]


def _decode_publishable(domain: Domain, points: Points) -> list[str]:
    """What is written; where fewer than five records have a concept's spelling, the ontology's text instead."""
    texts = ["missing" if value is None else str(value) for value in domain.decode(points)]
    concepts = domain.concepts
    if concepts is None or concepts.spelling is None:
        return texts
    tau, times = concepts.tau, concepts.spelling.times
    for i, point in enumerate(points.astype(np.int64).tolist()):
        if point < len(tau) and times.get(concept := tau.concepts[point], SMALLEST) < SMALLEST:
            texts[i] = concept if concepts.write == "code" else tau.preferred([point])[0]
    return texts
