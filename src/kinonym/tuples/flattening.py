"""The columns of tuples as the arrays that kernels take."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kinonym.domains import Space
from kinonym.domains.space import LINE
from kinonym.kernels.distances.flat_columns import Columns
from kinonym.tuples.column import Column

__all__ = ["flatten"]


def flatten(columns: Sequence[Column], spaces: Sequence[Space]) -> Columns:
    """Concatenate the spaces of all columns; tuples of a purely numeric table are compared by Euclidean distance.

    The distance of two tuples is the mean over the columns (T eq. 5.5); of purely numeric tuples it is the
    Euclidean distance of classical microaggregation.
    """
    up_offsets = np.cumsum([0, *(len(s.up) for s in spaces)])
    up_starts = [s.up_start[:-1] + offset for s, offset in zip(spaces, up_offsets[:-1], strict=True)]
    return Columns(
        kind=np.array([s.kind for s in spaces], dtype=np.int8),
        rule=np.array([s.rule for s in spaces], dtype=np.int8),
        weight=np.array([c.weight for c in columns]),
        unit=np.array([s.unit for s in spaces]),
        far=np.array([s.far for s in spaces]),
        value_start=_starts(len(s.candidate_of) for s in spaces),
        candidate_start=_starts(len(s.candidates) for s in spaces),
        table_start=_starts(s.table.size for s in spaces),
        position=np.concatenate([s.position for s in spaces]),
        candidate_of=np.concatenate([s.candidate_of for s in spaces]),
        table=spaces[0].table.reshape(-1)
        if len(spaces) == 1
        else np.concatenate([s.table.reshape(-1) for s in spaces]),
        up_start=np.append(np.concatenate(up_starts), up_offsets[-1]),
        up=np.concatenate([s.up for s in spaces]),
        tie_rank=np.concatenate([s.tie_rank for s in spaces]),
        lcs_rank=np.concatenate([s.lcs_rank for s in spaces]),
        isolated=np.concatenate([s.isolated for s in spaces]),
        euclidean=np.array([all(s.kind == LINE for s in spaces)]),
    )


def _starts(sizes: object) -> NDArray[np.int64]:
    return np.cumsum([0, *sizes]).astype(np.int64)  # type: ignore[misc]  # any iterable of sizes
