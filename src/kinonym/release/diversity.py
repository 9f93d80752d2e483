"""What the gate asks of confidential columns: in every class of the written file l, p and t are as demanded."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kinonym.errors import PrivacyError
from kinonym.privacy import Classes, Models, check_models
from kinonym.privacy.closeness import Cells, class_distances
from kinonym.privacy.demands import TOLERANCE, Demands
from kinonym.privacy.ground import Ground
from kinonym.release.checks import REPORT
from kinonym.release.reread import Rows

__all__ = ["DiverseClasses"]


@dataclass(frozen=True, eq=False)
class DiverseClasses:
    """Every combination of the quasi-identifiers keeps what was demanded of one confidential column.

    ``columns``: the quasi-identifiers, then the confidential column. ``code_of``: what each of its texts means, None
    for missing; ``missing``: texts that mean missing. ``ground``: how far apart the meanings are.
    """

    columns: tuple[str, ...]
    demands: Demands
    code_of: Mapping[str | None, int]
    missing: frozenset[str]
    ground: Ground

    def verify(self, rows: Rows) -> None:
        """Raise unless every demand holds in every class."""
        sizes, cells = self._count(rows)
        found = check_models(Classes(sizes, {self.columns[-1]: cells}))
        broken = [name for name, kept in self._kept(found, cells).items() if not kept]
        if broken:
            msg = (
                f"{', '.join(broken)} of column {self.columns[-1]!r} does not hold in every class of the written file;"
                " nothing was released"
            )
            raise PrivacyError(msg, hint=REPORT)

    def _count(self, rows: Rows) -> tuple[np.ndarray, Cells]:
        """(records of each class, how often each meaning occurs in each class)."""
        number: dict[tuple[str | None, ...], int] = {}
        counted: Counter[tuple[int, int]] = Counter()
        for row, times in rows.count(self.columns).items():
            text = None if row[-1] in self.missing else row[-1]
            counted[number.setdefault(row[:-1], len(number)), self.code_of[text]] += times
        group, value = np.array(list(counted), dtype=np.int64).T
        count = np.array(list(counted.values()), dtype=np.int64)
        return np.bincount(group, weights=count).astype(np.int64), (group, value, count)

    def _kept(self, found: Models, cells: Cells) -> dict[str, bool]:
        """Each demand, and whether it holds."""
        wanted, kept = self.demands, {}
        if wanted.l_diversity is not None:
            kept["l_diversity"] = self._diverse(found, wanted.l_diversity)
        if wanted.p_sensitive is not None:
            kept["p_sensitive"] = (found.p or 0) >= wanted.p_sensitive
        if wanted.t_closeness is not None:
            limit = wanted.t_closeness + TOLERANCE
            kept["t_closeness"] = bool((class_distances(cells, self.ground, limit=limit) <= limit).all())
        return kept

    def _diverse(self, found: Models, level: float) -> bool:
        if self.demands.diversity == "entropy":
            return math.log(found.entropy_l or 1.0) >= math.log(level) - TOLERANCE
        if (found.l or 0) < level:
            return False
        if self.demands.diversity == "distinct":
            return True
        return (found.commonest or 0.0, *found.recursive)[int(level) - 1] < self.demands.c - TOLERANCE
