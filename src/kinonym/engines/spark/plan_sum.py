"""A keyed sum over the rows of a plan: the plan that is joined must be the one that was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kinonym.engines.contract import RunKey
from kinonym.engines.fingerprint import Fingerprint, Sum
from kinonym.engines.tuple_lookup import encode_cells

__all__ = ["PlanSum"]


@dataclass(frozen=True)
class PlanSum:
    """Adds up the rows of a plan: combinations, what they write, their records, and whether these are kept."""

    key: RunKey
    columns: int
    """How many columns are masked."""

    def total(self, rows: Any, keys: Sequence[str]) -> Sum:  # noqa: ANN401  # an Arrow table
        """The sum over some rows; ``keys``: the names of the columns of the combinations."""
        names = [*(f"k{j}" for j in range(self.columns)), *(f"w{j}" for j in range(self.columns)), "records", "kept"]
        fingerprint = Fingerprint(self.key, names, typed=True)
        cells = []
        for name, own in zip(names, [*keys, *names[self.columns :]], strict=True):
            texts, places = encode_cells(rows, own, typed=True)
            cells.append(fingerprint.texts(name, texts)[places])
        return fingerprint.total(cells)
