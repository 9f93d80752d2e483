"""What a clustering method may be asked for beyond k: diverse confidential values in every class."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kinonym.errors import PrivacyError, UsageError
from kinonym.grouped import Confidential, Tuples
from kinonym.kernels.promise import CLOSE, DISTINCT, ENTROPY, RECURSIVE, Promise
from kinonym.methods.promises import Demand, make_promise
from kinonym.privacy.ground import GROUNDS, GroundName, ground_of

__all__ = ["Demands", "Diversity"]

Diversity = Literal["distinct", "entropy", "recursive"]
_MODELS = {"distinct": DISTINCT, "entropy": ENTROPY, "recursive": RECURSIVE}


@dataclass(frozen=True, kw_only=True)
class Demands:
    """Demands on the confidential columns of every class of equal masked values.

    Parameters
    ----------
    l_diversity
        l of l-diversity: how many values each confidential column must be worth in a class.
    diversity
        ``distinct``: l different values. ``entropy``: an entropy of at least log l. ``recursive``: the most
        frequent value is rarer than c times the l-th and all rarer ones together.
    c
        c of recursive (c, l)-diversity.
    p_sensitive
        p of p-sensitive k-anonymity: different values in each confidential column.
    t_closeness
        Greatest earth mover's distance between the values of a class and those of the table.
    ground
        Distance between two confidential values that t-closeness uses: ``equal``, ``ordered``, ``hierarchical``
        (height of what subsumes both) or ``semantic`` (the column's own measure).
    """

    l_diversity: float | None = None
    diversity: Diversity = "distinct"
    c: float = 1.0
    p_sensitive: int | None = None
    t_closeness: float | None = None
    ground: GroundName = "equal"

    def check_demands(self) -> None:
        """Raise if a demand makes no sense whatever the table."""
        for name, level in (("l_diversity", self.l_diversity), ("p_sensitive", self.p_sensitive)):
            if level is not None and not (math.isfinite(level) and level >= 1):
                msg = f"{name} must be a number of at least 1"
                raise UsageError(msg, hint=f"{name} = 3 asks for three different values")
        if self.l_diversity is not None and self.diversity != "entropy" and self.l_diversity != int(self.l_diversity):
            msg = f"{self.diversity} l-diversity needs a whole number l_diversity"
            raise UsageError(msg)
        if self.t_closeness is not None and not 0 <= self.t_closeness < math.inf:
            msg = "t_closeness must be a number of at least 0"
            raise UsageError(msg, hint="t_closeness = 0.2 is a common choice")
        if self.diversity not in _MODELS or self.ground not in GROUNDS or not 0 < self.c < math.inf:
            msg = "diversity is distinct, entropy or recursive; ground is one of the ground distances; c is positive"
            raise UsageError(msg, hint=f"ground: {', '.join(GROUNDS)}")

    @property
    def demanding(self) -> bool:
        """Whether anything is asked for beyond k."""
        return not (self.l_diversity is None and self.p_sensitive is None and self.t_closeness is None)

    def promise(self, tuples: Tuples) -> Promise:
        """The demands and the confidential values as the kernels take them; raises if the table cannot meet them."""
        columns = tuples.confidential if self.demanding else ()
        if self.demanding and not columns:
            msg = "l_diversity, p_sensitive and t_closeness need a confidential column"
            raise UsageError(msg, hint='give a column role = "confidential"')
        masked = {column.name for column in tuples.columns}
        if both := [column.name for column in columns if column.name in masked]:
            msg = f"column {both[0]!r} cannot be masked and kept diverse at the same time"
            raise UsageError(msg)
        for column in columns:
            self._require_reachable(column)
        grounds = [ground_of(c.name, c.domain, c.points, self._ground) for c in columns]
        return make_promise(len(tuples), columns, grounds, self._demands(len(columns)))

    @property
    def _ground(self) -> GroundName:
        return self.ground if self.t_closeness is not None else "equal"

    def _demands(self, columns: int) -> list[Demand]:
        """Every demand on every column."""
        each = []
        if self.l_diversity is not None:
            each.append((_MODELS[self.diversity], self.l_diversity))
        if self.p_sensitive is not None:
            each.append((DISTINCT, self.p_sensitive))
        if self.t_closeness is not None:
            each.append((CLOSE, self.t_closeness))
        return [Demand(q, model, float(level), self.c) for q in range(columns) for model, level in each]

    def _require_reachable(self, column: Confidential) -> None:
        """One class of the whole table must do: no partition can do better."""
        counts = np.sort(column.totals[column.totals > 0])[::-1]
        needed = max(self.p_sensitive or 1, self.l_diversity or 1 if self.diversity != "entropy" else 1)
        if len(counts) < needed:
            msg = f"column {column.name!r} has {len(counts)} distinct values; {needed:g} were asked for in every class"
            raise PrivacyError(msg, hint=f"the largest possible is {len(counts)}")
        if self.l_diversity is None or self.diversity == "distinct":
            return
        share = counts / counts.sum()
        entropy = float(np.exp(-(share * np.log(share)).sum()))
        if self.diversity == "entropy" and entropy < self.l_diversity - 1e-9:
            msg = f"column {column.name!r} has an entropy of log {entropy:.2f}; log {self.l_diversity:g} was asked for"
            raise PrivacyError(msg, hint=f"the largest possible l_diversity is {math.floor(entropy * 100) / 100:g}")
        rest = counts[int(self.l_diversity) - 1 :].sum()
        if self.diversity == "recursive" and counts[0] >= self.c * rest:
            msg = f"column {column.name!r} cannot be recursively ({self.c:g}, {self.l_diversity:g})-diverse"
            raise PrivacyError(msg, hint=f"c must be greater than {counts[0] / rest:.3f} for this l_diversity")
