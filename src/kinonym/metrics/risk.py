"""Risk: what an attacker who knows the original quasi-identifiers can link (SPEC 8)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.grouped import Plan
from kinonym.grouped.plan import DROPPED
from kinonym.metrics.utility import row_changes

__all__ = ["Risk", "measure_risk"]


@dataclass(frozen=True, kw_only=True)
class Risk:
    """What was linkable before and what is after.

    ``unique_before`` and ``unique_after`` count records that are alone with their combination. ``linkage`` is
    RL of A eq. 12-13, in percent: the attacker looks each masked record up among the original ones by exact
    match. ``prosecutor`` is the greatest chance, 1 / smallest class, of an attacker who knows that a person is
    in the file and which class the person fell into; ``marketer`` the mean chance over all records.
    """

    unique_before: int
    unique_after: int
    linkage: float
    prosecutor: float
    marketer: float


def measure_risk(plan: Plan) -> Risk:
    """Measure a plan."""
    sizes = plan.class_sizes
    counts = plan.tuples.counts
    same = (row_changes(plan) == 0).all(axis=1) & (plan.target != DROPPED)
    linked = float((plan.count[same] / counts[plan.source[same]]).sum())
    records = plan.tuples.records
    return Risk(
        unique_before=int(np.count_nonzero(counts == 1)),
        unique_after=int(np.count_nonzero(sizes == 1)),
        linkage=100.0 * linked / records,
        prosecutor=1.0 / float(sizes.min()) if len(sizes) else 0.0,
        marketer=len(sizes) / float(sizes.sum()) if len(sizes) else 0.0,
    )
