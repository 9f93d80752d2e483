"""Measures by shared features: the subsumers two concepts have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinonym.measures.base import Floats, MeasureTraits, Numbers, reach
from kinonym.taxonomy import Taxonomy

__all__ = ["Subsumers", "fill_by_common_subsumers"]


@dataclass(frozen=True, kw_only=True)
class Subsumers:
    """log2(1 + (|S1 ∪ S2| − |S1 ∩ S2|) / |S1 ∪ S2|) (T eq. 4.10, E eq. 1)."""

    name = "subsumers"
    traits = MeasureTraits()

    def fill(self, taxonomy: Taxonomy, left: Numbers, right: Numbers, out: Floats) -> None:
        """Write the distances into ``out``."""
        most = int(np.diff(taxonomy.subsumer_csr[0]).max())
        total = np.arange(2 * most + 1)[:, None]
        common = np.arange(most + 1)[None, :]
        union = np.maximum(total - common, 1)
        by_counts = np.log2(1.0 + np.maximum(union - common, 0) / union)
        fill_by_common_subsumers(taxonomy, left, right, by_counts, out)


def fill_by_common_subsumers(
    taxonomy: Taxonomy, left: Numbers, right: Numbers, by_counts: Floats, out: Floats
) -> None:
    """out = by_counts[|S1| + |S2|, |S1 ∩ S2|] for each pair."""
    from kinonym.kernels.passes import common_subsumers

    part = reach(taxonomy, right)
    start, above, _ = taxonomy.subsumer_csr
    targets = part.place[right].astype(np.int64)
    common_subsumers(
        part.place, part.nodes, start, above, part.parent_start, part.parent, left, targets,
        np.diff(start), by_counts, out,
    )  # fmt: skip
