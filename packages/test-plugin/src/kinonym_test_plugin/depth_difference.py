"""A measure from another package: how far apart two concepts are in depth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinonym.measures import MeasureTraits
from kinonym.taxonomy import Taxonomy

__all__ = ["DepthDifference"]


@dataclass(frozen=True, kw_only=True)
class DepthDifference:
    """|depth(c1) − depth(c2)| / (maxdepth − 1)."""

    name = "depth-difference"
    traits = MeasureTraits(triangle=True)

    def fill(
        self, taxonomy: Taxonomy, left: NDArray[np.int64], right: NDArray[np.int64], out: NDArray[np.floating]
    ) -> None:
        """Write the distances into ``out``, of shape (left, right)."""
        depths = taxonomy.depths
        out[...] = np.abs(depths[left, None] - depths[right]) / max(1, taxonomy.max_depth - 1)
