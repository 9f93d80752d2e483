"""Texts that changed, beside meanings that changed: a cell may keep its concept and be written in another way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinonym.grouped import Plan
from kinonym.metrics.sides import row_changes

__all__ = ["texts_changed"]


def texts_changed(plan: Plan, respelled: NDArray[np.int64]) -> float:
    """Share of the cells that hold another text.

    Parameters
    ----------
    plan
        What every tuple becomes.
    respelled
        Records of each tuple, column by column, whose text is not the one that is written for its meaning.

    Notes
    -----
    Where only some records of a tuple stay as they are, chance decides which; the expected share is told.
    """
    tuples = plan.tuples
    stays = (row_changes(plan) == 0) * plan.count[:, None]
    staying = np.zeros(respelled.shape)
    np.add.at(staying, plan.source, stays)
    share = respelled / tuples.counts[:, None]
    changed = tuples.records - staying.sum(axis=0) + (staying * share).sum(axis=0)
    return float(changed.mean() / tuples.records)
